import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  backOfficeOf,
  expectMessage,
  expectText,
  tabTo,
  topDialog,
  type BackOffice,
} from '#tests/support/browser/back-office.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { isSeen, overflowOf } from '#tests/support/browser/layout.ts';
import { enterGrid, expectActive, findPrice, press, priceGrid } from '#tests/support/browser/price-grid.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { expectCount } from '#tests/support/browser/shown.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
let office: BackOffice;
/** The administrator's browser. */
let browser: BrowserContext;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
  const { page, context } = await office.open('/admin');
  browser = context;
  await page.close();
});
afterAll(() => journey.close());

describe('the back office', () => {
  test('signs a customer out with a notice', async () => {
    const { page, faults } = await journey.open();
    await page.goto('/admin/login');
    await signInOn(page, 'demo', testPasswords.demo);
    await expectMessage(page, '你没有任何权限！即将退出登录');
    await page.waitForURL(/\/admin\/login/);
    expect(faults).toEqual([]);
  });

  test('asks for a sign-in, opens the home page after it, and shows 404 for an unknown URL', async () => {
    const { page, faults } = await journey.open();
    await page.goto('/admin');
    await page.waitForURL(/\/admin\/login/);
    await signInOn(page, 'admin', testPasswords.admin);
    await page.waitForURL(/\/admin\/?$/);
    await page.getByRole('navigation').first().waitFor();
    await page.goto('/admin/login');
    await page.waitForURL(/\/admin\/?$/);
    await page.goto('/admin/no-such-page');
    await page.getByText('404').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('creates a post, finds it by a filter stored in the URL, edits and deletes it', async () => {
    const { page, faults } = await office.open('/admin/sys-post', { context: browser });
    await page.getByRole('button', { name: '新增岗位' }).click();
    await topDialog(page).getByLabel('岗位名称').fill('车间主任');
    await topDialog(page).getByLabel('岗位编码').fill('foreman');
    await topDialog(page)
      .getByRole('button', { name: /保\s*存/ })
      .click();
    await expectMessage(page, '创建成功');
    await page.goto(new URL('/admin/sys-post?postName=车间', page.url()).href);
    const row = (name: RegExp) => page.getByRole('row', { name });
    await row(/foreman/)
      .getByRole('link', { name: '修改' })
      .click();
    await topDialog(page).getByLabel('岗位名称').fill('车间主管');
    await page.keyboard.press('Control+s');
    await expectMessage(page, '更新成功');
    await row(/车间主管/)
      .getByRole('button', { name: '删除' })
      .click();
    await topDialog(page).getByRole('button', { name: '删除' }).click();
    await expectMessage(page, '删除成功');
    await expectCount(row(/foreman/), 0);
    expect(faults).toEqual([]);
    await page.close();
  });
});

test('the list of orders has its columns within a window of 1024 pixels, and shows the amount on a phone', async () => {
  const who = { as: 'admin' };
  const item = buildItem(await readCatalogue(journey.app, who), {
    name: '一个名称很长的零件，用来撑开列表里的内容一栏',
  });
  const order = await buildOrder(journey.app, who, [item]);
  await place(journey.app, who, order);
  const amount = `¥${Number(order.price).toLocaleString('zh-CN', { minimumFractionDigits: 2 })}`;
  const { page, faults } = await office.open('/admin/user/order', { width: 1024 });
  await page.locator('tbody tr[data-row-key]').first().waitFor();
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const shown = page.getByText(amount).first();
  await shown.waitFor();
  await expect.poll(() => isSeen(shown)).toBe(true);
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
});

test('the price table can be edited by keyboard only: type, paste, undo, find missing prices, save', async () => {
  const { page, context, faults } = await office.open('/admin/table', { context: browser });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const priceOf = async (material: string, option: string) =>
    (await findPrice(office, material, option)).value;
  await enterGrid(page);
  await expectActive(page, 'AL6061-T6，表面处理 无（保留刀纹）：0/0');

  // Typing starts an entry; Enter moves down, Tab right.
  await press(page, 'ArrowRight');
  await expectActive(page, 'AL6061-T6，表面处理 喷砂：5/0.5');
  await page.keyboard.type('6.5/1');
  await press(page, 'Enter');
  await expectActive(page, 'AL7075-T6，表面处理 喷砂：5/0.5');
  await page.keyboard.type('7');
  await press(page, 'Tab');
  await expectActive(page, 'AL7075-T6，表面处理 拉丝：8/1');
  await page.keyboard.type('x');
  await press(page, 'Enter');
  await page.getByRole('alert').getByText('价格必须是数字').waitFor();
  await press(page, 'Escape');
  await expectText(page, '2 个价格未保存');

  // Paste a block of a spreadsheet at the active cell.
  await page.evaluate(() => navigator.clipboard.writeText('8.1/1\t16/2\n8.2\t\n'));
  await press(page, 'Control+v');
  await expectText(page, '6 个价格未保存');
  await expectText(page, '1 个被清空');
  await expectActive(page, 'AL7075-T6，表面处理 拉丝：8.1/1，未保存');
  await press(page, 'Control+z');
  await expectText(page, '2 个价格未保存');
  await press(page, 'Control+y');
  await expectText(page, '6 个价格未保存');
  await press(page, 'ArrowDown', 'ArrowRight');
  await expectActive(page, 'AL5052-H32，表面处理 抛光：缺价，未保存，被清空');

  // The block leaves one price empty; the button jumps to that cell, and the price is entered.
  await press(page, 'Control+Home');
  await expectActive(page, 'AL6061-T6，表面处理 无（保留刀纹）：0/0');
  await tabTo(page, page.getByRole('button', { name: '缺价 1 项，看下一项' }), true);
  await press(page, 'Enter');
  await tabTo(page, priceGrid(page));
  await expectActive(page, 'AL5052-H32，表面处理 抛光：缺价，未保存，被清空');
  await press(page, 'F2');
  await page.keyboard.type('15.5/1');
  await press(page, 'Enter');
  await page.getByRole('button', { name: '没有缺价' }).waitFor();
  await press(page, 'Control+s');
  await expectMessage(page, '更新成功');
  await page.getByText(/个价格未保存/).waitFor({ state: 'hidden' });
  expect(await priceOf('AL6061-T6', '喷砂')).toEqual({ price: 6.5, time: 1 });
  expect(await priceOf('AL7075-T6', '喷砂')).toEqual({ price: 7, time: 0.5 });
  expect(await priceOf('AL7075-T6', '抛光')).toEqual({ price: 16, time: 2 });
  expect(await priceOf('AL5052-H32', '拉丝')).toEqual({ price: 8.2, time: 1 });
  expect(await priceOf('AL5052-H32', '抛光')).toEqual({ price: 15.5, time: 1 });
  expect(faults).toEqual([]);
  await page.close();
});
