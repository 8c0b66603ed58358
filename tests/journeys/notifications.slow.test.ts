import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announcePlacedOrders, beginAnnouncing } from '#server/modules/notifications/announce-orders.ts';
import { repeatWork } from '#server/system/repeat-work.ts';
import {
  confirmOrder,
  fillStartPart,
  signInOn,
  startJourney,
  type Journey,
} from '#tests/support/browser/journey.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
let announcing: ReturnType<typeof repeatWork>;
beforeAll(async () => {
  journey = await startJourney();
  const { database } = journey.app;
  await beginAnnouncing(database.db);
  announcing = repeatWork(
    1_000,
    () => announcePlacedOrders(database, new Date()),
    (error) => expect.unreachable(String(error)),
  );
});
afterAll(async () => {
  await announcing.stop();
  await journey.close();
});

/** Signs in as the customer, orders the default part and opens the order. Returns its number and id. */
async function order(page: Page): Promise<{ orderNo: string; id: number }> {
  await page.goto('/');
  await signInOn(page, 'demo', testPasswords.demo);
  await fillStartPart(page);
  await page.getByRole('button', { name: '提交订单' }).first().click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);
  await page.goto(`/order/details/${new URL(page.url()).searchParams.get('id')}`);
  const orderNo = await page.getByRole('heading', { level: 1 }).innerText();
  return { orderNo: /Q\d+-\d+/.exec(orderNo)![0], id: Number(page.url().split('/').at(-1)) };
}

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread === 0 ? '消息通知' : `消息通知，${unread} 条未读`, exact: true });

describe('notifications', () => {
  test('continue after a lost connection, including the missed ones', async () => {
    const { page, context } = await journey.open({ width: 390, height: 844, expectedStatuses: [503] });
    const { id } = await order(page);
    await bell(page, 0).waitFor();
    await context.setOffline(true);
    const message = { kind: 'note', audience: 'customer', text: '您在线吗' };
    await journey.app.send('POST', `/order/${id}/staff-message`, { as: 'admin', body: message });
    await context.setOffline(false);
    await bell(page, 1).click();
    const latest = page.getByRole('region', { name: '最新消息' });
    await latest.getByText('您在线吗').waitFor();
    await page.getByRole('list').getByText('有新消息').first().waitFor();
    const { x, width } = (await latest.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    await context.close();
  });

  test('the bell works by keyboard and causes no layout shift when it loads', async () => {
    const { page, context, faults } = await journey.open();
    await page.goto('/');
    await signInOn(page, 'demo', testPasswords.demo);
    await page.getByRole('button', { name: '提交订单' }).first().waitFor();
    // The bell's code loads after the rest of the page.
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/bell-[^/]+\.js/, (route) => released.then(() => route.continue()));
    await page.reload();
    const user = page.getByRole('banner').locator('[aria-haspopup=menu]');
    await page.getByRole('button', { name: '提交订单' }).first().waitFor();
    const before = await user.boundingBox();
    expect(await page.getByRole('button', { name: /^消息通知/ }).count()).toBe(0);
    release();
    await page.getByRole('button', { name: /^消息通知/ }).waitFor();
    expect(await user.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: /^消息通知/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '最新消息' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: '最新消息' }).waitFor({ state: 'detached' });
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(label).toMatch(/^消息通知/);
    expect(faults).toEqual([]);
    await context.close();
  });
});
