/** The percentile (`share` from 0 to 1) in whole minutes; null for an empty list. */
export function percentile(minutes: readonly number[], share: number): number | null {
  const sorted = minutes.toSorted((a, b) => a - b);
  const at = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return at === undefined ? null : Math.round(at);
}

/** The mean in whole minutes; null for an empty list. */
export const meanMinutes = (minutes: readonly number[]): number | null =>
  minutes.length === 0 ? null : Math.round(minutes.reduce((sum, one) => sum + one, 0) / minutes.length);
