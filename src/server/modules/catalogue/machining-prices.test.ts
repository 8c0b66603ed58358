import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import { operationLogs } from '#server/db/schema.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' };
const agreed = async (deptId = 0): Promise<AgreedPrice[]> =>
  (await app.send('GET', `/machining-price/agreed?deptId=${deptId}`, admin)).data;
const save = (deptId: number, ...prices: { materialTag: string; price: number | null; version: number }[]) =>
  app.send('PUT', '/machining-price', { ...admin, body: { deptId, prices, confirmJumps: true } });

test('an agreed price of a company applies at once and can be removed', async () => {
  const [system] = await agreed();
  const { materialTag } = system!;
  const { deptId } = await addDept(app);
  const { token } = await addPerson(app, { deptId, roleKey: 'customer' });
  const seen = async () => {
    const answer = await app.send('GET', '/machining-price', { token });
    return (answer.data as { materialTag: string }[]).find((row) => row.materialTag === materialTag);
  };
  expect(await seen()).toMatchObject({ price: system!.price, origin: 'system' });

  const saved = await save(deptId, { materialTag, price: 12.34, version: 0 });
  expect(saved).toMatchObject({ status: 200, data: [{ materialTag, price: 12.34, version: 1 }] });
  expect(await seen()).toMatchObject({ price: 12.34, origin: 'company' });
  const { db } = app.database;
  const [log] = await db.select().from(operationLogs).orderBy(desc(operationLogs.id)).limit(1);
  expect(log?.changes).toEqual({ deptId, 铝合金: [null, 12.34] });
  const config = await app.send('GET', '/material_process/default_config', { token });
  expect(config.data).toMatchObject({ cncPrice: { [materialTag]: 12.34 } });
  const companies = await app.send('GET', '/machining-price/companies', admin);
  expect(companies.data).toMatchObject([{ deptId, count: 1 }]);

  expect(await save(deptId, { materialTag, price: null, version: 1 })).toMatchObject({
    status: 200,
    data: [],
  });
  expect(await seen()).toMatchObject({ price: system!.price, origin: 'system' });
});

test('a large change of a price in use is saved only when confirmed', async () => {
  const [system] = await agreed();
  const { materialTag, price, version } = system!;
  const { deptId } = await addDept(app);
  const send = (owner: number, entry: object) =>
    app.send('PUT', '/machining-price', {
      ...admin,
      body: { deptId: owner, prices: [{ materialTag, version: 0, ...entry }] },
    });
  const jump = { status: 409, error: 'price.jump' };
  expect(await send(0, { price: price * 2, version })).toMatchObject({
    ...jump,
    data: { count: 1, jumps: [{ from: price, to: price * 2 }] },
  });
  // A company without its own price has the system's.
  expect(await send(deptId, { price: price * 2 })).toMatchObject(jump);
  expect(await send(deptId, { price: price * 1.2 })).toMatchObject({ status: 200 });
  expect(await send(deptId, { price: price * 0.1, version: 1 })).toMatchObject(jump);
  await save(deptId, { materialTag, price: price * 0.1, version: 1 });
  expect(await send(deptId, { price: null, version: 2 })).toMatchObject({
    ...jump,
    data: { jumps: [{ to: price }] },
  });
  await save(deptId, { materialTag, price: null, version: 2 });
});

test('a stale version is refused with the current rows', async () => {
  const [first, second] = await agreed();
  const next = { ...first!, price: first!.price + 1 };
  const { updatedAt: _at, ...change } = next;
  expect(await save(0, change)).toMatchObject({ status: 200 });
  const { updatedAt: _other, ...other } = second!;
  const stale = await save(0, { ...other, price: 1 }, change);
  expect(stale).toMatchObject({ status: 409, error: 'record.changed' });
  expect(stale.data).toEqual(await agreed());
  expect((await agreed()).find((row) => row.materialTag === second!.materialTag)).toEqual(second);
  const twice = await save(0, { materialTag: first!.materialTag, price: 1, version: 0 });
  expect(twice).toMatchObject({ status: 409, error: 'record.changed' });
});

test('the system price of a tag in use cannot be removed', async () => {
  const [row] = await agreed();
  const answer = await save(0, { materialTag: row!.materialTag, price: null, version: row!.version });
  expect(answer).toMatchObject({ status: 409, error: 'record.in_use' });
  expect(answer.msg).toContain(row!.materialTag);
});

test('unknown tags, duplicate tags and unknown companies are refused', async () => {
  const [row] = await agreed();
  const { materialTag } = row!;
  expect(await save(0, { materialTag: 'no-such', price: 1, version: 0 })).toMatchObject({
    status: 400,
    errors: { 'prices.0.materialTag': '材料分类不存在或已停用' },
  });
  const entry = { materialTag, price: 1, version: row!.version };
  expect(await save(0, entry, entry)).toMatchObject({
    status: 400,
    errors: { 'prices.1.materialTag': '材料分类重复' },
  });
  expect(await save(999_999, { materialTag, price: 1, version: 0 })).toMatchObject({
    status: 404,
    msg: '公司不存在或无权查看',
  });
});
