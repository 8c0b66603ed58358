import { afterAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { startSearch } from './search.test-data.ts';

const { app, home, clerk, add, find, titles } = await startSearch();
afterAll(() => app.close());

test('a common name is found within the scope, however many records outside share it', async () => {
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

test('a number contained in many orders finds the newest', async () => {
  const { db } = app.database;
  await db.execute(sql`
    insert into orders (order_no, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count, summary,
      catalogue_revision, user_id, dept_id, customer, created_at)
    select 'P2026-' || n, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count, summary,
      catalogue_revision, user_id, dept_id, customer, now() + n * interval '1 minute'
    from orders, generate_series(1, 300) as n where order_no = 'Q20261118-0001'`);
  expect(await titles(clerk, 'P2026-')).toEqual([300, 299, 298, 297, 296].map((n) => `P2026-${n}`));
});

test('a material is found by its category label, which is shown', async () => {
  const permissions = ['mfr:material:list', 'mfr:material:query'];
  const person = await addPerson(app, { permissions, isStaff: true });
  const found = await find(person, '铝合');
  expect(found).not.toEqual([]);
  expect(new Set(found.map(({ text }) => text))).toEqual(new Set(['铝合金']));
});
