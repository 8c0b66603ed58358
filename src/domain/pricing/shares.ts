/** The unit of shares is 10^-12: a share is the same for every quantity. */
export const SHARES = 1e12;

/** Parts per fen: shares times percentages in hundredths. */
export const PARTS = 10n ** 16n;

const ALMOST_HALF = PARTS / 2n - 1n;

/** The share of an amount in the price of one piece; both in yuan per piece. */
export const shareOf = (yuan: number, unit: number): bigint =>
  unit === 0 ? 0n : BigInt(Math.floor((yuan / unit) * SHARES));

/** Converts parts to whole fen, rounded half down because discounts are rounded half up. */
export const fenOfParts = (parts: bigint): bigint => (parts + ALMOST_HALF) / PARTS;

/** A percentage of at most two decimals in whole hundredths. */
export const hundredthsOf = (percent: number): bigint => BigInt(Math.round(percent * 100));
