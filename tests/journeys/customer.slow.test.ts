import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillStartPart, signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

async function openSignedIn(options: Parameters<Journey['open']>[0] = {}) {
  const opened = await journey.open(options);
  await opened.page.goto('/');
  await signInOn(opened.page, 'demo', testPasswords.demo);
  await opened.page.getByRole('button', { name: '提交订单' }).waitFor();
  return opened;
}

const total = (page: Awaited<ReturnType<typeof openSignedIn>>['page']) =>
  page.getByRole('complementary').getByText(/^¥[\d,]+\.\d\d$/);

describe('a customer', () => {
  test('sees beside the fields which selections a change of material removed, and which are missing', async () => {
    const { page, faults } = await openSignedIn();
    await fillStartPart(page);
    await page.getByRole('tab', { name: '碳钢' }).click();
    await page.getByRole('radio', { name: /^45#/ }).check({ force: true });
    await page.getByText(/“表面处理：喷砂\+阳极氧化”不适用于 45#.*已取消选择/).waitFor();
    await page.getByRole('button', { name: '提交订单' }).first().click();
    await page.getByText('请选择 表面处理 !').waitFor();
    expect(faults).toEqual([]);
  });

  test('can tap every icon on a phone: each is at least 44 pixels wide and high', async () => {
    const { page, faults } = await openSignedIn({ width: 390, height: 844 });
    await page
      .getByRole('button', { name: /^通知|消息/ })
      .first()
      .waitFor();
    const small = await page.getByRole('button').evaluateAll((buttons) =>
      buttons
        .filter((button) => button.textContent.trim() === '' && button.checkVisibility())
        .map((button) => ({ name: button.ariaLabel, box: button.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ name, box }) => `${name} ${box.width} × ${box.height}`),
    );
    expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(faults).toEqual([]);
  });

  test('opens an order as a new quotation, and sees 404 for one that does not exist', async () => {
    const { page, faults } = await openSignedIn();
    const who = { as: 'demo' };
    const order = await buildOrder(journey.app, who, [buildItem(await readCatalogue(journey.app))]);
    await page.goto(`/mfr/${Number((await place(journey.app, who, order)).data)}`);
    await page.getByLabel('数量', { exact: true }).first().waitFor();
    await page.goto('/mfr/999');
    await page.waitForURL(/\/404$/);
    await page.goto('/no/such/page');
    await page.getByText('404').first().waitFor();
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    expect(await total(page).count()).toBe(0);
  });
});
