/** The percentile (`fraction` from 0 to 1) in whole minutes; null for an empty list. */
export function percentile(minutes: readonly number[], fraction: number): number | null {
  const sorted = minutes.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * fraction) - 1)];
  return value === undefined ? null : Math.round(value);
}

/** The mean in whole minutes; null for an empty list. */
export const meanMinutes = (minutes: readonly number[]): number | null =>
  minutes.length === 0 ? null : Math.round(minutes.reduce((sum, value) => sum + value, 0) / minutes.length);
