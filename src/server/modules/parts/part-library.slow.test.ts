import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedPart } from '#contract/part-library.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import { addDept, addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let clerk: Person;
beforeAll(async () => {
  app = await createTestApp();
  const catalogue = await readCatalogue(app);
  item = { ...buildItem(catalogue), length: 60, width: 40, height: 8 };
  clerk = await addPerson(app, { roleKey: 'sales' });
});
afterAll(() => app.close());

const permissions = ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query', 'mfr:order:list', 'mfr:order:move'];
const addMember = (deptId: number) => addPerson(app, { deptId, dataScope: '3', permissions });

async function order(
  { token }: Person,
  items: QuotationItem[],
  status: 'placed' | 'quoted' | 'requested' = 'placed',
): Promise<number> {
  const answer = await place(app, { token }, await buildOrder(app, { token }, items, { status }));
  if (answer.status !== 200) throw new Error(answer.msg);
  return Number(answer.data);
}
async function list(query: Record<string, string>, who: Person = clerk): Promise<ListedPart[]> {
  const answer = await app.send('GET', `/part-library?${new URLSearchParams(query)}`, { token: who.token });
  expect(answer.status, answer.msg).toBe(200);
  return listOf<ListedPart>(answer);
}

test('a part leaves the list with its last line, and keeps its place by its latest', async () => {
  const buyer = await addMember((await addDept(app)).deptId);
  const quoted = await order(buyer, [{ ...item, name: 'ZK-7 旧名' }], 'quoted');
  await order(buyer, [{ ...item, name: 'ZK-7 支座' }]);
  expect(await list({ part: 'ZK-7' })).toHaveLength(2);
  const items = [{ ...item, name: 'ZK-7 支座' }];
  const { price } = await buildOrder(app, { token: buyer.token }, items);
  const body = { items, price, version: 1 };
  expect(await app.send('PUT', `/order/${quoted}`, { token: buyer.token, body })).toMatchObject({
    status: 200,
  });
  expect(await list({ part: 'ZK-7' })).toMatchObject([{ name: 'ZK-7 支座', orders: 1, quotations: 1 }]);
  const { rows } = await app.database.pool.query<{ differ: number }>(
    `select count(*)::int as differ from part
     where last_at is distinct from (select max(made_at) from part_line where part_id = part.id)`,
  );
  expect(rows).toEqual([{ differ: 0 }]);
});
