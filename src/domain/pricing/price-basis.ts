import { MAX_AMOUNT_FEN, type Fen } from '#domain/money.ts';
import { PricingError } from './pricing-error.ts';
import type { ItemFigures, TracedOption } from './types.ts';

/**
 * Exponent of the quantity: the 90.75 % learning curve, log2(0.9075) = −0.14, in its cumulative-average form (T. P. Wright, 1936:
 * the average cost of n pieces is the first piece's cost times n^b). Each doubling lowers the average cost to 90.75 %.
 */
export const QUANTITY_EXPONENT = -0.14;

/** The inputs of the figures, without the quantity. Yuan, days and mm³. */
export interface PriceBasis {
  readonly machiningPrice: number;
  readonly options: readonly TracedOption[];
  readonly partVolume: number;
  /** The volume of the material's base size. */
  readonly stockVolume: number;
  readonly baseDays: number;
  readonly speed: number;
}

/** The factors that all quantities share. Sums are in millionths, so that they are exact. */
export interface PriceFactors {
  readonly unitPriceMillionths: number;
  readonly daysMillionths: number;
  readonly ratio: number;
  readonly speed: number;
}

const MILLION = 1e6;
/**
 * A product of several doubles is off by a few units in the last place (2^-52), so a decimal half may appear slightly smaller.
 * Values within 16 units, and at most a thousandth of a fen, count as the half.
 */
const NOISE = 2 ** -48;
const MAX_NOISE = 1e-3;

/** Sums yuan and days exactly and computes the volume ratio. */
export function factorsOf(basis: PriceBasis): PriceFactors {
  let unitPriceMillionths = toMillionths(basis.machiningPrice);
  let daysMillionths = toMillionths(basis.baseDays);
  for (const option of basis.options) {
    unitPriceMillionths += toMillionths(option.price);
    daysMillionths += toMillionths(option.time);
  }
  const ratio = basis.partVolume / basis.stockVolume;
  return {
    unitPriceMillionths,
    daysMillionths,
    // At least 1: a part never costs less than one of the base size. Equal volumes must not differ by noise:
    // 0.1 × 0.2 × 1000 is as large as 1 × 2 × 10.
    ratio: ratio <= 1 + NOISE ? 1 : ratio,
    speed: basis.speed,
  };
}

export function toMillionths(value: number): number {
  return Math.round(value * MILLION);
}

export function fromMillionths(millionths: number): number {
  return millionths / MILLION;
}

/** The quantity factor of the price: num^-0.14. */
export function quantityFactor(num: number, exponent: number = QUANTITY_EXPONENT): number {
  return num ** exponent;
}

/**
 * The three figures for `num` pieces, each rounded once; `factor` is the quantity factor.
 * @throws PricingError `out_of_range`
 */
export function figuresFor(factors: PriceFactors, num: number, factor: number): ItemFigures {
  const onePiece = factors.unitPriceMillionths * factors.ratio;
  return {
    unitPriceFen: toHundredths(onePiece),
    subTotalFen: toHundredths(onePiece * num * factor),
    deliveryDays: toHundredths(factors.daysMillionths * num ** factors.speed) / 100,
  };
}

/**
 * The price per piece after the quantity factor.
 * @throws PricingError `out_of_range`
 */
export function piecePriceFen(factors: PriceFactors, factor: number): Fen {
  return toHundredths(factors.unitPriceMillionths * factors.ratio * factor);
}

/** Millionths to whole hundredths (fen, or hundredths of a day), half away from zero: 1.005 is 101. */
function toHundredths(millionths: number): number {
  const hundredths = millionths / 1e4;
  const rounded = Math.floor(hundredths + 0.5 + Math.min(hundredths * NOISE, MAX_NOISE));
  if (!(rounded >= 0 && rounded <= MAX_AMOUNT_FEN)) {
    throw new PricingError('out_of_range', `${hundredths / 100}`);
  }
  return rounded;
}
