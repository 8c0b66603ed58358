import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOKEN_KEY } from '#providers/session/session-store.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';

let journey: Journey;
let orderId: number;
beforeAll(async () => {
  journey = await startJourney();
  const { app } = journey;
  const who = { as: 'demo' };
  const body = await buildOrder(app, who, [buildItem(await readCatalogue(app, who))]);
  orderId = Number((await place(app, who, body)).data);
});
afterAll(() => journey.close());

test.each([
  ['the quotation page', 'demo', '/', '提交订单'],
  ['the quotation page with an order', 'demo', '/mfr/:order', '提交订单'],
  ['an order', 'demo', '/order/details/:order', '待确认'],
  ['the history', 'demo', '/user/order', '待确认'],
  ['a list of the back office', 'admin', '/admin/dict', '系统开关'],
  ['the login page', undefined, '/user/login', '登录'],
])(
  'a first visit to %s repeats no request, and its list does not shift',
  async (_name, who, address, text) => {
    const { page, faults } = await journey.open();
    const token = who === undefined ? undefined : await journey.app.signIn(who);
    await page.addInitScript(
      ([key, value]) => {
        if (typeof value === 'string') localStorage.setItem(key, value);
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            document.documentElement.dataset['shift'] = String(Reflect.get(entry, 'value'));
        }).observe({ type: 'layout-shift', buffered: true });
      },
      [TOKEN_KEY, token] as const,
    );
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      // The unread count is requested again when the stream of notifications opens.
      if (!pathname.includes('/notification')) asked.push(pathname + search);
    });
    await page.goto(address.replace(':order', String(orderId)));
    await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
    if (who !== undefined) await page.getByRole('button', { name: /^消息通知/ }).waitFor();
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    const shift = who === 'admin' ? await page.locator('html').getAttribute('data-shift') : null;
    expect(shift).toBeNull();
    expect(faults).toEqual([]);
  },
);
