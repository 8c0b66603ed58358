import { and, eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { orderStatusLabels } from '#domain/orders/order-status.ts';
import { dictData } from '#server/db/schema.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { startDictionaries, type } from './dictionaries.test-data.ts';

const { app, send, options, valuesOf } = await startDictionaries();
afterAll(() => app.close());
const entry = (dictType: string, dictValue: string, dictSort = 10) => ({
  dictType,
  dictLabel: dictValue,
  dictValue,
  dictSort,
  listClass: '',
  status: 2,
  remark: '',
});

describe('options', () => {
  test('are those of the seed, in order, with label and colour', async () => {
    expect(await options('order_status')).toStrictEqual(
      Object.entries(orderStatusLabels).map(([value, label]) => ({
        value,
        label,
        listClass: expect.stringMatching(/^[a-z]+$/),
      })),
    );
  });

  test('follow the sort order and omit disabled or deleted entries and types', async () => {
    const { data: typeId } = await send('POST', '/dict/type', type('shift'));
    const ids: unknown[] = [];
    for (const [value, sort] of [
      ['late', 30],
      ['early', 10],
      ['noon', 20],
      ['off', 5],
    ] as const)
      ids.push((await send('POST', '/dict/data', entry('shift', value, sort))).data);
    expect(await valuesOf('shift')).toStrictEqual(['off', 'early', 'noon', 'late']);
    const off = await send('GET', `/dict/data/${String(ids[3])}`);
    expect(
      (await send('PUT', `/dict/data/${String(ids[3])}`, { ...(off.data as object), status: 1 })).status,
    ).toBe(200);
    await send('DELETE', '/dict/data', { ids: [ids[2]] });
    expect(await valuesOf('shift')).toStrictEqual(['early', 'late']);
    expect(
      (await send('PUT', `/dict/type/${String(typeId)}`, { ...type('shift'), status: 1, version: 1 })).status,
    ).toBe(200);
    expect(await valuesOf('shift')).toStrictEqual([]);
  });
});

describe('a type', () => {
  test('with entries is neither deleted nor given another key; the refusal names the type', async () => {
    const { data: id } = await send('POST', '/dict/type', { ...type('used'), dictName: '在用字典' });
    const { data: other } = await send('POST', '/dict/type', type('unused'));
    const { data: entryId } = await send('POST', '/dict/data', entry('used', 'one'));
    const refused = await send('DELETE', '/dict/type', { ids: [other, id] });
    expect(refused).toMatchObject({ status: 409, error: 'record.in_use' });
    expect(refused.msg).toContain('在用字典');
    expect((await send('GET', `/dict/type/${String(other)}`)).status).toBe(200);
    const renamed = await send('PUT', `/dict/type/${String(id)}`, { ...type('renamed'), version: 1 });
    expect(renamed).toMatchObject({ status: 409, error: 'record.in_use' });
    await send('DELETE', '/dict/data', { ids: [entryId] });
    expect((await send('DELETE', '/dict/type', { ids: [other, id] })).status).toBe(200);
    // The key can be used again, but not the id.
    const again = await send('POST', '/dict/type', type('used'));
    expect(again.status).toBe(200);
    expect(Number(again.data)).toBeGreaterThan(Number(other));
  });

  test('has a unique key', async () => {
    await send('POST', '/dict/type', type('twice'));
    expect(await send('POST', '/dict/type', type('twice'))).toMatchObject({
      status: 409,
      error: 'record.duplicate',
    });
    for (const key of ['1abc', 'a-b', 'a b', '中文', 'a;drop'])
      expect(await send('POST', '/dict/type', type(key))).toMatchObject({
        status: 400,
        errors: { dictType: expect.any(String) },
      });
  });
});

test('an entry needs an existing type and a value that is unique within it', async () => {
  expect(await send('POST', '/dict/data', entry('never', 'a'))).toMatchObject({
    status: 400,
    errors: { dictType: '字典类型不存在' },
  });
  await send('POST', '/dict/type', type('values'));
  await send('POST', '/dict/data', entry('values', 'a'));
  expect(await send('POST', '/dict/data', entry('values', 'a'))).toMatchObject({
    status: 409,
    error: 'record.duplicate',
  });
  const rows = await app.database.db
    .select()
    .from(dictData)
    .where(and(eq(dictData.dictType, 'values'), eq(dictData.dictValue, 'a')));
  expect(rows).toHaveLength(1);
});

test('the values of the order states are fixed, but not their labels', async () => {
  const list = listOf<{ dictCode: number; dictValue: string }>(
    await send('GET', '/dict/data?dictType=order_status'),
  );
  const placed = list.find(({ dictValue }) => dictValue === 'placed')!;
  const path = `/dict/data/${placed.dictCode}`;
  expect((await send('PUT', path, { ...placed, dictLabel: '等确认' })).status).toBe(200);
  const { data } = await send('GET', path);
  expect(await send('PUT', path, { ...(data as object), dictValue: 'waiting' })).toMatchObject({
    status: 400,
  });
  expect((await send('POST', '/dict/data', entry('order_status', 'waiting'))).status).toBe(400);
  await send('PUT', path, { ...(data as object), dictLabel: orderStatusLabels.placed });
});

test('a tag in use is neither deleted nor given another value', async () => {
  const list = listOf<{ dictCode: number; dictLabel: string }>(
    await send('GET', '/dict/data?dictType=material_tag&dictValue=steel'),
  );
  const path = `/dict/data/${list[0]!.dictCode}`;
  const refused = await send('DELETE', '/dict/data', { ids: [list[0]!.dictCode] });
  expect(refused).toMatchObject({ status: 409, error: 'record.in_use' });
  expect(refused.msg).toContain(list[0]!.dictLabel);
  const { data } = await send('GET', path);
  expect(await send('PUT', path, { ...(data as object), dictValue: 'iron' })).toMatchObject({
    status: 400,
    errors: { dictValue: expect.any(String) },
  });
  expect((await send('PUT', path, { ...(data as object), dictLabel: '钢' })).status).toBe(200);
});
