import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '#server/http/app-error.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { healthRoutes } from '#server/modules/health/health.routes.ts';

/**
 * Takes the port until the server is ready to listen on it: `/healthz` is answered, every other request gets 503. No
 * other program can take the port in between, and a long migration does not look like a dead process.
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
  // Without it, a write to an unknown path would get 404 before the hook runs, and its sender would not repeat it.
  http.all('/*', (_request, reply) => reply.callNotFound());
  await http.listen({ host, port });
  return http;
}
