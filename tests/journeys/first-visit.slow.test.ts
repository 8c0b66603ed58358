import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserInfo } from '#contract/people/authentication.ts';
import { earlyRequests as officeRequests } from '#admin/app/early-requests.ts';
import { early, openVisit, userOf } from '#tests/support/browser/first-visits.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';

let journey: Journey;
let token: string;
let user: UserInfo;
let orderId: number;
beforeAll(async () => {
  journey = await startJourney();
  token = await journey.app.signIn('demo');
  const { app } = journey;
  user = await userOf(journey, token);
  const body = await buildOrder(app, { token }, [buildItem(await readCatalogue(app))]);
  orderId = Number((await place(app, { token }, body)).data);
});
afterAll(() => journey.close());

describe('a first visit', () => {
  test.each([
    ['the quotation page', () => '/', '提交订单'],
    ['the quotation page with an order', () => `/mfr/${orderId}`, '提交订单'],
    ['an order', () => `/order/details/${orderId}`, '待确认'],
    ['the history', () => '/user/order', '待确认'],
  ])('of %s begins every request at once and makes none twice', async (_name, addressOf, text) => {
    const address = addressOf();
    const { page, asked, faults } = await openVisit(journey, { token, user });
    await page.goto(address);
    await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
    // The last request of a page, sent when it is idle.
    await page.getByRole('button', { name: /^消息通知/ }).waitFor();
    expect(early(address).length).toBeGreaterThan(3);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(asked.slice(0, early(address).length).toSorted()).toEqual(early(address).toSorted());
    expect(faults).toEqual([]);
  });

  test('of a back-office list begins every request at once, makes none twice and moves nothing', async () => {
    const admin = await journey.app.signIn('admin');
    const { page, asked, faults } = await openVisit(journey, {
      token: admin,
      user: await userOf(journey, admin),
    });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          document.documentElement.dataset['shift'] = String(Reflect.get(entry, 'value'));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/admin/dict');
    await page.locator('tbody tr[data-row-key]').first().waitFor();
    await page.getByRole('button', { name: /^消息通知/ }).waitFor();
    const planned = early('/admin/dict', 'signed in', officeRequests);
    expect(planned).toHaveLength(5);
    expect(asked.toSorted()).toEqual(planned.toSorted());
    expect(await page.locator('html').getAttribute('data-shift')).toBeNull();
    expect(faults).toEqual([]);
  });

  test.each([
    ['/mfr/3', 2],
    ['/user/register', 2],
    ['/verify/x', 1],
  ])('without a session at %s fetches code and captcha at once and nothing twice', async (address, count) => {
    const { page, asked, faults } = await openVisit(journey, { expectedStatuses: [404] });
    const code: string[] = [];
    page.on('request', (request) => {
      if (/\.(?:js|css)$/.test(request.url())) code.push(new URL(request.url()).pathname);
    });
    await page.goto(address);
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(early(address, 'signed out')).toHaveLength(count);
    expect(asked.slice(0, count).toSorted()).toEqual(early(address, 'signed out').toSorted());
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(code.toSorted()).toEqual([...new Set(code)].toSorted());
    expect(faults).toEqual([]);
  });

  test('where the code of later requests cannot be loaded asks to reload the page, which then works', async () => {
    const { page, asked } = await openVisit(journey, {});
    const isClient = /axios-client-[^/]*\.js$/;
    await page.route(isClient, (route) => route.abort('connectionreset'));
    await page.goto('/user/login');
    await page.getByLabel('用户名').fill('demo');
    await page.getByLabel('密码', { exact: true }).fill(testPasswords.demo);
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByText('网络连接失败，请刷新页面后重试').first().waitFor();
    expect(asked.filter((address) => address.endsWith('/login'))).toEqual([]);
    await page.unroute(isClient);
    await page.reload();
    await signInOn(page, 'demo', testPasswords.demo);
    await page.getByRole('button', { name: '提交订单' }).first().waitFor();
  });

  test('whose early requests fail repeats them and works', async () => {
    const { page, asked } = await openVisit(journey, { token, user });
    const lost = new Set<string>();
    await page.route('**/api/v1/**', (route) => {
      const address = route.request().url();
      if (lost.has(address)) return route.continue();
      lost.add(address);
      return route.abort('connectionreset');
    });
    await page.goto('/');
    await page.getByRole('button', { name: '提交订单' }).first().waitFor();
    expect(asked.filter((address) => address.endsWith('/getinfo'))).toHaveLength(2);
    expect(await page.getByText('网络连接失败').count()).toBe(0);
  });
});
