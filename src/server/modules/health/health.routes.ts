import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/http/app-error.ts';

const FRESH_MS = 1_000;

/**
 * `/healthz`: the process answers; no I/O. `/readyz`: the database answers too; asked at most once a second however
 * many ask, and by one query (`ask`) at a time.
 */
export function healthRoutes(http: FastifyInstance, ask: () => Promise<unknown>): void {
  let last: { answer: Promise<unknown>; endedAt?: number } | undefined;

  function ping(): Promise<unknown> {
    if (last && (last.endedAt === undefined || performance.now() - last.endedAt < FRESH_MS))
      return last.answer;
    const asked: NonNullable<typeof last> = { answer: ask() };
    const end = () => void (asked.endedAt = performance.now());
    asked.answer.then(end, end);
    last = asked;
    return asked.answer;
  }

  http.get('/healthz', (request) => ({ requestId: request.id, code: 200, msg: 'ok', data: null }));
  http.get('/readyz', async (request) => {
    try {
      await ping();
    } catch (cause) {
      throw new AppError('server.unavailable', { cause, retryAfterSeconds: 2 });
    }
    return { requestId: request.id, code: 200, msg: 'ok', data: null };
  });
}
