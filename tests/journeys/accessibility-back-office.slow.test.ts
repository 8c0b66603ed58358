import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPages } from '#admin/resources/index.ts';
import { findBarriersAtEachSize, findBarriersOfOpened } from '#tests/support/browser/accessibility.ts';
import { backOfficeOf } from '#tests/support/browser/back-office.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';

let journey: Journey;
/** The administrator's; the tests share the browser's cache. */
let page: Page;
let orderId: number;
beforeAll(async () => {
  journey = await startJourney();
  const who = { as: 'demo' };
  const items = [buildItem(await readCatalogue(journey.app), { name: '支架' })];
  for (let placed = 0; placed < 3; placed += 1) {
    const order = await place(journey.app, who, await buildOrder(journey.app, who, items));
    orderId = Number(order.data);
  }
  ({ page } = await backOfficeOf(journey).open('/admin/login', { isStill: true }));
});
afterAll(() => journey.close());

async function visit(address: string): Promise<string[]> {
  await page.goto(address);
  return findBarriersAtEachSize(page, address);
}

describe('no page of the back office has a serious or critical barrier', () => {
  test.each(adminPages.map((shown): [string, (typeof adminPages)[number]] => [shown.path, shown]))(
    '%s',
    async (path, shown) => {
      expect(await visit(path)).toEqual([]);
      if ('Content' in shown || !shown.endpoints.create) return;
      const name = `新增${shown.label}`;
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog', { name }).waitFor();
      expect(await findBarriersAtEachSize(page, `${path}/create`)).toEqual([]);
    },
  );

  test('its home page', async () => {
    expect(await visit('/admin')).toEqual([]);
  });

  test('an order', async () => {
    expect(await visit(`/admin/user/order/${orderId}`)).toEqual([]);
  });
});

describe('no overlay of the back office has a serious or critical barrier', () => {
  test.each<[what: string, address: () => string, button: string | RegExp]>([
    ['the notifications', () => '/admin', /^消息通知/],
    ['the user’s menu', () => '/admin', /用户菜单/],
    ['the columns of a list', () => '/admin/user/order', '列设置'],
    ['the formats of an export', () => '/admin/user/order', '导出'],
    ['confirming an order', () => `/admin/user/order/${orderId}`, '确认订单'],
    ['deactivating a user', () => '/admin/sys-user', '停用'],
    ['deleting a record', () => '/admin/sys-post', '删除'],
    ['importing prices', () => '/admin/table', '导入'],
  ])('%s', async (_what, address, name) => {
    const open = () => page.getByRole('button', { name }).first().click();
    expect(await findBarriersOfOpened(page, address(), open)).toEqual([]);
  });

  test.each([
    ['a calendar', '/admin/dash', '.ant-picker'],
    ['a list of choices', '/admin/sys-user/create', '[role=dialog] [role=combobox]'],
    ['a tree of choices', '/admin/sys-dept/create', '[role=dialog] [role=combobox]'],
  ])('%s', async (_what, address, trigger) => {
    const open = async () => {
      await page.locator(trigger).first().click();
      await page.locator('.ant-picker-dropdown, .ant-select-dropdown').first().waitFor();
    };
    expect(await findBarriersOfOpened(page, address, open)).toEqual([]);
  });
});
