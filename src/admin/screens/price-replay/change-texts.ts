import { differenceFen, formatFen, round2 } from '#domain/money.ts';
import { marginOfYuan, marginPercentText } from '#domain/pricing/margin.ts';

/** Yuan at the live prices, and at the trial prices. */
export interface Change {
  before: number;
  after: number;
}

/** Yuan as sold, at the live prices, and at the trial prices. */
export interface Amounts extends Change {
  paid: number;
}

export type AmountsWithCharges = Amounts & { charges?: Amounts | null };

export const withCharges = ({ paid, before, after, charges }: AmountsWithCharges): Amounts => ({
  paid: addYuan(paid, charges?.paid),
  before: addYuan(before, charges?.before),
  after: addYuan(after, charges?.after),
});

const addYuan = (yuan: number, more = 0): number => round2(yuan + more);

/** The change from the live to the trial prices; if the trial uses the live prices, from the amount as sold. */
export const changeOf = ({ paid, before, after }: Amounts, trialName: string): Change => ({
  before: trialName === '现价' ? paid : before,
  after,
});

/** `+¥12.50`, `−¥3.00`, `¥0.00`. */
export function changeText({ before, after }: Change): string {
  const fen = differenceFen(after, before);
  if (fen === 0) return formatFen(0);
  return `${fen > 0 ? '+' : '−'}${formatFen(Math.abs(fen))}`;
}

const twoDecimals = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `+1.25%`; `—` if `before` is 0. */
export function percentText({ before, after }: Change): string {
  if (before === 0) return '—';
  const percent = (100 * (after - before)) / before;
  // A change that rounds to zero has no sign.
  const figure = twoDecimals.format(Math.abs(percent));
  if (figure === twoDecimals.format(0)) return `${figure}%`;
  return `${percent > 0 ? '+' : '−'}${figure}%`;
}

const oneDecimal = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a fraction from 0 to 1: `85.7%`. */
export const fractionText = (fraction: number): string => `${oneDecimal.format(100 * fraction)}%`;

/** The margin from revenue and cost in yuan: `32.50%`; `—` without revenue. */
export const marginText = (revenue: number, cost: number): string =>
  marginPercentText(marginOfYuan(revenue, cost));
