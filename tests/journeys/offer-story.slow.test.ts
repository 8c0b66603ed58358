import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/order-data.ts';
import { findBarriers } from '#tests/support/accessibility.ts';
import { isTooWide, password, sizes, startCustomers, type Customers } from '#tests/support/customers.ts';
import { samples, upload } from '#tests/support/files.ts';
import { signInOn } from '#tests/support/journey.ts';
import type { Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, place } from '#tests/support/quotations.ts';
import { testPasswords } from '#tests/support/test-database.ts';
import { waitUntilLoaded } from '#tests/support/until-loaded.ts';

let customers: Customers;
beforeAll(async () => {
  customers = await startCustomers();
});
afterAll(() => customers.journey.close());

/** No serious barrier, and nothing beyond the edge of the screen. */
async function expectSound(page: Page, where: string): Promise<void> {
  await waitUntilLoaded(page);
  expect(await findBarriers(page, where)).toEqual([]);
  expect(await isTooWide(page), where).toBe(false);
}

const drawing = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(samples.pdf) });

/** A request for a bracket with a drawing, and for a flange. */
async function request(customer: Person): Promise<number> {
  const { app } = customers.journey;
  const uploaded = await upload(app, '支架.pdf', samples.pdf, { token: customer.token });
  const item = { ...buildItem(customers.catalogue), num: 10 };
  const { id: fileId } = uploaded.data as { id: number };
  const items = [
    { ...item, name: '支架', fileIds: [fileId] },
    { ...item, name: '法兰' },
  ];
  const body = await buildOrder(app, customer, items, { status: 'requested' });
  const answer = await place(app, customer, body);
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}

const read = async ({ token }: Person, id: number): Promise<OrderWithExt> =>
  (await customers.journey.app.send('GET', `/order/${id}/withExt`, { token })).data;

test.each(sizes)(
  'a request becomes an offer through a question, and an order by link with an alternative, on a %s',
  async (_name, width) => {
    const customer = await customers.addCustomer();
    const id = await request(customer);
    const size = { width, height: 844 };

    const shop = await customers.journey.open(size);
    await shop.page.goto('/admin/login');
    await signInOn(shop.page, 'admin', testPasswords.admin);
    await shop.page.waitForURL(/admin\/?$/);
    await shop.page.goto(`/admin/user/order/${id}`);
    const write = shop.page.getByRole('form', { name: '发送消息' });
    await write.getByText('提问', { exact: true }).click();
    await write.getByRole('textbox', { name: '消息' }).fill('螺纹是 M6 吗？');
    await expectSound(shop.page, 'a question to the customer');
    await write.getByRole('button', { name: '发送给客户' }).click();
    await shop.page.getByRole('log').getByText('螺纹是 M6 吗？').waitFor();

    const { page, faults } = await customers.journey.open(size);
    await page.goto('/');
    await signInOn(page, customer.username, password);
    await page.goto(`/order/details/${id}`);
    const question = page.getByRole('list', { name: '待您答复的问题' });
    await question.getByRole('textbox', { name: '您的答复' }).fill('是的，见新图纸');
    await question.getByLabel('添加附件').setInputFiles([drawing('支架-B.pdf')]);
    await question.getByText('支架-B.pdf').waitFor();
    await expectSound(page, 'the answer with a drawing');
    await question.getByRole('button', { name: '发送答复' }).click();
    await page.getByRole('log').getByText('是的，见新图纸').waitFor();
    // The page of the shop that is open shows it at once.
    await shop.page.getByRole('log').getByText('是的，见新图纸').waitFor();

    await shop.page.goto(`/admin/user/quote-desk?id=${id}`);
    const offer = shop.page.getByRole('form', { name: '报价' });
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
    await expectSound(shop.page, 'the offer');
    await offer.getByRole('button', { name: '预览' }).click();
    const preview = shop.page.getByRole('dialog');
    await preview.getByRole('row', { name: /可选方案/ }).waitFor();
    await expectSound(shop.page, 'the preview');
    await shop.page.keyboard.press('Escape');
    await offer.getByRole('button', { name: '发送报价' }).click();
    await expect.poll(async () => (await read(customer, id)).status, { timeout: 60_000 }).toBe('quoted');

    await page.goto(`/order/details/${id}`);
    const choices = page.getByRole('region', { name: '选择方案' });
    await choices.getByRole('radio', { name: /^20 件，改用 6061/ }).check();
    await choices.getByText('按所选方案合计 ¥1,550.00').waitFor();
    await expectSound(page, 'the choice');
    await page.getByRole('button', { name: '分享' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/可以接受或拒绝/).check();
    await dialog.getByRole('button', { name: '生成链接' }).click();
    const url = await dialog.getByLabel('分享链接').inputValue();

    const bearer = await customers.journey.open({ width: 390, height: 844 });
    await bearer.page.goto(url);
    await bearer.page.getByRole('radio', { name: /^20 件，改用 6061/ }).check();
    await expectSound(bearer.page, 'the link');
    await bearer.page.getByRole('button', { name: '接受报价' }).click();
    const answer = bearer.page.getByRole('dialog');
    await answer.getByLabel('姓名').fill('张工');
    await answer.getByLabel('电话').fill('13800138000');
    await answer.getByRole('checkbox').check();
    await answer.getByRole('button', { name: '确认接受并下单' }).click();
    await bearer.page.getByText(/已通过此链接接受报价/).waitFor();

    const placed = await read(customer, id);
    // 1500 − 10 % + 200
    expect(placed).toMatchObject({ status: 'placed', revision: 3, price: '1550.00', alternatives: [] });
    await page.goto(`/order/quotation/${id}`);
    const sheet = page.getByRole('article', { name: /^报价单/ });
    for (const row of [/支架.*报价说明：20 件，改用 6061/, /法兰.*不报价/, /编程开机费/, /折扣 10%/]) {
      await sheet.getByRole('row', { name: row }).waitFor();
    }
    await sheet.getByText('合计 ¥1,550.00').waitFor();
    await expectSound(page, 'the sheet');
    const { code } = (await read(customer, id)).document ?? { code: '' };
    await bearer.page.goto(`/verify/${code}`);
    await bearer.page.getByText('1,550.00').first().waitFor();
    await expectSound(bearer.page, 'the verification');
    const file = await page.request.get(`/api/v1/order/${id}/quotation.pdf`, {
      headers: { authorization: `Bearer ${customer.token}` },
    });
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
    expect([...faults, ...shop.faults, ...bearer.faults]).toEqual([]);
  },
);
