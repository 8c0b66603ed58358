import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CostChange, CostRow } from '#contract/catalogue/costs.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { listCosts } from '#tests/support/data/costs.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' };
const list = async (query: string): Promise<CostRow[]> => {
  const answer = await app.send('GET', `/cost?pageSize=1000&${query}`, admin);
  expect(answer.status, answer.msg).toBe(200);
  return listOf(answer);
};
const save = (...changes: CostChange[]): Promise<Envelope> =>
  app.send('PUT', '/cost', { ...admin, body: { changes } });

describe('costs', () => {
  test.each([
    ['an unused tag', { kind: 'machining', materialTag: 'gold', before: null, after: 1 }],
    ['a missing material', { kind: 'material', materialId: 9999, before: null, after: 1 }],
    [
      'fields of another type of cost',
      { kind: 'machining', materialTag: 'copper', materialId: 1, before: null, after: 1 },
    ],
    ['a negative cost', { kind: 'machining', materialTag: 'copper', before: null, after: -1 }],
    ['three decimals', { kind: 'machining', materialTag: 'copper', before: null, after: 1.005 }],
  ])('with %s are refused', async (_what, change) => {
    expect(await save(change as CostChange)).toMatchObject({ status: 400, error: 'request.invalid' });
    const twice = { kind: 'machining', materialTag: 'copper', before: null, after: 1 } as CostChange;
    expect(await save(twice, twice)).toMatchObject({ status: 400 });
  });

  test('are paged and filtered', async () => {
    const all = await listCosts(app, 'option');
    const page = await app.send('GET', '/cost?kind=option&pageIndex=2&pageSize=7', admin);
    expect(page.data).toMatchObject({ count: all.length, pageIndex: 2 });
    expect(listOf<CostRow>(page)).toEqual(all.slice(7, 14));
    const { materialId, name } = all.at(-1)!;
    const found = await list(`kind=option&materialId=${materialId}&name=${encodeURIComponent(name)}`);
    expect(found.length).toBeGreaterThan(0);
    expect(
      found.every((row) => row.materialId === materialId && `${row.group} ${row.name}`.includes(name)),
    ).toBe(true);
  });
});
