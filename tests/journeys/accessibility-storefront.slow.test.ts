import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#storefront/app/paths.ts';
import { findBarriersAtEachSize, findBarriersOfOpened } from '#tests/support/browser/accessibility.ts';
import { backOfficeOf, type BackOffice } from '#tests/support/browser/back-office.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';

let journey: Journey;
let office: BackOffice;
let token: string;
/** An order that is placed and shared. */
let id: number;
let shared: string;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
  const { app } = journey;
  const who = { as: 'demo' };
  const catalogue = await readCatalogue(app);
  for (const name of ['支架', '法兰', '底板']) {
    const body = await buildOrder(app, who, [buildItem(catalogue, { name })], {
      contactName: '张三',
      contactPhone: '13800138000',
    });
    id = Number((await place(app, who, body)).data);
  }
  const share = await app.send('POST', `/order/${id}/share`, { ...who, body: { days: 7 } });
  shared = (share.data as { token: string }).token;
  token = await app.signIn('demo');
});
afterAll(() => journey.close());

describe('no page has a serious or critical barrier', () => {
  // The pages of one reader share the browser's cache.
  let visitors: Page;
  let page: Page;
  beforeAll(async () => {
    ({ page: visitors } = await office.open(paths.notFound, { token: '', isStill: true }));
    ({ page } = await office.open(paths.notFound, { token, isStill: true }));
  });

  test.each([
    ['signing in', () => paths.login()],
    ['registering', () => paths.register],
    ['an unknown address', () => paths.notFound],
    ['an unknown verification code', () => '/verify/unknown'],
    ['a shared quotation', () => paths.share(shared)],
    ['signing in to the back office', () => '/admin/login'],
  ])('without a session: %s', async (_what, address) => {
    await visitors.goto(address());
    expect(await findBarriersAtEachSize(visitors, address())).toEqual([]);
  });

  test.each([
    ['the quotation page', () => paths.quote],
    ['the quotation page of an order', () => paths.quoteOrder(id)],
    ['a placed order', () => paths.orderSuccess(id)],
    ['the details of an order', () => paths.orderDetails(id)],
    ['a quotation', () => paths.quotation(id)],
    ['the orders', () => paths.history],
    ['the notifications', () => paths.notifications],
    ['the profile', () => paths.profile],
    ['the seal', () => paths.seal],
    ['the password', () => paths.editPassword],
  ])('of a customer: %s', async (_what, address) => {
    await page.goto(address());
    expect(await findBarriersAtEachSize(page, address())).toEqual([]);
  });
});

describe('no overlay has a serious or critical barrier', () => {
  test.each<[what: string, address: () => string, button: string]>([
    ['the confirmation of an order', () => paths.quoteOrder(id), '提交订单'],
    ['the parts table', () => paths.quoteOrder(id), '表格'],
    ['pasting parts', () => paths.quote, '粘贴零件清单'],
    ['sharing', () => paths.orderDetails(id), '分享'],
    ['cancelling', () => paths.orderDetails(id), '取消订单'],
    ['correcting the contact', () => paths.orderDetails(id), '修改收货信息'],
  ])('%s', async (_what, address, name) => {
    // The quotation page keeps its draft and its view in the browser.
    const { page, context } = await office.open(paths.notFound, { token });
    const open = () => page.getByRole('button', { name }).first().click();
    expect(await findBarriersOfOpened(page, address(), open)).toEqual([]);
    await context.close();
  });
});
