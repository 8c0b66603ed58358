import { expect } from 'vitest';
import type { ChangeOf, PriceChange } from '#contract/prices/price-changes.ts';
import type { PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const admin = { as: 'admin' };
export type Cell = PriceTable['cells'][number];
export const changeOf = ([materialId, optionId, price, time]: Cell, factor: number): ChangeOf<'cell'> => ({
  kind: 'cell',
  materialId,
  optionId,
  before: { price, time },
  after: { price: Math.round(price * factor * 100) / 100, time: time + 0.5 },
});

/** The app with drafts of prices. */
export async function startDrafts() {
  const app = await createTestApp();

  const readCells = async (): Promise<Cell[]> =>
    ((await app.send('GET', '/price-table', admin)).data as PriceTable).cells;
  const save = ({ kind: _kind, ...cell }: ChangeOf<'cell'>) =>
    app.send('PUT', '/price-table', { ...admin, body: { cells: [cell], confirmJumps: true } });
  const post = (path: string, body: unknown) => app.send('POST', path, { ...admin, body });
  async function draftOf(changes: readonly PriceChange[], name = '年度调价'): Promise<number> {
    const answer = await post('/price-draft', { name, reason: '外协涨价', changes });
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  }
  const one = async (id: number): Promise<PriceDraftDetails> =>
    (await app.send('GET', `/price-draft/${id}`, admin)).data;
  const publish = (id: number, body: object = {}) =>
    post(`/price-draft/${id}/publish`, { version: 1, confirmJumps: true, ...body });
  const rollBack = (id: number, version = 2) => post(`/price-draft/${id}/roll-back`, { version });

  /** Some priced cells, other ones for each test. */
  let used = 0;
  async function somePriced(count: number): Promise<Cell[]> {
    const cells = (await readCells()).filter(([, , price]) => price > 1);
    used += count;
    return cells.slice(used - count, used);
  }
  return { app, readCells, save, post, draftOf, one, publish, rollBack, somePriced };
}
