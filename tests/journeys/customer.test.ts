import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { TOKEN_KEY } from '#providers/session/session-store.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { expectMessage } from '#tests/support/browser/back-office.ts';
import { expectFitsPhone } from '#tests/support/data/customers.ts';
import {
  confirmOrder,
  fillStartPart,
  signInOn,
  startJourney,
  type Journey,
} from '#tests/support/browser/journey.ts';
import { expectCount, expectValue } from '#tests/support/browser/shown.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
/** The browser of a signed-in customer. */
let browser: BrowserContext;
beforeAll(async () => {
  journey = await startJourney();
  const { page, context } = await openSignedIn();
  browser = context;
  await page.close();
});
afterAll(() => journey.close());

const order = (page: Page) => page.getByRole('button', { name: '提交订单' }).first();

async function openSignedIn(options: Parameters<Journey['open']>[0] = {}) {
  const opened = await journey.open(options);
  await opened.page.goto('/');
  await signInOn(opened.page, 'demo', testPasswords.demo);
  await order(opened.page).waitFor();
  return opened;
}

/** The total of 50 parts, at the first price of aluminium and at the one that a test below sets. */
const total = /^¥(?:2,848\.07|3,137\.21)$/;

/** Prices a part, orders it, reads it and cancels it. */
async function orderAndCancel(page: Page): Promise<void> {
  await fillStartPart(page, 50);
  await page.getByText(total).first().waitFor();
  // The draft is saved when typing pauses.
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('"50"');
  await page.reload();
  await expectValue(page.getByLabel('数量', { exact: true }), '50');
  await order(page).click();
  await page.getByRole('dialog').getByText(total).first().waitFor();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);
  await page.getByText(/^Q\d{8}-\d{4,}$/).waitFor();
  await page.getByRole('link', { name: '查看订单' }).click();
  await page.waitForURL(/\/order\/details\/\d+/);
  await page.getByText('待确认').first().waitFor();
  await page.getByRole('button', { name: '取消订单' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认取消' }).click();
  await page.getByText('已取消').first().waitFor();
}

describe('a customer', () => {
  test('is sent to the login page, sees a wrong password refused, and returns to the requested page', async () => {
    const { page, faults } = await journey.open({ expectedStatuses: [400, 404] });
    await page.goto('/order/details/999999');
    await page.waitForURL(/\/user\/login/);
    await signInOn(page, 'demo', 'wrong password');
    await expectMessage(page, '登录失败 400 : 用户名或密码错误');
    await signInOn(page, 'demo', testPasswords.demo);
    await page.waitForURL(/\/404$/);
    await page
      .getByRole('link', { name: /首页|报价/ })
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  });

  test('prices a part, orders it, reads it and cancels it', async () => {
    const { page, faults } = await journey.open({ context: browser });
    await page.goto('/');
    await orderAndCancel(page);
    await expectFitsPhone(page);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('sees the old and the new price side by side when the shop has changed prices', async () => {
    const { page, faults } = await journey.open({ context: browser, expectedStatuses: [409] });
    await page.goto('/');
    await fillStartPart(page, 10);
    await page.getByText('¥713.57').first().waitFor();
    await journey.app.database.db.transaction(async (tx) => {
      await advanceRevision(tx, 'catalogue');
      await tx.execute(sql`update machining_price set price_fen = 9500 where material_tag = 'aluminium'`);
    });
    await order(page).click();
    await confirmOrder(page);
    const change = page.getByRole('dialog');
    await change.getByText('价格已更新').first().waitFor();
    await change.getByText('¥713.57').first().waitFor();
    await change.getByText('¥786.01').first().waitFor();
    await change.getByRole('button', { name: '接受新价格并提交' }).click();
    await page.waitForURL(/\/order\/success/);
    await page.getByText('¥786.01').first().waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  test('signs out through the menu, which invalidates the token', async () => {
    // The server may refuse a request in progress.
    const { page, faults } = await openSignedIn({ expectedStatuses: [401] });
    await page.getByRole('button', { name: /张工/ }).click();
    await page
      .getByRole('menuitem', { name: '退出登录' })
      .or(page.getByRole('button', { name: '退出登录' }))
      .click();
    await page.waitForURL(/\/user\/login/);
    await expectMessage(page, '退出成功');
    await expectCount(page.getByText('登陆超时'), 0);
    await page.goto('/');
    await page.waitForURL(/\/user\/login/);
    expect(faults).toEqual([]);
  });
});

test('a first visit with an ended session shows one notice and the login page', async () => {
  const { page, faults } = await journey.open({ expectedStatuses: [401] });
  await page.addInitScript((key) => localStorage.setItem(key, 'x'.repeat(43)), TOKEN_KEY);
  await page.goto('/');
  await page.waitForURL(/\/user\/login/);
  await expectCount(page.getByText(/^登陆超时/), 1);
  expect(faults).toEqual([]);
});
