import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';

const pages = [
  ['the login page', '/user/login'],
  ['the quotation page', '/'],
  ['the registration', '/user/register'],
  ['the login page of the back office', '/admin/login'],
  ['a list of the back office', '/admin/dict'],
] as const;

declare global {
  interface Window {
    quotemillMoves?: { places: string[]; shift: number };
  }
}

/** Records each position of the form's button, and the browser's cumulative layout shift. */
function recordMoves(): void {
  const moves = { places: [] as string[], shift: 0 };
  window.quotemillMoves = moves;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) moves.shift += Number(Reflect.get(entry, 'value'));
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const button = document.querySelector('button[type=submit]');
    if (button) {
      const { x, y, width, height } = button.getBoundingClientRect();
      const place = [x, y, width, height].join(' ');
      if (moves.places.at(-1) !== place) moves.places.push(place);
    }
    requestAnimationFrame(look);
  };
  look();
}

async function delay(page: Page, path: string, ms: number): Promise<void> {
  await page.route(`**/api/v1/${path}`, async (route) => {
    await setTimeout(ms);
    await route.continue();
  });
}

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ loginCaptcha: true });
  await journey.app.database.pool.query(
    "update sys_config set config_value = 'on' where config_key = 'registration.enabled'",
  );
  await journey.app.database.pool.query(
    "update sys_config set config_value = '一个比较长的产品名称' where config_key = 'site.name'",
  );
});
afterAll(() => journey.close());

test.each(pages)('the form of %s appears complete and does not shift', async (_page, address) => {
  const { page, faults } = await journey.open();
  await page.addInitScript(recordMoves);
  await delay(page, 'captcha', 400);
  await delay(page, 'app-config', 700);
  await page.goto(address);
  await page.locator('button[type=submit]').waitFor();
  expect(await page.getByRole('img', { name: /验证码/ }).count()).toBe(1);
  await page.waitForLoadState('networkidle');
  await setTimeout(500);
  const moves = await page.evaluate(() => window.quotemillMoves);
  expect(moves).toEqual({ places: [expect.any(String)], shift: 0 });
  expect(faults).toEqual([]);
});
