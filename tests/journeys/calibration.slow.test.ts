import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalibrationReport } from '#contract/catalogue/calibration.ts';
import type { OrderCost } from '#contract/catalogue/costs.ts';
import type { PriceDraft } from '#contract/prices/price-drafts.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { enterActual, enterHourCost, produce, readActuals } from '#tests/support/data/actuals.ts';
import { backOfficeOf } from '#tests/support/browser/back-office.ts';
import { enterCosts } from '#tests/support/data/costs.ts';
import { startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place } from '#tests/support/data/quotations.ts';
import { waitUntilLoaded } from '#tests/support/browser/until-loaded.ts';

const HOUR = 80;
let customers: Customers;
let customer: Person;
beforeAll(async () => {
  customers = await startCustomers();
  customer = await customers.addCustomer();
  const { app } = customers.journey;
  await enterCosts(app, 50, 20);
  await enterHourCost(app, 'aluminium', HOUR);
});
afterAll(() => customers.journey.close());

/** An order in production, with the hours that its machining was estimated to take. */
async function order(): Promise<{ id: number; hours: number }> {
  const { app } = customers.journey;
  const items = [{ ...buildItem(customers.catalogue), name: '支架', num: 10 }];
  const contact = { contactName: '张工', contactPhone: '13800138000' };
  const answer = await place(app, customer, await buildOrder(app, customer, items, contact));
  expect(answer.status, answer.msg).toBe(200);
  const id = Number(answer.data);
  await produce(app, id);
  const { lines } = (await app.send('GET', `/order/${id}/cost`, { as: 'admin' })).data as OrderCost;
  return { id, hours: lines[0]!.factors[0]!.amount! / HOUR };
}

test('actual figures are entered in the drawer, and become a price draft by one click', async () => {
  const { app } = customers.journey;
  const office = backOfficeOf(customers.journey);
  const { id, hours } = await order();
  const { page, faults } = await office.open(`/admin/user/order/${id}`);
  const panel = page.getByRole('region', { name: '支架的实际工时与用料' });
  await panel.getByLabel('加工工时（小时）').fill('三');
  await panel.getByRole('button', { name: '保存实际' }).click();
  await panel.getByText('实际工时必须是数字').waitFor();
  await panel.getByLabel('加工工时（小时）').fill((1.6 * hours).toFixed(2));
  await panel.getByLabel('用料（kg，含废品）').fill('2.125');
  await panel.getByLabel('备注').fill('首件调试较久');
  await expectAccessible(page, 'what a part took');
  await panel.getByRole('button', { name: '保存实际' }).click();
  await panel.getByText(/^系统管理员 .* 录入$/).waitFor();
  expect(await readActuals(app, id)).toMatchObject([{ kg: 2.125, hourCost: HOUR, note: '首件调试较久' }]);

  for (let count = 1; count < 12; count += 1) {
    // oxlint-disable no-await-in-loop -- one order after the other
    const more = await order();
    const spent = Math.round(more.hours * (1.5 + count / 50) * 100) / 100;
    expect((await enterActual(app, more.id, { hours: spent })).status).toBe(200);
    // oxlint-enable no-await-in-loop
  }
  await page.goto('/admin/calibration');
  const deviations = page.getByRole('region', { name: '估算与实际的偏差' });
  const whole = deviations.getByRole('row').filter({ hasText: '铝合金' }).first();
  await whole.getByText(/^\+\d+\.\d%$/).waitFor();
  await deviations.locator('svg.recharts-surface').first().waitFor();
  await expectAccessible(page, 'estimates and actual costs');
  const proposals = page.getByRole('region', { name: '调价建议' });
  await proposals.getByRole('checkbox', { name: '加工基价 铝合金' }).waitFor();
  await proposals.getByRole('button', { name: '生成调价草稿（1 个价格）' }).click();
  await proposals.getByRole('link', { name: '查看草稿' }).click();
  const dialog = page.getByRole('dialog', { name: '调价草稿与发布记录' });
  await dialog.getByText(/^原因：.*加工基价 铝合金（\d+ 行）$/).waitFor();
  await expectAccessible(page, 'the draft of a proposal');
  const [draft] = listOf<PriceDraft>(await app.send('GET', '/price-draft', { as: 'admin' }));
  expect(draft).toMatchObject({ state: 'draft', count: 1, createdName: '系统管理员' });
  // Nothing is published.
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const after = await app.send('GET', `/calibration?beginDate=${day}&endDate=${day}`, { as: 'admin' });
  expect((after.data as CalibrationReport).proposals).toMatchObject([{ now: 85, average: 85 }]);
  expect(faults).toEqual([]);
});

test('users without permission for costs see neither actual figures nor the page', async () => {
  const { app } = customers.journey;
  const { id } = await order();
  await enterActual(app, id, { hours: 3 });
  const office = backOfficeOf(customers.journey);
  const seller = await addPerson(app, { roleKey: 'sales' });
  const { page, faults } = await office.open(`/admin/user/order/${id}`, { token: seller.token });
  await page.getByRole('table', { name: '支架的价格构成' }).waitFor();
  await waitUntilLoaded(page);
  expect(await page.getByText(/实际工时|用料/).count()).toBe(0);
  await page.goto('/admin/calibration');
  await page.getByText('您没有此操作的权限，需要时请联系管理员').waitFor();
  expect(faults).toEqual([]);
});
