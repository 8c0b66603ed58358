import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { materials } from '#server/db/schema.ts';
import { startDrafts, admin, type Cell, changeOf } from './price-drafts.test-data.ts';

const { app, readCells, save, post, draftOf, one, publish, rollBack, somePriced } = await startDrafts();
afterAll(() => app.close());

describe('a draft of prices', () => {
  test('adds and removes prices, and its roll-back restores them', async () => {
    const before = await readCells();
    const [cell] = await somePriced(1);
    const [materialId, optionId, price, time] = cell!;
    const id = await draftOf([{ kind: 'cell', materialId, optionId, before: { price, time }, after: null }]);
    await publish(id);
    expect(await readCells()).toHaveLength(before.length - 1);
    await rollBack(id);
    expect(await readCells()).toEqual(before);
  });

  test('that prices a pair marked 需人工 restores the mark when it is rolled back', async () => {
    const [cell] = await somePriced(1);
    const [materialId, optionId, price, time] = cell!;
    const marks = async () =>
      ((await app.send('GET', '/price-table', admin)).data as PriceTable).materials.find(
        ({ id }) => id === materialId,
      )!.manualOptions;
    const { db } = app.database;
    await save({ kind: 'cell', materialId, optionId, before: { price, time }, after: null });
    await db
      .update(materials)
      .set({ manualOptions: [optionId] })
      .where(eq(materials.id, materialId));
    const id = await draftOf([
      { kind: 'cell', materialId, optionId, before: null, after: { price: 5, time: 1 } },
    ]);
    await publish(id);
    expect(await marks()).toEqual([]);
    expect((await rollBack(id)).status).toBe(200);
    expect(await marks()).toEqual([optionId]);
  });

  test('with a deleted option is refused with a message, and nothing is published', async () => {
    const parent = await post('/process', {
      name: '试验工艺',
      parentId: 0,
      sort: 1,
      filterType: 0,
      materialIds: [],
      remark: '',
    });
    const option = await post('/process', {
      name: '试验选项',
      parentId: Number(parent.data),
      sort: 1,
      filterType: 0,
      materialIds: [],
      remark: '',
    });
    const [[materialId]] = (await somePriced(1)) as [Cell];
    const optionId = Number(option.data);
    const id = await draftOf([
      { kind: 'cell', materialId, optionId, before: null, after: { price: 5, time: 1 } },
    ]);
    await app.send('DELETE', '/process', { ...admin, body: { ids: [optionId] } });
    expect((await one(id)).changes).toMatchObject([{ name: '试验工艺 试验选项', isDeleted: true }]);
    const refused = await publish(id);
    expect(refused.status).toBe(400);
    expect(refused.msg).toBe('工艺选项“试验工艺 试验选项”已删除，请先从草稿中移除有关的 1 个价格');
    expect((await one(id)).state).toBe('draft');
  });

  test('can be deleted until it is published', async () => {
    const [cell] = await somePriced(1);
    const id = await draftOf([changeOf(cell!, 1.1)]);
    const remove = (gone: number) => app.send('DELETE', `/price-draft/${gone}`, admin);
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
    expect(await publish(id)).toMatchObject({ status: 404, msg: '草稿已被他人删除或合并' });
    const live = await draftOf([changeOf(cell!, 1.1)]);
    await publish(live);
    expect(await remove(live)).toMatchObject({ status: 409, error: 'record.changed' });
  });
});

test.each([
  ['no name', { name: ' ' }, '名称'],
  ['no prices', { changes: [] }, '没有要保存的价格'],
  [
    'a negative price',
    { changes: [{ kind: 'cell', materialId: 1, optionId: 1, before: null, after: { price: -1, time: 0 } }] },
    '价格',
  ],
  [
    'a missing material',
    {
      changes: [
        { kind: 'cell', materialId: 999_999, optionId: 1, before: null, after: { price: 1, time: 0 } },
      ],
    },
    '材料',
  ],
])('a draft with %s is refused with a message', async (_name, wrong, sentence) => {
  const [cell] = await somePriced(1);
  const answer = await post('/price-draft', {
    name: '调价',
    reason: '',
    changes: [changeOf(cell!, 1.1)],
    ...wrong,
  });
  expect(answer.status).toBe(400);
  expect(JSON.stringify([answer.msg, answer.errors])).toContain(sentence);
});
