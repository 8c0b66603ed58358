import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backOfficeOf, topDialog, type BackOffice } from '#tests/support/browser/back-office.ts';
import { orders } from '#server/db/schema.ts';
import { isSeen, overflowOf } from '#tests/support/browser/layout.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models/models.ts';
import {
  buildItem,
  buildOrder,
  place,
  readCatalogue,
  type SeenCatalogue,
} from '#tests/support/data/quotations.ts';
import { waitUntilLoaded } from '#tests/support/browser/until-loaded.ts';

let journey: Journey;
let office: BackOffice;
let catalogue: SeenCatalogue;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
  const box = [100, 60, 20] as const;
  const { id } = await uploadedModel(journey.app, '底板.stl', boxStl(box), { as: 'admin' });
  catalogue = await readCatalogue(journey.app, { as: 'admin' });
  const part = buildItem(catalogue, {
    num: 10,
    name: '一个名称很长的零件，用来撑开列表里的内容一栏',
  });
  const items = [{ ...part, model: { id, ...boxMeasures(box) } }];
  const order = await buildOrder(journey.app, { as: 'admin' }, items, { status: 'placed' });
  await place(journey.app, { as: 'admin' }, order);
  // Overdue, with a model to look at: both columns have a tag.
  await journey.app.database.db.update(orders).set({ promisedDate: '2026-01-05' });
});
afterAll(() => journey.close());

/** The overflow of a tree beyond its box, in pixels. */
const overflowOfTree = (page: Page): Promise<number> =>
  page
    .getByRole('treegrid')
    .locator('.ant-table-content')
    .evaluate((box) => box.scrollWidth - box.clientWidth);

test.each(['/admin/user/order', '/admin/sys-user', '/admin/online-session', '/admin/user/material'])(
  'the columns of %s fit in windows of 1440, 1366 and 1024 pixels',
  async (path) => {
    const { page, context, faults } = await office.open(path);
    await page.locator('tbody tr[data-row-key]').first().waitFor();
    for (const width of [1440, 1366, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
    }
    expect(faults).toEqual([]);
    // A user's open pages are limited, because each has a stream.
    await context.close();
  },
);

test.each(['/admin/sys-menu', '/admin/sys-dept', '/admin/user/process'])(
  'the tree of %s fits in each window; on a phone it shows names and actions without scrolling sideways',
  async (path) => {
    const { page, context, faults } = await office.open(path);
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    const first = row.first();
    await first.waitFor();
    for (const width of [1440, 1366, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => overflowOfTree(page)).toBe(0);
    }
    await expect.poll(() => isSeen(first.getByRole('rowheader').getByRole('link').first())).toBe(true);
    for (const name of ['修改', '新增下级'])
      expect(await isSeen(first.getByRole('button', { name }))).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  },
);

describe('on a phone', () => {
  const phone = { width: 390, height: 844 };

  test.each(['/admin/dash', '/admin/dash2', '/admin/table'])('%s does not scroll sideways', async (path) => {
    const { page, context, faults } = await office.open(path, phone);
    await waitUntilLoaded(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('machining prices and their sample calculations fit without scrolling sideways', async () => {
    const { page, faults } = await office.open('/admin/category', phone);
    const table = page.getByRole('table').first();
    await table.getByRole('button', { name: /^试算/ }).first().waitFor();
    const scroller = table.locator('..');
    expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    expect(faults).toEqual([]);
  });

  test('a tree with added columns has a shadow on the side with hidden ones', async () => {
    const { page, faults } = await office.open('/admin/sys-menu', phone);
    await page.getByRole('rowheader').first().waitFor();
    const tree = page.getByRole('treegrid');
    const shadows = () =>
      tree
        .locator('.ant-table-container')
        .evaluate((box) =>
          ['::before', '::after'].map((side) => getComputedStyle(box, side).boxShadow !== 'none'),
        );
    expect(await shadows()).toEqual([false, false]);
    await page.getByRole('button', { name: '列设置' }).click();
    await page.getByRole('checkbox', { name: '路径' }).check();
    await expect.poll(shadows).toEqual([false, true]);
    await tree.locator('.ant-table-content').evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
    await expect.poll(shadows).toEqual([true, false]);
    expect(faults).toEqual([]);
  });
});

test('the home page truncates no order number beside its amount', async () => {
  const { page, context, faults } = await office.open('/admin', { width: 1366 });
  const card = page.getByRole('region', { name: '待确认', exact: true });
  const number = card.getByRole('listitem').first().getByRole('link');
  await number.waitFor();
  expect(await number.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth)).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('the column settings show each label on one line within the panel', async () => {
  const { page, faults } = await office.open('/admin/user/order');
  await waitUntilLoaded(page);
  await page.getByRole('button', { name: '列设置' }).click();
  const label = page.locator('.ant-popover label').filter({ hasText: '发货日' });
  await label.waitFor();
  const [box, panel] = await Promise.all([
    label.boundingBox(),
    page.locator('.ant-popover-container').boundingBox(),
  ]);
  expect(box?.height).toBeLessThan(36);
  expect(panel && box && panel.x <= box.x && box.x + box.width <= panel.x + panel.width).toBe(true);
  expect(faults).toEqual([]);
});

test('a dialog keeps the scroll position of the page', async () => {
  const { page, faults } = await office.open('/admin/user/process', { height: 500 });
  const header = page.getByRole('banner');
  await page.getByRole('rowheader').first().waitFor();
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const before = await page.evaluate(() => scrollY);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  expect((await header.boundingBox())?.y).toBe(0);
  expect(faults).toEqual([]);
});

test.each([1440, 390])(
  'a drawer in a window of %i pixels has its final size before the record arrives, and shifts nothing behind it',
  async (width) => {
    const { page, faults } = await office.open('/admin/user/material', { width, height: 844 });
    const banner = page.getByRole('banner').getByRole('button').last();
    await page.getByText('AL6061-T6').first().waitFor();
    const before = await banner.boundingBox();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/v1\/material\/1$/, (route) => released.then(() => route.continue()));
    await page.goto('/admin/user/material/1/edit');
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('status', { name: '加载中' }).waitFor();
    const label = (text: string) => drawer.locator('label').filter({ hasText: new RegExp(`^${text}$`) });
    const placesOf = async () => {
      const boxes = [drawer, label('材料分类'), label('排序')].map((one) => one.boundingBox());
      return (await Promise.all(boxes)).map((box) => [box?.x, box?.y]);
    };
    // The drawer slides in.
    await page.waitForFunction(() => {
      const { right } = document.querySelector('.ant-drawer-content-wrapper')!.getBoundingClientRect();
      return right === document.querySelector('.ant-drawer')!.getBoundingClientRect().right;
    });
    const waiting = await placesOf();
    release();
    await drawer.getByLabel('材料名称').waitFor();
    expect(await placesOf()).toEqual(waiting);
    expect(await banner.boundingBox()).toEqual(before);
    // It covers the page's scroll bar.
    const box = await page.locator('.ant-drawer-content-wrapper').boundingBox();
    expect(box && box.x + box.width).toBe(width);
    expect(faults).toEqual([]);
  },
);

describe.each([
  [1093, 500],
  [1366, 600],
])('in a window of %i × %i pixels', (width, height) => {
  const open = (path: string) => office.open(path, { width, height });

  test.each([
    ['/admin/price-replay', '新的试算', '开始试算'],
    ['/admin/user/process', '导入', '选择文件'],
    ['/admin/user/material', '导入', '选择文件'],
  ])('the buttons of the dialog of %s are visible', async (path, opener, confirm) => {
    const { page, context, faults } = await open(path);
    await page.getByRole('button', { name: opener }).first().click();
    const dialog = topDialog(page);
    const button = dialog.getByRole('button', { name: confirm });
    await button.waitFor();
    await expect.poll(() => isSeen(button)).toBe(true);
    const box = await dialog.boundingBox();
    expect(box && box.y >= 16 && box.y + box.height <= height).toBe(true);
    const body = dialog.locator('.ant-modal-body');
    expect(await body.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  /** The fields that the bar at the bottom of the window covers when Tab reaches them. */
  async function coveredFields(page: Page, form: Locator, bar: Locator): Promise<string[]> {
    const fields: { name: string; isCovered: boolean | undefined }[] = [];
    const end = await bar.elementHandle();
    await form.locator('input:enabled, textarea:enabled').first().focus();
    for (;;) {
      const field = await form.evaluate((one, over) => {
        const { activeElement } = document;
        if (!activeElement || !one.contains(activeElement) || over?.contains(activeElement)) return undefined;
        const { left, bottom } = activeElement.getBoundingClientRect();
        const hit = document.elementFromPoint(left + 4, bottom - 2);
        return {
          name: activeElement.outerHTML.slice(0, 200),
          isCovered: !hit || over?.contains(hit),
        };
      }, end);
      if (field === undefined) break;
      fields.push(field);
      await page.keyboard.press('Tab');
    }
    expect(fields.length).toBeGreaterThan(5);
    return fields.filter(({ isCovered }) => isCovered).map(({ name }) => name);
  }

  test('the footer of the settings covers no field that Tab reaches', async () => {
    const { page, context, faults } = await open('/admin/sys-config/set');
    const form = page.getByRole('form', { name: '参数设置' });
    const bar = form.locator('footer');
    await bar.waitFor();
    expect(await coveredFields(page, form, bar)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the total of an offer covers no field that Tab reaches', async () => {
    const items = [10, 20, 30].map((num) => buildItem(catalogue, { num, name: `零件 ${num}` }));
    const body = await buildOrder(journey.app, { as: 'demo' }, items, { status: 'requested' });
    const { data } = await place(journey.app, { as: 'demo' }, body);
    const { page, context, faults } = await open(`/admin/user/quote-desk?id=${Number(data)}`);
    const send = page.getByRole('button', { name: '发送报价' });
    await send.waitFor({ timeout: 15_000 });
    const form = page.locator('form').filter({ has: send });
    expect(await coveredFields(page, form, send.locator('../..'))).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a large sum of the dashboard stays on one line', async () => {
    const { page, context, faults } = await open('/admin/dash');
    const figure = page.getByRole('region', { name: '成交金额', exact: true }).locator('strong');
    await figure.waitFor();
    await figure.evaluate((one) => (one.textContent = '¥12,510,410.14'));
    const lines = await figure.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  });
});
