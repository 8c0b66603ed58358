import type { StockSizeRecord } from '#contract/catalogue/stock-sizes.ts';
import type { StockTable } from '#domain/stock/plan-stock.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const admin = { as: 'admin' };
export const demo = { as: 'demo' };
export const plate = { form: 'plate', materialTag: 'aluminium', thickness: 22, sort: 1, status: 2 };

/** The app with stock sizes. */
export async function startStockSizes() {
  const app = await createTestApp();

  const add = (body: object) => app.send('POST', '/stock-size', { ...admin, body });
  const one = async (id: unknown): Promise<StockSizeRecord> =>
    (await app.send('GET', `/stock-size/${String(id)}`, admin)).data;
  const readTable = async (): Promise<StockTable> => (await app.send('GET', '/stock-size/table', demo)).data;
  return { app, add, one, readTable };
}
