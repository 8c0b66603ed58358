import { Z90 } from '#domain/replay/wilson.ts';

/** With fewer lines, a deviation is not significant. */
export const MIN_LINES = 10;

/** An estimate and the actual figure, in the same unit. */
export interface Pair {
  readonly estimate: number;
  readonly actual: number;
}

/** The deviation of actual figures from estimates, in percent of the estimates, with its 90 % interval. */
export interface Deviation {
  readonly percent: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The deviation of the sums, so that lines are weighted by size. The interval is that of a ratio estimator (W. G.
 * Cochran, Sampling Techniques, 6.2) with Student's t. Undefined for fewer than `MIN_LINES` pairs, or if the estimates sum to 0.
 */
export function deviationOf(pairs: readonly Pair[]): Deviation | undefined {
  const count = pairs.length;
  const estimate = pairs.reduce((sum, pair) => sum + pair.estimate, 0);
  if (count < MIN_LINES || estimate <= 0) return undefined;
  const ratio = pairs.reduce((sum, { actual }) => sum + actual, 0) / estimate;
  const squaredErrors = pairs.reduce((sum, pair) => sum + (pair.actual - ratio * pair.estimate) ** 2, 0);
  const margin = (studentT(count - 1) * Math.sqrt((count / (count - 1)) * squaredErrors)) / estimate;
  const percent = (quotient: number) => 100 * (quotient - 1);
  return { percent: percent(ratio), low: percent(ratio - margin), high: percent(ratio + margin) };
}

/** The 95th percentile of Student's t by degrees of freedom; three decimals are correct from 9 on (Cornish and Fisher). */
function studentT(degreesOfFreedom: number): number {
  const [z3, z5] = [Z90 ** 3, Z90 ** 5];
  const [first, second] = [(z3 + Z90) / 4, (5 * z5 + 16 * z3 + 3 * Z90) / 96];
  return Z90 + first / degreesOfFreedom + second / degreesOfFreedom ** 2;
}
