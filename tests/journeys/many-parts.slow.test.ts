import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fillStartPart,
  signInOn,
  startJourney,
  type Journey,
  type JourneyPage,
} from '#tests/support/browser/journey.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const SIZES = [
  [1280, 720],
  [390, 844],
] as const;

const CASES = [
  [1, 'cards'],
  [200, 'cards'],
  [200, 'table'],
] as const;

describe('with many parts', () => {
  test.each(SIZES)('total and order button stay reachable at %i × %i', async (width, height) => {
    const { page, faults, context } = await openWithOnePart(width, height);
    for (const [count, view] of CASES) {
      await repeatPart(page, count, view);
      await page.getByText(`${count} 种`, { exact: false }).first().waitFor({ state: 'attached' });
      if (view === 'table') await page.getByRole('grid', { name: '零件表格' }).waitFor();
      await expectInReach(page, count, height);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expectInReach(page, count, height);
      await expectKeyboardOrder(page);
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

test('the summary shows a long part name in full above quantity and amount, and a few parts without scrolling', async () => {
  const { page, faults, context } = await openWithOnePart(1366, 768);
  const name = '支架 M8-120-左侧加强型-A';
  await page.getByLabel('零件名称').fill(name);
  const line = page.getByRole('complementary', { name: '报价单' }).getByRole('button', { name });
  await line.waitFor();
  const cut = line.getByTitle(name).locator('[aria-hidden]').first();
  expect(await cut.evaluate((start) => start.scrollWidth - start.clientWidth)).toBe(0);
  await repeatPart(page, 4, 'cards');
  await page.setViewportSize({ width: 1366, height: 520 });
  const list = page.getByRole('complementary', { name: '报价单' }).getByRole('list').first();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(4);
  expect(await list.evaluate((lines) => lines.scrollHeight - lines.clientHeight)).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

/** Fails unless total and order button lie within the window, uncovered, for the mouse and for a finger. */
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
  // A trial fails when something covers the button.
  await button.click({ trial: true });
  await button.tap({ trial: true });
}

/** Goes from the last line of the summary to the order button by Tab, and asks for the confirmation by Enter. */
async function expectKeyboardOrder(page: Page) {
  const summary = page.getByRole('complementary', { name: '报价单' });
  const toggle = summary.getByRole('button', { name: '展开报价单' });
  if (await toggle.isVisible()) {
    await toggle.focus();
    await page.keyboard.press('Shift+Tab');
  } else {
    await summary.getByRole('list').getByRole('button').last().focus();
    await page.keyboard.press('Tab');
  }
  const button = summary.getByRole('button', { name: '提交订单' });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '确认提交订单' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // A closed dialog goes back in the history, which would abort a navigation that begins meanwhile.
  await expect.poll(() => page.evaluate(() => history.state as unknown)).not.toEqual({ dialog: true });
}

async function openWithOnePart(width: number, height: number): Promise<JourneyPage> {
  const opened = await journey.open({ width, height, hasTouch: true });
  const { page } = opened;
  await page.goto('/');
  await signInOn(page, 'demo', testPasswords.demo);
  await fillStartPart(page, 50);
  await page.getByText('¥2,848.07').first().waitFor();
  return opened;
}

/** Stores the first part of the draft `count` times and reopens the page in a view. */
async function repeatPart(page: Page, count: number, view: 'cards' | 'table') {
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft.')).length))
    .toBe(1);
  await page.goto('/verify/none');
  await page.evaluate(
    ([times, shownAs]) => {
      localStorage.setItem('quotemill.parts-view', shownAs);
      const key = Object.keys(localStorage).find((name) => name.includes('draft.'))!;
      const draft = JSON.parse(localStorage.getItem(key)!) as { parts: object[] };
      const [part] = draft.parts;
      localStorage.setItem(
        key,
        JSON.stringify({ ...draft, parts: Array.from({ length: times }, () => part) }),
      );
    },
    [count, view] as const,
  );
  await page.goto('/');
  await page.getByRole('button', { name: '提交订单' }).first().waitFor();
}
