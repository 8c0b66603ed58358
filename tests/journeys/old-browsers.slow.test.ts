import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPasswords } from '#tests/support/app/test-database.ts';
import {
  confirmOrder,
  fillStartPart,
  signInOn,
  startJourney,
  type Journey,
} from '#tests/support/browser/journey.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

/** Removes from the page and its style rules what the oldest browsers lack. */
async function makeOld(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const without = (owner: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(owner, name);
    };
    without(Array.prototype, 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with');
    without(Array, 'fromAsync');
    without(String.prototype, 'isWellFormed', 'toWellFormed');
    without(Object, 'groupBy');
    without(Map, 'groupBy');
    without(Promise, 'withResolvers', 'try');
    without(
      Set.prototype,
      'union',
      'intersection',
      'difference',
      'isSubsetOf',
      'isSupersetOf',
      'isDisjointFrom',
    );
    without(URL, 'canParse', 'parse');
    without(AbortSignal, 'any', 'timeout');
    without(HTMLElement.prototype, 'showPopover', 'hidePopover', 'popover');
    without(Element.prototype, 'checkVisibility');
    without(Document.prototype, 'startViewTransition');
    without(globalThis, 'requestIdleCallback', 'Iterator', 'scheduler');
  });
  await page.route('**/*.css', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll(':has(', ':unknown(').replaceAll('dvh', 'unknown');
    await route.fulfill({ response: answer, body: text });
  });
}

test('a customer with an old browser signs in, prices a part and orders it', async () => {
  const { page, faults } = await journey.open();
  await makeOld(page);
  await page.goto('/');
  await signInOn(page, 'demo', testPasswords.demo);
  await fillStartPart(page);
  await page.getByRole('button', { name: '提交订单' }).first().click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);
  await page.goto('/user/order');
  await page.getByRole('article').getByText('1 种 10 件').waitFor();
  expect(faults).toEqual([]);
});

test('staff with an old browser sign in and read three lists', async () => {
  const { page, faults } = await journey.open();
  await makeOld(page);
  await page.goto('/admin');
  await signInOn(page, 'admin', testPasswords.admin);
  await page.getByRole('heading', { name: '管理后台', exact: true }).waitFor();
  for (const path of ['/admin/user/order', '/admin/user/material', '/admin/sys-user']) {
    await page.goto(path);
    await page.getByRole('row').nth(1).waitFor();
  }
  expect(faults).toEqual([]);
});

test.each(['/', '/admin'])('%s tells an unsupported browser which ones work', async (path) => {
  const { page } = await journey.open();
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'structuredClone'));
  await page.goto(path);
  await page.getByRole('heading', { name: '浏览器版本过低' }).waitFor();
  expect(await page.getByRole('main').textContent()).toContain(
    'Chrome 100、Edge 100、Safari 15.4、Firefox 100',
  );
});
