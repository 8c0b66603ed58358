import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectFitsPhone, password, startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { confirmOrder, fillStartPart, signInOn, type Journey } from '#tests/support/browser/journey.ts';
import { pageCountOf } from '#tests/support/data/pdf-text.ts';
import type { Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place } from '#tests/support/data/quotations.ts';
import { quoteBracket, readOrder, saveVersion } from '#tests/support/browser/revisions.ts';
import { expectCount, expectValue } from '#tests/support/browser/shown.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

let customers: Customers;
let journey: Journey;
beforeAll(async () => {
  customers = await startCustomers();
  ({ journey } = customers);
});
afterAll(() => journey.close());

/** Opens a page and signs in at the login page. */
async function open(username: string, secret: string, address: string) {
  const opened = await journey.open();
  await opened.page.goto(address);
  await signInOn(opened.page, username, secret);
  await opened.page.waitForURL(new RegExp(`${address}$`));
  return opened;
}

describe('a quotation', () => {
  test('is read, downloaded, printed on one page, and verified by anyone who has it', async () => {
    // The customer of the seed has a company.
    const who = { as: 'demo' };
    const contact = { contactName: '张工', contactPhone: '13800138000' };
    const body = await buildOrder(journey.app, who, [buildItem(customers.catalogue)], contact);
    const id = Number((await place(journey.app, who, body)).data);
    const { page, faults } = await open('demo', testPasswords.demo, `/order/quotation/${id}`);
    const sheet = page.getByRole('article', { name: /报价单 Q/ });
    for (const words of [
      '预计发货（报价时）',
      '大写金额：',
      '扫码验真',
      '示例客户公司',
      '以上价格含 13% 增值税',
    ])
      await sheet.getByText(words).first().waitFor();
    const number = await page.getByRole('heading', { level: 1 }).innerText();
    const address = await page.getByRole('link', { name: /\/verify\// }).getAttribute('href');

    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载 PDF' }).click();
    const download = await waiting;
    const file = await readFile(await download.path());
    expect(number).toContain(download.suggestedFilename().replace('-R1.pdf', ''));

    // The sheet and the file need no session.
    const stranger = await journey.open();
    await stranger.page.goto(new URL(address!).pathname);
    await stranger.page.getByText('有效', { exact: true }).waitFor();
    await expectCount(stranger.page.getByText('张工'), 0);
    const choose = stranger.page.getByLabel('核对 PDF 文件');
    const pdf = { name: '报价单.pdf', mimeType: 'application/pdf' };
    await choose.setInputFiles({ ...pdf, buffer: file });
    await stranger.page.getByText(/^一致：/).waitFor();
    file[file.length >> 1]! ^= 1;
    await choose.setInputFiles({ ...pdf, buffer: file });
    await stranger.page.getByText(/^不一致：/).waitFor();
    await stranger.page.goto('/verify/123');
    await stranger.page.getByRole('heading', { name: '查不到这份报价单' }).waitFor();

    // Only its sheet is printed.
    await page.emulateMedia({ media: 'print' });
    for (const button of ['打印', '下载 PDF']) await page.getByText(button).waitFor({ state: 'hidden' });
    await page.getByRole('banner').first().waitFor({ state: 'hidden' });
    expect(pageCountOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
    expect([...faults, ...stranger.faults]).toEqual([]);
  });

  test('is edited; the old version stays readable and its verification page says superseded', async () => {
    const person = await customers.addCustomer();
    const id = await quoteBracket(customers, person);
    const { page, faults } = await open(person.username, password, `/order/quotation/${id}`);
    const address = await page.getByRole('link', { name: /\/verify\// }).getAttribute('href');
    await page.getByRole('link', { name: '订单详情' }).click();
    await page.getByRole('link', { name: '修改报价' }).click();
    await page.getByText(/正在修改报价 Q\d+-\d+（第 1 版/).waitFor();
    await page.getByLabel('数量', { exact: true }).fill('50');
    await saveVersion(page);
    await page.waitForURL(new RegExp(`/order/details/${id}$`));
    await page.getByRole('heading', { level: 1 }).getByText('第 2 版').waitFor();
    await page.getByText('修改报价，第 2 版').waitFor();
    const versions = page.getByRole('region', { name: '版本' });
    await versions.getByText('已被取代').waitFor();

    await versions.getByRole('link', { name: '第 1 版零件' }).click();
    await page.getByRole('heading', { level: 1, name: /第 1 版/ }).waitFor();
    await page.getByText(/ · 10 件$/).waitFor();
    await page.getByRole('link', { name: '报价单', exact: true }).click();
    await page.getByText('这份报价已被撤回或更新，不能再按此下单。').waitFor();
    await page.getByRole('link', { name: '查看最新版本' }).click();
    await page.getByRole('article').getByText('（第 2 版）').waitFor();
    await page.goto(new URL(address!).pathname);
    await page.getByText('已被取代', { exact: true }).waitFor();

    // An unchanged quotation is ordered as it was saved.
    await page.goto(`/mfr/${id}`);
    await page.getByRole('button', { name: '提交订单' }).click();
    await page
      .getByRole('dialog')
      .getByText(/按已保存的第 2 版提交/)
      .waitFor();
    await confirmOrder(page);
    await page.waitForURL(/\/order\/success/);
    expect(await readOrder(customers, person, id)).toMatchObject({
      status: 'placed',
      revision: 2,
      address: '上海',
    });
    expect(faults).toEqual([]);
  });
});

test('加急 and a quantity are chosen in the matrix, ordered, and shown in the order and on the sheet', async () => {
  const classes: [name: string, terms: object][] = [
    ['经济', { factor: 1.5, percent: -10 }],
    ['加急', { factor: 0.5, percent: 30, slots: 9, maxPieces: 500 }],
  ];
  for (const [name, terms] of classes) {
    const body = { name, ...terms, sort: 1, status: 2 };
    const added = await journey.app.send('POST', '/lead-class', { as: 'admin', body });
    expect(added.status, added.msg).toBe(200);
  }
  const person: Person = await customers.addCustomer();
  const { page, faults } = await open(person.username, password, '/');
  await fillStartPart(page, 10);
  await page.getByRole('button', { name: '数量 × 交期' }).click();
  const matrix = page.getByRole('region', { name: '数量与交期' });
  const cell = matrix.getByRole('button', { name: /^50 件，加急：合计/ });
  const label = /合计 (¥[\d,.]+)，(\d{4}-\d\d-\d\d) 发货/;
  await expect.poll(() => cell.textContent()).toMatch(label);
  const [, price, day] = label.exec((await cell.textContent()) ?? '') ?? [];
  await expectCount(matrix.getByRole('button', { name: /^1000 件，加急：零件 1：数量/ }), 1);
  await cell.click();
  await expectValue(page.getByLabel('数量', { exact: true }), '50');
  const summary = page.getByRole('complementary', { name: '报价单' });
  await summary.getByText(price!).last().waitFor();
  await summary.getByText(`${day!} 发货`).waitFor();
  await expectCount(summary.getByRole('group', { name: '交期档位' }).getByRole('radio'), 3);
  await expect.poll(() => summary.getByRole('radio', { name: /^加急/ }).isChecked()).toBe(true);

  await page.getByRole('button', { name: '提交订单' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^加急，/)
    .waitFor();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  const id = Number(new URL(page.url()).searchParams.get('id'));
  expect(await readOrder(customers, person, id)).toMatchObject({
    lead: { name: '加急', factor: 0.5 },
    promisedDate: day,
  });
  await page.goto(`/order/details/${id}`);
  await page.getByText('加急（交期 ×0.5）').first().waitFor();
  await page.goto(`/order/quotation/${id}`);
  const sheet = page.getByRole('article', { name: /^报价单/ });
  await sheet.getByText('加急（表内工作日按标准）', { exact: true }).waitFor();
  await expectFitsPhone(page);
  expect(faults).toEqual([]);
});
