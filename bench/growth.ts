import { fillCustomers, fillOrders } from './back-office-data.ts';
import { say, type Figure, type Part } from './figure.ts';
import { atScale } from './scale.ts';
import { withBackOffice, type ServedBackOffice } from './served-back-office.ts';
import { dashboards, firstPages, month } from './shop-paths.ts';

const SIZES = atScale([200, 400, 600], [200_000, 1_000_000, 2_000_000]);
/** Times below this count as flat, because a few milliseconds vary by more than half. */
const ALWAYS_FLAT_MS = 10;

/** Paths that a shop opens all day; the last page depends on the size. */
const pathsAt = (orders: number): string[] => [
  ...firstPages,
  `/order?${month}`,
  '/order?pageIndex=5000',
  `/order?pageIndex=${orders / 20}`,
  `/order/counts?${month}`,
  ...dashboards,
];

/** Lists and dashboards of the administrator while the orders of two years grow tenfold. */
export const growth: Part = {
  title: 'Growth of the orders, one request at a time, without the network',
  measure: () =>
    withBackOffice(async (shop) => {
      await fillCustomers(shop.client);
      const bySize: number[][] = [];
      let from = 0;
      for (const to of SIZES) {
        await fillOrders(shop.client, { from, to });
        await shop.refreshStatistics();
        say(`  measuring at ${sizeText(to)} orders`);
        bySize.push(await measure(shop, pathsAt(to)));
        from = to;
      }
      return pathsAt(SIZES[0] ?? 0).flatMap((path, index) => figuresOf(path, bySize, index));
    }),
};

/** The fastest of several responses: sizes are measured minutes apart, and a busy moment must not look like growth. */
async function measure(shop: ServedBackOffice, paths: readonly string[]): Promise<number[]> {
  const fastest: number[] = [];
  for (const path of paths) fastest.push(Math.min(...(await shop.timesOf(path, 'admin'))));
  return fastest;
}

const sizeText = (size: number) => size.toLocaleString('en-US');

/** One figure for each larger size, compared with the smallest size. */
function figuresOf(path: string, bySize: readonly number[][], index: number): Figure[] {
  const [first = NaN, ...later] = bySize.map((times) => times[index] ?? NaN);
  const name = path.replace(`pageIndex=${(SIZES[0] ?? 0) / 20}`, 'the last page');
  return later.map((value, n) => ({
    name: `${decodeURIComponent(name)} at ${sizeText(SIZES[n + 1] ?? 0)}`,
    value,
    unit: 'ms',
    target: { atMost: Math.max(ALWAYS_FLAT_MS, 2 * first) },
    note: `${first.toFixed(1)} ms at ${sizeText(SIZES[0] ?? 0)}`,
  }));
}
