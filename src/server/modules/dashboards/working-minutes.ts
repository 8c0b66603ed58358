/** Whole minutes that this share of them took at most; null without any. */
export function percentile(minutes: readonly number[], share: number): number | null {
  const sorted = minutes.toSorted((a, b) => a - b);
  const at = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return at === undefined ? null : Math.round(at);
}

/** Whole minutes that they took on average; null without any. */
export const meanMinutes = (minutes: readonly number[]): number | null =>
  minutes.length === 0 ? null : Math.round(minutes.reduce((sum, one) => sum + one, 0) / minutes.length);
