import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backOfficeOf } from '#tests/support/browser/back-office.ts';
import { password, startCustomers } from '#tests/support/data/customers.ts';
import { signInOn } from '#tests/support/browser/journey.ts';

/** CSS pixels of a laptop of 1366 × 768 at a system scale of 125 %. */
const window = { width: 1093, height: 500 };

let customers: Awaited<ReturnType<typeof startCustomers>>;
beforeAll(async () => {
  customers = await startCustomers();
});
afterAll(() => customers.journey.close());

const focusedName = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

test('the active cell of the price table stays within the grid while the arrow keys move it', async () => {
  const { page, faults } = await backOfficeOf(customers.journey).open('/admin/table', window);
  const grid = page.getByRole('grid', { name: '价目总表' });
  await grid.focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) {
    for (let step = 0; step < 14; step += 1) await page.keyboard.press(key);
    await expect
      .poll(() =>
        grid.evaluate((element) => {
          const cell = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
          if (!cell) return 'no cell';
          const [inner, outer] = [cell.getBoundingClientRect(), element.getBoundingClientRect()];
          const { left, top } =
            element.querySelector('[role=columnheader]')?.getBoundingClientRect() ?? outer;
          const isWithin =
            inner.top >= top &&
            inner.left >= left &&
            inner.bottom <= outer.bottom &&
            inner.right <= outer.right;
          return isWithin ? 'within' : JSON.stringify([inner, outer]);
        }),
      )
      .toBe('within');
  }
  expect(faults).toEqual([]);
});

test('months and days of a calendar are fully visible in a low window', async () => {
  const { page, faults } = await backOfficeOf(customers.journey).open('/admin/price-replay', window);
  await page.getByRole('button', { name: '新的试算' }).click();
  await page.getByRole('dialog').getByLabel('订单日期').first().click();
  const calendar = page.locator('.ant-picker-dropdown:visible:not([class*="ant-slide-"])');
  await expect
    .poll(async () => {
      const month = await calendar.locator('.ant-picker-header button').first().boundingBox();
      const day = await calendar.locator('.ant-picker-cell').last().boundingBox();
      const isWhole = month && day && month.y >= 0 && day.y + day.height <= window.height;
      return isWhole || [month, day];
    })
    .toBe(true);
  expect(faults).toEqual([]);
});

test('the focus returns to the button that opened a dialog of the quotation page', async () => {
  const person = await customers.addCustomer();
  const { page, faults } = await customers.journey.open(window);
  await page.goto('/');
  await signInOn(page, person.username, password);
  const opener = page.getByRole('button', { name: '粘贴零件清单' });
  await opener.press('Enter');
  await page.getByRole('dialog').getByRole('textbox', { name: '零件清单' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focusedName(page)).toMatch(/^粘贴零件清单/);
  expect(faults).toEqual([]);
});

test('the lead classes are visible beside fifteen parts', async () => {
  const leads = [
    { name: '经济', factor: 1.5, percent: -10 },
    { name: '加急', factor: 0.5, percent: 30, slots: 9 },
  ];
  for (const lead of leads) {
    const body = { ...lead, sort: 1, status: 2 };
    expect(await customers.journey.app.send('POST', '/lead-class', { as: 'admin', body })).toMatchObject({
      status: 200,
    });
  }
  const person = await customers.addCustomer();
  const { page, faults } = await customers.journey.open(window);
  await page.goto('/');
  await signInOn(page, person.username, password);
  await page.getByRole('button', { name: '粘贴零件清单' }).click();
  const rows = Array.from({ length: 15 }, (_, n) => `支架 ${n}\t6061\t80×40×12\t10`);
  const list = ['名称\t材料\t长×宽×高\t数量', ...rows].join('\n');
  await page.getByRole('textbox', { name: '零件清单' }).fill(list);
  await page.getByRole('button', { name: '加入 15 个零件' }).click();
  const cards = page.getByRole('complementary', { name: '报价单' }).getByRole('group').locator('label');
  await cards.nth(2).waitFor();
  const reachable = await cards.evaluateAll((labels) =>
    labels.map((label) => {
      const { x, y, width, height } = label.getBoundingClientRect();
      return label.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  );
  expect(reachable).toEqual([true, true, true]);
  expect(faults).toEqual([]);
});
