import type { FastifyInstance } from 'fastify';

/**
 * An address as a log may say it: without its query, which may hold what people searched for or a secret put there by
 * mistake, and without what opens a shared quotation.
 */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/(\/share\/)[^/]+/, '$1…').slice(0, 200);

/** Reads of health and pages say nothing to whoever looks for a fault. */
const quiet = /^\/(?:healthz|readyz|metrics|assets\/)/;

/**
 * One line for each call, at level `info`: its id, which the answer and 操作日志 carry too, route, status and time. Neither
 * query nor body: they may hold what people searched for or typed.
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
