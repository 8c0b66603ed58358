import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempt from the limits: health, metrics, streams, which only wait, and forms, which arrive slowly. */
    isUncounted?: boolean;
  }
}

export interface LoadLimits {
  /** Requests in a handler; those still arriving or being sent cost next to nothing. */
  atOnce: number;
  /** How late a timer may fire, twice in a row. */
  lateMs: number;
}

/** About half a second of work at full speed; later requests would time out in the queue. */
const limits: LoadLimits = { atOnce: 500, lateMs: 1_000 };
const LOOK_MS = 250;

/**
 * Answers 503 with Retry-After to requests that could not be answered in time, before reading their body or querying
 * the database, so that accepted requests keep their speed. Slow senders and readers do not count.
 */
export function shedLoad(http: FastifyInstance, { atOnce, lateMs }: LoadLimits = limits): void {
  let underWay = 0;
  let lateLooks = 0;
  let lookedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    lateLooks = now - lookedAt - LOOK_MS > lateMs ? lateLooks + 1 : 0;
    lookedAt = now;
  }, LOOK_MS).unref();
  http.addHook('onClose', (_http, done) => {
    clearInterval(timer);
    done();
  });

  const isTooMuch = () => underWay >= atOnce || lateLooks >= 2;
  const refusal = () => new AppError('server.busy', { retryAfterSeconds: 1 });
  http.addHook('onRequest', (request, _reply, done) => {
    done(!request.routeOptions.config?.isUncounted && isTooMuch() ? refusal() : undefined);
  });
  const releases = new WeakMap<FastifyRequest, () => void>();
  http.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config?.isUncounted) return done();
    if (isTooMuch()) return done(refusal());
    underWay += 1;
    let isOver = false;
    const release = () => {
      if (!isOver) underWay -= 1;
      isOver = true;
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
