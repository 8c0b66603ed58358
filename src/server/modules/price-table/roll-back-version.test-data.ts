import { expect } from 'vitest';
import type { AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import type { PriceVersion } from '#contract/prices/price-versions.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const admin = { as: 'admin' };

export async function done(
  answer: Promise<{ status: number; msg: string; data: unknown }>,
): Promise<unknown> {
  const { status, msg, data } = await answer;
  expect(status, msg).toBe(200);
  return data;
}
export const raised = ([materialId, optionId, price, time]: PriceTable['cells'][number]) => ({
  materialId,
  optionId,
  before: { price, time },
  after: { price: price + 1, time },
});

/** The app with versions of prices. */
export async function startRollBacks() {
  const app = await createTestApp();

  const get = async <T>(path: string): Promise<T> => (await app.send('GET', path, admin)).data;
  const table = () => get<PriceTable>('/price-table');
  const versions = async (): Promise<PriceVersion[]> =>
    listOf(await app.send('GET', '/price-version', admin));
  const latest = async (): Promise<PriceVersion> => (await versions())[0]!;

  /** Every price with its days, every mark 需人工, and the figures of every rule. */
  async function everything() {
    const { cells, materials } = await table();
    const machining = await get<AgreedPrice[]>('/machining-price/agreed');
    const rules = listOf<ChargeRuleRecord>(await app.send('GET', '/charge-rule?pageSize=100', admin));
    return {
      cells,
      manual: materials.map(({ id, manualOptions }) => ({
        id,
        options: manualOptions.toSorted((a, b) => a - b),
      })),
      machining: machining.map(({ materialTag, price }) => [materialTag, price]),
      rules: rules.map(({ id, amount, percent, minimum, status }) => [id, amount, percent, minimum, status]),
    };
  }

  const saveCells = (cells: object[]) =>
    done(app.send('PUT', '/price-table', { ...admin, body: { cells, confirmJumps: true } }));

  /** Other cells for each test. */
  let used = 0;
  async function someCells(count: number): Promise<PriceTable['cells']> {
    const priced = (await table()).cells.filter(([, , price]) => price > 1);
    used += count;
    return priced.slice(used - count, used);
  }
  async function raisedVersion(): Promise<{ revision: number; cell: ReturnType<typeof raised> }> {
    const [cell] = await someCells(1);
    await saveCells([raised(cell!)]);
    return { revision: (await latest()).revision, cell: raised(cell!) };
  }
  const rollBack = (revision: number, who: object = admin) =>
    app.send('POST', `/price-version/${revision}/roll-back`, { ...who, body: { kept: [] } });
  return { app, rollBack, get, table, versions, latest, everything, saveCells, someCells, raisedVersion };
}
