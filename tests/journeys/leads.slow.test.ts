import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/order-data.ts';
import { findBarriers } from '#tests/support/accessibility.ts';
import { isTooWide, password, sizes, startCustomers } from '#tests/support/customers.ts';
import { confirmOrder, fillStartPart, signInOn, type Journey } from '#tests/support/journey.ts';
import type { Person } from '#tests/support/people.ts';
import { testPasswords } from '#tests/support/test-database.ts';
import { waitUntilLoaded } from '#tests/support/until-loaded.ts';

let journey: Journey;
let addCustomer: () => Promise<Person>;
beforeAll(async () => {
  ({ journey, addCustomer } = await startCustomers());
  for (const lead of [
    { name: '经济', factor: 1.5, percent: -10 },
    { name: '加急', factor: 0.5, percent: 30, slots: 9, maxPieces: 500 },
  ]) {
    const answer = await journey.app.send('POST', '/lead-class', {
      as: 'admin',
      body: { ...lead, sort: 1, status: 2 },
    });
    if (answer.status !== 200) throw new Error(answer.msg);
  }
});
afterAll(() => journey.close());

async function expectSound(page: Page, where: string): Promise<void> {
  await waitUntilLoaded(page);
  expect(await findBarriers(page, where)).toEqual([]);
  expect(await isTooWide(page), where).toBe(false);
}

/** A picture of the page where `LEAD_PICTURES` names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['LEAD_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test.each([
  [1366, 768],
  [390, 844],
])(
  'the list of parts shows four rows beside the classes at %i × %i, and that it goes on',
  async (width, height) => {
    const person = await addCustomer();
    const { page, faults, context } = await journey.open({ width, height });
    await page.goto('/');
    await signInOn(page, person.username, password);
    await page.getByRole('button', { name: '粘贴零件清单' }).click();
    const names = [
      'as1_pe_203_bracket 1',
      'as1_pe_203_bracket 2',
      ...Array.from({ length: 13 }, (_, n) => `支架 ${n}`),
    ];
    const rows = names.map((name) => `${name}\t6061\t80×40×1234.56\t1000\t`);
    await page
      .getByRole('textbox', { name: '零件清单' })
      .fill(['名称\t材料\t长×宽×高\t数量\t备注', ...rows].join('\n'));
    await page.getByRole('button', { name: '加入 15 个零件' }).click();
    const summary = page.getByRole('complementary', { name: '报价单' });
    const expand = page.getByRole('button', { name: '展开报价单' });
    if (await expand.isVisible()) await expand.click();
    await summary.getByRole('group', { name: '交期档位' }).waitFor();
    const list = summary.getByRole('list').first();
    const bottom = (await list.boundingBox())!.y + (await list.boundingBox())!.height;
    const fourth = (await list.getByRole('listitem').nth(3).boundingBox())!;
    expect(fourth.y + fourth.height).toBeLessThanOrEqual(bottom);
    expect(await list.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('gradient');
    const line = list.getByRole('button', { name: /^as1_pe_203_bracket 2/ });
    expect(await line.getByTitle('as1_pe_203_bracket 2').count()).toBe(1);
    const [name, end] = await Promise.all([
      line.getByTitle('as1_pe_203_bracket 2').boundingBox(),
      line.getByText('ket 2', { exact: true }).boundingBox(),
    ]);
    expect(end!.x + end!.width).toBeLessThanOrEqual(name!.x + name!.width + 1);
    const button = (await summary.getByRole('button', { name: '提交订单' }).boundingBox())!;
    expect(button.y + button.height).toBeLessThanOrEqual(height);
    await expectSound(page, 'many parts with classes');
    expect(faults).toEqual([]);
    await context.close();
  },
);

describe.each(sizes)('on a %s', (_name, width) => {
  test('加急 and a quantity are chosen in the matrix, ordered, and read in the order, the sheet and the back office', async () => {
    const person = await addCustomer();
    const { page, faults, context } = await journey.open({ width, height: 844 });
    await page.goto('/');
    await signInOn(page, person.username, password);
    await fillStartPart(page, 10);
    await page.getByRole('button', { name: '数量 × 交期' }).click();
    const matrix = page.getByRole('region', { name: '数量与交期' });
    const cell = matrix.getByRole('button', { name: /^50 件，加急：合计/ });
    await cell.waitFor();
    await expectSound(page, 'the matrix');
    await matrix.scrollIntoViewIfNeeded();
    await picture(page, `matrix-${width}`);
    const [, price, day] =
      /合计 (¥[\d,.]+)，(\d{4}-\d\d-\d\d) 发货/.exec((await cell.textContent()) ?? '') ?? [];
    expect(await matrix.getByRole('button', { name: /^1000 件，加急：零件 1：数量/ }).count()).toBe(1);
    await cell.click();
    expect(await page.getByLabel('数量', { exact: true }).inputValue()).toBe('50');
    const summary = page.getByRole('complementary', { name: '报价单' });
    await summary.getByText(price!).last().waitFor();
    await summary.getByText(`${day!} 发货`).waitFor();
    const expand = page.getByRole('button', { name: '展开报价单' });
    if (await expand.isVisible()) await expand.click();
    const cards = summary.getByRole('group', { name: '交期档位' }).getByRole('radio');
    expect(await cards.count()).toBe(3);
    expect(await summary.getByRole('radio', { name: /^加急/ }).isChecked()).toBe(true);
    await expectSound(page, 'the cards');
    await picture(page, `cards-${width}`);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: '提交订单' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^加急，/)
      .waitFor();
    await picture(page, `confirm-${width}`);
    await confirmOrder(page);
    await page.waitForURL(/\/order\/success/);
    const { data } = await journey.app.send('GET', '/order?pageIndex=1&pageSize=1', { token: person.token });
    const id = Number((data as { list: { id: number }[] }).list[0]?.id);
    const found = (await journey.app.send('GET', `/order/${id}/withExt`, { token: person.token }))
      .data as OrderWithExt;
    expect(found).toMatchObject({ lead: { name: '加急', factor: 0.5 }, promisedDate: day });
    await page.goto(`/order/details/${id}`);
    await page.getByText('加急（交期 ×0.5）').first().waitFor();
    await expectSound(page, 'the order');
    await picture(page, `order-${width}`);
    await page.goto(`/order/quotation/${id}`);
    await page
      .getByRole('article', { name: /^报价单/ })
      .getByText('加急（表内工作日按标准）', { exact: true })
      .waitFor();
    await picture(page, `sheet-${width}`);
    const leadId = found.lead!.id;
    await page.goto(`/user/order?lead=${leadId}`);
    await page.getByRole('article', { name: found.orderNo }).waitFor();
    await expectSound(page, 'the orders of a class');
    await picture(page, `own-${width}`);
    expect(faults).toEqual([]);
    await context.close();
    for (const to of ['confirmed', 'producing', 'inspecting', 'shipped']) {
      const { version } = Object((await journey.app.send('GET', `/order/${id}`, { as: 'admin' })).data);
      await journey.app.send('POST', `/order/${id}/move`, { as: 'admin', body: { to, version } });
    }

    const office = await journey.open({ width, height: 844 });
    await office.page.goto('/admin/login');
    await signInOn(office.page, 'admin', testPasswords.admin);
    await office.page.waitForURL(/\/admin\/?$/);
    await office.page.goto(`/admin/user/order/${id}`);
    await office.page.getByText('加急（交期 ×0.5）').first().waitFor();
    await expectSound(office.page, 'the drawer');
    await picture(office.page, `drawer-${width}`);
    await office.page.goto('/admin/lead-classes');
    await office.page.getByText('经济').first().waitFor();
    await expectSound(office.page, 'the classes');
    await picture(office.page, `classes-${width}`);
    await office.page.goto('/admin/lead-classes/create');
    await office.page.getByRole('spinbutton', { name: '交期系数' }).waitFor();
    await expectSound(office.page, 'a new class');
    await picture(office.page, `new-class-${width}`);
    await office.page.goto(`/admin/user/order?leadClassId=${leadId}`);
    await office.page.getByText(found.orderNo).first().waitFor();
    await expectSound(office.page, 'the orders of a class in the back office');
    await picture(office.page, `orders-${width}`);
    await office.page.goto('/admin/charge-rules/create');
    await office.page.getByLabel('附加费试算').getByText('合计').waitFor();
    await office.page.locator('form').getByRole('combobox', { name: '交期档位' }).first().click();
    // The sample of the first start is called the same.
    await office.page.getByTitle('加急', { exact: true }).last().click();
    await expectSound(office.page, 'a rule of a class');
    await picture(office.page, `rule-${width}`);
    await office.page.goto('/admin/dash2');
    await office.page
      .getByRole('region', { name: '各交期档位的准时率' })
      .getByRole('row', { name: /^加急 .* 数据不足$/ })
      .waitFor();
    await expectSound(office.page, 'the shares on time');
    await picture(office.page, `board-${width}`);
    expect(office.faults).toEqual([]);
    await office.context.close();
  });
});
