import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserInfo } from '#contract/authentication.ts';
import { TOKEN_KEY, USER_KEY } from '#providers/session-store.ts';
import type { EarlyPlan } from '#providers/begin-requests.ts';
import { earlyRequests as officeRequests } from '#admin/app/early-requests.ts';
import { earlyRequests } from '#storefront/app/early-requests.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/journey.ts';
import { testPasswords } from '#tests/support/test-database.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';

let journey: Journey;
let token: string;
let user: UserInfo;
let orderId: number;
beforeAll(async () => {
  journey = await startJourney();
  token = await journey.app.signIn('demo');
  const { app } = journey;
  user = await userOf(token);
  const body = await buildOrder(app, { token }, [buildItem(await readCatalogue(app))]);
  orderId = Number((await place(app, { token }, body)).data);
});
afterAll(() => journey.close());

/** What the browser of a returning user holds beside the token. */
async function userOf(ofToken: string): Promise<UserInfo> {
  const { data } = await journey.app.send('GET', '/getinfo', { token: ofToken });
  return data;
}

async function openWith(stored: string | null, expectedStatuses: number[] = [], storedUser?: UserInfo) {
  const opened = await journey.open({ expectedStatuses });
  if (storedUser !== undefined) {
    await opened.page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
      USER_KEY,
      JSON.stringify(storedUser),
    ] as const);
  }
  if (stored !== null) {
    await opened.page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
      TOKEN_KEY,
      stored,
    ] as const);
  }
  const asked: string[] = [];
  opened.page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // The unread count is requested again when the notification stream opens.
    if (pathname.startsWith('/api/') && !pathname.includes('/notification')) asked.push(pathname + search);
  });
  return { ...opened, asked };
}

/** The requests of the script in the HTML at an address. */
const early = (
  address: string,
  session: 'signed in' | 'signed out' = 'signed in',
  plans: readonly EarlyPlan[] = earlyRequests,
) =>
  plans.flatMap(({ at, when, addresses = [] }) => {
    const isMet = when === 'always' || when === session || (when === 'admitted' && session === 'signed in');
    const found = isMet ? new RegExp(at).exec(address) : null;
    return found ? addresses.map((template) => template.replace('__1', found[1] ?? '')) : [];
  });

describe('a first visit', () => {
  test.each([
    ['the quotation page', () => '/', '提交订单'],
    ['the quotation page with an order', () => `/mfr/${orderId}`, '提交订单'],
    ['an order', () => `/order/details/${orderId}`, '待确认'],
    ['the history', () => '/user/order', '待确认'],
  ])('of %s begins every request at once and makes none twice', async (_name, addressOf, text) => {
    const address = addressOf();
    const { page, asked, faults } = await openWith(token, [], user);
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
    const { page, asked, faults } = await openWith(admin, [], await userOf(admin));
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
    ['/', 2],
    ['/mfr/3', 2],
    ['/order/success?id=3', 2],
    ['/user/order', 2],
    ['/user/login?from=%2Fuser', 2],
    ['/user/register', 2],
    ['/verify/x', 1],
  ])('without a session at %s fetches code and captcha at once and nothing twice', async (address, count) => {
    const { page, asked, faults } = await openWith(null, [404]);
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

  test('with a session that has ended says so once and leads to the login page', async () => {
    const { page, asked, faults } = await openWith('x'.repeat(43), [401]);
    await page.goto('/');
    await page.waitForURL(/\/user\/login/);
    await page.getByText(/^登陆超时/).waitFor();
    expect(await page.getByText(/^登陆超时/).count()).toBe(1);
    expect(asked.filter((address) => address.endsWith('/getinfo'))).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('where the code of later requests cannot be loaded asks to reload the page, which then works', async () => {
    const { page, asked } = await openWith(null);
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
    const { page, asked } = await openWith(token, [], user);
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
