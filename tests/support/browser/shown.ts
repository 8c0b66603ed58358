import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until a field has this value. */
export async function expectValue(field: Locator, value: string): Promise<void> {
  await expect.poll(() => field.inputValue()).toBe(value);
}

/** Waits until the page has this many of them. */
export async function expectCount(elements: Locator, count: number): Promise<void> {
  await expect.poll(() => elements.count()).toBe(count);
}

/** Waits until the element has the focus. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true);
}
