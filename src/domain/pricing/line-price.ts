import { fenFromYuan, groupThousands, type Fen } from '#domain/money.ts';

/** The label of a line's price per piece; 基准单价 is the formula's price before the quantity factor. */
export const LINE_PRICE_LABEL = '折合单价';

/** Sub-total ÷ quantity. */
export interface LinePrice {
  /** Yuan with thousands separators: two decimals if the division is exact to the fen, otherwise four. */
  figure: string;
  /** Whether figure × quantity equals the sub-total. */
  isExact: boolean;
}

/**
 * The price per piece of a line: its sub-total divided by the quantity, rounded half up to four decimals. The sub-total is
 * binding, because the formula rounds it once and most quotients do not terminate.
 * @throws RangeError when the quantity is not a whole number from 1
 */
export function linePrice(subTotalFen: Fen, num: number): LinePrice {
  if (!Number.isSafeInteger(num) || num < 1) throw new RangeError(`not a quantity: ${num}`);
  if (subTotalFen % num === 0) return { figure: figureOf(BigInt(subTotalFen / num), 2), isExact: true };
  // A large amount in hundredths of a fen can exceed the safe integers.
  const dividend = BigInt(subTotalFen) * 100n;
  const divisor = BigInt(num);
  const rounded = (2n * dividend + divisor) / (2n * divisor);
  return { figure: figureOf(rounded, 4), isExact: rounded * divisor === dividend };
}

/** As `linePrice`, for a sub-total in yuan. */
export const linePriceFromYuan = (subTotal: number | string, num: number): LinePrice =>
  linePrice(fenFromYuan(subTotal), num);

/** The price of `linePriceFromYuan` as text: `¥44.40`. */
export const piecePriceText = (subTotal: number | string, num: number): string =>
  `¥${linePriceFromYuan(subTotal, num).figure}`;

/** The note below a table of lines; empty when every price × quantity equals its sub-total. */
export function linePriceNote(prices: Iterable<LinePrice>): string {
  for (const { isExact } of prices) if (!isExact) return '折合单价保留四位小数，金额以小计为准';
  return '';
}

function figureOf(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return groupThousands(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
}
