import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildItem, buildMaterial } from '#domain/pricing/samples.test-data.ts';
import type { FoundRecord } from '#contract/search.ts';
import { materials, orderItems, orderMessages, orders } from '#server/db/schema.ts';
import { addDept, addPerson, type Person } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let home: { deptId: number };
let clerk: Person;
let buyer: Person;
let stranger: Person;

const { trace } = priceItem(buildMaterial(), buildItem(), { tag: 10 });

async function add(
  orderNo: string,
  part: string,
  { userId, deptId }: { userId: number; deptId: number | null },
): Promise<void> {
  const [row] = await app.database.db
    .insert(orders)
    .values({
      orderNo,
      status: 'placed',
      totalFen: 1,
      deliveryTime: 5,
      promisedDate: '2026-11-25',
      validUntil: new Date(),
      itemCount: 1,
      pieceCount: 3,
      summary: `${part}×3`,
      catalogueRevision: 1,
      userId,
      deptId,
      customer: { username: 'u', nickName: '', phone: '', email: '', companyTitle: '', deptName: '甲公司' },
    })
    .returning({ id: orders.id });
  await app.database.db.insert(orderItems).values({
    orderId: row!.id,
    lineNo: 1,
    name: part,
    materialId: 1,
    materialName: 'AL6061',
    materialTag: 'x',
    num: 3,
    length: 1,
    width: 1,
    height: 1,
    processes: [],
    unitPriceFen: 1,
    subTotalFen: 1,
    deliveryTime: 5,
    trace,
  });
}

async function find(who: Person, text: string): Promise<FoundRecord[]> {
  const answer = await app.send('GET', `/search?text=${encodeURIComponent(text)}`, { token: who.token });
  expect(answer).toMatchObject({ status: 200 });
  const data: { list: FoundRecord[] } = answer.data;
  return data.list;
}
const titles = async (who: Person, text: string, kind = 'order') =>
  (await find(who, text)).filter((row) => row.kind === kind).map((row) => row.title);

beforeAll(async () => {
  app = await createTestApp();
  home = await addDept(app);
  const away = await addDept(app);
  buyer = await addPerson(app, { deptId: home.deptId, user: { nickName: '欧阳采购', username: 'ouyang' } });
  stranger = await addPerson(app, { deptId: away.deptId, user: { nickName: '欧阳外人', username: 'away' } });
  clerk = await addPerson(app, {
    permissions: ['mfr:order:list', 'mfr:order:query', 'admin:sysUser:list', 'admin:sysUser:query'],
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [home.deptId],
  });
  const mine = { userId: buyer.userId, deptId: home.deptId };
  for (let index = 1; index <= 7; index += 1) await add(`Q20261118-000${index}`, `法兰 ${index}`, mine);
  await add('Q20261118-0009', '法兰 外', { userId: stranger.userId, deptId: away.deptId });
});
afterAll(() => app.close());

test('orders are found by number, customer, company and part, at most five, the newest first', async () => {
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

test('orders are found by their messages, by internal ones only where the caller reads these', async () => {
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

test('a kind is found only with the permissions of its list and its details', async () => {
  const kinds = async (...permissions: string[]) => {
    const person = await addPerson(app, { permissions, isStaff: true, dataScope: '1' });
    return new Set((await find(person, 'a')).map((row) => row.kind));
  };
  expect(await kinds('mfr:material:list')).toEqual(new Set());
  expect(await kinds('mfr:material:list', 'mfr:material:query')).toEqual(new Set(['material']));
  expect(await kinds('mfr:process:list', 'mfr:process:query')).toEqual(new Set(['process']));
  expect(await kinds('admin:sysUser:list', 'admin:sysUser:query')).toEqual(new Set(['user']));
});

test('drafts are found by those who edit materials alone', async () => {
  const { db } = app.database;
  const [draft] = await db.select().from(materials).limit(1);
  await db.update(materials).set({ status: 'draft' }).where(eq(materials.id, draft!.id));
  const reads = ['mfr:material:list', 'mfr:material:query'];
  const reader = await addPerson(app, { permissions: reads, isStaff: true });
  const editor = await addPerson(app, { permissions: [...reads, 'mfr:material:edit'], isStaff: true });
  expect(await titles(reader, draft!.name, 'material')).not.toContain(draft!.name);
  expect(await titles(editor, draft!.name, 'material')).toContain(draft!.name);
});
