import type { Page } from 'playwright-core';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  backOfficeOf,
  rollBackDraft,
  waitForClosedDialogs,
  expectText,
  tabTo,
  expectMessage,
  type BackOffice,
} from '#tests/support/browser/back-office.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { enterGrid, expectActive, findPrice, press, priceGrid } from '#tests/support/browser/price-grid.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { expectFocus } from '#tests/support/browser/shown.ts';

let journey: Journey;
let office: BackOffice;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
});
afterAll(() => journey.close());

const priceOf = (material: string, option: string) => findPrice(office, material, option);

test('concurrent changes are shown cell by cell for the user to decide', async () => {
  const { page, faults } = await office.open('/admin/table', { expectedStatuses: [409] });
  await enterGrid(page);
  await press(page, 'Control+Home');
  for (let row = 1; row <= 5; row += 1) await press(page, 'ArrowDown');
  await expectActive(page, 'SUS304，表面处理 无（保留刀纹）：0/0');
  await press(page, 'ArrowRight');
  for (const price of ['11', '13']) {
    await page.keyboard.type(price);
    await press(page, 'Tab');
  }
  await page.keyboard.type('23');
  await press(page, 'Enter');
  await expectText(page, '3 个价格未保存');
  const cells = await Promise.all(
    ['喷砂', '抛光'].map(async (option) => {
      const { value, ...ids } = await priceOf('SUS304', option);
      return { ...ids, before: value, after: { price: 30, time: 9 } };
    }),
  );
  await office.send('PUT', '/price-table', { body: { cells, confirmJumps: true } });

  await press(page, 'Control+s');
  const conflict = page.getByRole('dialog', { name: '价格已被他人修改' });
  await conflict.getByText('下列 2 项').waitFor();
  const row = conflict.getByRole('row', { name: /SUS304 · 表面处理 喷砂 \S+ 11\/0\.5 30\/9/ });
  await row.waitFor();
  await conflict.getByRole('row', { name: /SUS304 · 表面处理 抛光 \S+ 23\/1 30\/9/ }).waitFor();
  await tabTo(page, row.getByRole('radio', { name: '30/9' }));
  await press(page, 'Space');
  await tabTo(page, conflict.getByRole('button', { name: '按所选合并' }));
  await press(page, 'Enter');
  await waitForClosedDialogs(page);
  await expectText(page, '2 个价格未保存');
  await expectFocus(priceGrid(page));
  await press(page, 'Control+s');
  await expectMessage(page, '更新成功');
  await page.getByText(/个价格未保存/).waitFor({ state: 'hidden' });
  expect((await priceOf('SUS304', '喷砂')).value).toEqual({ price: 30, time: 9 });
  expect((await priceOf('SUS304', '拉丝')).value).toEqual({ price: 13, time: 1 });
  expect((await priceOf('SUS304', '抛光')).value).toEqual({ price: 23, time: 1 });
  expect(faults).toEqual([]);
});

test('a file is exported, and a changed one is imported after a preview of its differences', async () => {
  const { page, faults } = await office.open('/admin/table');
  let file: { name: string; mimeType: string; buffer: Buffer } | undefined;
  page.on('filechooser', (chooser) => void chooser.setFiles(file ?? []));
  await enterGrid(page);
  await tabTo(page, page.getByRole('button', { name: '导出' }), true);
  await press(page, 'Enter', 'Tab');
  const downloading = page.waitForEvent('download');
  await press(page, 'Enter');
  expect((await downloading).suggestedFilename()).toBe('价目总表.xlsx');

  const { materialId, optionId } = await priceOf('POM 赛钢', 'GB/T 1804-m');
  const head = '材料编号,材料,选项编号,工艺,选项,价格,天数';
  const csv = (price: string, rows = 1) =>
    `${head}\n${`${materialId},POM 赛钢,${optionId},公差,GB/T 1804-m,${price},1\n`.repeat(rows)}`;
  const choosing = page.getByRole('button', { name: '导入' });
  async function upload(name: string, text: string) {
    file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
    await press(page, 'Enter');
    return page.getByRole('dialog', { name: `导入预览 · ${name}` });
  }
  await tabTo(page, choosing, true);
  const wrong = await upload('wrong.csv', csv('abc', 40));
  await wrong.getByText('文件中有 40 处错误，没有导入任何内容').waitFor();
  // Only the visible rows are drawn; the keyboard scrolls to the others.
  const last = wrong.getByRole('cell', { name: '41', exact: true });
  expect(await last.count()).toBe(0);
  await tabTo(page, wrong.getByRole('table', { name: '文件中的错误' }));
  await press(page, 'End');
  await last.waitFor();
  await expectAccessible(page, 'the errors of an import');
  await press(page, 'Escape');
  await waitForClosedDialogs(page);
  await expectFocus(choosing);

  const report = await upload('prices.csv', csv('3.25'));
  await report.getByText('将修改 1 个价格').waitFor();
  await report.getByText('POM 赛钢').waitFor();
  await report.getByText('0/0').waitFor();
  await report.getByText('3.25/1').waitFor();
  await expectAccessible(page, 'the preview of an import');
  await tabTo(page, report.getByRole('button', { name: '应用 1 处修改' }));
  await press(page, 'Enter');
  await expectMessage(page, '导入成功');
  await waitForClosedDialogs(page);
  expect((await priceOf('POM 赛钢', 'GB/T 1804-m')).value).toEqual({ price: 3.25, time: 1 });
  // The table behind the dialog has the imported prices.
  await page.getByLabel('查找材料或选项').fill('1804-m');
  await page.getByRole('gridcell', { name: 'POM 赛钢，公差 GB/T 1804-m：3.25/1' }).waitFor();
  expect(faults).toEqual([]);
});

const confirmPublication = (page: Page, title: string | RegExp) =>
  page
    .getByRole('dialog', { name: title })
    .getByRole('button', { name: /^发\s*布$/ })
    .click();

test('a draft of prices is published and rolled back', async () => {
  const { page, faults } = await office.open('/admin/table', { height: 844 });
  const before = await priceOf('AL6061-T6', '拉丝');
  await priceGrid(page).waitFor();
  await priceGrid(page).focus();
  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight');
  await expectActive(page, `AL6061-T6，表面处理 拉丝：${before.value!.price}/${before.value!.time}`);
  await page.keyboard.type(`${before.value!.price + 1}`);
  await press(page, 'Enter');
  await page.getByRole('button', { name: '存为草稿' }).click();
  const naming = page.getByRole('dialog');
  await naming.getByLabel('名称').fill(`拉丝涨价 1`);
  await expectAccessible(page, 'naming a draft');
  await naming.getByRole('button', { name: '存为草稿' }).click();
  await waitForClosedDialogs(page);
  expect((await priceOf('AL6061-T6', '拉丝')).value).toEqual(before.value);

  const open = async () => {
    await page.getByRole('button', { name: '调价草稿' }).click();
    await page.getByRole('dialog').getByRole('button', { name: `拉丝涨价 1` }).click();
    return page.getByRole('region', { name: `拉丝涨价 1` });
  };
  const draft = await open();
  await draft.getByText('上调 1 个').waitFor();
  await expectAccessible(page, 'a draft of prices');
  await draft.getByRole('button', { name: '立即发布' }).click();
  await confirmPublication(page, '立即发布 1 个价格？');
  await expect
    .poll(async () => (await priceOf('AL6061-T6', '拉丝')).value?.price)
    .toBe(before.value!.price + 1);
  await waitForClosedDialogs(page);

  await open();
  await rollBackDraft(page);
  await expect.poll(async () => (await priceOf('AL6061-T6', '拉丝')).value).toEqual(before.value);
  expect(faults).toEqual([]);
});

/** The parts of the open calendar outside the window, and the headers that are not centred above their days. */
const misplacedInCalendar = (page: Page) =>
  page.locator('.ant-picker-dropdown:visible').evaluate((calendar) => {
    const middleOf = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      return (left + right) / 2;
    };
    const days = [...calendar.querySelectorAll('tbody tr:first-child .ant-picker-cell-inner')].map(middleOf);
    const heads = [...calendar.querySelectorAll('th')];
    const { left, right } = calendar.getBoundingClientRect();
    return [
      ...(left < 0 || right > innerWidth ? [`from ${left} to ${right}`] : []),
      ...heads
        .filter((head, column) => Math.abs(middleOf(head) - (days[column] ?? Infinity)) > 1)
        .map(({ textContent }) => textContent),
    ];
  });

test('drafts of every kind of price are merged and published at a set time', async () => {
  const first = await office.open('/admin/category', { height: 844 });
  const { page, faults } = first;
  const price = page.getByRole('textbox', { name: '铝合金 系统基价（元/件）' });
  const before = await price.inputValue();
  await price.fill(String(Number(before) + 2));
  await page.getByRole('button', { name: '存为草稿' }).click();
  await page.getByRole('dialog').getByLabel('名称').fill(`基价 1`);
  await page.getByRole('dialog').getByRole('button', { name: '存为草稿' }).click();
  await waitForClosedDialogs(page);
  expect(await price.inputValue()).toBe(before);

  await page.goto(new URL('/admin/table', page.url()).href);
  await priceGrid(page).focus();
  await press(page, 'Control+Home', 'ArrowRight');
  await page.keyboard.type('3.5');
  await press(page, 'Enter');
  await page.getByRole('button', { name: '存为草稿' }).click();
  await page.getByRole('dialog').getByLabel('名称').fill(`选项 1`);
  await page.getByRole('dialog').getByRole('button', { name: '存为草稿' }).click();
  await waitForClosedDialogs(page);

  await page.getByRole('button', { name: '调价草稿' }).click();
  await page.getByRole('dialog').getByRole('button', { name: `选项 1` }).click();
  const draft = page.getByRole('region', { name: `选项 1` });
  await draft.getByRole('button', { name: '合并其他草稿' }).click();
  const merging = page.getByRole('dialog', { name: `合并到“选项 1”` });
  await merging.getByLabel('草稿').click();
  await page.getByTitle(`基价 1（1 个价格）`).click();
  await expectAccessible(page, 'merging drafts');
  await merging.getByRole('button', { name: /^合\s*并$/ }).click();
  await draft.getByText('加工基价', { exact: true }).waitFor();

  await draft.getByRole('button', { name: '调整附加费' }).click();
  const charging = page.getByRole('dialog', { name: '调整附加费' });
  await charging.getByLabel('附加费规则').click();
  await page.getByTitle(/^编程开机费/).click();
  await charging.getByLabel('金额（元）').fill('66');
  await expectAccessible(page, 'a charge in a draft');
  await charging.getByRole('button', { name: '加入草稿' }).click();
  await draft.getByText('附加费', { exact: true }).waitFor();

  await draft.getByRole('button', { name: '定时发布' }).click();
  const timing = page.getByRole('dialog', { name: '定时发布' });
  await timing.getByLabel('发布时间（北京时间）').click();
  await expect.poll(() => misplacedInCalendar(page)).toEqual([]);
  const moment = timing.getByLabel('发布时间（北京时间）');
  const ok = page.locator('.ant-picker-ok button');
  await moment.fill('2020-01-01 00:00');
  await expect.poll(() => ok.isDisabled()).toBe(true);
  const later = `${dayText(dayNumber(new Date()) + 2)} 08:30`;
  await moment.fill(later);
  await ok.click();
  await timing.getByRole('button', { name: /^设\s*定$/ }).click();
  await draft.getByText(`设定 ${later} 发布`, { exact: false }).waitFor();
  await expectAccessible(page, 'a scheduled draft');
  await draft.getByRole('button', { name: '取消定时发布' }).click();
  await draft.getByRole('button', { name: '立即发布' }).click();
  await confirmPublication(page, /^立即发布 \d 个价格？$/);
  await waitForClosedDialogs(page);
  await priceGrid(page).focus();
  await press(page, 'Control+Home', 'ArrowRight');
  await page.getByRole('button', { name: '变更记录' }).click();
  const history = page.getByRole('dialog');
  await history.getByText(`发布调价“选项 1”`).waitFor();
  await expectAccessible(page, 'the history of a price');
  await page.keyboard.press('Escape');
  await waitForClosedDialogs(page);

  await page.getByRole('button', { name: '调价草稿' }).click();
  await page.getByRole('dialog').getByRole('button', { name: `选项 1` }).click();
  await rollBackDraft(page);
  await waitForClosedDialogs(page);
  await page.goto(new URL('/admin/category', page.url()).href);
  await expect.poll(() => price.inputValue()).toBe(before);
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
});

test('an order names the version of the prices it was priced with, whose changes are read and rolled back', async () => {
  const before = await priceOf('AL6061-T6', '喷砂');
  const raised = { ...before.value!, price: before.value!.price + 2 };
  const { value: _value, ...ids } = before;
  const name = `喷砂涨价 1`;
  const changes = [{ kind: 'cell', ...ids, before: before.value, after: raised }];
  const draft = await office.send('POST', '/price-draft', { body: { name, reason: '砂料涨价', changes } });
  const body = { version: 1, confirmJumps: true };
  expect((await office.send('POST', `/price-draft/${String(draft.data)}/publish`, { body })).status).toBe(
    200,
  );
  const who = { as: 'demo' };
  const order = await buildOrder(journey.app, who, [buildItem(await readCatalogue(journey.app))]);
  const id = Number((await place(journey.app, who, order)).data);

  const { page, faults } = await office.open(`/admin/user/order/${id}`, { height: 844 });
  const fact = page.getByText(new RegExp(`现行价目 · .* · 发布调价“${name}” · 砂料涨价`));
  await fact.waitFor();
  await page.getByRole('link', { name: /^价目版本 \d+$/ }).click();
  const version = page.getByRole('region', { name: /^价目版本 \d+$/ });
  await version.getByText('原因：砂料涨价').waitFor();
  await version.getByText(`${raised.price}/${raised.time}`).waitFor();
  await expectAccessible(page, 'a version of the prices');
  await version.getByRole('button', { name: '返回列表' }).click();
  const entry = page.getByRole('button', { name: new RegExp(`发布调价“${name}” 1 个价格`) });
  await entry.waitFor();
  await expectAccessible(page, 'the versions of the prices');
  await page.getByRole('button', { name: '导出变更记录' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByText('导出 CSV').last().click();
  expect((await downloading).suggestedFilename()).toBe('价格变更记录.csv');
  await entry.focus();
  await press(page, 'Enter');
  await version.getByRole('button', { name: '查看调价，可撤回' }).click();
  await rollBackDraft(page);
  await expect.poll(async () => (await priceOf('AL6061-T6', '喷砂')).value).toEqual(before.value);
  await page.goto(new URL(`/admin/user/order/${id}`, page.url()).href);
  await page.getByText(/此后又改价 1 次/).waitFor();
  expect(faults).toEqual([]);
});

test('prices saved without a draft are rolled back from their version', async () => {
  const before = await priceOf('AL6061-T6', '喷砂');
  const { materialId, optionId } = before;
  const value = before.value!;
  const after = { price: value.price + 1, time: value.time };
  const body = { cells: [{ materialId, optionId, before: value, after }], confirmJumps: true };
  expect((await office.send('PUT', '/price-table', { body })).status).toBe(200);
  const { page, faults } = await office.open('/admin/table?version=list', { height: 844 });
  await page
    .getByRole('button', { name: /直接修改 1 个价格/ })
    .first()
    .click();
  const version = page.getByRole('region', { name: /^价目版本 \d+$/ });
  await version.getByRole('button', { name: /^回\s*退$/ }).click();
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^回\s*退$/ })
    .click();
  await version.getByText(/^已由版本 \d+ 回退$/).waitFor();
  expect((await priceOf('AL6061-T6', '喷砂')).value).toEqual(value);
  await expectAccessible(page, 'a version that was rolled back');
  await version.getByRole('button', { name: '返回列表' }).click();
  await page
    .getByRole('button', { name: /回退版本 \d+ 1 个价格/ })
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});
