import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered whatever the load is: health, metrics, streams, which only wait, and forms, which are long in coming. */
    isUncounted?: boolean;
  }
}

export interface LoadLimits {
  /** Requests that are worked on at once: those that are still arriving, or on their way out, cost next to nothing. */
  atOnce: number;
  /** How late this process' timers may fire, twice in a row. */
  lateMs: number;
}

/** Some half a second of work at full speed: whoever comes later would only wait longer than he will. */
const limits: LoadLimits = { atOnce: 500, lateMs: 1_000 };
const LOOK_MS = 250;

/**
 * Answers 503 and Retry-After to what comes on top of as much as can be answered in time, before anything is read or
 * asked of the database: those under way keep their speed. Whoever sends or takes slowly holds no place meanwhile.
 */
export function refuseOverload(http: FastifyInstance, { atOnce, lateMs }: LoadLimits = limits): void {
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
  const places = new WeakMap<FastifyRequest, () => void>();
  http.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config?.isUncounted) return done();
    if (isTooMuch()) return done(refusal());
    underWay += 1;
    let isOver = false;
    const leave = () => {
      if (!isOver) underWay -= 1;
      isOver = true;
    };
    places.set(request, leave);
    // Of a connection that breaks no answer may ever be sent.
    reply.raw.once('close', leave);
    done();
  });
  http.addHook('onSend', (request, _reply, _payload, done) => {
    places.get(request)?.();
    done();
  });
}
