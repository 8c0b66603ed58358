import { fenFromYuan, yuanFromFen, yuanText, type Fen } from '#domain/money.ts';
import type { Line } from '#domain/pricing/line.ts';

/** The price of an order on the wire, in documents and in the operation log: yuan with two decimals. */
export const priceOf = ({ totalFen }: { readonly totalFen: Fen }): string => yuanText(totalFen);

/** The price that its customer hopes for; null without one. */
export const targetPriceOf = ({ targetFen }: { readonly targetFen: Fen | null }): string | null =>
  targetFen === null ? null : yuanText(targetFen);
export const targetFenOf = ({ targetPrice }: { readonly targetPrice?: string | undefined }): Fen | null =>
  targetPrice === undefined ? null : fenFromYuan(targetPrice);

/** What a line counts for, beside what the formula asks. */
export const lineOnWire = ({ fen, days }: Line) => ({
  line_total: fen === null ? null : yuanFromFen(fen),
  line_days: days,
});
