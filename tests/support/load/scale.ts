import { AssertionError } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The extent of a check: `quick` in `npm test` and with `--quick`, `full` in `npm run trust` and `npm run chaos`, `long` with
 * `--long`. The scales differ in numbers only; the assertions are the same.
 */
export type Scale = 'quick' | 'full' | 'long';

export const scale = (process.env['TRUST_SCALE'] ?? 'quick') as Scale;

/** The number that goes with the scale of this run. */
export const atScale = (quick: number, full: number, long = full): number => ({ quick, full, long })[scale];

/**
 * Asserts that a figure of this machine (time, CPU, memory) is below its limit. On the quick scale other work shares
 * the machine, so the figure is reported and not asserted.
 */
export function assertBelow(figure: number, limit: number, what: string): void {
  if (figure < limit) return;
  const found = `${Math.round(figure)} instead of less than ${limit} ${what}`;
  if (scale !== 'quick') throw new AssertionError({ message: found, actual: figure, expected: limit });
  process.stderr.write(`Not asserted on the quick scale: ${found}\n`);
}

/** Work and its milliseconds, for `assertBelow`. */
export async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: performance.now() - startedAt };
}

/** A pause that is under test; skipped on the quick scale. */
export const pauseAtFullScale = async (ms: number): Promise<void> => {
  if (scale !== 'quick') await delay(ms);
};

/** On the quick scale, one of every `share` values, others at the next call and the same in every run; otherwise all. */
export function createSampler() {
  let turn = 0;
  return <T>(values: readonly T[], share: number): T[] => {
    turn += 1;
    return values.filter((_, index) => (index + turn) % atScale(share, 1) === 0);
  };
}
