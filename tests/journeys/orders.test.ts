import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announcePlacedOrders, beginAnnouncing } from '#server/modules/notifications/announce-orders.ts';
import { repeatWork } from '#server/system/repeat-work.ts';
import { backOfficeOf, topDialog, type BackOffice } from '#tests/support/browser/back-office.ts';
import { expectFitsPhone, password, startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { confirmOrder, fillStartPart, signInOn } from '#tests/support/browser/journey.ts';
import type { Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place } from '#tests/support/data/quotations.ts';
import { readOrder } from '#tests/support/browser/revisions.ts';
import { expectCount, expectValue } from '#tests/support/browser/shown.ts';

let customers: Customers;
let office: BackOffice;
/** The administrator's browser. */
let browser: BrowserContext;
beforeAll(async () => {
  customers = await startCustomers();
  office = backOfficeOf(customers.journey);
  const { page, context } = await office.open('/admin');
  browser = context;
  await page.close();
});
afterAll(() => customers.journey.close());

const openOffice = (path: string) => office.open(path, { context: browser });

/** Orders these parts. */
async function order(
  customer: Person,
  parts: readonly { name: string; num?: number; fileIds?: number[] }[],
  status: 'placed' | 'requested' = 'placed',
): Promise<number> {
  const { app } = customers.journey;
  const items = parts.map((part) => ({ ...buildItem(customers.catalogue), ...part }));
  const contact = { contactName: '张三', contactPhone: '13800138000' };
  const answer = await place(app, customer, await buildOrder(app, customer, items, { status, ...contact }));
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}

const drawer = (page: Page) => page.getByRole('dialog').first();

describe('orders in the back office', () => {
  test('are moved, with a reason that survives the browser’s back, and the customer reads it', async () => {
    const customer = await customers.addCustomer();
    const id = await order(customer, [{ name: '支架' }]);
    const { orderNo } = await readOrder(customers, customer, id);
    const { page, faults } = await openOffice('/admin/user/order');
    await page.getByRole('link', { name: orderNo }).click();
    await drawer(page).getByRole('button', { name: '确认订单' }).click();
    await topDialog(page).getByText('状态将由“待确认”变为“已确认”').waitFor();
    await topDialog(page).getByRole('button', { name: '确认订单' }).click();
    await drawer(page).getByText('待确认 → 已确认').waitFor();

    // The browser's back button closes only the dialog over the order, and asks before discarding its text.
    const cancel = drawer(page).getByRole('button', { name: '取消订单' });
    await cancel.click();
    const question = page.getByRole('dialog', { name: /^取消订单：/ });
    const reason = question.getByLabel('原因');
    await reason.waitFor();
    await page.goBack();
    await question.waitFor({ state: 'hidden' });
    await cancel.click();
    await question.getByRole('button', { name: '取消订单' }).click();
    await question.getByText('请填写原因').waitFor();
    await reason.fill('图纸有误，客户同意取消');
    await page.goBack();
    await page.getByRole('button', { name: '继续填写' }).click();
    await expectValue(reason, '图纸有误，客户同意取消');
    await page.goBack();
    await page.getByRole('button', { name: '放弃内容' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.waitForURL((url) => url.pathname === `/admin/user/order/${id}`);

    await cancel.click();
    await reason.fill('图纸有误，客户同意取消');
    await question.getByRole('button', { name: '取消订单' }).click();
    await drawer(page).getByText('图纸有误，客户同意取消').waitFor();
    await expectCount(drawer(page).getByRole('region', { name: '可进行的操作' }), 0);
    const { status, history } = await readOrder(customers, customer, id);
    await page
      .getByRole('row', { name: new RegExp(orderNo) })
      .getByText('已取消')
      .waitFor();
    expect(status).toBe('cancelled');
    expect(history.at(-1)).toMatchObject({ to: 'cancelled', reason: '图纸有误，客户同意取消' });
    await page.goBack();
    await page.waitForURL(/\/order$/);
    await drawer(page).waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
    await page.close();
  });
});

/** Opens the storefront and signs in. */
async function openSignedIn({ username }: Person, address = '/') {
  const opened = await customers.journey.open();
  await opened.page.goto(address);
  await signInOn(opened.page, username, password);
  await opened.page.waitForURL(new RegExp(`${address}$`));
  return opened;
}

test('a request becomes an offer after a question, and an order through a link with an alternative', async () => {
  const { app } = customers.journey;
  const customer = await customers.addCustomer();
  const file = await upload(app, '支架.pdf', samples.pdf, { token: customer.token });
  const { id: fileId } = file.data as { id: number };
  const id = await order(
    customer,
    [
      { name: '支架', num: 10, fileIds: [fileId] },
      { name: '法兰', num: 10 },
    ],
    'requested',
  );
  const { page: desk, faults: deskFaults } = await openOffice(`/admin/user/order/${id}`);
  const write = desk.getByRole('form', { name: '发送消息' });
  await write.getByText('提问', { exact: true }).click();
  await write.getByRole('textbox', { name: '消息' }).fill('螺纹是 M6 吗？');
  await write.getByRole('button', { name: '发送给客户' }).click();
  await desk.getByRole('log').getByText('螺纹是 M6 吗？').waitFor();

  const { page, faults } = await openSignedIn(customer, `/order/details/${id}`);
  const question = page.getByRole('list', { name: '待您答复的问题' });
  await question.getByRole('textbox', { name: '您的答复' }).fill('是的，见新图纸');
  const drawing = { name: '支架-B.pdf', mimeType: 'application/pdf', buffer: Buffer.from(samples.pdf) };
  await question.getByLabel('添加附件').setInputFiles([drawing]);
  await question.getByText('支架-B.pdf').waitFor();
  await question.getByRole('button', { name: '发送答复' }).click();
  await page.getByRole('log').getByText('是的，见新图纸').waitFor();
  // The page of the shop that is open shows it without a reload.
  await desk.getByRole('log').getByText('是的，见新图纸').waitFor();

  await desk.goto(new URL(`/admin/user/quote-desk?id=${id}`, desk.url()).href);
  const offer = desk.getByRole('form', { name: '报价' });
  await offer.getByLabel('1. 支架的人工报价').fill('888.5');
  await offer.getByLabel('1. 支架的说明').fill('需五轴加工');
  await offer.getByRole('checkbox', { name: '不报价' }).nth(1).check();
  await offer.getByLabel('2. 法兰的说明').fill('无此设备');
  await offer.getByRole('button', { name: '添加方案' }).click();
  await offer.getByLabel('第 1 个方案的数量').fill('20');
  await offer.getByLabel('第 1 个方案的区别').fill('改用 6061');
  await offer.getByLabel('第 1 个方案的金额').fill('1500');
  await offer.getByLabel('第 1 个方案的交期').fill('8');
  await offer.getByRole('button', { name: '添加附加费' }).click();
  await offer.getByLabel('第 1 项附加费的金额').fill('200');
  await offer.getByLabel('零件折扣').fill('10');
  await offer.getByLabel('折扣的说明').fill('首单');
  await expectFitsPhone(desk);
  await offer.getByRole('button', { name: '预览' }).click();
  await desk
    .getByRole('dialog')
    .getByRole('row', { name: /可选方案/ })
    .waitFor();
  await desk.keyboard.press('Escape');
  await desk.getByRole('dialog').waitFor({ state: 'hidden' });
  await offer.getByRole('button', { name: '发送报价' }).click();
  await expect.poll(async () => (await readOrder(customers, customer, id)).status).toBe('quoted');

  await page.goto(`/order/details/${id}`);
  const choices = page.getByRole('region', { name: '选择方案' });
  await choices.getByRole('radio', { name: /^20 件，改用 6061/ }).check();
  await choices.getByText('按所选方案合计 ¥1,550.00').waitFor();
  await expectFitsPhone(page);
  await page.getByRole('button', { name: '分享' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/可以接受或拒绝/).check();
  await dialog.getByRole('button', { name: '生成链接' }).click();
  const link = dialog.getByLabel('分享链接');
  await link.waitFor();

  const bearer = await customers.journey.open({ width: 390, height: 844 });
  await bearer.page.goto(await link.inputValue());
  await bearer.page.getByRole('radio', { name: /^20 件，改用 6061/ }).check();
  await bearer.page.getByRole('button', { name: '接受报价' }).click();
  const answer = bearer.page.getByRole('dialog');
  await answer.getByText('¥1,550.00').waitFor();
  await answer.getByText(/^零件 1 支架：20 件/).waitFor();
  await answer.getByLabel('姓名').fill('张工');
  await answer.getByLabel('电话').fill('13800138000');
  await answer.getByRole('checkbox').check();
  await answer.getByRole('button', { name: '确认接受并下单' }).click();
  const accepted = bearer.page.getByRole('status').filter({ hasText: '已接受报价并下单' });
  await accepted.getByText('合计 ¥1,550.00').waitFor();
  await expectFitsPhone(bearer.page);
  // 1500 − 10 % + 200
  expect(await readOrder(customers, customer, id)).toMatchObject({
    status: 'placed',
    revision: 3,
    price: '1550.00',
    alternatives: [],
  });

  await page.goto(`/order/quotation/${id}`);
  const sheet = page.getByRole('article', { name: /^报价单/ });
  for (const row of [/支架.*报价说明：20 件，改用 6061/, /法兰.*不报价/, /编程开机费/, /折扣 10%/])
    await sheet.getByRole('row', { name: row }).waitFor();
  await sheet.getByText('合计 ¥1,550.00').waitFor();
  await expectFitsPhone(page);
  expect([...faults, ...deskFaults, ...bearer.faults]).toEqual([]);
  await desk.close();
});

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread === 0 ? '消息通知' : `消息通知，${unread} 条未读`, exact: true });

describe('notifications', () => {
  let announcing: ReturnType<typeof repeatWork>;
  beforeAll(async () => {
    const { database } = customers.journey.app;
    // Only notifications from here on count, not those of other tests.
    await beginAnnouncing(database.db);
    await office.send('POST', '/notification/read-all', { body: {} });
    announcing = repeatWork(
      1_000,
      () => announcePlacedOrders(database, new Date()),
      (error) => expect.unreachable(String(error)),
    );
  });
  afterAll(() => announcing.stop());

  test('about an order reach its customer and the shop without a reload', async () => {
    const person = await customers.addCustomer();
    const { page, faults } = await openSignedIn(person);
    const staff = await openOffice('/admin/user/order');
    await bell(staff.page, 0).waitFor();

    await fillStartPart(page);
    await page.getByRole('button', { name: '提交订单' }).first().click();
    await confirmOrder(page);
    await page.waitForURL(/\/order\/success/);
    const id = Number(new URL(page.url()).searchParams.get('id'));
    await page.goto(`/order/details/${id}`);
    await bell(page, 0).waitFor();
    const loads: string[] = [];
    for (const one of [page, staff.page]) one.on('load', () => loads.push(one.url()));

    // The shop is notified, and its open list shows the order.
    const { orderNo } = await readOrder(customers, person, id);
    await bell(staff.page, 1).waitFor();
    await staff.page.getByRole('cell', { name: orderNo }).first().waitFor();
    await bell(staff.page, 1).click();
    const panel = staff.page.getByRole('dialog', { name: '最新消息' });
    await panel.getByRole('link', { name: new RegExp(`新订单 ${orderNo}`) }).click();
    await staff.page.waitForURL(`**/admin/user/order/${id}`);
    await bell(staff.page, 0).waitFor();

    // The shop confirms and writes; the customer's open page shows both.
    await staff.page.getByRole('button', { name: '确认订单' }).click();
    await staff.page.getByRole('dialog').getByRole('button', { name: '确认订单' }).last().click();
    await bell(page, 1).waitFor();
    await page.getByText('已确认').first().waitFor();
    const form = staff.page.getByRole('form', { name: '发送消息' });
    await form.getByRole('textbox', { name: '消息', exact: true }).fill('图纸已收到，预计周五发货。');
    await form.getByRole('button', { name: '发送给客户' }).click();
    await bell(page, 2).waitFor();
    await page.getByText('图纸已收到，预计周五发货。').first().waitFor();
    expect(loads).toEqual([]);

    // Mark one as read, then all.
    await bell(page, 2).click();
    const latest = page.getByRole('region', { name: '最新消息' });
    await latest
      .getByRole('link', { name: /有新消息/ })
      .first()
      .click();
    await bell(page, 1).click();
    await latest.getByRole('link', { name: '查看全部消息' }).click();
    await page.getByRole('heading', { name: '消息通知', level: 1 }).waitFor();
    await page.getByRole('button', { name: '全部标为已读' }).click();
    await bell(page, 0).waitFor();
    expect([...faults, ...staff.faults]).toEqual([]);
    await staff.page.close();
  });
});
