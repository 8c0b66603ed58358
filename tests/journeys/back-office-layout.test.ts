import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backOfficeOf, type BackOffice } from '#tests/support/back-office.ts';
import { orders } from '#server/db/schema.ts';
import { startJourney, type Journey } from '#tests/support/journey.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';

let journey: Journey;
let office: BackOffice;
let price: string;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
  const box = [100, 60, 20] as const;
  const { id } = await uploadedModel(journey.app, '底板.stl', boxStl(box), { as: 'admin' });
  const part = buildItem(await readCatalogue(journey.app, { as: 'admin' }), { num: 10 });
  const items = [{ ...part, model: { id, ...boxMeasures(box) } }];
  const order = await buildOrder(journey.app, { as: 'admin' }, items, { status: 'placed' });
  await place(journey.app, { as: 'admin' }, order);
  // Overdue, with a model to look at: both columns have a tag.
  await journey.app.database.db.update(orders).set({ promisedDate: '2026-01-05' });
  ({ price } = order);
});
afterAll(() => journey.close());

/** Is the middle of the element inside the window and not covered by another element? */
const isSeen = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2);
    return hit !== null && (one.contains(hit) || hit.contains(one));
  });

/** How far the page and its table reach beyond their boxes, in pixels. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('.ant-table-content')];
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth));
  });

describe.each([1440, 1366, 1024])('in a window of %i pixels', (width) => {
  test.each(['/admin/user/order', '/admin/sys-user', '/admin/online-session', '/admin/user/material'])(
    'the columns of %s fit',
    async (path) => {
      const { page, context, faults } = await office.open(path, { width });
      await page.locator('tbody tr[data-row-key]').first().waitFor();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(faults).toEqual([]);
      // A user's open pages are limited, because each has a stream.
      await context.close();
    },
  );

  test.each(['/admin/sys-menu', '/admin/sys-dept', '/admin/user/process'])(
    'the columns of the tree of %s fit',
    async (path) => {
      const { page, context, faults } = await office.open(path, { width });
      await page.getByRole('rowheader').first().waitFor();
      const scroller = page.getByRole('treegrid').locator('..');
      expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      expect(faults).toEqual([]);
      await context.close();
    },
  );
});

describe('on a phone', () => {
  const phone = { width: 390, height: 844 };

  test('an order shows its amount', async () => {
    const { page, faults } = await office.open('/admin/user/order', phone);
    const amount = page.getByText(`¥${Number(price).toLocaleString('zh-CN', { minimumFractionDigits: 2 })}`);
    await amount.first().waitFor();
    expect(await isSeen(amount.first())).toBe(true);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
  });

  test.each(['/admin/sys-menu', '/admin/sys-dept', '/admin/user/process'])(
    'the tree of %s shows names and actions without scrolling sideways',
    async (path) => {
      const { page, faults } = await office.open(path, phone);
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
      const first = row.first();
      await first.waitFor();
      await expect.poll(() => isSeen(first.getByRole('rowheader').getByRole('link').first())).toBe(true);
      for (const name of ['修改', '新增下级'])
        expect(await isSeen(first.getByRole('button', { name }))).toBe(true);
      const scroller = page.getByRole('treegrid').locator('..');
      expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      expect(faults).toEqual([]);
    },
  );

  test('machining prices show each price with its trial without scrolling sideways', async () => {
    const { page, faults } = await office.open('/admin/category', phone);
    const table = page.getByRole('table').first();
    await table.getByRole('button', { name: /^试算/ }).first().waitFor();
    const scroller = table.locator('..');
    expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    expect(faults).toEqual([]);
  });

  test('a tree with chosen columns fades out on the side where it hides some', async () => {
    const { page, faults } = await office.open('/admin/sys-menu', phone);
    await page.getByRole('rowheader').first().waitFor();
    const scroller = page.getByRole('treegrid').locator('..');
    const fades = () =>
      scroller.evaluate((box) =>
        ['--fade-left', '--fade-right'].map((name) =>
          parseFloat(getComputedStyle(box).getPropertyValue(name)),
        ),
      );
    expect(await fades()).toEqual([0, 0]);
    await page.getByRole('button', { name: '列设置' }).click();
    await page.getByRole('checkbox', { name: '路径' }).check();
    await expect.poll(fades).toEqual([0, 40]);
    await scroller.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
    await expect.poll(fades).toEqual([40, 0]);
    expect(faults).toEqual([]);
  });
});

test('the column settings have each label on one line inside their panel', async () => {
  const { page, faults } = await office.open('/admin/user/order');
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

test('a dialog leaves the page where it was scrolled to', async () => {
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
  'a drawer in a window of %i pixels has its size before the record arrives, and moves nothing behind it',
  async (width) => {
    const { page, faults } = await office.open('/admin/user/material', { width, height: 844 });
    const banner = page.getByRole('banner').getByRole('button').last();
    await page.getByText('AL6061-T6').first().waitFor();
    const before = await banner.boundingBox();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/v1\/material\/1$/, (route) => held.then(() => route.continue()));
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
    // It covers the room of the page's scroll bar.
    const box = await page.locator('.ant-drawer-content-wrapper').boundingBox();
    expect(box && box.x + box.width).toBe(width);
    expect(faults).toEqual([]);
  },
);
