import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { backOfficeOf, expectMessage, type BackOffice } from '#tests/support/browser/back-office.ts';
import { signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { expectValue } from '#tests/support/browser/shown.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';

/** Other calendars, other orders of day and month, days that do not exist, years of no order. */
const noDays = [
  '民国115/11/23',
  '115/11/23',
  '2569-11-23',
  '23/11/2026',
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
];
const sentenceOf = (text: string) =>
  `${text} ${/^\d{4}-(01|11|12)/.test(text) ? '的年份不在' : '不是有效的日期'}`;
/** A day that an order can be promised for, and the day as people write it. */
const day = dayText(dayNumber(new Date()) + 30);
const [year, month, date] = day.split('-').map(Number) as [number, number, number];
const fullWidth = (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const oneDay = [
  `${year}年${month}月${date}日`,
  fullWidth(day.replaceAll('-', '/')),
  day.replaceAll('-', '.'),
];

let journey: Journey;
let office: BackOffice;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
});
afterAll(() => journey.close());

/** Types into a calendar's input and leaves the calendar, which may have a second input. */
async function typeDay(page: Page, input: ReturnType<Page['locator']>, text: string) {
  // A calendar that opens below the pointer shows the day there instead of the typed text.
  await page.mouse.move(0, 0);
  await input.fill(text);
  await input.press('Tab');
  if (await page.locator('.ant-picker input:focus').count()) await page.keyboard.press('Tab');
}

describe('a day typed in the back office', () => {
  test('is accepted in every usual format, and other text is refused with a message; the saved day stays', async () => {
    const token = await journey.app.signIn('demo');
    const { app } = journey;
    const body = await buildOrder(app, { token }, [buildItem(await readCatalogue(app))]);
    const id = Number((await place(app, { token }, body)).data);
    const { page, faults } = await office.open(`/admin/user/order/${id}`, { expectedStatuses: [400] });
    await page.getByRole('button', { name: '修改', exact: true }).click();
    const input = page.getByRole('textbox', { name: '承诺发货日', exact: true });
    await input.waitFor();
    const before = await input.inputValue();
    for (const text of noDays) {
      await typeDay(page, input, text);
      await expectMessage(page, sentenceOf(text));
      await expect.poll(() => input.inputValue()).toBe(before);
    }
    for (const text of oneDay) {
      await typeDay(page, input, text);
      await expect.poll(() => input.inputValue()).toBe(day);
      await typeDay(page, input, before);
    }
    // A day of another century is refused by the server too.
    const { version, promisedDate } = (await office.send('GET', `/order/${id}`)).data as {
      version: number;
      promisedDate: string;
    };
    for (const promised of ['2569-11-23', '2026-02-30', '９９９９-12-31', '0001-01-01']) {
      const edit = { staffNote: '', promisedDate: promised, reason: '客户要求', version };
      const answer = await office.send('POST', `/order/${id}/shop`, { body: edit });
      expect([answer.status, answer.errors]).toEqual([
        400,
        { promisedDate: expect.stringContaining('承诺发货日') as string },
      ]);
    }
    expect((await office.send('GET', `/order/${id}`)).data).toMatchObject({ promisedDate });
    expect(faults).toEqual([]);
  });

  test('is treated alike in a period of a dashboard or list, and as a holiday', async () => {
    const { page, faults } = await office.open('/admin/dash');
    const [from] = [page.getByLabel('日期范围').first()];
    await from.waitFor();
    const before = await from.inputValue();
    for (const text of ['民国115/11/23', '2569-11-23']) {
      await typeDay(page, from, text);
      await expectMessage(page, sentenceOf(text));
      await expect.poll(() => from.inputValue()).toBe(before);
    }
    await page.goto('/admin/sys-config/set');
    const holiday = page.getByLabel('法定节假日').or(page.getByPlaceholder('添加日期')).first();
    await holiday.waitFor();
    await typeDay(page, holiday, '民国115/11/23');
    await expectMessage(page, sentenceOf('民国115/11/23'));
    const pasted = page.getByRole('textbox', { name: /^粘贴/ }).first();
    await pasted.fill(`${oneDay[0]}、2569-01-01`);
    await page.getByRole('button', { name: '添加', exact: true }).first().click();
    await page.getByRole('alert').getByText('2569-01-01 的年份不在 2000–2099 之间').waitFor();
    await page.getByText(new RegExp(`^${day}`)).waitFor();
    await expectValue(pasted, '2569-01-01');
    expect(faults).toEqual([]);
  });
});

describe('typed customer input', () => {
  test('a day that is incomplete, invalid or of another calendar does not silently search for everything', async () => {
    const { page, faults } = await journey.open();
    await page.goto('/user/order');
    await signInOn(page, 'demo', testPasswords.demo);
    const search = page.getByRole('search');
    const begin = search.getByLabel('开始日期');
    const refused = async (sentence: string) => {
      await search.getByRole('button', { name: '查询' }).click();
      await search.getByText(sentence).waitFor();
      expect(new URL(page.url()).search).toBe('');
    };
    // One figure is no day, in any order of year, month and day.
    await begin.focus();
    await page.keyboard.type('1');
    await refused('日期不完整或不存在');
    await begin.fill('2569-11-23');
    await refused('请填写 2000 至 2099 年的公历日期');
    await begin.fill('2026-01-31');
    await search.getByRole('button', { name: '查询' }).click();
    await page.waitForURL(/begin=2026-01-31$/);
    expect(faults).toEqual([]);
  });

  test('sizes with units and full-width digits are read as millimetres on the quotation page and in the table', async () => {
    const { page, faults } = await journey.open({ width: 390, height: 844 });
    await page.goto('/');
    await signInOn(page, 'demo', testPasswords.demo);
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const typed = { 长度: '１２０ｍｍ', 宽度: '6 cm', 高度: '0.02m', 数量: '１０件' };
    for (const [label, text] of Object.entries(typed)) {
      await field(label).fill(text);
      await field(label).press('Tab');
    }
    const read = { 长度: '120', 宽度: '60', 高度: '20', 数量: '10' };
    for (const [label, value] of Object.entries(read)) await expectValue(field(label), value);
    // Text that is no length stays as typed, with a message.
    await field('长度').fill('一拃');
    await field('长度').press('Tab');
    await expectValue(field('长度'), '一拃');
    await page.getByText('长度必须是数字').first().waitFor();
    await page.getByRole('button', { name: '粘贴清单' }).click();
    const bill = page.getByRole('textbox', { name: '零件清单' });
    await bill.fill('轴承座\t6061\t８０ｍｍ×４ｃｍ×0.01m\t２５件\n');
    // The browser's back closes the dialog and keeps the typed text.
    await page.goBack();
    await bill.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '粘贴清单' }).click();
    await page.getByRole('button', { name: '加入 1 个零件' }).click();
    const cell = (column: string) => page.getByLabel(`轴承座 ${column}`, { exact: true });
    await cell('长度').waitFor();
    const pastedSizes = { 长度: '80', 宽度: '40', 高度: '10', 数量: '25' };
    for (const [column, value] of Object.entries(pastedSizes)) await expectValue(cell(column), value);
    await cell('高度').fill('１．５厘米');
    await cell('高度').press('Enter');
    await expect.poll(() => cell('高度').inputValue()).toBe('15');
    expect(faults).toEqual([]);
  });
});
