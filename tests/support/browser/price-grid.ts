import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { tabTo, type BackOffice } from './back-office.ts';

export const priceGrid = (page: Page): Locator => page.getByRole('grid', { name: '价目总表' });

/** The accessible name of the active cell. */
const activeCell = (page: Page): Promise<string | null | undefined> =>
  priceGrid(page).evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant') ?? '';
    return document.querySelector(`[id="${id}"]`)?.getAttribute('aria-label');
  });

/** Waits until this cell is the active one. */
export async function expectActive(page: Page, label: string): Promise<void> {
  await expect.poll(() => activeCell(page)).toBe(label);
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Reaches the grid by keyboard, through the link that skips the menu. */
export async function enterGrid(page: Page): Promise<void> {
  await priceGrid(page).waitFor();
  await press(page, 'Tab', 'Enter');
  await tabTo(page, priceGrid(page));
}

/** The server's price of a material and an option of the first process. */
export async function findPrice(office: BackOffice, materialName: string, optionName: string) {
  const { materials, options, cells } = (await office.send('GET', '/price-table')).data as PriceTable;
  const materialId = materials.find(({ name }) => name === materialName)!.id;
  const optionId = options.find(({ name }) => name === optionName)!.id;
  const [, , price, time] = cells.find(([m, o]) => m === materialId && o === optionId) ?? [];
  return { materialId, optionId, value: price === undefined || time === undefined ? null : { price, time } };
}
