import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { sessions } from '#server/db/schema.ts';
import { expectFitsPhone, password, startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { confirmOrder, fillStartPart, signInOn, waitForClosedEntry } from '#tests/support/browser/journey.ts';
import type { Person } from '#tests/support/data/people.ts';
import { expectValue } from '#tests/support/browser/shown.ts';

let customers: Customers;
beforeAll(async () => {
  customers = await startCustomers();
});
afterAll(() => customers.journey.close());

async function openSignedIn(person: Person) {
  const opened = await customers.journey.open();
  await opened.page.goto('/');
  await signInOn(opened.page, person.username, password);
  await order(opened.page).waitFor();
  return opened;
}

const order = (page: Page) => page.getByRole('button', { name: '提交订单', exact: true }).first();
const quantity = (page: Page) => page.getByLabel('数量', { exact: true });
const confirmation = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '确认提交' });
const withoutDrawing = (page: Page) => page.getByRole('button', { name: '没有图纸，继续提交' });
const contactOf = (page: Page): [name: Locator, phone: Locator] => [
  page.getByLabel(/^联系人/),
  page.getByLabel(/^联系电话/),
];

/** Faults except those of the requests that fail on purpose. */
const unexpected = (faults: string[]) =>
  faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|status of 401/.test(fault));

test('a customer who loses the network while ordering sees a notice, loses nothing and can continue', async () => {
  const person = await customers.addCustomer();
  const { page, context, faults } = await openSignedIn(person);
  await fillStartPart(page);
  // The code of the confirmation is loaded before the network fails.
  await order(page).click();
  await confirmation(page).waitFor();
  await page.keyboard.press('Escape');
  await confirmation(page).waitFor({ state: 'hidden' });
  await waitForClosedEntry(page);
  await context.setOffline(true);
  await quantity(page).fill('25');
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('"25"');
  // The confirmation opens; sending fails and can be retried.
  await order(page).click();
  const [name, phone] = contactOf(page);
  await name.fill('李工');
  await phone.fill('13900139000');
  await confirmation(page).click();
  await withoutDrawing(page).click();
  const again = page.getByRole('dialog').getByRole('button', { name: '重试' });
  await again.waitFor();
  await page
    .getByText(/网络连接失败|网络已断开/)
    .first()
    .waitFor();
  await context.setOffline(false);
  await again.click();
  await page.waitForURL(/\/order\/success/);
  const { data } = await customers.journey.app.send('GET', '/order', { token: person.token });
  expect(data).toMatchObject({ count: 1, list: [{ contactName: '李工', contactPhone: '13900139000' }] });
  expect(unexpected(faults)).toEqual([]);
});

test('a customer whose session ends while typing and while confirming finds the input after signing in again', async () => {
  const person = await customers.addCustomer();
  const { page, faults } = await openSignedIn(person);
  await fillStartPart(page, 37);
  await order(page).click();
  const [name, phone] = contactOf(page);
  await name.fill('王工');
  await phone.fill('13700137000');
  await confirmation(page).click();
  await customers.journey.app.database.db.delete(sessions).where(eq(sessions.userId, person.userId));
  const left = page.waitForURL(/\/user\/login/);
  // A request of the page itself may be refused first; then the button no longer exists.
  await Promise.all([left, Promise.race([left, withoutDrawing(page).click()])]);
  await page.getByText(/^登陆超时/).waitFor();
  await signInOn(page, person.username, password);
  await page.waitForURL(/\/$/);
  await expectValue(name, '王工');
  await expectValue(phone, '13700137000');
  await expectFitsPhone(page);
  // The browser's back closes the confirmation and stays; forward opens no dead overlay.
  await page.goBack();
  await confirmation(page).waitFor({ state: 'detached' });
  await expectValue(quantity(page), '37');
  await page.goForward();
  await quantity(page).fill('38');
  await order(page).click();
  await expectValue(name, '王工');
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);
  expect(unexpected(faults)).toEqual([]);
});
