import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MarginFigures } from '#contract/system/dashboards.ts';
import type { OrderCost } from '#contract/catalogue/costs.ts';
import { enterCosts } from '#tests/support/data/costs.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import {
  buildItem,
  buildOrder,
  place,
  readCatalogue,
  type SeenCatalogue,
} from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let catalogue: SeenCatalogue;
let viewer: Person;
let home: { deptId: number };
let away: { deptId: number };
let buyers: Person[];
beforeAll(async () => {
  app = await createTestApp();
  catalogue = await readCatalogue(app);
  home = await addDept(app);
  away = await addDept(app);
  buyers = [
    await addPerson(app, { roleKey: 'customer', deptId: home.deptId }),
    await addPerson(app, { roleKey: 'customer', deptId: away.deptId }),
  ];
  viewer = await addPerson(app, { permissions: ['mfr:cost:list'], isStaff: true, dataScope: '1' });
});
afterAll(() => app.close());

/** Places an order as if it were placed on this day, from a quotation of the month before; its id and total in yuan. */
async function order(
  day: string,
  buyer: Person,
  materialIndex: number,
): Promise<{ id: number; price: number }> {
  const items = [buildItem(catalogue, { materialIndex })];
  const contact = { contactName: '张工', contactPhone: '13800138000' };
  const body = await buildOrder(app, buyer, items, contact);
  const answer = await place(app, buyer, body);
  expect(answer.status, answer.msg).toBe(200);
  const id = Number(answer.data);
  const at = `${day}T10:00:00+08:00`;
  await app.database.db.execute(
    sql`update orders set placed_at = ${at}::timestamptz, created_at = ${at}::timestamptz - interval '35 days' where id = ${id}`,
  );
  return { id, price: Number(body.price) };
}
const costOf = async (id: number): Promise<OrderCost> =>
  (await app.send('GET', `/order/${id}/cost`, { token: viewer.token })).data;
const read = async (beginDate: string, endDate: string, who = viewer): Promise<MarginFigures> => {
  const path = `/dashboard/margin?beginDate=${beginDate}&endDate=${endDate}`;
  const answer = await app.send('GET', path, { token: who.token });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data;
};

describe('the margin board', () => {
  test('sums the margins of the period within the data scope, and the turnover with known costs', async () => {
    const unknown = await order('2026-09-10', buyers[0]!, 0);
    await enterCosts(app, 50, 20);
    const first = await order('2026-09-20', buyers[0]!, 0);
    const second = await order('2026-10-05', buyers[1]!, 1);
    const outside = await order('2026-11-01', buyers[1]!, 1);
    const cancelled = await order('2026-10-06', buyers[1]!, 1);
    await app.database.db.execute(sql`update orders set status = 'cancelled' where id = ${cancelled.id}`);
    const margins = await Promise.all(
      [first, second].map(async ({ id }) => (await costOf(id)).margin!.amount),
    );
    const figures = await read('2026-09-01', '2026-10-31');
    expect(figures).toMatchObject({ orders: 3, isCut: false });
    expect(figures.amount).toBeCloseTo(unknown.price + first.price + second.price, 2);
    expect(figures.knownAmount).toBeCloseTo(first.price + second.price, 2);
    expect(figures.margin).toBeCloseTo(margins[0]! + margins[1]!, 2);
    expect(figures.months.map(({ month, orders }) => [month, orders])).toEqual([
      ['2026-09', 2],
      ['2026-10', 1],
    ]);
    expect(figures.months[1]!.margin).toBeCloseTo(margins[1]!, 2);
    expect(figures.customers).toHaveLength(2);
    expect(figures.customers[0]!.margin).toBeGreaterThanOrEqual(figures.customers[1]!.margin);
    expect(figures.tags.reduce((sum, { margin }) => sum + margin, 0)).toBeCloseTo(figures.margin, 2);
    expect((await read('2026-11-01', '2026-11-01')).amount).toBeCloseTo(outside.price, 2);

    const own = await addPerson(app, {
      permissions: ['mfr:cost:list'],
      isStaff: true,
      dataScope: '2',
      scopeDeptIds: [home.deptId],
    });
    const seen = await read('2026-09-01', '2026-10-31', own);
    expect(seen.orders).toBe(2);
    expect(seen.customers).toHaveLength(1);
  });

  test('is refused to users who see only the business board', async () => {
    const boss = await addPerson(app, {
      permissions: ['mfr:dashboard:business'],
      isStaff: true,
      dataScope: '1',
    });
    const path = '/dashboard/margin?beginDate=2026-09-01&endDate=2026-10-31';
    expect((await app.send('GET', path, { token: boss.token })).status).toBe(403);
  });
});
