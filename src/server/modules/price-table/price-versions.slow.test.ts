import { afterAll, expect, test } from 'vitest';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { copyMaterial } from '#tests/support/data/copy-material.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { startVersions, admin } from './price-versions.test-data.ts';

const { app, get, versions, saveCells } = await startVersions();
afterAll(() => app.close());

test('versions, history and export mark prices of a copied material as copied', async () => {
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
