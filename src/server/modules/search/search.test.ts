import { afterAll, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { materials, orderMessages, orders } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { startSearch } from './search.test-data.ts';

const { app, home, clerk, find, titles } = await startSearch();
afterAll(() => app.close());

test('orders are found by number, customer, company and part, at most five, newest first', async () => {
  expect(await titles(clerk, '18-0003')).toEqual(['Q20261118-0003']);
  expect(await titles(clerk, 'q20261118')).toHaveLength(5);
  const newest = ['0007', '0006', '0005', '0004', '0003'].map((last) => `Q20261118-${last}`);
  expect(await titles(clerk, '欧阳')).toEqual(newest);
  expect(await titles(clerk, 'OUYANG')).toEqual(newest);
  const [{ name }] = (
    await app.database.db.execute<{ name: string }>(
      sql`select dept_name as name from sys_dept where dept_id = ${home.deptId}`,
    )
  ).rows as [{ name: string }];
  expect(await titles(clerk, name)).toEqual(newest);
  expect(await titles(clerk, '法兰 2')).toEqual(['Q20261118-0002']);
  expect((await find(clerk, '法兰 2'))[0]).toMatchObject({ kind: 'order', text: '甲公司 · 法兰 2×3' });
});

test('orders are found by their messages, including internal ones only for users who can read them', async () => {
  const { db } = app.database;
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.orderNo, 'Q20261118-0005'));
  const message = {
    orderId: order!.id,
    revision: 1,
    kind: 'note' as const,
    isFromShop: true,
    createdAt: new Date(),
  };
  const by = { userId: clerk.userId, userName: '王工' };
  await db.insert(orderMessages).values([
    { ...message, ...by, audience: 'customer', text: '请确认螺纹为 M6 细牙' },
    { ...message, ...by, audience: 'staff', text: '毛利偏低' },
  ]);
  const reader = await addPerson(app, {
    permissions: ['mfr:order:list', 'mfr:order:query', 'mfr:order:message'],
    isStaff: true,
    dataScope: '1',
  });
  for (const who of [clerk, reader]) expect(await titles(who, 'm6 细牙')).toEqual(['Q20261118-0005']);
  expect(await titles(clerk, '毛利偏低')).toEqual([]);
  expect(await titles(reader, '毛利偏低')).toEqual(['Q20261118-0005']);
});

test('wildcards are literal, and a text without a match finds nothing', async () => {
  expect(await find(clerk, '%')).toEqual([]);
  expect(await find(clerk, '___')).toEqual([]);
  expect(await find(clerk, ' ')).toEqual([]);
});

test('records outside the data scope are not found', async () => {
  expect(await titles(clerk, '0009')).toEqual([]);
  expect(await titles(clerk, '法兰 外')).toEqual([]);
  expect(await titles(clerk, '欧阳', 'user')).toEqual(['欧阳采购']);
});

test('a type of record is found only with the permissions for its list and details', async () => {
  const kinds = async (...permissions: string[]) => {
    const person = await addPerson(app, { permissions, isStaff: true, dataScope: '1' });
    return new Set((await find(person, 'a')).map((row) => row.kind));
  };
  expect(await kinds('mfr:material:list')).toEqual(new Set());
  expect(await kinds('mfr:material:list', 'mfr:material:query')).toEqual(new Set(['material']));
  expect(await kinds('mfr:process:list', 'mfr:process:query')).toEqual(new Set(['process']));
  expect(await kinds('admin:sysUser:list', 'admin:sysUser:query')).toEqual(new Set(['user']));
});

test('drafts are found only by users who edit materials', async () => {
  const { db } = app.database;
  const [draft] = await db.select().from(materials).limit(1);
  await db.update(materials).set({ status: 'draft' }).where(eq(materials.id, draft!.id));
  const reads = ['mfr:material:list', 'mfr:material:query'];
  const reader = await addPerson(app, { permissions: reads, isStaff: true });
  const editor = await addPerson(app, { permissions: [...reads, 'mfr:material:edit'], isStaff: true });
  expect(await titles(reader, draft!.name, 'material')).not.toContain(draft!.name);
  expect(await titles(editor, draft!.name, 'material')).toContain(draft!.name);
});
