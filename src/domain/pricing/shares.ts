/** Shares of the price of one piece are counted in units of 10^-12, so they are the same for every quantity. */
export const SHARES_PER_PRICE = 1e12;

/** Sums of shares times percentages in hundredths are computed in this fraction of a fen, 10^-16. */
export const FRACTIONS_PER_FEN = 10n ** 16n;

const ALMOST_HALF = FRACTIONS_PER_FEN / 2n - 1n;

/** The share of an amount in the price of one piece; both in yuan per piece. */
export const shareOf = (yuan: number, unitYuan: number): bigint =>
  unitYuan === 0 ? 0n : BigInt(Math.floor((yuan / unitYuan) * SHARES_PER_PRICE));

/** Converts fractions of a fen to whole fen, rounded half down because discounts are rounded half up. */
export const fenOfFractions = (fractions: bigint): bigint => (fractions + ALMOST_HALF) / FRACTIONS_PER_FEN;

/** A percentage of at most two decimals in whole hundredths. */
export const hundredthsOf = (percent: number): bigint => BigInt(Math.round(percent * 100));
