import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory } from './run-server.ts';

/** The clock of served processes, which tests move while they run. */
export interface SkewedClock {
  /** For `createServedApp` and `addReplica`. */
  env: Record<string, string>;
  /** Milliseconds ahead of this machine's clock (negative: behind), from the next read of the clock on. */
  set(offsetMs: number): void;
  remove(): Promise<void>;
}

export async function createSkewedClock(): Promise<SkewedClock> {
  const directory = await createTemporaryDirectory('quotemill-clock-');
  const path = join(directory.path, 'skew');
  const file = openSync(path, 'w');
  // Fixed length, so that a reader never sees a partial value.
  const set = (offsetMs: number) => void writeSync(file, String(Math.round(offsetMs)).padStart(20), 0);
  set(0);
  return {
    env: {
      NODE_OPTIONS: `--import=${new URL('skewed-date.mjs', import.meta.url).href}`,
      CLOCK_SKEW_FILE: path,
    },
    set,
    async remove() {
      closeSync(file);
      await directory.remove();
    },
  };
}
