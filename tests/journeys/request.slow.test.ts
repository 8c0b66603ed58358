import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { password, startCustomers } from '#tests/support/data/customers.ts';
import { samples } from '#tests/support/data/files.ts';
import { confirmOrder, fillStartPart, signInOn, type Journey } from '#tests/support/browser/journey.ts';
import type { Person } from '#tests/support/data/people.ts';

let journey: Journey;
let addCustomer: () => Promise<Person>;
beforeAll(async () => {
  ({ journey, addCustomer } = await startCustomers());
});
afterAll(() => journey.close());

const dialog = (page: Page) => page.getByRole('dialog');

test('a customer requests a manual offer, sees which prices are manual and why, and accepts it', async () => {
  const person = await addCustomer();
  const { page, faults } = await journey.open({ height: 844 });
  await page.goto('/');
  await signInOn(page, person.username, password);
  await fillStartPart(page);
  await page.getByLabel('零件名称').fill('支架');
  const drawing = { name: '支架.pdf', mimeType: 'application/pdf', buffer: Buffer.from(samples.pdf) };
  const part = page.getByRole('region', { name: '支架' });
  await part.getByRole('button', { name: '添加图纸' }).click();
  await part.getByLabel('选择附件').setInputFiles([drawing]);
  await part.getByRole('button', { name: '移除 支架.pdf' }).waitFor();
  await page.getByRole('button', { name: '复制 支架' }).click();
  await page.getByLabel('零件名称').last().fill('法兰');
  await expectAccessible(page, 'the quotation page');

  await page.getByRole('button', { name: '请人工报价' }).click();
  await dialog(page).getByLabel('目标价（元，合计）').fill('900');
  await dialog(page).getByLabel('期望发货日').fill('2099-03-01');
  await expectAccessible(page, 'the confirmation');
  await dialog(page).getByRole('button', { name: '提交询价' }).click();
  await page.getByRole('heading', { name: '询价已提交' }).waitFor();
  await expectAccessible(page, 'the request was sent');
  await page.getByRole('link', { name: '查看询价' }).click();
  await page.getByText(/我们正在人工报价/).waitFor();
  expect(await page.getByRole('link', { name: '报价单' }).count()).toBe(0);
  await expectAccessible(page, 'the request');
  await page.goto('/user/order');
  await page.getByRole('link', { name: '修改', exact: true }).waitFor();
  await expectAccessible(page, 'the list');

  const id = await newestOrder(person);
  const asked = await read(person, id);
  expect(asked).toMatchObject({ status: 'requested', targetPrice: '900.00', wishedDate: '2099-03-01' });
  const body = {
    lines: [
      { lineNo: 1, kind: 'price', amount: 888.5, days: 7, reason: '需五轴加工' },
      { lineNo: 2, kind: 'declined', reason: '无此设备' },
    ],
    charges: [{ kind: 'setup', amount: 200, reason: '五轴编程' }],
    discount: { percent: 5, reason: '首单' },
    version: asked.version,
  };
  const offer = await journey.app.send('POST', `/order/${id}/offer`, { as: 'admin', body });
  expect(offer.status, offer.msg).toBe(200);

  await page.goto(`/order/details/${id}`);
  const first = page.getByRole('article', { name: '1 支架' });
  const automatic = asked.items[0]?.sub_total.toFixed(2) ?? '';
  await first.getByText(new RegExp(`自动报价 ¥${automatic} → 人工报价 ¥888.50：需五轴加工`)).waitFor();
  await page.getByRole('article', { name: '2 法兰' }).getByText('不报价，未计入合计：无此设备').waitFor();
  const rows = page.getByRole('list', { name: '附加费与折扣' }).getByRole('listitem');
  const charges = await rows.allInnerTexts();
  expect(charges.map((text) => text.replace(/\s+/g, ' '))).toEqual([
    '编程开机费：五轴编程 ¥200.00',
    '折扣 5%：首单 -¥44.43',
  ]);
  await first.getByText('价格说明').first().click();
  await expectAccessible(page, 'the offer');
  const versions = page.getByRole('region', { name: '版本' });
  await versions.getByRole('link', { name: '第 2 版报价单' }).waitFor();
  expect(await versions.getByRole('link', { name: '第 1 版报价单' }).count()).toBe(0);

  // A change requests another offer, with a hint before it is saved.
  await page.getByRole('link', { name: '修改报价' }).click();
  await page.getByText(/含人工报价/).waitFor();
  await page.getByLabel('数量', { exact: true }).first().fill('20');
  await page.getByRole('button', { name: '提交询价' }).click();
  await dialog(page)
    .getByText(/只适用于原来的内容/)
    .waitFor();
  await expectAccessible(page, 'the confirmation of a changed offer');
  await dialog(page).getByRole('button', { name: '返回修改' }).click();
  await page.getByRole('button', { name: /还原为第 2 版/ }).click();
  await page.getByRole('button', { name: '接受报价并下单' }).waitFor();

  await page.goto(`/order/quotation/${id}`);
  const sheet = page.getByRole('article', { name: /^报价单/ });
  await sheet.getByText('合计 ¥1,044.07').waitFor();
  await sheet.getByRole('row', { name: /折扣 5%/ }).waitFor();
  await expectAccessible(page, 'the sheet with charges');

  await page.goto(`/order/details/${id}`);
  await page.getByRole('button', { name: '接受报价并下单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success/);
  expect(await read(person, id)).toMatchObject({ status: 'placed', revision: 2, price: '1044.07' });
  expect(faults).toEqual([]);
});

async function newestOrder({ token }: Person): Promise<number> {
  const answer = await journey.app.send('GET', '/order', { token });
  return (answer.data as { list: { id: number }[] }).list[0]?.id ?? 0;
}

async function read({ token }: Person, id: number): Promise<OrderWithExt> {
  return (await journey.app.send('GET', `/order/${id}/withExt`, { token })).data;
}
