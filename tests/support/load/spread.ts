/** Median, 99th percentile and maximum of times in ms, as text. */
export function spread(values: readonly number[]): string {
  const sorted = values.map(Math.round).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, max ${sorted.at(-1) ?? 0} ms`;
}

/** The rule of three: after `trials` without a failure, at most this share fails, with 95 % confidence. */
export const ruleOfThree = (trials: number): string =>
  `≤ ${((3 / trials) * 100).toPrecision(2)} % a time at 95 %`;
