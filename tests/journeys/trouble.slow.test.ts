import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTooWide } from '#tests/support/data/customers.ts';
import {
  confirmOrder,
  fillStartPart,
  signInOn,
  startJourney,
  type Journey,
} from '#tests/support/browser/journey.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

async function openSignedIn(expectedStatuses: number[] = [], size: { width?: number; height?: number } = {}) {
  const opened = await journey.open({ expectedStatuses, ...size });
  await opened.page.goto('/');
  await signInOn(opened.page, 'demo', testPasswords.demo);
  await opened.page.getByRole('button', { name: '提交订单' }).first().waitFor();
  return opened;
}

/** The links and buttons of the header, and the head of the summary, whose middle is under something else. */
const coveredIn = (page: Page): Promise<string[]> =>
  page.getByRole('banner').evaluate((header) => {
    const summary = document.querySelector('aside h2');
    return [...header.querySelectorAll('a, button'), ...(summary ? [summary] : [])]
      .filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const shown = document.elementFromPoint(left + width / 2, top + height / 2);
        return width > 0 && !element.contains(shown);
      })
      .map((element) => element.textContent);
  });

const notFound = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 1, name: '页面不存在' });

describe('a missing order', () => {
  test.each(['/mfr/9999', '/order/copy/9999', '/order/details/9999', '/order/quotation/9999'])(
    '%s is requested once, then the 404 page shows in its main area',
    async (address) => {
      const { page, faults } = await openSignedIn([404]);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/v1/order/9999')) asked.push(request.url());
      });
      // From another page of the site, and from outside.
      await page.goto('/user/profile');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate((to) => globalThis.history.pushState(null, '', to), address);
      await notFound(page).waitFor();
      expect(asked.splice(0)).toHaveLength(1);
      await page.goto(address);
      await notFound(page).waitFor();
      expect(asked).toHaveLength(1);
      expect(faults).toEqual([]);
    },
  );
});

describe('without a network', () => {
  test.each([
    [1440, 900],
    [390, 844],
  ])('the notice covers neither the header nor what sticks below it (%i × %i px)', async (width, height) => {
    const { page, context } = await openSignedIn([], { width, height });
    await page.getByRole('button', { name: /^消息通知/ }).waitFor();
    await page.getByLabel('数量', { exact: true }).fill('37');
    await context.setOffline(true);
    const bar = page.getByText(/^网络已断开：/);
    await bar.waitFor();
    for (const top of [0, 30, 250]) {
      await page.evaluate((y) => globalThis.scrollTo(0, y), top);
      await expect.poll(() => page.evaluate(() => globalThis.scrollY)).toBe(top);
      expect(await coveredIn(page)).toEqual([]);
      const { height: barHeight } = (await bar.boundingBox())!;
      expect(barHeight).toBe(await bar.evaluate((element) => element.scrollHeight));
      expect(await isTooWide(page)).toBe(false);
    }
    await context.setOffline(false);
    await bar.waitFor({ state: 'detached' });
    expect(await page.getByRole('banner').boundingBox()).toMatchObject({ y: 0 });
  });

  test('a page whose code is not loaded shows an error, and opens in place when the network is back', async () => {
    const { page, context, faults } = await openSignedIn([404]);
    await page.getByLabel('数量', { exact: true }).fill('37');
    await context.setOffline(true);
    await page.evaluate(() => globalThis.history.pushState(null, '', '/order/details/9999'));
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: '网络已断开' }).waitFor();
    expect(await main.getByText('程序运行异常').count()).toBe(0);
    await main.getByRole('button', { name: '重试' }).click();
    await main.getByRole('heading', { name: '网络已断开' }).waitFor();
    // The previous page is still there with the typed input.
    await page.goBack();
    expect(await page.getByLabel('数量', { exact: true }).inputValue()).toBe('37');
    await page.goForward();
    await main.getByRole('heading', { name: '网络已断开' }).waitFor();
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    // The first request after the browser reports a network still fails.
    let failures = 1;
    await page.route('**/*', (route, request) =>
      (request.resourceType() === 'script' || request.method() === 'HEAD') && (failures -= 1) >= 0
        ? route.abort('internetdisconnected')
        : route.fallback(),
    );
    await context.setOffline(false);
    await notFound(page).waitFor();
    expect(loads).toEqual([]);
    // React logs every error that a boundary catches.
    const unexpected = faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|PageLoadError|404/.test(fault));
    expect(unexpected).toEqual([]);
  });
});

test('the verification page of a quotation has a heading for its result', async () => {
  const { app } = journey;
  const { page, faults } = await openSignedIn();
  await fillStartPart(page);
  await page.getByRole('button', { name: '提交订单' }).first().click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);
  const id = new URL(page.url()).searchParams.get('id');
  const { data } = await app.send('GET', `/order/${id}/document`, { as: 'demo' });
  await page.goto(new URL((data as { verifyUrl: string }).verifyUrl).pathname);
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await heading.waitFor();
  expect(await heading.innerText()).toBe('报价单验真');
  await page.getByRole('region', { name: '验真结果' }).getByText('有效', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});
