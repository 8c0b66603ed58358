import { AppError } from './app-error.ts';

/** Waits for a turn and does the work; throws `server.busy` when too many wait already. */
export interface InTurn {
  <T>(work: () => Promise<T> | T): Promise<T>;
  /** Throws what whoever came now would hear: a flood is refused before anything of it is read. */
  refuseWhenFull(): void;
}

/** One for all: nobody looks where it was made, and a flood makes thousands. */
const refusal = new AppError('server.busy', { retryAfterSeconds: 2 });

/**
 * Lets so many pieces of heavy work run at once and so many wait in line; whoever comes beyond that hears `server.busy`,
 * so that a flood of one kind of request drowns no other.
 */
export function createTurns({ atOnce, waiting: mayWait }: { atOnce: number; waiting: number }): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  function refuseWhenFull(): void {
    if (running >= atOnce && waiting.length >= mayWait) throw refusal;
  }
  async function inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    refuseWhenFull();
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next in line takes over this place, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return Object.assign(inTurn, { refuseWhenFull });
}
