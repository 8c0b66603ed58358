import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildItem, buildMaterial } from '#domain/pricing/samples.test-data.ts';
import type { FoundRecord } from '#contract/search.ts';
import { orderItems, orders } from '#server/db/schema.ts';
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

test('a common name is found within the scope, however many others have it', async () => {
  const { db } = app.database;
  const away = await addDept(app);
  const addNamesake = async (orderNo: string, deptId: number) => {
    const { userId } = await addPerson(app, { deptId, user: { nickName: '王采购' } });
    await add(orderNo, '盖', { userId, deptId });
  };
  const numbers = Array.from({ length: 21 }, (_, index) => index + 10);
  for (const number of numbers) await addNamesake(`Q20261119-01${number}`, away.deptId);
  await addNamesake('Q20261119-0200', home.deptId);
  for (const number of numbers) await addNamesake(`Q20261119-03${number}`, away.deptId);
  expect(await titles(clerk, '王采购')).toEqual(['Q20261119-0200']);
  await db.execute(sql`
    insert into sys_dept (parent_id, dept_name, dept_path) select 0, '王氏 ' || n, '/0/' from generate_series(1, 25) as n`);
  await db.execute(sql`update sys_dept set dept_name = '王氏' where dept_id = ${home.deptId}`);
  expect((await titles(clerk, '王氏'))[0]).toBe('Q20261119-0200');
});

test('of a number that many orders contain the newest are found', async () => {
  const { db } = app.database;
  await db.execute(sql`
    insert into orders (order_no, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count, summary,
      catalogue_revision, user_id, dept_id, customer, created_at)
    select 'P2026-' || n, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count, summary,
      catalogue_revision, user_id, dept_id, customer, now() + n * interval '1 minute'
    from orders, generate_series(1, 300) as n where order_no = 'Q20261118-0001'`);
  expect(await titles(clerk, 'P2026-')).toEqual([300, 299, 298, 297, 296].map((n) => `P2026-${n}`));
});

test('a material is found by the label of its category, which tells it from others', async () => {
  const permissions = ['mfr:material:list', 'mfr:material:query'];
  const person = await addPerson(app, { permissions, isStaff: true });
  const found = await find(person, '铝合');
  expect(found).not.toEqual([]);
  expect(new Set(found.map(({ text }) => text))).toEqual(new Set(['铝合金']));
});
