import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PriceTable } from '#contract/price-table.ts';
import type { PriceVersion } from '#contract/price-versions.ts';
import { copyMaterial } from '#tests/support/copy-material.ts';
import { listOf } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' };
const get = async <T>(path: string, who: object = admin): Promise<T> => {
  const answer = await app.send('GET', path, who);
  expect(answer.status, `${path} ${answer.msg}`).toBe(200);
  return answer.data;
};
const versions = async (query = ''): Promise<PriceVersion[]> =>
  listOf(await app.send('GET', `/price-version${query}`, admin));

const saveCells = (...cells: object[]) =>
  app.send('PUT', '/price-table', { ...admin, body: { cells, confirmJumps: true } });

test('the prices of a copied material say so in the versions, the history and the export', async () => {
  const { cells } = await get<PriceTable>('/price-table');
  const source = cells.find(([, , yuan]) => yuan > 1)![0];
  const id = await copyMaterial(app, source, '副本');
  const [copied] = await versions();
  expect(copied).toMatchObject({ draft: null, copyTo: '副本' });

  const [cell] = (await get<PriceTable>('/price-table')).cells.filter(([materialId]) => materialId === id);
  const [, optionId, price, time] = cell!;
  const before = { price, time };
  await saveCells({ materialId: id, optionId, before, after: { price: price + 1, time } });
  expect((await versions())[0]).toMatchObject({ copyTo: null });
  const history = `/price-table/history?materialId=${id}&optionId=${optionId}`;
  expect(listOf(await app.send('GET', history, admin))).toMatchObject([{ copyTo: null }, { copyTo: '副本' }]);
  const file = await app.http.inject({
    url: '/api/v1/price-version/export?format=csv',
    headers: { authorization: `Bearer ${await app.signIn('admin')}` },
  });
  expect(file.body).toContain('复制材料为“副本”');
});
