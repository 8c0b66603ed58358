import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { fillStartPart, signInOn } from '#tests/support/browser/journey.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place } from '#tests/support/data/quotations.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let customers: Customers;
let customer: Person;
beforeAll(async () => {
  customers = await startCustomers();
  customer = await customers.addCustomer();
});
afterAll(() => customers.journey.close());

const LINES = 20;

async function request(lines: number): Promise<number> {
  const { app } = customers.journey;
  const items = Array.from({ length: lines }, (_, n) => ({
    ...buildItem(customers.catalogue, { materialIndex: n % 2 }),
    name: `零件 ${n + 1}`,
  }));
  const body = await buildOrder(app, customer, items, { status: 'requested', targetPrice: '900.00' });
  const answer = await place(app, customer, body);
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}

async function read(id: number): Promise<OrderWithExt> {
  return (await customers.journey.app.send('GET', `/order/${id}/withExt`, { as: 'admin' })).data;
}

async function openDesk(expectedStatuses: number[] = []) {
  const opened = await customers.journey.open({ expectedStatuses });
  await opened.page.goto('/admin/login');
  await signInOn(opened.page, 'admin', testPasswords.admin);
  await opened.page.waitForURL(/admin\/?$/);
  await opened.page.goto('/admin/user/quote-desk');
  return opened;
}

test('an engineer takes a request and prices twenty lines by keyboard', async () => {
  const id = await request(LINES);
  const after = await request(1);
  const { page, faults } = await openDesk();
  const queue = page.getByRole('region', { name: '待报价队列' });
  await queue
    .getByRole('button', { name: /待认领/ })
    .first()
    .waitFor();
  await expectAccessible(page, 'the queue');
  await queue.getByRole('button', { name: /20 种/ }).focus();
  await page.keyboard.press('Enter');
  const desk = page.getByRole('region', { name: '报价中的询价' });
  await desk.getByRole('button', { name: '认领' }).press('Enter');
  await desk.getByText('由您负责').waitFor();
  await expectAccessible(page, 'the desk');

  await page.getByLabel('1. 零件 1的人工报价').focus();
  let keys = 0;
  const type = async (text: string) => {
    await page.keyboard.type(text);
    keys += text.length;
  };
  const press = async (key: string) => {
    await page.keyboard.press(key);
    keys += 1;
  };
  for (let line = 1; line <= LINES; line += 1) {
    await type(`+${line}%`);
    await press('Enter');
  }
  await page.getByRole('complementary', { name: '零件 20' }).waitFor();
  await page.getByLabel('1. 零件 1的说明').focus();
  await type('需五轴加工');
  for (let line = 2; line <= LINES; line += 1) {
    await press('Enter');
    await press('Control+d');
  }
  await press('Control+Enter');

  // The next request of the queue follows.
  await page.waitForURL(new RegExp(`id=${after}`));
  const top = () =>
    page.evaluate(() => [scrollY, document.activeElement?.getAttribute('aria-label')] as const);
  await expect.poll(top).toEqual([0, '报价中的询价']);
  const sent = await read(id);
  expect(sent).toMatchObject({ status: 'quoted', revision: 2 });
  const percents = sent.items.map(({ line_total, sub_total }) => ((line_total ?? 0) / sub_total - 1) * 100);
  expect(percents.map(Math.round)).toEqual(Array.from({ length: LINES }, (_, n) => n + 1));
  // Three keys a second for three minutes are 540 keys.
  expect(keys).toBeLessThan(180);
  expect(faults).toEqual([]);
});

test('one engineer learns that another has taken the request, and takes it over', async () => {
  const { app } = customers.journey;
  const id = await request(1);
  const { page, faults } = await openDesk([409]);
  await page.goto(`/admin/user/quote-desk?id=${id}`);
  const desk = page.getByRole('region', { name: '报价中的询价' });
  await desk.getByText('还没有人负责').waitFor();
  const colleague = await addPerson(app, {
    permissions: ['mfr:order:list', 'mfr:quote:price'],
    isStaff: true,
    dataScope: '1',
  });
  const body = { owner: 'me', seenOwnerId: null };
  // The desk polls every 30 s and would notice before the click.
  const address = `**/api/v1/quote-desk/${id}`;
  const delayed: Route[] = [];
  await page.route(address, (route) => void delayed.push(route));
  const taken = await app.send('PUT', `/quote-desk/${id}/owner`, { token: colleague.token, body });
  expect(taken.status, taken.msg).toBe(200);
  await desk.getByRole('button', { name: '认领' }).click();
  await page.unroute(address);
  await Promise.all(delayed.map((route) => route.continue()));
  await desk.getByText(/刚刚接手了这个询价/).waitFor();
  await desk.getByRole('button', { name: '接手' }).click();
  await desk.getByText('由您负责').waitFor();
  await expectAccessible(page, 'a request');
  await desk.getByRole('button', { name: '放回队列' }).click();
  await desk.getByText('还没有人负责').waitFor();
  await desk.getByRole('button', { name: '返回队列' }).click();
  await page.getByRole('region', { name: '待报价队列' }).getByText('900.00').first().waitFor();
  await expectAccessible(page, 'the queue');
  expect(faults).toEqual([]);
});

test('staff make a request on behalf of a customer who telephoned', async () => {
  const { page, faults } = await openDesk();
  await page.goto('/');
  await fillStartPart(page);
  await page.getByRole('button', { name: '请人工报价' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('代客户询价').fill(customer.username);
  await dialog.getByRole('option', { name: new RegExp(customer.username) }).waitFor();
  await dialog.getByLabel('代客户询价').press('ArrowDown');
  await dialog.getByLabel('代客户询价').press('Enter');
  // The page of the customer opens, with the parts and the customer's prices.
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(/^代客户询价：/).waitFor();
  await expectAccessible(page, 'the page for a customer');
  await page.getByRole('button', { name: '请人工报价' }).click();
  await dialog.getByText(/^代客户询价：/).waitFor();
  await expectAccessible(page, 'a request for a customer');
  await dialog.getByRole('button', { name: '提交询价' }).click();
  await page.getByRole('heading', { name: '询价已提交' }).waitFor();
  const orders = await customers.journey.app.send('GET', '/order', { token: customer.token });
  const [newest] = (orders.data as { list: { status: string; userId: number }[] }).list;
  expect(newest).toMatchObject({ status: 'requested', userId: customer.userId });
  expect(faults).toEqual([]);
});
