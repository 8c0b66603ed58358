import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { backOfficeOf } from '#tests/support/browser/back-office.ts';
import { enterCosts } from '#tests/support/data/costs.ts';
import { startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place } from '#tests/support/data/quotations.ts';
import { pricingPermissions } from '#tests/support/data/staff-permissions.ts';
import { waitUntilLoaded } from '#tests/support/browser/until-loaded.ts';

let customers: Customers;
let customer: Person;
beforeAll(async () => {
  customers = await startCustomers();
  customer = await customers.addCustomer();
});
afterAll(() => customers.journey.close());

async function order(status: 'placed' | 'requested'): Promise<number> {
  const { app } = customers.journey;
  const items = [{ ...buildItem(customers.catalogue), name: '支架' }];
  const contact = { contactName: '张工', contactPhone: '13800138000' };
  const answer = await place(app, customer, await buildOrder(app, customer, items, { status, ...contact }));
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}
const read = async (id: number): Promise<OrderWithExt> =>
  (await customers.journey.app.send('GET', `/order/${id}/withExt`, { as: 'admin' })).data;

test('an administrator enters some costs and fills the rest from the prices', async () => {
  const { app } = customers.journey;
  await app.database.pool.query('truncate cost');
  const { page, faults } = await backOfficeOf(customers.journey).open('/admin/costs');
  const aluminium = page.getByLabel('铝合金 加工成本（元/件）');
  await aluminium.fill('x');
  await page.getByText('成本必须是数字').waitFor();
  await aluminium.fill('42.5');
  await page.getByText('50.00%', { exact: true }).waitFor();
  await expectAccessible(page, 'costs of machining');
  await page.getByRole('radiogroup', { name: '成本类别' }).getByText('材料', { exact: true }).click();
  await page.getByLabel(/AL6061-T6 材料成本/).fill('28');
  await page.getByText('2 项未保存').waitFor();
  await expectAccessible(page, 'costs of materials');
  await page.keyboard.press('Control+s');
  await page.getByText('2 项未保存').waitFor({ state: 'hidden' });
  await page.getByText('工艺选项', { exact: true }).click();
  await page.getByRole('button', { name: '按价格填写空白' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('价格的百分比').fill('60');
  await expectAccessible(page, 'filling from prices');
  await dialog.getByRole('button', { name: '填写并保存' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('40.00%', { exact: true }).first().waitFor();
  await expectAccessible(page, 'costs of options');
  await page.getByRole('radiogroup', { name: '成本类别' }).getByText('加工', { exact: true }).click();
  await page.getByRole('button', { name: '铝合金 的变更记录' }).click();
  await page.getByRole('dialog').getByText('未知 → ¥42.50').first().waitFor();
  await expectAccessible(page, 'the history of a cost');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const { rows } = await app.database.pool.query<{ kind: string; fen: number }>(
    `select kind, cost_fen as fen from cost where kind <> 'option' order by kind`,
  );
  expect(rows).toEqual([
    { kind: 'machining', fen: 4250 },
    { kind: 'material', fen: 2800 },
  ]);
  expect(faults).toEqual([]);
});

test('margins are in the drawer and on the dashboard only for users who see costs', async () => {
  const { app } = customers.journey;
  await enterCosts(app, 50, 20);
  const id = await order('placed');
  const office = backOfficeOf(customers.journey);
  const drawer = `/admin/user/order/${id}`;
  const seller = await addPerson(app, { roleKey: 'sales' });
  const permitted = await office.open(drawer);
  await permitted.page
    .getByText(/^成本 ¥[\d,.]+ · 毛利 ¥[\d,.]+（[\d.]+%）$/)
    .first()
    .waitFor();
  await permitted.page.getByRole('table', { name: '支架的成本构成' }).waitFor();
  await expectAccessible(permitted.page, 'the drawer with margins');
  await permitted.page.goto('/admin/dash');
  await permitted.page.getByRole('region', { name: '成本已知' }).waitFor();
  await expectAccessible(permitted.page, 'the board with margins');
  const blind = await office.open(drawer, { token: seller.token });
  await blind.page.getByRole('table', { name: '支架的价格构成' }).waitFor();
  await waitUntilLoaded(blind.page);
  expect(await blind.page.getByText(/成本|毛利/).count()).toBe(0);
  await blind.page.goto('/admin/dash');
  await blind.page.getByRole('heading', { name: '人工报价' }).waitFor();
  await waitUntilLoaded(blind.page);
  expect(await blind.page.getByText(/成本|毛利/).count()).toBe(0);
  expect([...permitted.faults, ...blind.faults]).toEqual([]);
});

test('an offer below the floor waits for approval, and the margin is shown as the price is typed', async () => {
  const { app } = customers.journey;
  await enterCosts(app, 50, 20);
  const body = [{ configKey: 'quote.minMargin', configValue: '30' }];
  expect((await app.send('PUT', '/set-config', { as: 'admin', body })).status).toBe(200);
  const id = await order('requested');
  const today = await app.send('GET', `/order/${id}/cost?basis=today`, { as: 'admin' });
  const { cost } = today.data as { cost: number };
  const office = backOfficeOf(customers.journey);
  const address = `/admin/user/quote-desk?id=${id}`;
  const token = await office.signInWith(...pricingPermissions, 'mfr:cost:list');
  const { page, faults } = await office.open(address, { token });
  const amount = page.getByLabel('1. 支架的人工报价');
  await amount.fill((cost * 2).toFixed(2));
  await page.getByText(/· 毛利率 (50\.00|49\.\d+)%$/).waitFor();
  await amount.fill((cost * 1.25).toFixed(2));
  await page.getByText(/^毛利率 (20\.00|19\.\d+)% 低于最低毛利率 30%，提交后待审批$/).waitFor();
  await page.getByLabel('1. 支架的说明').fill('长期合作');
  await expectAccessible(page, 'the desk with margins');
  await page.getByRole('button', { name: '提交审批' }).click();
  // The desk opens the next request; this one waits in the queue.
  await page.getByText('待审批', { exact: true }).waitFor();
  await page.goto(address);
  await page.getByText(/的报价待审批：毛利率 .*低于最低毛利率 30%/).waitFor();
  expect((await read(id)).status).toBe('requested');
  // An open desk would request this one again after it has left the queue.
  await page.close();
  const chief = await office.open(address);
  await chief.page.getByRole('button', { name: '批准并发送' }).click();
  await expect.poll(async () => (await read(id)).status).toBe('quoted');
  // The desk continues without requesting the one that has left it.
  await chief.page.waitForURL(({ searchParams }) => searchParams.get('id') !== String(id));
  await waitUntilLoaded(chief.page);
  expect([...faults, ...chief.faults]).toEqual([]);
});
