import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/order-data.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { isTooWide, password, sizes, startCustomers } from '#tests/support/customers.ts';
import { confirmOrder, signInOn, type Journey } from '#tests/support/journey.ts';
import type { Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, type SeenCatalogue } from '#tests/support/quotations.ts';

const DAY_MS = 86_400_000;

let journey: Journey;
let catalogue: SeenCatalogue;
let addCustomer: () => Promise<Person>;
beforeAll(async () => {
  ({ journey, catalogue, addCustomer } = await startCustomers());
});
afterAll(() => journey.close());

/** Opens an address and signs the person in at the login page. */
async function open(person: Person, address: string, options: Parameters<Journey['open']>[0] = {}) {
  const opened = await journey.open(options);
  await opened.page.goto(address);
  await signInOn(opened.page, person.username, password);
  await opened.page.waitForURL(new RegExp(`${address}$`));
  return opened;
}

/** Saves a quotation of one part. */
async function quote({ token }: Person, daysAgo = 0): Promise<number> {
  journey.app.setNow(daysAgo === 0 ? undefined : new Date(Date.now() - daysAgo * DAY_MS));
  const item = buildItem(catalogue, { name: '支架' });
  // An old quotation may lack what an order needs.
  const contact = daysAgo === 0 ? { contactName: '李工', contactPhone: '021-12345678' } : {};
  const terms = { status: 'quoted' as const, address: '上海', ...contact };
  const body = await buildOrder(journey.app, { token }, [item], terms);
  const answer = await place(journey.app, { token }, body);
  journey.app.setNow(undefined);
  if (answer.status !== 200) throw new Error(answer.msg);
  return Number(answer.data);
}

async function read({ token }: Person, id: number): Promise<OrderWithExt> {
  return (await journey.app.send('GET', `/order/${id}/withExt`, { token })).data;
}

const raisePrices = (fen: number) =>
  writeCatalogue(journey.app.database, async (tx) => {
    await tx.execute(sql`update machining_price set price_fen = price_fen + ${fen}`);
  });

const quantity = (page: Page) => page.getByLabel('数量', { exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
/** On a phone the secondary buttons of the bottom bar are behind its arrow. */
async function saveVersion(page: Page): Promise<void> {
  const expand = page.getByRole('button', { name: '展开报价单' });
  if (await expand.isVisible()) await expand.click();
  await page.getByRole('button', { name: '保存为新版本' }).click();
  await dialog(page).getByRole('button', { name: '保存' }).click();
}

describe.each(sizes)('on a %s', (_name, width) => {
  const size = { width, height: 844 };

  test('a quotation is edited; the old version stays readable and its verification page says superseded', async () => {
    const person = await addCustomer();
    const id = await quote(person);
    const { page, faults } = await open(person, `/order/quotation/${id}`, size);
    const address = await page.getByRole('link', { name: /\/verify\// }).getAttribute('href');
    await page.getByRole('link', { name: '订单详情' }).click();
    await page.getByRole('link', { name: '修改报价' }).click();
    await page.getByText(/正在修改报价 Q\d+-\d+（第 1 版/).waitFor();
    await quantity(page).fill('50');
    await saveVersion(page);
    await page.waitForURL(new RegExp(`/order/details/${id}$`));
    await page.getByRole('heading', { level: 1 }).getByText('第 2 版').waitFor();
    await page.getByText('修改报价，第 2 版').waitFor();
    const versions = page.getByRole('region', { name: '版本' });
    await versions.getByText('已被取代').waitFor();
    expect(await isTooWide(page)).toBe(false);

    await versions.getByRole('link', { name: '第 1 版零件' }).click();
    await page.getByRole('heading', { level: 1, name: /第 1 版/ }).waitFor();
    await page.getByText(/ · 10 件$/).waitFor();
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('link', { name: '报价单', exact: true }).click();
    await page.getByText('这份报价已被撤回或更新，不能再按此下单。').waitFor();
    await page.getByRole('link', { name: '查看最新版本' }).click();
    await page.getByRole('article').getByText('（第 2 版）').waitFor();
    await page.goto(new URL(address!).pathname);
    await page.getByText('已被取代', { exact: true }).waitFor();

    // An unchanged quotation is ordered as it was saved.
    await page.goto(`/mfr/${id}`);
    await page.getByRole('button', { name: '提交订单' }).click();
    await dialog(page)
      .getByText(/按已保存的第 2 版提交/)
      .waitFor();
    await confirmOrder(page);
    await page.waitForURL(/\/order\/success/);
    expect(await read(person, id)).toMatchObject({ status: 'placed', revision: 2, address: '上海' });
    expect(faults).toEqual([]);
  });

  test('the later of two tabs that edit one quotation is warned, and overwrites the other or loads its version', async () => {
    const person = await addCustomer();
    const id = await quote(person);
    const expected = { ...size, expectedStatuses: [409] };
    const [one, two] = [
      await open(person, `/mfr/${id}`, expected),
      await open(person, `/mfr/${id}`, expected),
    ];
    await quantity(one.page).fill('50');
    await quantity(two.page).fill('70');
    await saveVersion(one.page);
    await one.page.waitForURL(/\/order\/details\//);
    await saveVersion(two.page);
    await dialog(two.page)
      .getByText(/已在别处保存为第 2 版/)
      .waitFor();
    expect(await isTooWide(two.page)).toBe(false);
    await dialog(two.page).getByRole('button', { name: '保留我的修改' }).click();
    // The draft remembers its base version after a reload.
    await two.page.reload();
    expect(await quantity(two.page).inputValue()).toBe('70');
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
    const person = await addCustomer();
    const id = await quote(person, 40);
    const before = await read(person, id);
    await raisePrices(500);
    const { page, faults } = await open(person, `/order/details/${id}`, size);
    await page
      .getByRole('note')
      .getByText(/已于 .* 过期/)
      .waitFor();
    expect(await page.getByRole('button', { name: '提交订单' }).count()).toBe(0);
    await page.getByRole('button', { name: '按最新价格重新报价' }).click();
    const total = dialog(page).getByRole('row', { name: /合计/ });
    await total.getByText(/^\+¥/).waitFor();
    expect(await isTooWide(page)).toBe(false);
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
    expect(await page.getByLabel('零件名称').inputValue()).toBe('支架');
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
    const person = await addCustomer();
    await quote(person);
    const { page, faults, context } = await open(person, '/user/order', size);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: '分享' }).click();
    await dialog(page).getByText('还没有链接。').waitFor();
    await dialog(page).getByRole('button', { name: '生成链接' }).click();
    const url = await dialog(page).getByLabel('分享链接').inputValue();
    await dialog(page).getByRole('button', { name: '复制链接' }).click();
    await dialog(page).getByRole('button', { name: '已复制' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    expect(await isTooWide(page)).toBe(false);

    const stranger = await journey.open({ ...size, expectedStatuses: [404] });
    await stranger.page.goto(url);
    await stranger.page.getByRole('article', { name: /报价单 Q/ }).waitFor();
    await stranger.page.getByText('有效', { exact: true }).waitFor();
    await stranger.page.getByText(/此链接有效期至/).waitFor();
    const waiting = stranger.page.waitForEvent('download');
    await stranger.page.getByRole('button', { name: '下载 PDF' }).click();
    expect((await waiting).suggestedFilename()).toMatch(/^Q\d+-\d+-R1\.pdf$/);
    await stranger.page.emulateMedia({ media: 'print' });
    for (const text of ['下载 PDF', '此链接有效期至'])
      expect(await stranger.page.getByText(text).isVisible()).toBe(false);
    const paper = await stranger.page.pdf({ preferCSSPageSize: true });
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    await stranger.page.emulateMedia({ media: 'screen' });

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
});
