import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTooWide, password, startCustomers } from '#tests/support/data/customers.ts';
import { signInOn, type Journey } from '#tests/support/browser/journey.ts';
import type { Person } from '#tests/support/data/people.ts';

let journey: Journey;
let addCustomer: () => Promise<Person>;
beforeAll(async () => {
  ({ journey, addCustomer } = await startCustomers());
});
afterAll(() => journey.close());

async function open(width = 1440, height = 900, hasTouch = false) {
  const { username } = await addCustomer();
  const opened = await journey.open({ width, height, hasTouch });
  await opened.page.goto('/');
  await signInOn(opened.page, username, password);
  await opened.page.getByRole('button', { name: '粘贴零件清单' }).waitFor();
  return opened;
}

const table = (page: Page) => page.getByRole('grid', { name: '零件表格' });
const cell = (page: Page, part: string, column: string) =>
  page.getByLabel(`${part} ${column}`, { exact: true });
const bill = [
  '名称\t材料\t长×宽×高\t数量\t备注',
  '支架\t6061\t80×40×10\t25件\t去毛刺',
  '法兰\t304不锈钢\t120*120*15\t1,000\t',
  '轴\tQ345\t约80×30\t10\t调质',
].join('\n');

/** Opens the table with the bill's parts. */
async function openBill(page: Page) {
  await page.getByRole('button', { name: '粘贴零件清单' }).click();
  await page.getByRole('textbox', { name: '零件清单' }).fill(bill);
  await page.getByRole('button', { name: '加入 3 个零件' }).click();
  await table(page).waitFor();
}

/** Puts text on the clipboard of the page and pastes it into the focused field. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    document.activeElement?.dispatchEvent(event);
  }, text);

describe('the parts table', () => {
  test('shows the full names of parts on a small laptop', async () => {
    const { page, faults } = await open(1366, 768);
    const name = 'QM-2026-011 左侧安装支架（改）';
    await page.getByRole('button', { name: '粘贴零件清单' }).click();
    const rows = [`${name}\t6061\t80×40×10\t1200\t去毛刺`, '法兰\t304\t120*120*15\t1,000\t'];
    await page.getByRole('textbox', { name: '零件清单' }).fill(rows.join('\n'));
    await page.getByRole('button', { name: '加入 2 个零件' }).click();
    const cut = table(page).getByTitle(name).locator('span').first();
    expect(await cut.evaluate((start) => start.scrollWidth - start.clientWidth)).toBe(0);
    expect(await isTooWide(page)).toBe(false);
    expect(faults).toEqual([]);
  });

  test.each([
    ['desktop', 1440],
    ['phone', 390],
  ])(
    'accepts a bill of materials and marks unrecognised values in their cells (%s)',
    async (_name, width) => {
      const { page, faults } = await open(width);
      await openBill(page);
      await page.getByText('已填入 3 行；1 行有没看懂或没有写的内容，已标红').waitFor();
      expect(await cell(page, '支架', '材料').inputValue()).toBe('AL6061-T6');
      expect(await cell(page, '支架', '数量').inputValue()).toBe('25');
      expect(await cell(page, '法兰', '材料').inputValue()).toBe('SUS304');
      expect(await cell(page, '法兰', '数量').inputValue()).toBe('1000');
      for (const [column, text] of [
        ['材料', 'Q345'],
        ['长度', '约80×30'],
      ] as const) {
        expect(await cell(page, '轴', column).inputValue()).toBe(text);
        expect(await cell(page, '轴', column).getAttribute('aria-invalid')).toBe('true');
      }
      expect(await cell(page, '轴', '数量').getAttribute('aria-invalid')).toBe('false');
      await cell(page, '轴', '材料').focus();
      await page.getByText(/轴：没有找到材料“Q345”，请选择；相近的有 Q235B/).waitFor();
      expect(await isTooWide(page)).toBe(false);

      // The marks survive a reload, and so does the view.
      await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('Q345');
      await page.reload();
      await table(page).waitFor();
      expect(await cell(page, '轴', '材料').inputValue()).toBe('Q345');
      expect(faults).toEqual([]);
    },
  );

  test('has one row of tab stops, and fits the page without scrolling sideways', async () => {
    const { page, faults } = await open();
    await openBill(page);
    const finish = cell(page, '支架', '表面处理');
    expect(await finish.getAttribute('title')).toMatch(/^无.*：清单里没有写，按无处理$/);
    const scroller = table(page);
    expect(await scroller.evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
    await cell(page, '法兰', '备注').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      '在卡片中打开 法兰',
    );
    await page.keyboard.press('Tab');
    expect(await scroller.evaluate((grid) => grid.contains(document.activeElement))).toBe(false);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('法兰 备注');
    expect(faults).toEqual([]);
  });

  test.each([
    ['desktop', 1440, false],
    ['phone', 390, true],
  ])(
    'never truncates a number, fits amounts into their cells and shows both ends of a long name (%s)',
    async (_name, width, hasTouch) => {
      const { page, faults } = await open(width, 844, hasTouch);
      await page.getByRole('button', { name: '粘贴零件清单' }).click();
      const long = '减速箱输出端轴承座安装支架总成备件（左）';
      await page
        .getByRole('textbox', { name: '零件清单' })
        .fill(
          [
            '名称\t材料\t长×宽×高\t数量\t备注',
            `${long}\t6061\t101.125×120.71×1234.567\t100000\tDWG-2031 rev B`,
            '轴\t6061\t80×40×10\t1\t',
          ].join('\n'),
        );
      await page.getByRole('button', { name: '加入 2 个零件' }).click();
      await table(page).getByText('¥').first().waitFor();
      const cutFields = await table(page)
        .locator('input[inputmode]')
        .evaluateAll((fields: HTMLInputElement[]) =>
          fields.filter((field) => field.scrollWidth > field.clientWidth).map(({ value }) => value),
        );
      expect(cutFields).toEqual([]);
      const amounts = await table(page)
        .getByRole('gridcell')
        .filter({ hasText: '¥' })
        .evaluateAll((cells) =>
          cells.map((cell) => {
            const text = document.createRange();
            text.selectNodeContents(cell.firstElementChild ?? cell);
            const [outer, inner] = [cell.getBoundingClientRect(), text.getBoundingClientRect()];
            return inner.left >= outer.left && inner.right <= outer.right && text.getClientRects().length;
          }),
        );
      // Each name is one line of text.
      expect(amounts).toEqual([1, 1]);
      expect(await table(page).getByText('（左）').isVisible()).toBe(true);
      expect(await cell(page, long, '零件名称').getAttribute('title')).toBe(long);
      expect(await isTooWide(page)).toBe(false);
      expect(faults).toEqual([]);
    },
  );

  test('can be edited by keyboard only, up to the order', async () => {
    const { page, faults } = await open();
    await openBill(page);
    await cell(page, '支架', '名称')
      .or(cell(page, '支架', '零件名称'))
      .focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('45#');
    await page.keyboard.press('Tab');
    expect(await cell(page, '轴', '材料').inputValue()).toBe('45#钢');
    await page.keyboard.type('80');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('30');
    await page.keyboard.press('Tab');
    await page.keyboard.type('30mm');
    await page.keyboard.press('Enter');
    expect(await cell(page, '轴', '高度').inputValue()).toBe('30');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('12');
    expect(await cell(page, '法兰', '高度').inputValue()).toBe('12');
    await page.keyboard.press('Escape');
    expect(await cell(page, '法兰', '高度').inputValue()).toBe('15');

    await page.getByLabel('选择全部零件').check();
    await page.getByLabel('批量设置表面处理').selectOption('喷砂');
    expect(await cell(page, '法兰', '表面处理').inputValue()).toBe('喷砂');
    await page.getByLabel('批量数量').fill('7');
    await page.getByRole('button', { name: '设为数量' }).click();
    expect(await cell(page, '轴', '数量').inputValue()).toBe('7');
    await page.getByRole('button', { name: '撤销上一步' }).click();
    await page.getByRole('button', { name: '删除所选' }).click();
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('批量设置');
    await page.getByRole('button', { name: '撤销上一步' }).click();
    expect(await cell(page, '支架', '数量').inputValue()).toBe('25');
    expect(await page.getByText('待完善').count()).toBe(0);
    await page.getByRole('button', { name: '提交订单' }).click();
    await page.getByRole('dialog', { name: '确认提交订单' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('accepts a block of cells pasted at the active cell, and undoes it', async () => {
    const { page, faults } = await open();
    await openBill(page);
    await cell(page, '法兰', '长度').focus();
    await paste(page, '60\t50\t40\n70×60×50\t9\n90\t80\t70\t6');
    expect(await cell(page, '法兰', '宽度').inputValue()).toBe('50');
    expect(await cell(page, '轴', '高度').inputValue()).toBe('50');
    expect(await cell(page, '轴', '数量').inputValue()).toBe('9');
    expect(await cell(page, '零件 4', '数量').inputValue()).toBe('6');
    await page.keyboard.press('Control+z');
    expect(await cell(page, '法兰', '长度').inputValue()).toBe('120');
    await page.getByText('零件（3）').waitFor();
    expect(faults).toEqual([]);
  });

  test('previews the recognised columns of a list, and asks for missing values', async () => {
    const { page, faults } = await open();
    await page.getByRole('button', { name: '粘贴零件清单' }).click();
    const list = [
      '序号\t名称\t料\t规格\t数量\t公差\t检验\t重量',
      '1\t罩\tPOM\t60×50×20\t2件\t±0.05\t三坐标\t0.1',
      '2\t垫\t\t50×40×10\t4\t±0.03\t\t0.2',
      '3\t光轴\t45#\tφ30×200\t10\t\t\t1.1',
      '合计\t\t\t\t16\t\t\t',
    ];
    await page.getByRole('textbox', { name: '零件清单' }).fill(list.join('\n'));
    const preview = page.getByRole('region', { name: '识别结果' });
    await preview.getByText('料 → 材料').waitFor();
    await preview.getByText('“重量”没有用于计价，内容记入备注。').waitFor();
    await preview.getByText('不是零件，没有加入：“合计 16”。').waitFor();
    await preview.getByText('3 行中有 2 行没看懂或没写全').waitFor();
    await preview.getByRole('row', { name: /^垫.*请选择 材料/ }).waitFor();
    await preview.getByRole('checkbox', { name: '材料（1 格）' }).check();
    await preview.getByRole('row', { name: /^垫 POM.*没有找到公差“±0.03”/ }).waitFor();
    await page.getByRole('button', { name: '加入 3 个零件' }).click();
    // Each missing choice has a column with red cells.
    await expect.poll(() => cell(page, '罩', '材料颜色').getAttribute('aria-invalid')).toBe('true');
    expect(await cell(page, '罩', '公差').inputValue()).toBe('±0.05 mm');
    expect(await cell(page, '罩', '检验').inputValue()).toBe('三坐标报告（CMM）');
    expect(await cell(page, '光轴', '材料颜色').getAttribute('aria-invalid')).toBe('false');
    // The list of a red cell has all options, the nearest first.
    await cell(page, '垫', '公差').focus();
    const options = page.getByRole('listbox', { name: '垫 公差' }).getByRole('option');
    expect(await options.count()).toBe(3);
    await options.filter({ hasText: '±0.05 mm' }).click();
    expect(await cell(page, '垫', '公差').inputValue()).toBe('±0.05 mm');
    await page.getByLabel('选择全部零件').check();
    await page.getByLabel('批量设置其他工艺').selectOption({ label: '黑色' });
    await page.getByText('“黑色”不适用于 45#钢，1 个零件保持不变').waitFor();
    expect(await cell(page, '垫', '材料颜色').inputValue()).toBe('黑色');
    expect(await page.getByText('待完善').count()).toBe(0);
    await page.getByRole('button', { name: '在卡片中打开 光轴' }).click();
    const card = page.getByRole('region', { name: '光轴' });
    expect(await card.getByRole('button', { name: '圆料' }).getAttribute('aria-pressed')).toBe('true');
    expect(await card.getByLabel('直径').inputValue()).toBe('30');
    await card.getByLabel('直径').fill('32');
    expect(faults).toEqual([]);
  });

  test('opens a part as a card, where all cards can be collapsed', async () => {
    const { page, faults } = await open();
    await openBill(page);
    await page.getByRole('button', { name: '在卡片中打开 法兰' }).click();
    await page.getByRole('region', { name: '法兰' }).getByRole('radiogroup', { name: '材料' }).waitFor();
    await page.getByRole('button', { name: '全部收起' }).click();
    expect(await page.getByRole('radiogroup', { name: '材料' }).count()).toBe(0);
    await page.getByRole('button', { name: '全部展开' }).click();
    expect(await page.getByRole('radiogroup', { name: '材料' }).count()).toBe(3);
    await page.getByRole('button', { name: '表格' }).click();
    await cell(page, '轴', '材料').fill('45#');
    await cell(page, '轴', '长度').fill('80');
    await cell(page, '轴', '宽度').fill('30');
    await cell(page, '轴', '高度').fill('30');
    await cell(page, '法兰', '表面处理').fill('镀金');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: '提交订单' }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('法兰 表面处理');
    expect(faults).toEqual([]);
  });
});

test('on a phone, back collapses the open quotation and stays on the page', async () => {
  const { page, faults } = await open(390, 844);
  await page.getByRole('button', { name: '展开报价单' }).click();
  await page.goBack();
  await page.getByRole('button', { name: '展开报价单' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(faults).toEqual([]);
});
