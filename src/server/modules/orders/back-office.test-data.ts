import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const quoting = [
  'mfr:quote:add',
  'mfr:material:list',
  'mfr:process:list',
  'mfr:machiningPrice:list',
  'mfr:order:add',
  'mfr:order:list',
  'mfr:order:query',
  'mfr:order:move',
];
export const handling = ['list', 'query', 'move', 'handle', 'edit', 'export'].map(
  (action) => `mfr:order:${action}`,
);

// The app's clock is fixed: midnight in Shanghai comes for all tests or for none.
export const now = new Date();

export const by = ({ token }: Person) => ({ token });

/** The app with orders of two companies and a clerk who handles those of one. */
export async function startBackOffice() {
  const app = await createTestApp();
  app.setNow(now);
  const first = await addDept(app);
  const second = await addDept(app);
  const buyer = await addPerson(app, { permissions: quoting, deptId: first.deptId });
  const other = await addPerson(app, { permissions: quoting, deptId: second.deptId });
  const clerk = await addPerson(app, {
    permissions: handling,
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [first.deptId],
  });
  const orderIds = [await order(buyer), await order(buyer, 'quoted'), await order(other)];

  async function order(who: Person, status: 'placed' | 'quoted' = 'placed'): Promise<number> {
    const item = buildItem(await readCatalogue(app, by(who)), { name: '支架' });
    const placed = await place(app, by(who), await buildOrder(app, by(who), [item], { status }));
    return Number(placed.data);
  }
  const withExt = async (id: number, who = clerk) =>
    (await app.send('GET', `/order/${id}/withExt`, by(who))).data as OrderWithExt;
  return { app, first, second, clerk, buyer, orderIds, order, withExt };
}
