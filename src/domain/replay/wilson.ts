/** The 95th percentile of the standard normal distribution: two tails of 5 % leave 90 %. */
export const Z90 = 1.644853626951473;

/** The smallest number of observations for a significant proportion. */
export const MIN_OBSERVATIONS = 200;

/** A proportion with its 90 % interval, 0…1. */
export interface Proportion {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The 90 % score interval of `hits` in `count` (E. B. Wilson, 1927), which stays within 0 and 1 and is accurate near both.
 * @throws RangeError unless 0 ≤ hits ≤ count and count ≥ 1
 */
export function wilsonInterval(hits: number, count: number): Proportion {
  if (!(count >= 1 && hits >= 0 && hits <= count)) throw new RangeError(`not a share: ${hits} of ${count}`);
  const share = hits / count;
  const z2 = Z90 * Z90;
  const centre = share + z2 / (2 * count);
  const spread = Z90 * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count * count));
  const scale = 1 + z2 / count;
  // Avoids rounding errors at the exact limits.
  return {
    share,
    low: hits === 0 ? 0 : (centre - spread) / scale,
    high: hits === count ? 1 : (centre + spread) / scale,
  };
}
