import type { FastifyInstance } from 'fastify';

/**
 * An address that is safe to log: without its query, which may hold search terms or an accidental secret, and without
 * the token of a shared quotation.
 */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/(\/share\/)[^/]+/, '$1…').slice(0, 200);

/** Requests for health and pages are too frequent and rarely of interest. */
const quiet = /^\/(?:healthz|readyz|metrics|assets\/)/;

/**
 * Logs one line per call at level `info`: request id (also in the answer and in 操作日志), route, status and time. Query
 * and body are left out: they may hold what users searched for or typed.
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
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          ip,
        },
        'request',
      );
    }
    done();
  });
}
