import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/http/app-error.ts';

const FRESH_MS = 1_000;
/** Requests that wait for a slower database would fail anyway. */
const PING_TIMEOUT_MS = 1_000;

interface HealthOptions {
  isDraining?: () => boolean;
  /** False when the database's disk has only its reserve left. */
  hasDiskSpace?: () => Promise<boolean>;
  /** One sentence that says why no file can be stored; empty when files can be stored. */
  storeFailure?: () => Promise<string>;
}

/**
 * `/healthz`: the process answers, without I/O. `/readyz`: the database answers too, checked at most once a second by
 * one query at a time. A draining server is never ready. One without disk space is ready, because it still serves
 * sign-ins, reads and deletions, but answers `degraded`; one that cannot store files also gives the reason.
 */
export function healthRoutes(
  http: FastifyInstance,
  queryDatabase: () => Promise<unknown>,
  { isDraining = () => false, hasDiskSpace = () => Promise.resolve(true), storeFailure }: HealthOptions = {},
): void {
  let lastPing: { answer: Promise<unknown>; endedAt?: number } | undefined;

  /** The store's failure at its last check. */
  let failure = '';

  function ping(): Promise<unknown> {
    if (lastPing && (lastPing.endedAt === undefined || performance.now() - lastPing.endedAt < FRESH_MS))
      return lastPing.answer;
    const current: NonNullable<typeof lastPing> = { answer: queryDatabase() };
    const end = () => void (current.endedAt = performance.now());
    current.answer.then(end, end);
    lastPing = current;
    return current.answer;
  }

  http.get('/healthz', { config: { isExemptFromLimits: true } }, (request) => ({
    requestId: request.id,
    code: 200,
    msg: 'ok',
    data: null,
  }));
  http.get('/readyz', { config: { isExemptFromLimits: true } }, async (request) => {
    if (isDraining()) throw new AppError('server.stopping', { retryAfterSeconds: 2 });
    try {
      await Promise.race([ping(), failAfterTimeout()]);
    } catch (cause) {
      throw new AppError('server.unavailable', { cause, retryAfterSeconds: 2 });
    }
    // In the background: a store that does not answer must not make the server unready.
    void storeFailure?.().then((text) => (failure = text));
    const msg = failure !== '' ? `degraded: ${failure}` : (await hasDiskSpace()) ? 'ok' : 'degraded';
    return { requestId: request.id, code: 200, msg, data: null };
  });
}

/** Rejects after `PING_TIMEOUT_MS`. */
const failAfterTimeout = () =>
  delay(PING_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`the database gave no answer in ${PING_TIMEOUT_MS} ms`);
  });
