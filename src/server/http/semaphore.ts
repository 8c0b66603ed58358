import { AppError } from './app-error.ts';

/** Bounds work that runs at the same time, and the queue in front of it. */
export interface Semaphore {
  /** Waits for a permit and runs the work. Throws `server.busy` when the queue is full. */
  run<T>(work: () => Promise<T> | T): Promise<T>;
  /** Throws the error a new caller would get, so that a flood is refused before its bodies are read. */
  refuseWhenFull(): void;
}

/** Shared by all refusals: a flood makes thousands, and their stack traces are never read. */
const refusal = new AppError('server.busy', { retryAfterSeconds: 2 });

/**
 * Runs `permits` pieces of heavy work at a time and keeps up to `queue` waiting, first come, first served. Later callers
 * get `server.busy`, so that a flood of one kind of request does not starve the others.
 */
export function createSemaphore({ permits, queue }: { permits: number; queue: number }): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  function refuseWhenFull(): void {
    if (running >= permits && waiting.length >= queue) throw refusal;
  }
  return {
    refuseWhenFull,
    async run(work) {
      refuseWhenFull();
      if (running < permits) running += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        // The permit passes to the next in the queue directly: a new caller cannot overtake it.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
