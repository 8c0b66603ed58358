import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { expectFitsPhone, password, startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { confirmOrder, signInOn, waitForClosedEntry, type Journey } from '#tests/support/browser/journey.ts';
import { pageCountOf } from '#tests/support/data/pdf-text.ts';
import type { Person } from '#tests/support/data/people.ts';
import { quoteBracket, readOrder, saveVersion } from '#tests/support/browser/revisions.ts';
import { expectValue } from '#tests/support/browser/shown.ts';

let customers: Customers;
let journey: Journey;
beforeAll(async () => {
  customers = await startCustomers();
  ({ journey } = customers);
});
afterAll(() => journey.close());

const quote = (person: Person, daysAgo?: number) => quoteBracket(customers, person, daysAgo);
const read = (person: Person, id: number) => readOrder(customers, person, id);

/** Opens a page and signs the user in at the login page. */
async function open(person: Person, address: string, options: Parameters<Journey['open']>[0] = {}) {
  const opened = await journey.open(options);
  await opened.page.goto(address);
  await signInOn(opened.page, person.username, password);
  await opened.page.waitForURL(new RegExp(`${address}$`));
  return opened;
}

const raisePrices = (fen: number) =>
  writeCatalogue(journey.app.database, async (tx) => {
    await tx.execute(sql`update machining_price set price_fen = price_fen + ${fen}`);
  });

const quantity = (page: Page) => page.getByLabel('数量', { exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

test('the later of two tabs that edit one quotation is warned, and overwrites the other or loads its version', async () => {
  const person = await customers.addCustomer();
  const id = await quote(person);
  const expected = { expectedStatuses: [409] };
  const [one, two] = [await open(person, `/mfr/${id}`, expected), await open(person, `/mfr/${id}`, expected)];
  await quantity(one.page).fill('50');
  await quantity(two.page).fill('70');
  await saveVersion(one.page);
  await one.page.waitForURL(/\/order\/details\//);
  await saveVersion(two.page);
  await dialog(two.page)
    .getByText(/已在别处保存为第 2 版/)
    .waitFor();
  await expectFitsPhone(two.page);
  await dialog(two.page).getByRole('button', { name: '保留我的修改' }).click();
  // The draft remembers its base version after a reload.
  await waitForClosedEntry(two.page);
  await two.page.reload();
  await expectValue(quantity(two.page), '70');
  await saveVersion(two.page);
  await two.page.waitForURL(/\/order\/details\//);
  expect(await read(person, id)).toMatchObject({ revision: 3, pieceCount: 70 });

  await one.page.goto(`/mfr/${id}`);
  await quantity(one.page).fill('80');
  await two.page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(two.page);
  await two.page.waitForURL(/\/order\/success/);
  await saveVersion(one.page);
  await dialog(one.page)
    .getByText(/当前状态为“待确认”/)
    .waitFor();
  await dialog(one.page).getByRole('link', { name: '查看订单' }).click();
  await one.page.getByText('待确认').first().waitFor();
  expect(await read(person, id)).toMatchObject({ revision: 3, pieceCount: 70, status: 'placed' });
  expect([...one.faults, ...two.faults]).toEqual([]);
});

test('an expired quotation is repriced side by side, ordered, and ordered again', async () => {
  const person = await customers.addCustomer();
  const id = await quote(person, 40);
  const before = await read(person, id);
  await raisePrices(500);
  const { page, faults } = await open(person, `/order/details/${id}`);
  await page
    .getByRole('note')
    .getByText(/已于 .* 过期/)
    .waitFor();
  expect(await page.getByRole('button', { name: '提交订单' }).count()).toBe(0);
  await page.getByRole('button', { name: '按最新价格重新报价' }).click();
  const total = dialog(page).getByRole('row', { name: /合计/ });
  await total.getByText(/^\+¥/).waitFor();
  await expectFitsPhone(page);
  await dialog(page).getByRole('button', { name: '保存为第 2 版' }).click();
  await page.getByRole('heading', { level: 1 }).getByText('第 2 版').waitFor();
  const after = await read(person, id);
  expect(Number(after.price)).toBeGreaterThan(Number(before.price));
  expect(after.isExpired).toBe(false);
  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);

  await page.getByRole('link', { name: '查看订单' }).click();
  await page.getByRole('link', { name: '返单' }).click();
  await page.waitForURL(/\/$/);
  await expectValue(page.getByLabel('零件名称'), '支架');
  // The page asks before it replaces the current parts.
  await page.goto(`/order/copy/${id}`);
  await page.getByRole('button', { name: '添加到后面' }).click();
  await page.getByText('零件（2）').waitFor();
  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);
  const { data } = await journey.app.send('GET', '/order', { token: person.token });
  expect(data).toMatchObject({ count: 2, list: [{ itemCount: 2 }, { id }] });
  await raisePrices(-500);
  expect(faults).toEqual([]);
});

test('a share link shows a quotation without an account until it is revoked', async () => {
  const person = await customers.addCustomer();
  await quote(person);
  const { page, faults, context } = await open(person, '/user/order');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: '分享' }).click();
  await dialog(page).getByText('还没有链接。').waitFor();
  await dialog(page).getByRole('button', { name: '生成链接' }).click();
  const url = await dialog(page).getByLabel('分享链接').inputValue();
  await dialog(page).getByRole('button', { name: '复制链接' }).click();
  await dialog(page).getByRole('button', { name: '已复制' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await expectFitsPhone(page);

  const stranger = await journey.open({ expectedStatuses: [404] });
  await stranger.page.goto(url);
  await stranger.page.getByRole('article', { name: /报价单 Q/ }).waitFor();
  await stranger.page.getByText('有效', { exact: true }).waitFor();
  await stranger.page.getByText(/此链接有效期至/).waitFor();
  const waiting = stranger.page.waitForEvent('download');
  await stranger.page.getByRole('link', { name: '下载 PDF' }).click();
  expect((await waiting).suggestedFilename()).toMatch(/^Q\d+-\d+-R1\.pdf$/);
  await stranger.page.emulateMedia({ media: 'print' });
  for (const text of ['下载 PDF', '此链接有效期至'])
    await stranger.page.getByText(text).waitFor({ state: 'hidden' });
  expect(pageCountOf(await stranger.page.pdf({ preferCSSPageSize: true }))).toBe(1);
  await stranger.page.emulateMedia({ media: 'screen' });

  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  await waitForClosedEntry(page);
  await page.reload();
  await page.getByRole('button', { name: '分享' }).click();
  await dialog(page)
    .getByText(/打开 1 次/)
    .waitFor();
  await dialog(page).getByRole('button', { name: /^撤销/ }).click();
  await dialog(page).getByText('已撤销').first().waitFor();
  await stranger.page.reload();
  await stranger.page.getByRole('heading', { name: '链接已失效' }).waitFor();
  await stranger.page.goto('/share/nothing');
  await stranger.page.getByRole('heading', { name: '链接已失效' }).waitFor();
  expect([...faults, ...stranger.faults]).toEqual([]);
});
