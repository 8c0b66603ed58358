import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { confirmOrder, fillStartPart, signInOn, startJourney, type Journey } from '#tests/support/journey.ts';
import { testPasswords } from '#tests/support/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

async function openSignedIn(options: Parameters<Journey['open']>[0] = {}) {
  const opened = await journey.open(options);
  await opened.page.goto('/');
  await signInOn(opened.page, 'demo', testPasswords.demo);
  await opened.page.getByRole('button', { name: '提交订单' }).waitFor();
  return opened;
}

const total = (page: Awaited<ReturnType<typeof openSignedIn>>['page']) =>
  page.getByRole('complementary').getByText(/^¥[\d,]+\.\d\d$/);

describe('a customer', () => {
  test('is sent to the login page, sees a wrong password refused, and returns to the requested page', async () => {
    const { page, faults } = await journey.open({ expectedStatuses: [400] });
    await page.goto('/order/details/1');
    await page.waitForURL(/\/user\/login/);
    await signInOn(page, 'demo', 'wrong password');
    await page.getByText('登录失败 400 : 用户名或密码错误').waitFor();
    await signInOn(page, 'demo', testPasswords.demo);
    await page.waitForURL(/\/404$/); // There is no order 1 yet.
    await page
      .getByRole('link', { name: /首页|报价/ })
      .first()
      .waitFor();
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  });

  test.each([
    ['desktop', 1440],
    ['phone', 390],
  ])('prices a part, orders it, reads it and cancels it (%s)', async (_name, width) => {
    const { page, faults } = await openSignedIn({ width, height: 844 });
    const quantity = page.getByLabel('数量', { exact: true });
    await fillStartPart(page, 50);
    await page.getByText('¥2,848.07').first().waitFor();
    await page.reload();
    expect(await quantity.inputValue()).toBe('50');
    await page.getByRole('button', { name: '提交订单' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('¥2,848.07').first().waitFor();
    await confirmOrder(page);
    await page.waitForURL(/\/order\/success/);
    await page.getByText(/^Q\d{8}-\d{4,}$/).waitFor();
    await page.getByRole('link', { name: '查看订单' }).click();
    await page.waitForURL(/\/order\/details\/\d+/);
    await page.getByText('待确认').first().waitFor();
    await page.getByRole('button', { name: '取消订单' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '确认取消' }).click();
    await page.getByText('已取消').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('sees the old and the new price side by side when the shop changes prices meanwhile', async () => {
    const { page, faults } = await openSignedIn({ expectedStatuses: [409] });
    await fillStartPart(page, 10);
    await page.getByText('¥713.57').first().waitFor();
    await journey.app.database.db.transaction(async (tx) => {
      await advanceRevision(tx, 'catalogue');
      await tx.execute(sql`update machining_price set price_fen = 9500 where material_tag = 'aluminium'`);
    });
    await page.getByRole('button', { name: '提交订单' }).first().click();
    await confirmOrder(page);
    const change = page.getByRole('dialog');
    await change.getByText('价格已更新').first().waitFor();
    await change.getByText('¥713.57').first().waitFor();
    await change.getByText('¥786.01').first().waitFor();
    await change
      .getByRole('button', { name: /新价|接受|确认/ })
      .first()
      .click();
    await page.waitForURL(/\/order\/success/);
    await page.getByText('¥786.01').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('sees which selections a change of material removed, and which are missing, beside their fields', async () => {
    const { page, faults } = await openSignedIn();
    await fillStartPart(page);
    await page.getByRole('tab', { name: '碳钢' }).click();
    await page.getByRole('radio', { name: /^45#/ }).check({ force: true });
    await page.getByText(/“表面处理：喷砂\+阳极氧化”不适用于 45#.*已取消选择/).waitFor();
    await page.getByRole('button', { name: '提交订单' }).first().click();
    await page.getByText('请选择 表面处理 !').waitFor();
    expect(faults).toEqual([]);
  });

  test('hits every icon on a phone: each is 44 pixels wide and high', async () => {
    const { page, faults } = await openSignedIn({ width: 390, height: 844 });
    await page
      .getByRole('button', { name: /^通知|消息/ })
      .first()
      .waitFor();
    const small = await page.getByRole('button').evaluateAll((buttons) =>
      buttons
        .filter((button) => button.textContent.trim() === '' && button.checkVisibility())
        .map((button) => ({ name: button.ariaLabel, box: button.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
    );
    expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(faults).toEqual([]);
  });

  test('opens an order as a new quotation, and sees 404 for one that does not exist', async () => {
    const { page, faults } = await openSignedIn();
    await page.goto('/mfr/1');
    await page.getByLabel('数量', { exact: true }).first().waitFor();
    await page.goto('/mfr/999');
    await page.waitForURL(/\/404$/);
    await page.goto('/no/such/page');
    await page.getByText('404').first().waitFor();
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    expect(await total(page).count()).toBe(0);
  });

  test('signs out by the menu, after which the token is invalid', async () => {
    // The server may refuse a request that is under way.
    const { page, faults } = await openSignedIn({ expectedStatuses: [401] });
    await page.getByRole('button', { name: /张工/ }).click();
    await page
      .getByRole('menuitem', { name: '退出登录' })
      .or(page.getByRole('button', { name: '退出登录' }))
      .click();
    await page.waitForURL(/\/user\/login/);
    await page.getByText('退出成功').waitFor();
    expect(await page.getByText('登陆超时').count()).toBe(0);
    await page.goto('/');
    await page.waitForURL(/\/user\/login/);
    expect(faults).toEqual([]);
  });
});
