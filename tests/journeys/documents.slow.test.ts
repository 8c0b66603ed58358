import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  confirmOrder,
  fillStartPart,
  signInOn,
  startJourney,
  type Journey,
} from '#tests/support/browser/journey.ts';
import { pageCountOf } from '#tests/support/data/pdf-text.ts';
import {
  buildItem,
  buildOrder,
  place,
  readCatalogue,
  selectionsFor,
} from '#tests/support/data/quotations.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

/** Signs in, orders the default part and opens its quotation. */
async function openQuotation(page: Page): Promise<void> {
  await page.goto('/');
  await signInOn(page, 'demo', testPasswords.demo);
  await fillStartPart(page);
  await page.getByRole('button', { name: '提交订单' }).first().click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);
  await page.getByRole('link', { name: '报价单' }).click();
  await page.getByRole('article', { name: /报价单 Q/ }).waitFor();
}

describe('a quotation', () => {
  test('fits a phone: total, validity and code are within the window, and paper stays A4', async () => {
    const { page, faults } = await journey.open({ width: 390, height: 844 });
    await openQuotation(page);
    const { pathname } = new URL(page.url());
    await page.getByRole('link', { name: '订单详情' }).click();
    await page.getByRole('button', { name: '分享' }).click();
    await page.getByRole('button', { name: '生成链接' }).click();
    const link = await page.getByLabel('分享链接', { exact: true }).inputValue();
    for (const address of [pathname, link]) {
      await page.goto(address);
      const sheet = page.getByRole('article', { name: /报价单 Q/ });
      for (const content of [
        sheet.getByText(/^合计 ¥/),
        sheet.getByText('有效期至'),
        sheet.getByText(/^\d{4}-\d\d-\d\d$/).first(),
        sheet.getByRole('img', { name: /二维码/ }),
        sheet.getByRole('cell').last(),
      ]) {
        await content.waitFor();
        const { x, width } = (await content.boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(390);
      }
      // Neither the page nor a part of it scrolls sideways.
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('html, body, main, main *')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
          .map((element) => element.outerHTML.slice(0, 100)),
      );
      expect(wide).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.emulateMedia({ media: 'print' });
      const heads = await sheet.getByRole('columnheader').allInnerTexts();
      expect(heads).toContain('折合单价（元）');
      await page.emulateMedia({ media: 'screen' });
    }
    expect(faults).toEqual([]);
  });

  test('of ten usual items has one page, printed and as a file', async () => {
    const { app } = journey;
    const who = { as: 'demo' };
    const catalogue = await readCatalogue(app, who);
    const items = Array.from({ length: 10 }, (_, index) => {
      const item = buildItem(catalogue, { materialIndex: index % 5 });
      // The second option of each process means some work.
      const chosen = selectionsFor(catalogue.tree, item.material, () => 1);
      return { ...item, ...chosen, name: `左侧支架底座连接板 ${index + 1}`, remark: '锐边倒角 C0.5' };
    });
    const order = await buildOrder(app, who, items, {
      remark: '请分两批发货',
      contactName: '张工',
      contactPhone: '13800138000',
      address: '上海市浦东新区 1 号',
    });
    const { data: id } = await place(app, who, order);
    const { page, faults } = await journey.open();
    await page.goto(`/order/quotation/${Number(id)}`);
    await signInOn(page, 'demo', testPasswords.demo);
    await page.getByRole('article', { name: /报价单 Q/ }).waitFor();
    expect(pageCountOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载 PDF' }).click();
    expect(pageCountOf(await readFile(await (await waiting).path()))).toBe(1);
    expect(faults).toEqual([]);
  });

  test('prints a draft with readable names', async () => {
    const { page, faults } = await journey.open();
    await page.goto('/');
    await signInOn(page, 'demo', testPasswords.demo);
    await page.getByRole('textbox', { name: '零件名称' }).fill('左侧支架底座连接板');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => globalThis.dispatchEvent(new Event('beforeprint')));
    // The width of A4 within its margins.
    await page.setViewportSize({ width: 688, height: 1000 });
    const name = page.getByRole('rowheader', { name: '左侧支架底座连接板' });
    expect((await name.boundingBox())!.width).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });

  test('is shown as void to everyone once it is cancelled', async () => {
    const { page, faults } = await journey.open();
    await openQuotation(page);
    const address = await page.getByRole('link', { name: /\/verify\// }).getAttribute('href');
    await page.getByRole('link', { name: '订单详情' }).click();
    await page.getByRole('button', { name: '取消订单' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '确认取消' }).click();
    await page.getByText('已取消').first().waitFor();
    await page.goto(new URL(address!).pathname);
    await page.getByText('已作废', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });
});
