import { AppError } from './app-error.ts';

/**
 * Lets so many pieces of heavy work run at once and so many wait in line; whoever comes beyond that hears `server.busy`,
 * so that a flood of one kind of request drowns no other.
 */
export function createTurns({ atOnce, waiting: mayWait }: { atOnce: number; waiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    if (running < atOnce) running += 1;
    else if (waiting.length >= mayWait) throw new AppError('server.busy', { retryAfterSeconds: 2 });
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next in line takes over this place, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
