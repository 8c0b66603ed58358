import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { nodeKernel, partMaker } from '#geometry/kernel/parts.test-data.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { expectAccessible, findBarriers } from '#tests/support/browser/accessibility.ts';
import { password, startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { backOfficeOf, choose } from '#tests/support/browser/back-office.ts';
import { dropFiles } from '#tests/support/browser/dropped-files.ts';
import { confirmOrder, signInOn } from '#tests/support/browser/journey.ts';
import type { Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place } from '#tests/support/data/quotations.ts';

let customers: Customers;
let step: string;
beforeAll(async () => {
  customers = await startCustomers();
  const make = partMaker(await nodeKernel().occt());
  const milled = make.cut(make.box([60, 120, 20]), make.cylinder(5, 20, [20, 20, 0]));
  step = new TextDecoder().decode(make.step(milled));
});
afterAll(() => customers.journey.close());

const changePrices = (fen: number) =>
  writeCatalogue(customers.journey.app.database, async (tx) => {
    await tx.execute(sql`update machining_price set price_fen = price_fen + ${fen}`);
  });

test('a part is ordered, found in the library, and ordered again at a price whose difference is explained', async () => {
  const { journey, addCustomer } = customers;
  const person = await addCustomer();
  const { page, faults } = await journey.open({ height: 844 });
  await page.goto('/user/parts');
  await signInOn(page, person.username, password);
  await page.getByText('还没有零件').waitFor();
  expect(await findBarriers(page, 'empty library')).toEqual([]);

  await page.getByRole('link', { name: '去报价' }).click();
  await page.getByRole('region', { name: '零件 1' }).waitFor();
  await dropFiles(page, [{ name: 'QM-1024 B.step', text: step }]);
  const card = page.getByRole('region', { name: 'QM-1024 B', exact: true });
  await card.getByText('取自模型').waitFor();
  await card.getByLabel('数量', { exact: true }).fill('10');
  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  expect(faults).toEqual([]);
  await page.context().close();
  await changePrices(1_000);

  await repeatOnAnotherDay(person);
  await changePrices(-1_000);
});

/** In another browser, without the earlier prices. */
async function repeatOnAnotherDay({ username }: Person): Promise<void> {
  const { page, faults } = await customers.journey.open({ height: 844 });
  const card = page.getByRole('region', { name: 'QM-1024 B', exact: true });
  // The library finds it by number, by size and by its model.
  await page.goto('/user/parts');
  await signInOn(page, username, password);
  const row = page.getByRole('article', { name: 'QM-1024 B' });
  await row.getByText('图号 QM-1024 版本 B').waitFor();
  await row.getByText('下单 1 次，共 10 件').waitFor();
  const form = page.getByRole('search', { name: '筛选零件' });
  await form.getByLabel('图号或名称').fill('1025');
  await form.getByRole('button', { name: '查询' }).click();
  await page.getByText('没有符合条件的零件').waitFor();
  await page.getByRole('link', { name: '查看全部' }).click();
  await form.getByLabel('长（mm）').fill('60');
  await form.getByLabel('宽（mm）').fill('12o');
  await form.getByRole('button', { name: '查询' }).click();
  await page.getByText('请填写毫米数').waitFor();
  await form.getByLabel('宽（mm）').fill('120.2');
  await form.getByRole('button', { name: '查询' }).click();
  await page.waitForURL(/length=60&width=120.2$/);
  await row.waitFor();
  await page
    .locator('input[aria-label="按模型查找"]')
    .setInputFiles({ name: '查.step', mimeType: 'model/step', buffer: Buffer.from(step) });
  await row.getByText('形状相同').or(page.getByText('没有与“查.step”形状相同')).waitFor();
  await page.getByRole('button', { name: '查看全部零件' }).click();

  // Number and revision are corrected; the history stays unchanged.
  await row.getByRole('button', { name: '修改图号' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('版本').fill('C');
  await dialog.getByRole('button', { name: '保存' }).click();
  await row.getByText('图号 QM-1024 版本 C').waitFor();
  await row.getByRole('button', { name: '订单记录' }).click();
  await row.getByRole('table').getByText('¥').first().waitFor();
  await expectAccessible(page, 'library');

  // Two clicks, by keyboard.
  await row.getByRole('checkbox', { name: '选择 QM-1024 B' }).focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: '已选零件' });
  await bar.getByText('已选 1 个零件').waitFor();
  await bar.getByRole('link', { name: '返单' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  const compared = card.getByRole('region', { name: '与上次比较' });
  await compared.getByText(/加工基价由 ¥[\d.,]+ 变为/).waitFor();
  await card.getByLabel('数量', { exact: true }).fill('20');
  await compared.getByText('数量由 10 件改为 20 件').waitFor();
  await expectAccessible(page, 'repeated part');
  // The current price shown is the price of the part.
  const now = /本次(¥[\d,]+\.\d\d)/.exec((await compared.textContent()) ?? '')?.[1];
  await page.getByRole('complementary', { name: '报价单' }).getByText(now!).last().waitFor();

  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  await page.goto('/user/parts');
  await row.getByText('下单 2 次，共 30 件').waitFor();

  // A past order can be repeated the same way.
  await page.goto('/user/order');
  await page.getByRole('link', { name: '返单' }).first().click();
  await compared.getByText('价格与上次相同').waitFor();
  expect(faults.filter((fault) => !fault.includes('GPU stall due to ReadPixels'))).toEqual([]);
  await page.context().close();
}

test('staff waive set-up on repeats by rule; the first order pays it, a repeat does not and shows why', async () => {
  const { journey, addCustomer } = customers;
  const amount = 140.5;
  const office = await backOfficeOf(journey).open('/admin/charge-rules/create', { height: 844 });
  const form = office.page.getByRole('dialog');
  await form.getByLabel('费用名称').fill('夹具费');
  await form.getByLabel('金额', { exact: true }).fill(String(amount));
  await choose(office.page, form.getByLabel('返单', { exact: true }), '免收');
  await form.getByText('免收：形状（或图号与尺寸）').waitFor();
  await expectAccessible(office.page, 'a rule that waives on repeat');
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await office.page
    .getByText(/夹具费.*返单免收/)
    .first()
    .waitFor();
  const { rows } = await journey.app.database.pool.query<{ id: number; on_repeat: string; status: number }>(
    `select id, on_repeat, status from charge_rule where label = '夹具费' and deleted_at is null`,
  );
  expect(rows).toMatchObject([{ on_repeat: 'waived', status: 2 }]);

  const person = await addCustomer();
  const items = [{ ...buildItem(customers.catalogue), name: 'QM-2001 A 座', num: 10 }];
  const body = await buildOrder(journey.app, person, items, {
    contactName: '张工',
    contactPhone: '13800138000',
  });
  const first = Number((await place(journey.app, person, body)).data);
  const chargesOf = async (id: number) =>
    ((await journey.app.send('GET', `/order/${id}/withExt`, { token: person.token })).data as OrderWithExt)
      .charges;
  expect(await chargesOf(first)).toMatchObject([{ label: '夹具费', amount }]);

  const { page, faults } = await journey.open({ height: 844 });
  await page.goto('/user/parts');
  await signInOn(page, person.username, password);
  await page.getByRole('article', { name: 'QM-2001 A 座' }).getByRole('link', { name: '返单' }).click();
  const card = page.getByRole('region', { name: 'QM-2001 A 座', exact: true });
  await card.getByRole('region', { name: '与上次比较' }).waitFor();
  const summary = page.getByRole('complementary', { name: '报价单' });
  const charge = summary.getByRole('listitem').filter({ hasText: '夹具费' });
  const expectTexts = async (...texts: string[]) => {
    for (const text of texts) await charge.getByText(text, { exact: true }).waitFor();
  };
  const full = `¥${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  await expectTexts('返单免收', '¥0.00');
  // Another quantity is still a repeat; another size is another part.
  await card.getByLabel('数量', { exact: true }).fill('25');
  await card.getByText('数量由 10 件改为 25 件').waitFor();
  await expectTexts('返单免收', '¥0.00');
  const length = card.getByLabel('长度', { exact: true });
  const before = await length.inputValue();
  await length.fill(String(Number(before) + 1));
  await expectTexts(full);
  await length.fill(before);
  await expectTexts('返单免收', '¥0.00');
  await expectAccessible(page, 'a waived charge');
  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  const repeated = Number(new URL(page.url()).searchParams.get('id'));
  expect(await chargesOf(repeated)).toMatchObject([{ label: '夹具费', amount: 0, reason: '返单免收' }]);
  await page.goto(`/order/details/${repeated}`);
  await page.getByText('返单免收').first().waitFor();
  expect([...faults, ...office.faults]).toEqual([]);
  const gone = await journey.app.send('DELETE', '/charge-rule', {
    as: 'admin',
    body: { ids: rows.map(({ id }) => id) },
  });
  expect(gone.status, gone.msg).toBe(200);
});
