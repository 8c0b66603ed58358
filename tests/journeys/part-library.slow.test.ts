import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { backOfficeOf, filterBy, type BackOffice } from '#tests/support/browser/back-office.ts';
import { startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place } from '#tests/support/data/quotations.ts';
import { waitUntilLoaded } from '#tests/support/browser/until-loaded.ts';

let customers: Customers;
let office: BackOffice;
let customer: Person;
let request: number;
beforeAll(async () => {
  customers = await startCustomers();
  office = backOfficeOf(customers.journey);
  customer = await customers.addCustomer();
  for (const num of [10, 20]) await order([{ name: 'QM-3001 B 阀座', num }], 'placed');
  await order(
    Array.from({ length: 15 }, (_, at) => ({ name: `ZX-${at}a 垫片`, num: 5, length: 100 + at })),
    'quoted',
  );
  request = await order([{ name: 'QM-3001 B 阀座', num: 50 }], 'requested');
});
afterAll(() => customers.journey.close());

async function order(
  lines: { name: string; num: number; length?: number }[],
  status: 'placed' | 'quoted' | 'requested',
): Promise<number> {
  const { app } = customers.journey;
  const items = lines.map((line) => ({ ...buildItem(customers.catalogue), ...line }));
  const contact = { contactName: '张工', contactPhone: '13800138000' };
  const answer = await place(app, customer, await buildOrder(app, customer, items, { status, ...contact }));
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}

test('staff find a part, read its orders, and return to it from the quote desk', async () => {
  const { token } = await addPerson(customers.journey.app, { roleKey: 'sales' });
  const { page, faults } = await office.open('/admin/parts', { token });
  await page.getByText('ZX-3a 垫片').first().waitFor();
  await expectAccessible(page, 'the library of parts');
  await filterBy(page, '图号或名称', 'QM-3001');
  const found = page.getByText('QM-3001 B 阀座').first();
  await found.waitFor();
  await page.getByText('ZX-3a 垫片').waitFor({ state: 'hidden' });
  const open = page
    .getByRole('link', { name: /查看|QM-3001 B 阀座/ })
    .or(page.getByRole('button', { name: /查看|QM-3001 B 阀座/ }));
  await open.first().focus();
  await page.keyboard.press('Enter');
  const history = page.getByRole('group', { name: '订单记录' });
  await history.getByText('待报价').waitFor();
  expect(await history.getByRole('row').count()).toBe(4);
  await page.getByText('2 次，共 30 件').waitFor();
  await expectAccessible(page, 'a part of the library');

  await page.goto(new URL(`/admin/user/quote-desk?id=${request}`, page.url()).href);
  const desk = page.getByRole('complementary', { name: '零件 1' });
  await desk.getByText(/^上次 \d{4}-\d\d-\d\d，20 件，¥[\d.,]+\/件$/).waitFor();
  const link = desk.getByRole('link', { name: '曾做过 2 次' });
  await link.waitFor();
  await expectAccessible(page, 'the desk with a part that was made before');
  expect(faults).toEqual([]);
});

test('customers have no access to the library, and staff without the permission see no link', async () => {
  const token = await office.signInWith('mfr:order:list', 'mfr:order:query', 'mfr:order:handle');
  const { page, faults } = await office.open(`/admin/user/order/${request}`, { token });
  await page.getByRole('table', { name: 'QM-3001 B 阀座的价格构成' }).waitFor();
  await waitUntilLoaded(page);
  expect(await page.getByText(/曾做过|价目版本/).count()).toBe(0);
  expect(faults).toEqual([]);
});
