import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#storefront/app/paths.ts';
import { findBarriers } from '#tests/support/browser/accessibility.ts';
import { backOfficeOf } from '#tests/support/browser/back-office.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { waitUntilLoaded } from '#tests/support/browser/until-loaded.ts';

/** Checks the most used pages at one size each. Every page at both sizes: `accessibility-*.slow.test.ts`. */
let journey: Journey;
/** A customer's, on a phone, and an administrator's. */
let shop: Page;
let desk: Page;
/** An order that is placed and shared. */
let id: number;
let shared: string;
beforeAll(async () => {
  journey = await startJourney();
  const { app } = journey;
  const who = { as: 'demo' };
  const body = await buildOrder(app, who, [buildItem(await readCatalogue(app), { name: '支架' })], {
    contactName: '张三',
    contactPhone: '13800138000',
  });
  id = Number((await place(app, who, body)).data);
  const share = await app.send('POST', `/order/${id}/share`, { ...who, body: { days: 7 } });
  shared = (share.data as { token: string }).token;
  const office = backOfficeOf(journey);
  const token = await app.signIn('demo');
  ({ page: shop } = await office.open(paths.notFound, { token, width: 390, height: 844 }));
  ({ page: desk } = await office.open('/admin/login', { isStill: true }));
});
afterAll(() => journey.close());

async function barriersOf(page: Page, address: string, open?: string): Promise<string[]> {
  await page.goto(new URL(address, journey.base).href);
  await waitUntilLoaded(page);
  if (open !== undefined) {
    await page.getByRole('button', { name: open }).first().click();
    await page.getByRole('dialog').first().waitFor();
    await waitUntilLoaded(page);
  }
  return findBarriers(page, address);
}

test('the most used pages have no serious or critical barrier', async () => {
  const visitor = await journey.open({ isStill: true });
  const visits: [page: Page, address: string, open?: string][] = [
    [visitor.page, paths.login()],
    [visitor.page, paths.share(shared)],
    [shop, paths.quoteOrder(id)],
    [shop, paths.quoteOrder(id), '提交订单'],
    [shop, paths.orderDetails(id)],
    [shop, paths.quotation(id)],
    [desk, '/admin'],
    [desk, `/admin/user/order/${id}`],
    [desk, '/admin/table'],
    [desk, '/admin/sys-post', '新增岗位'],
  ];
  const found: string[] = [];
  for (const visit of visits) found.push(...(await barriersOf(...visit)));
  expect(found).toEqual([]);
});
