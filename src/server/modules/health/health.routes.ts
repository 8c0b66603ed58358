import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';

const FRESH_MS = 1_000;

/**
 * `/healthz`: the process answers; no I/O. `/readyz`: the database answers too; asked at most once a second however
 * many ask, and by one query at a time.
 */
export function healthRoutes(http: FastifyInstance, { pool }: Database): void {
  let last: { at: number; answer: Promise<unknown> } | undefined;

  function ping(): Promise<unknown> {
    const now = performance.now();
    if (last && now - last.at < FRESH_MS) return last.answer;
    last = { at: now, answer: pool.query('select 1') };
    return last.answer;
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
