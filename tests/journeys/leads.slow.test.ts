import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { password, startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { signInOn, type Journey } from '#tests/support/browser/journey.ts';
import { buildItem, place } from '#tests/support/data/quotations.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let customers: Customers;
let journey: Journey;
/** The id of 加急. */
let urgent: number;
beforeAll(async () => {
  customers = await startCustomers();
  ({ journey } = customers);
  for (const lead of [
    { name: '经济', factor: 1.5, percent: -10 },
    { name: '加急', factor: 0.5, percent: 30, slots: 9, maxPieces: 500 },
  ]) {
    const body = { ...lead, sort: 1, status: 2 };
    const answer = await journey.app.send('POST', '/lead-class', { as: 'admin', body });
    if (answer.status !== 200) throw new Error(answer.msg);
    urgent = Number(answer.data);
  }
});
afterAll(() => journey.close());

test.each([
  [1366, 768],
  [390, 844],
])(
  'the list of parts shows four rows beside the lead classes at %i × %i, and that there are more',
  async (width, height) => {
    const person = await customers.addCustomer();
    const { page, faults, context } = await journey.open({ width, height });
    await page.goto('/');
    await signInOn(page, person.username, password);
    await page.getByRole('button', { name: '粘贴零件清单' }).click();
    const names = [
      'as1_pe_203_bracket 1',
      'as1_pe_203_bracket 2',
      ...Array.from({ length: 13 }, (_, n) => `支架 ${n}`),
    ];
    const rows = names.map((name) => `${name}\t6061\t80×40×1234.56\t1000\t`);
    await page
      .getByRole('textbox', { name: '零件清单' })
      .fill(['名称\t材料\t长×宽×高\t数量\t备注', ...rows].join('\n'));
    await page.getByRole('button', { name: '加入 15 个零件' }).click();
    const summary = page.getByRole('complementary', { name: '报价单' });
    if (width === 390) await page.getByRole('button', { name: '展开报价单' }).click();
    await summary.getByRole('group', { name: '交期档位' }).waitFor();
    const list = summary.getByRole('list').first();
    const bottom = (await list.boundingBox())!.y + (await list.boundingBox())!.height;
    const fourth = (await list.getByRole('listitem').nth(3).boundingBox())!;
    expect(fourth.y + fourth.height).toBeLessThanOrEqual(bottom);
    expect(await list.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('gradient');
    const line = list.getByRole('button', { name: /^as1_pe_203_bracket 2/ });
    expect(await line.getByTitle('as1_pe_203_bracket 2').count()).toBe(1);
    const [name, end] = await Promise.all([
      line.getByTitle('as1_pe_203_bracket 2').boundingBox(),
      line.getByText('ket 2', { exact: true }).boundingBox(),
    ]);
    expect(end!.x + end!.width).toBeLessThanOrEqual(name!.x + name!.width + 1);
    const button = (await summary.getByRole('button', { name: '提交订单' }).boundingBox())!;
    expect(button.y + button.height).toBeLessThanOrEqual(height);
    await expectAccessible(page, 'many parts with classes');
    expect(faults).toEqual([]);
    await context.close();
  },
);

test('an order of 加急 is found and shown in both areas, and the pages of lead classes are accessible', async () => {
  const { app } = journey;
  const person = await customers.addCustomer();
  const item = buildItem(customers.catalogue);
  const quote = await app.send('POST', '/quote', { ...person, body: { items: [item], leadClassId: urgent } });
  const { price } = quote.data as { price: string };
  const contact = { contactName: '张工', contactPhone: '13800138000' };
  const body = { items: [item], price, status: 'placed', leadClassId: urgent, ...contact };
  const placed = await place(app, person, body);
  expect(placed.status, placed.msg).toBe(200);
  const id = Number(placed.data);
  const { orderNo } = (await app.send('GET', `/order/${id}`, person)).data as OrderWithExt;
  const { page, faults } = await journey.open();
  await page.goto(`/user/order?lead=${urgent}`);
  await signInOn(page, person.username, password);
  await page.getByRole('article', { name: orderNo }).waitFor();
  await expectAccessible(page, 'the orders of a class');
  expect(faults).toEqual([]);
  for (const to of ['confirmed', 'producing', 'inspecting', 'shipped']) {
    const { version } = Object((await app.send('GET', `/order/${id}`, { as: 'admin' })).data);
    await app.send('POST', `/order/${id}/move`, { as: 'admin', body: { to, version } });
  }

  const office = await journey.open();
  await office.page.goto('/admin/login');
  await signInOn(office.page, 'admin', testPasswords.admin);
  await office.page.waitForURL(/\/admin\/?$/);
  await office.page.goto(`/admin/user/order/${id}`);
  await office.page.getByText('加急（交期 ×0.5）').first().waitFor();
  await expectAccessible(office.page, 'the drawer');
  await office.page.goto('/admin/lead-classes');
  await office.page.getByText('经济').first().waitFor();
  await expectAccessible(office.page, 'the classes');
  await office.page.goto('/admin/lead-classes/create');
  await office.page.getByRole('textbox', { name: '交期系数' }).waitFor();
  await expectAccessible(office.page, 'a new class');
  await office.page.goto(`/admin/user/order?leadClassId=${urgent}`);
  await office.page.getByText(orderNo).first().waitFor();
  await expectAccessible(office.page, 'the orders of a class in the back office');
  await office.page.goto('/admin/charge-rules/create');
  await office.page.getByLabel('附加费试算').getByText('合计').waitFor();
  await office.page.locator('form').getByRole('combobox', { name: '交期档位' }).first().click();
  // The seeded sample rule has the same name.
  await office.page.getByTitle('加急', { exact: true }).last().click();
  await expectAccessible(office.page, 'a rule of a class');
  await office.page.goto('/admin/dash2');
  await office.page
    .getByRole('region', { name: '各交期档位的准时率' })
    .getByRole('row', { name: /^加急 .* 数据不足$/ })
    .waitFor();
  await expectAccessible(office.page, 'the shares on time');
  expect(office.faults).toEqual([]);
  await office.context.close();
});
