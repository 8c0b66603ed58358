import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/http/app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempt from the limits: health, metrics, the pages' files, streams, which only wait, and forms, which arrive slowly. */
    isExemptFromLimits?: boolean;
  }
}

export interface LoadLimits {
  /** The most requests in handlers at a time; those still being received or sent cost almost nothing. */
  atOnce: number;
  /** The server is overloaded when a timer fires this late twice in a row. */
  lateMs: number;
}

/** About half a second of work at full speed; later requests would time out in the queue. */
const defaultLimits: LoadLimits = { atOnce: 500, lateMs: 1_000 };
const CHECK_EVERY_MS = 250;

/**
 * Answers 503 with Retry-After to requests that could not be answered in time, before reading their body or querying
 * the database, so that accepted requests keep their speed. Slow senders and readers do not count.
 */
export function shedLoad(http: FastifyInstance, { atOnce, lateMs }: LoadLimits = defaultLimits): void {
  let running = 0;
  let lateChecks = 0;
  let checkedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    lateChecks = now - checkedAt - CHECK_EVERY_MS > lateMs ? lateChecks + 1 : 0;
    checkedAt = now;
  }, CHECK_EVERY_MS).unref();
  http.addHook('onClose', (_http, done) => {
    clearInterval(timer);
    done();
  });

  const isOverloaded = () => running >= atOnce || lateChecks >= 2;
  const refusal = () => new AppError('server.busy', { retryAfterSeconds: 1 });
  http.addHook('onRequest', (request, _reply, done) => {
    done(!request.routeOptions.config?.isExemptFromLimits && isOverloaded() ? refusal() : undefined);
  });
  const releases = new WeakMap<FastifyRequest, () => void>();
  http.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config?.isExemptFromLimits) return done();
    if (isOverloaded()) return done(refusal());
    running += 1;
    let isReleased = false;
    const release = () => {
      if (!isReleased) running -= 1;
      isReleased = true;
    };
    releases.set(request, release);
    // `onSend` never runs for a broken connection.
    reply.raw.once('close', release);
    done();
  });
  http.addHook('onSend', (request, _reply, _payload, done) => {
    releases.get(request)?.();
    done();
  });
}
