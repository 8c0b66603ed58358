import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '#server/http/app-error.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { healthRoutes } from '#server/modules/health/health.routes.ts';

/**
 * Listens on the port until the server is ready: answers `/healthz`, and all other requests with 503. So no other
 * program can take the port, and a long migration does not look like a dead process.
 */
export async function answerWhileStarting(
  { host, port }: { host: string; port: number },
  logger: Logger,
): Promise<FastifyInstance> {
  const http = createHttpServer({ logger, trustProxy: false, isStopping: () => false });
  http.addHook('onRequest', async ({ url }) => {
    if (url !== '/healthz') throw new AppError('server.unavailable', { retryAfterSeconds: 2 });
  });
  healthRoutes(http, () => Promise.resolve());
  // Without this route, a write would get 404 before the hook runs, and its sender would not retry.
  http.all('/*', (_request, reply) => reply.callNotFound());
  await http.listen({ host, port });
  return http;
}
