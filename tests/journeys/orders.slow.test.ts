import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import {
  backOfficeOf,
  choose,
  filterBy,
  expectText,
  topDialog,
  type BackOffice,
} from '#tests/support/browser/back-office.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';
import {
  buildItem,
  buildOrder,
  place,
  readCatalogue,
  type SeenCatalogue,
} from '#tests/support/data/quotations.ts';

let journey: Journey;
let office: BackOffice;
let catalogue: SeenCatalogue;
/** The order that each test starts with: one aluminium bracket, placed by the customer. */
let id: number;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
  catalogue = await readCatalogue(journey.app);
});
afterAll(() => journey.close());
beforeEach(async () => {
  id = await placed('支架');
});

const customer = { as: 'demo' };

async function placed(name: string, materialName = 'AL6061-T6', status: 'placed' | 'quoted' = 'placed') {
  const materialIndex = catalogue.materials.findIndex((one) => one.name === materialName);
  const item = buildItem(catalogue, { name, materialIndex, num: 10 });
  const body = await buildOrder(journey.app, customer, [item], {
    status,
    contactName: '张三',
    contactPhone: '13800138000',
  });
  return (await place(journey.app, customer, body)).data as number;
}

interface SeenOrder {
  orderNo: string;
  status: string;
  staffNote: string;
  promisedDate: string;
  version: number;
  history: { from: string | null; to: string; reason: string }[];
}
const read = async (as = 'admin') =>
  (await journey.app.send('GET', `/order/${id}/withExt`, { as })).data as SeenOrder;

/** A concurrent change by another member of staff. */
async function moveElsewhere(to: string) {
  const { version } = await read();
  await office.send('POST', `/order/${id}/move`, { body: { to, version } });
}

const drawer = (page: Page) => page.getByRole('dialog').first();
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

describe('the orders of the shop', () => {
  test('are counted by status, found by filters stored in the URL, and exported with the same filters', async () => {
    await placed('法兰', 'SUS304', 'quoted');
    const { page, faults } = await office.open('/admin/user/order?materialName=SUS304');
    await tab(page, '全部 1').waitFor();
    await page.getByRole('row', { name: /法兰×10/ }).waitFor();
    await page.getByRole('button', { name: '重置' }).click();
    await page.waitForURL(/\/order$/);
    await tab(page, '已报价 1').click();
    await page.waitForURL(/\?status=quoted$/);
    await page.getByRole('row', { name: /支架×10/ }).waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /法兰×10/ }).waitFor();
    await choose(page, page.getByRole('search').getByLabel('公司'), '示例精密制造 / 生产部');
    await page.getByRole('button', { name: '查询' }).click();
    await tab(page, '全部 0').waitFor();
    await expectText(page, '没有符合条件的记录');
    await page.getByRole('button', { name: '重置' }).click();
    await tab(page, '全部 2').waitFor();
    await page.getByRole('button', { name: '更多条件' }).click();
    await filterBy(page, '客户账号', 'demo');
    await page.waitForURL(/\?username=demo$/);
    await page.getByRole('row', { name: /支架×10/ }).waitFor();

    await page.getByRole('button', { name: '导出' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: '导出 CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^订单.*\.csv$/);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toContain((await read()).orderNo);
    expect(csv).toContain('法兰×10');
    expect(faults).toEqual([]);
  });

  test('show the price at sale beside today’s price', async () => {
    const prices = (await office.send('GET', '/machining-price/agreed')).data as {
      materialTag: string;
      version: number;
    }[];
    const { materialTag, version } = prices.find((one) => one.materialTag === 'aluminium')!;
    await office.send('PUT', '/machining-price', {
      body: { deptId: 0, prices: [{ materialTag, price: 95, version }] },
    });
    const { page, faults } = await office.open('/admin/user/order');
    await page.getByRole('link', { name: (await read()).orderNo }).click();
    await page.waitForURL(new RegExp(`/order/${id}$`));
    await drawer(page).getByText('创建为待确认').waitFor();
    await drawer(page).getByText('张工（demo）').waitFor();
    const receipt = drawer(page).getByRole('table', { name: '支架的价格构成' });
    await receipt.getByRole('row', { name: /加工基价（铝合金）.*¥85\.00/ }).waitFor();
    await drawer(page).getByRole('switch', { name: '与今日价格比较' }).click();
    await receipt.getByRole('row', { name: /加工基价（铝合金）.*¥85\.00 ¥95\.00有变化/ }).waitFor();
    await drawer(page)
      .getByText(/比成交价高 ¥72\.\d\d/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/order$/);
    expect(faults).toEqual([]);
  });

  test('the later of two concurrent moves is refused and shows the order’s current status', async () => {
    const { page, faults } = await office.open(`/admin/user/order/${id}`, { expectedStatuses: [409] });
    await drawer(page).getByRole('button', { name: '确认订单' }).click();
    await moveElsewhere('cancelled');
    await topDialog(page).getByRole('button', { name: '确认订单' }).click();
    await drawer(page)
      .getByText(/现在是“已取消”。已载入最新的订单/)
      .waitFor();
    await drawer(page).getByText('待确认 → 已取消').waitFor();
    expect((await read()).status).toBe('cancelled');
    expect(faults).toEqual([]);
  });

  test('have an internal note and a promised day; a concurrent change of the note is not overwritten silently', async () => {
    const { page, faults } = await office.open(`/admin/user/order/${id}`, { expectedStatuses: [409] });
    const day = dayText(dayNumber(new Date()) + 60);
    const form = drawer(page).getByRole('form', { name: '内部备注与承诺发货日' });
    await drawer(page).getByRole('button', { name: '修改', exact: true }).click();
    await form.getByLabel('内部备注').fill('先做首件');
    await form.getByLabel('承诺发货日').fill(day);
    await form.getByLabel('承诺发货日').press('Enter');
    await form.getByRole('button', { name: '保存' }).click();
    await form.getByText('请填写修改承诺发货日的原因').waitFor();
    await form.getByLabel('修改原因（客户可见）').fill('材料缺货');
    await form.getByRole('button', { name: '保存' }).click();
    await form.waitFor({ state: 'hidden' });
    await drawer(page).getByText('先做首件').waitFor();
    await drawer(page).getByText('修改承诺发货日').waitFor();
    expect(await read('demo')).toMatchObject({ staffNote: '', promisedDate: day });

    await drawer(page).getByRole('button', { name: '修改', exact: true }).click();
    await form.getByLabel('内部备注').fill('先做首件，拍照');
    const { version, promisedDate } = await read();
    await office.send('POST', `/order/${id}/shop`, { body: { staffNote: '加急', promisedDate, version } });
    await form.getByRole('button', { name: '保存' }).click();
    const conflict = page.getByRole('dialog', { name: '订单已被他人修改' });
    await conflict.getByRole('row', { name: '内部备注 先做首件 先做首件，拍照 加急' }).waitFor();
    await conflict.getByRole('button', { name: '按所选合并' }).click();
    await conflict.waitFor({ state: 'hidden' });
    await form.getByLabel('内部备注').fill('加急；先做首件，拍照');
    await form.getByRole('button', { name: '保存' }).click();
    await form.waitFor({ state: 'hidden' });
    expect((await read()).staffNote).toBe('加急；先做首件，拍照');
    expect(faults).toEqual([]);
  });

  test('are found by a period with only a start or end, which stays in its field', async () => {
    const { page, faults } = await office.open('/admin/user/order');
    await page.getByRole('button', { name: '更多条件' }).click();
    const [from, to] = [0, 1].map((end) => page.getByRole('search').getByLabel('创建时间').nth(end));
    await from!.fill('2026-01-05');
    await from!.press('Enter');
    await page.getByRole('button', { name: '查询' }).click();
    await page.waitForURL(/createdAt=2026-01-05(~|%7E)$/);
    await page
      .getByRole('row', { name: /支架×10/ })
      .first()
      .waitFor();
    await expect.poll(() => from!.inputValue()).toBe('2026-01-05');
    expect(await to!.inputValue()).toBe('');
    expect(faults).toEqual([]);
  });
});
