import type { DaySums } from '#server/modules/order-sums/order-sums.service.ts';

export type Totals = Omit<DaySums, 'day'>;

/** The sums of several days. */
export function totalOf(days: readonly DaySums[]): Totals {
  const total: Totals = {
    quotations: 0,
    won: 0,
    orders: 0,
    fen: 0,
    due: 0,
    shipped: 0,
    late: 0,
    promisedDays: 0,
    actualDays: 0,
  };
  const names = Object.keys(total) as (keyof Totals)[];
  for (const day of days) {
    for (const name of names) total[name] += day[name];
  }
  return total;
}

/** `part / whole`, rounded; 0 when `whole` is 0. */
export function ratio(part: number, whole: number, decimals: number): number {
  return whole === 0 ? 0 : Number((part / whole).toFixed(decimals));
}
