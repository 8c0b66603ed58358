import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fillStartPart,
  signInOn,
  startJourney,
  type Journey,
  type JourneyPage,
} from '#tests/support/journey.ts';
import { testPasswords } from '#tests/support/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const SIZES = [
  [1366, 768],
  [390, 844],
] as const;

describe('with many parts', () => {
  test.each(SIZES)('total and order button stay in reach at %i × %i', async (width, height) => {
    const { page, faults, context } = await openWithOnePart(width, height);
    for (const count of [1, 40]) {
      await repeatPart(page, count);
      await page.getByText(`${count} 种`, { exact: false }).first().waitFor({ state: 'attached' });
      await expectInReach(page, count, height);
      const toggle = page.getByRole('button', { name: '展开报价单' });
      if (!(await toggle.isVisible())) continue;
      await toggle.click();
      await expectInReach(page, count, height);
      const lines = page.getByRole('complementary', { name: '报价单' }).getByRole('list');
      expect(await lines.evaluate((list) => list.scrollHeight)).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      await toggle.waitFor();
      await expect.poll(() => toggle.evaluate((button) => button === document.activeElement)).toBe(true);
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});

/** Fails unless total and order button lie within the window, uncovered. */
async function expectInReach(page: Page, count: number, height: number) {
  const summary = page.getByRole('complementary', { name: '报价单' });
  const button = summary.getByRole('button', { name: '提交订单' });
  const total = summary.getByText(/^¥[\d,]+\.\d\d$/).last();
  for (const element of [button, total]) {
    const box = await element.boundingBox();
    expect(box, `${count} parts`).not.toBeNull();
    expect(box!.y, `${count} parts`).toBeGreaterThanOrEqual(0);
    expect(box!.y + box!.height, `${count} parts`).toBeLessThanOrEqual(height);
  }
  // A trial click fails when something covers the button.
  await button.click({ trial: true });
}

async function openWithOnePart(width: number, height: number): Promise<JourneyPage> {
  const opened = await journey.open({ width, height });
  const { page } = opened;
  await page.goto('/');
  await signInOn(page, 'demo', testPasswords.demo);
  await fillStartPart(page, 50);
  await page.getByText('¥2,848.07').first().waitFor();
  return opened;
}

/** Stores the first part of the draft `count` times and reopens the page. */
async function repeatPart(page: Page, count: number) {
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft.')).length))
    .toBe(1);
  await page.goto('/verify/none');
  await page.evaluate((times) => {
    const key = Object.keys(localStorage).find((name) => name.includes('draft.'))!;
    const draft = JSON.parse(localStorage.getItem(key)!) as { parts: object[] };
    const [part] = draft.parts;
    localStorage.setItem(key, JSON.stringify({ ...draft, parts: Array.from({ length: times }, () => part) }));
  }, count);
  await page.goto('/');
  await page.getByRole('button', { name: '提交订单' }).first().waitFor();
}
