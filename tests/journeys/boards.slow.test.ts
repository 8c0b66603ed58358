import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { backOfficeOf, topDialog, type BackOffice } from '#tests/support/browser/back-office.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';

let journey: Journey;
let office: BackOffice;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
});
afterAll(() => journey.close());

describe('dashboards', () => {
  const region = (page: Page, name: string) => page.getByRole('region', { name });

  test('show a period’s figures as charts or tables, and say when there are none', async () => {
    const { page, faults } = await office.open('/admin/dash');
    await region(page, '每日报价与订单').getByText('所选日期内没有数据').waitFor();
    await region(page, '转化率').getByText('—', { exact: true }).waitFor();

    const items = [buildItem(await readCatalogue(journey.app, { as: 'admin' }), { num: 10 })];
    const order = await buildOrder(journey.app, { as: 'admin' }, items);
    await place(journey.app, { as: 'admin' }, order);
    await page.reload();
    await region(page, '成交金额').getByText(`¥${order.price}`).waitFor();
    const materials = region(page, '材料排行');
    await materials.locator('svg').getByText('AL6061-T6').waitFor();
    await materials.getByText('表格').click();
    await materials.getByRole('row', { name: `AL6061-T6 1 单 10 件 ¥${order.price}` }).waitFor();

    const [from, to] = [page.getByLabel('日期范围').first(), page.getByLabel('日期范围').last()];
    // 31 days before today's order, and the 31 days before those.
    const [begin, end, beginBefore, endBefore] = [-90, -60, -121, -91].map((days) =>
      dayText(dayNumber(new Date()) + days),
    ) as [string, string, string, string];
    await from.fill(begin);
    await from.press('Enter');
    await to.fill(end);
    await to.press('Enter');
    await page.waitForURL(`**/*beginDate=${begin}&endDate=${end}`);
    await page.getByText(`对比上期 ${beginBefore} 至 ${endBefore}`).waitFor();
    await materials.getByText('所选日期内没有数据').waitFor();

    await page.goto('/admin/dash2');
    await region(page, '准时率').getByText('—', { exact: true }).waitFor();
    const states = region(page, '订单状态（现在）');
    await states.locator('svg').getByText('待确认').waitFor();
    await states.getByText('表格').click();
    await states.getByRole('link', { name: '待确认' }).click();
    await page.waitForURL(/\/user\/order\?status=placed$/);
    await page.goto('/admin/dash2');
    await region(page, '最紧急的订单').getByRole('link').click();
    await page.getByRole('dialog').getByText('创建为待确认').waitFor();
    expect(faults).toEqual([]);
  });

  test('a user without permission for any of them sees a message', async () => {
    const token = await office.signInWith('mfr:dashboard:delivery');
    const { page, faults } = await office.open('/admin/dash2', { token });
    await region(page, '最紧急的订单').waitFor();
    await page.goto('/admin/dash');
    await page.getByRole('heading', { name: '403' }).waitFor();
    await page.goto('/admin/sys-tools/monitor');
    await page.getByRole('heading', { name: '403' }).waitFor();
    expect(faults).toEqual([]);
  });
});

describe('the home page', () => {
  test('links to permitted screens in its entries and search, and can be reached from an unknown URL', async () => {
    const token = await office.signInWith('mfr:material:list', 'mfr:process:list');
    const { page, faults } = await office.open('/admin', { token });
    await page.getByRole('heading', { name: '管理后台', exact: true }).waitFor();
    const entries = page.getByRole('region', { name: '报价业务' }).getByRole('link');
    expect(await entries.allTextContents()).toEqual(['材料', '工艺']);
    await entries.first().click();
    await page.waitForURL(/\/user\/material$/);
    await page.getByRole('link', { name: 'AL6061-T6' }).or(page.getByText('AL6061-T6')).first().waitFor();
    await page.keyboard.press('Control+k');
    await topDialog(page).getByLabel('搜索内容').fill('工艺');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/user\/process$/);
    await page.goto('/admin/nowhere');
    await page.getByRole('heading', { name: '404' }).waitFor();
    await page.getByRole('link', { name: '返回管理后台首页' }).click();
    await page.getByRole('heading', { name: '管理后台', exact: true }).waitFor();
    expect(faults).toEqual([]);
  });
});
