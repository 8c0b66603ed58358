import type { FastifyInstance, FastifyReply } from 'fastify';
import { STATUS_HEADER } from '#contract/kernel/endpoint.ts';

/**
 * The path of a URL, safe to log: without its query, which may contain search terms or an accidental secret, and
 * without the token of a shared quotation.
 */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/(\/share\/)[^/]+/, '$1…').slice(0, 200);

/** The code of an answer, which can differ from its HTTP status. */
export const codeOf = (reply: FastifyReply): number =>
  Number(reply.getHeader(STATUS_HEADER) ?? reply.statusCode);

/** Requests for health, metrics and assets: too frequent, and rarely of interest. */
const quiet = /^\/(?:healthz|readyz|metrics|assets\/)/;

/**
 * Logs one line per call at level `info`: request id (also in the answer and in 操作日志), route, status and time. Query
 * and body are left out: they may contain what users searched for or typed.
 */
export function logRequests(http: FastifyInstance): void {
  http.addHook('onResponse', (request, reply, done) => {
    const { method, url, ip } = request;
    if (!quiet.test(url)) {
      request.log.info(
        {
          method,
          path: loggedPath(url),
          route: request.routeOptions.url,
          status: codeOf(reply),
          ms: Math.round(reply.elapsedTime * 10) / 10,
          ip,
        },
        'request',
      );
    }
    done();
  });
}
