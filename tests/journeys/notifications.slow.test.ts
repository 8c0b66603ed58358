import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginAnnouncing } from '#server/modules/notifications/announce-orders.ts';
import { startAnnouncing } from '#server/modules/notifications/announcing.ts';
import { confirmOrder, fillStartPart, signInOn, startJourney, type Journey } from '#tests/support/journey.ts';
import { testPasswords } from '#tests/support/test-database.ts';

let journey: Journey;
let announcing: ReturnType<typeof startAnnouncing>;
beforeAll(async () => {
  journey = await startJourney();
  const { database } = journey.app;
  await beginAnnouncing(database.db);
  announcing = startAnnouncing(database, {
    clock: () => new Date(),
    onError: (error) => {
      throw error;
    },
  });
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
const onlineCount = (page: Page) => page.evaluate(() => performance.getEntriesByType('navigation').length);

describe('notifications', () => {
  test.each([
    ['desktop', 1440],
    ['phone', 390],
  ])('about an order reach its customer and the shop without a reload (%s)', async (_name, width) => {
    const customer = await journey.open({ width, height: 844 });
    const staff = await journey.open({ width: 1440, height: 900 });
    await staff.page.goto('/admin/user/order');
    await signInOn(staff.page, 'admin', testPasswords.admin);
    await staff.page
      .getByRole('heading', { level: 1 })
      .or(staff.page.getByRole('tab').first())
      .first()
      .waitFor();
    await bell(staff.page, 0).waitFor();
    const search = staff.page.getByRole('banner').getByRole('button', { name: /搜索/ });
    const searchAt = await search.boundingBox();

    const { orderNo, id } = await order(customer.page);
    // The shop is notified, and its open list shows the order.
    await bell(staff.page, 1).waitFor();
    expect(await search.boundingBox()).toEqual(searchAt);
    await staff.page.getByRole('cell', { name: orderNo }).first().waitFor();
    await bell(staff.page, 1).click();
    const panel = staff.page.getByRole('dialog', { name: '最新消息' });
    await panel.getByRole('link', { name: new RegExp(`新订单 ${orderNo}`) }).click();
    await staff.page.waitForURL(`**/admin/user/order/${id}`);
    await bell(staff.page, 0).waitFor();

    // The shop confirms and writes; the customer's open page shows both.
    await customer.page.getByRole('button', { name: '消息通知', exact: true }).waitFor();
    await staff.page.getByRole('button', { name: '确认订单' }).click();
    await staff.page.getByRole('dialog').getByRole('button', { name: '确认订单' }).last().click();
    await bell(customer.page, 1).waitFor();
    await customer.page.getByText('已确认').first().waitFor();
    const form = staff.page.getByRole('form', { name: '发送消息' });
    await form.getByRole('textbox', { name: '消息', exact: true }).fill('图纸已收到，预计周五发货。');
    await form.getByRole('button', { name: '发送给客户' }).click();
    await bell(customer.page, 2).waitFor();
    await customer.page.getByText('图纸已收到，预计周五发货。').first().waitFor();
    expect(await onlineCount(customer.page)).toBe(1);

    // Mark one as read, then all.
    await bell(customer.page, 2).click();
    const latest = customer.page.getByRole('region', { name: '最新消息' });
    const box = await latest.boundingBox();
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(width);
    await latest
      .getByRole('link', { name: /有新消息/ })
      .first()
      .click();
    await bell(customer.page, 1).waitFor();
    await bell(customer.page, 1).click();
    await latest.getByRole('link', { name: '查看全部消息' }).click();
    await customer.page.getByRole('heading', { name: '消息通知', level: 1 }).waitFor();
    await customer.page.getByRole('button', { name: '全部标为已读' }).click();
    await bell(customer.page, 0).waitFor();
    expect([...customer.faults, ...staff.faults]).toEqual([]);
    await customer.context.close();
    await staff.context.close();
  });

  test('continue after a lost connection, including the missed ones', async () => {
    const { page, context } = await journey.open({ expectedStatuses: [503] });
    const { id } = await order(page);
    await bell(page, 0).waitFor();
    await context.setOffline(true);
    const message = { kind: 'note', audience: 'customer', text: '您在线吗' };
    await journey.app.send('POST', `/order/${id}/staff-message`, { as: 'admin', body: message });
    await context.setOffline(false);
    await bell(page, 1).click();
    await page.getByRole('region', { name: '最新消息' }).getByText('您在线吗').waitFor();
    expect(await page.getByRole('list').getByText('有新消息', { exact: false }).count()).toBeGreaterThan(0);
    await context.close();
  });

  test('the bell works by keyboard alone and causes no layout shift when it loads', async () => {
    const { page, context, faults } = await journey.open();
    await page.goto('/');
    await signInOn(page, 'demo', testPasswords.demo);
    await page.getByRole('button', { name: '提交订单' }).first().waitFor();
    // The bell's code loads after the rest of the page.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/bell-[^/]+\.js/, (route) => held.then(() => route.continue()));
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
