import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered whatever the load is: health, metrics, and streams, which only wait. */
    isUncounted?: boolean;
  }
}

export interface LoadLimits {
  /** Requests under way at once. */
  atOnce: number;
  /** How late this process' timers may fire, twice in a row. */
  lateMs: number;
}

/** Some half a second of work at full speed: whoever comes later would only wait longer than he will. */
const limits: LoadLimits = { atOnce: 500, lateMs: 1_000 };
const LOOK_MS = 250;

/**
 * Answers 503 and Retry-After to what comes on top of as much as can be answered in time, before anything is read or
 * asked of the database: those under way keep their speed.
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

  http.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config?.isUncounted) return done();
    if (underWay >= atOnce || lateLooks >= 2) {
      return done(new AppError('server.busy', { retryAfterSeconds: 1 }));
    }
    underWay += 1;
    let isOver = false;
    const leave = () => {
      if (!isOver) underWay -= 1;
      isOver = true;
    };
    // A connection that breaks closes without ever finishing.
    reply.raw.once('finish', leave).once('close', leave);
    done();
  });
}
