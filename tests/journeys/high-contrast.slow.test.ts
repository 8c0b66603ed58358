import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backOfficeOf } from '#tests/support/browser/back-office.ts';
import { password, startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { fillStartPart, signInOn } from '#tests/support/browser/journey.ts';
import { buildItem, buildOrder, place } from '#tests/support/data/quotations.ts';

let customers: Customers;
beforeAll(async () => {
  customers = await startCustomers();
  const answer = await customers.journey.app.send('POST', '/lead-class', {
    as: 'admin',
    body: { name: '加急', factor: 0.5, percent: 30, sort: 1, status: 2 },
  });
  if (answer.status !== 200) throw new Error(answer.msg);
});
afterAll(() => customers.journey.close());

/** High contrast without transitions, during which colours would be read halfway. */
const highContrast = { forcedColors: 'active', isStill: true } as const;

/** The drawn styles; a transparent background counts as the page's, which replaces tints. */
const look = (target: Locator) =>
  target.evaluate((element) => {
    const { backgroundColor, backgroundImage, border, outline } = getComputedStyle(element);
    const page = getComputedStyle(document.body).backgroundColor;
    const background = backgroundColor.endsWith(', 0)') ? page : backgroundColor;
    return { background, backgroundImage, border, outline };
  });

/** One is filled, the other is not. */
async function expectFilled(filled: Locator, other: Locator): Promise<void> {
  expect((await look(filled)).background).not.toBe((await look(other)).background);
}

/** They differ in a style that high contrast keeps. */
async function expectMarked(marked: Locator, other: Locator): Promise<void> {
  expect(await look(marked)).not.toEqual(await look(other));
}

/** The labels of a group's radio buttons, the checked one first. */
const radiosOf = (group: Locator) =>
  [':checked', ':not(:checked)'].map((state) => group.locator(`label:has(input${state})`).first()) as [
    Locator,
    Locator,
  ];

const hasEdge = (target: Locator) =>
  target.evaluate((element) => getComputedStyle(element).borderTopStyle !== 'none');

test('high contrast shows selections, dialog borders and errors of the quotation page', async () => {
  const person = await customers.addCustomer();
  const { page, faults } = await customers.journey.open(highContrast);
  await page.goto('/');
  await signInOn(page, person.username, password);
  await fillStartPart(page);
  const summary = page.getByRole('complementary', { name: '报价单' });
  await expectMarked(...radiosOf(page.getByRole('radiogroup', { name: /^粗糙度/ })));
  await expectMarked(...radiosOf(summary.getByRole('group', { name: '交期档位' })));
  const navigation = page.getByRole('navigation', { name: '主导航' });
  await expectMarked(
    navigation.getByRole('link', { name: '在线报价' }),
    navigation.getByRole('link', { name: '历史报价' }),
  );

  const length = page.getByLabel('长度', { exact: true });
  await length.fill('');
  await page.getByRole('button', { name: '提交订单' }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  // Without the focus ring.
  await page.getByLabel('数量', { exact: true }).focus();
  await expectMarked(length, page.getByLabel('宽度', { exact: true }));
  await length.fill('120');
  await page.getByRole('button', { name: '提交订单' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await hasEdge(dialog)).toBe(true);
  expect(faults).toEqual([]);
});

test('high contrast shows in 价目总表 the menu entry, the figures, the list, the range and the cells without price', async () => {
  const { page, faults } = await backOfficeOf(customers.journey).open('/admin/table', highContrast);
  const grid = page.getByRole('grid', { name: '价目总表' });
  await grid.waitFor();
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expectMarked(
    menu.locator('.ant-menu-item-selected'),
    menu.locator('.ant-menu-item:not(.ant-menu-item-selected)').first(),
  );
  await expectMarked(...radiosOf(page.getByRole('radiogroup', { name: '显示内容' })));
  const cell = (state: string) => grid.locator(`[role=gridcell]${state}`).first();
  await cell('[data-row="0"][data-column="0"]').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expectMarked(
    cell('[data-selected=true][data-active=false]'),
    cell('[data-selected=false][data-off=false]'),
  );
  await expectMarked(
    cell('[data-off=true][data-selected=false]'),
    cell('[data-off=false][data-selected=false]'),
  );

  await page.getByRole('combobox', { name: '工艺' }).click();
  const list = page.locator('.ant-select-dropdown:visible');
  const option = list.locator('.ant-select-item-option');
  await option.nth(1).click();
  await page.getByRole('combobox', { name: '工艺' }).click();
  const selected = list.locator('.ant-select-item-option-selected');
  await selected.waitFor();
  await page.keyboard.press('ArrowDown');
  const active = list.locator('.ant-select-item-option-active:not(.ant-select-item-option-selected)');
  await active.waitFor();
  const plain = option.first();
  await expectMarked(selected, plain);
  await expectMarked(active, plain);
  expect(await hasEdge(list)).toBe(true);
  expect(faults).toEqual([]);
});

test('high contrast shows the audience of a message, and switched, checked and selected fields', async () => {
  const { app } = customers.journey;
  const customer = await customers.addCustomer();
  const placed = await place(
    app,
    customer,
    await buildOrder(app, customer, [buildItem(customers.catalogue)]),
  );
  expect(placed.status, placed.msg).toBe(200);
  const office = backOfficeOf(customers.journey);
  const { page, faults } = await office.open(`/admin/user/order/${Number(placed.data)}`, highContrast);
  const section = page.getByRole('dialog');
  await section.getByText('发给客户', { exact: true }).waitFor();
  await expectFilled(...radiosOf(section.getByRole('radiogroup', { name: '发给谁' })));

  await page.goto('/admin/user/order');
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await expectFilled(page.locator('.ant-checkbox-checked').first(), page.locator('.ant-table-cell').first());
  await expectFilled(
    page.locator('.ant-pagination-item-active').first(),
    page.locator('.ant-pagination-next').first(),
  );

  await page.goto('/admin/sys-config/set');
  const on = page.locator('.ant-switch-checked').first();
  await on.waitFor();
  await expectFilled(on, page.locator('.ant-switch:not(.ant-switch-checked)').first());
  expect(faults).toEqual([]);
});

test('high contrast shows the status of a list of orders and the period of a board', async () => {
  const { page, faults } = await backOfficeOf(customers.journey).open('/admin/user/order', highContrast);
  const tabs = page.getByRole('tablist', { name: '订单状态' }).getByRole('tab');
  await expectMarked(tabs.first(), tabs.nth(1));

  await page.goto('/admin/dash');
  await page.getByLabel('日期范围').first().click();
  const day = (state: string) =>
    page.locator(`.ant-picker-cell-in-view${state} .ant-picker-cell-inner`).first();
  const plain = day(
    ':not(.ant-picker-cell-in-range, .ant-picker-cell-range-start, .ant-picker-cell-range-end, .ant-picker-cell-today)',
  );
  await day('.ant-picker-cell-in-range').waitFor();
  for (const state of ['range-start', 'range-end', 'in-range']) {
    await expectMarked(day(`.ant-picker-cell-${state}`), plain);
  }
  expect(await hasEdge(page.locator('.ant-picker-panel-container:visible'))).toBe(true);
  expect(faults).toEqual([]);
});
