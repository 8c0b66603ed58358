import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  backOfficeOf,
  choose,
  waitForClosedDialogs,
  filterBy,
  remove,
  expectText,
  expectMessage,
  treeRow,
  type BackOffice,
} from '#tests/support/browser/back-office.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { listOf } from '#tests/support/data/quotations.ts';

let journey: Journey;
let office: BackOffice;
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
});
afterAll(() => journey.close());

/** The cells of a row of the price preview: before, after, change. */
async function expectTrial(page: Page, line: '合计' | '交期', texts: [string, string, string]) {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: line, exact: true }) });
  await expect.poll(() => row.getByRole('cell').allTextContents()).toEqual(texts);
}

const materialId = async (name: string) =>
  listOf<{ id: number }>(await office.send('GET', `/material?name=${name}`))[0]!.id;

describe('materials', () => {
  test('can be created with a price preview, found, edited during a concurrent edit, priced and deleted', async () => {
    const { page, faults } = await office.open('/admin/user/material', { expectedStatuses: [409] });
    await page.getByRole('button', { name: '新增材料' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('请填写材料分类、基准尺寸、基础交期和交期指数').waitFor();
    await drawer.getByLabel('材料名称').fill('AL6082');
    await choose(page, drawer.getByLabel('材料分类'), '铝合金');
    const figures = { 密度: 2.7, 基准长: 100, 基准宽: 100, 基准高: 20, 基础交期: 3, 交期指数: 0, 排序: 999 };
    for (const [label, value] of Object.entries(figures)) await drawer.getByLabel(label).fill(String(value));
    await expectTrial(page, '合计', ['—', '¥615.77', '—']);
    // With half the stock, the same part exceeds it and costs in proportion to its volume.
    await drawer.getByLabel('基准高').fill('10');
    await expectTrial(page, '合计', ['—', '¥1,231.54', '—']);
    await page.keyboard.press('Control+s');
    await expectMessage(page, '创建成功');
    await waitForClosedDialogs(page);

    await filterBy(page, '材料名称', '6082');
    await page.waitForURL(/\?name=6082$/);
    const row = page.getByRole('row', { name: /AL6082/ });
    await row.getByRole('link', { name: '修改' }).click();
    await expectTrial(page, '交期', ['3 天', '3 天', '不变']);
    await drawer.getByLabel('基础交期').fill('5');
    await expectTrial(page, '交期', ['3 天', '5 天', '+2 天（66.7%）']);
    // Another administrator changes the stock in between.
    const id = await materialId('6082');
    const { data } = await office.send('GET', `/material/${id}`);
    const meanwhile = editable(data, { height: 25, deliveryTime: 4, confirmJumps: true });
    expect(await office.send('PUT', `/material/${id}`, { body: meanwhile })).toMatchObject({ status: 200 });
    await page.keyboard.press('Control+s');
    const conflict = page.getByRole('dialog', { name: '材料已被他人修改' });
    await conflict.getByRole('row', { name: /基础交期 3 天 5 天 4 天/ }).waitFor();
    await conflict.getByRole('button', { name: '按所选合并' }).click();
    await conflict.waitFor({ state: 'hidden' });
    expect(await drawer.getByLabel('基准高').inputValue()).toBe('25');
    await page.keyboard.press('Control+s');
    await expectMessage(page, '更新成功');
    await waitForClosedDialogs(page);
    await page.getByRole('row', { name: /AL6082.*25 mm.*5 天/ }).waitFor();

    await row.getByRole('link', { name: '工艺价格' }).click();
    const count = drawer.getByText(/^共 \d+ 项，缺价 \d+ 项$/);
    const [options, missing] = ((await count.textContent()) ?? '').match(/\d+/g)!.map(Number) as [
      number,
      number,
    ];
    expect(missing).toBe(options);
    // Rules that list single materials exclude a new one: the drawer lists the options that do not apply.
    await drawer.getByText(/^\d+ 项工艺或选项不适用于这个材料$/).waitFor();
    await drawer.getByText(/^表面处理 · 钝化/).waitFor();
    expect(await drawer.getByRole('link', { name: '工艺' }).getAttribute('href')).toBe('/admin/user/process');
    await drawer.getByLabel('查找工艺选项').fill('检验');
    await drawer.getByLabel('检验 标准出厂检验 价格').fill('1.5');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('12');
    await expectText(page, '请填写天数');
    await drawer.getByLabel('检验 尺寸检测报告 天数').fill('0.5');
    await drawer.getByLabel('检验 标准出厂检验 天数').fill('0');
    await expectText(page, `缺价 ${missing - 2} 项`);
    await choose(page, drawer.getByLabel('检验', { exact: true }), '尺寸检测报告');
    await expectTrial(page, '交期', ['5 天', '5.5 天', '+0.5 天（10.0%）']);
    await drawer.getByRole('button', { name: '保存' }).click();
    await expectMessage(page, '更新成功');
    await waitForClosedDialogs(page);
    const saved = (await office.send('GET', `/material/${id}`)).data as { processConfig: object[] };
    expect(saved.processConfig).toEqual([
      { id: expect.any(Number) as number, price: 1.5, time: 0 },
      { id: expect.any(Number) as number, price: 12, time: 0.5 },
    ]);

    await remove(page, row);
    await expectMessage(page, '删除成功');
    await expectText(page, '没有符合条件的记录');
    expect(faults).toEqual([]);
  });

  test('used by the default configuration cannot be deleted, and the reason is shown', async () => {
    const { page, faults } = await office.open('/admin/user/material?name=6061', { expectedStatuses: [409] });
    const row = page.getByRole('row', { name: /AL6061-T6/ });
    await remove(page, row);
    await expectMessage(page, '默认配置');
    await row.waitFor();
    expect(faults).toEqual([]);
  });
});

/** The writable fields of a material, with changes. */
function editable(record: object, changes: object): object {
  const {
    id: _id,
    processConfig: _prices,
    createdAt: _created,
    updatedAt: _updated,
    ...rest
  } = record as {
    [field: string]: unknown;
  };
  return { ...rest, ...changes };
}

describe('the process tree', () => {
  test('an option is added for some materials, moved by keyboard and deleted; a process with options cannot be', async () => {
    const { page, faults } = await office.open('/admin/user/process', { expectedStatuses: [409] });
    const drawer = page.getByRole('dialog');
    const order = () => page.getByRole('treegrid').getByRole('rowheader').allTextContents();
    const isAfter = (name: string) => async () => {
      const names = await order();
      return names.indexOf('打钢印') > names.indexOf(name);
    };
    await treeRow(page, '打标').getByRole('button', { name: '新增下级' }).click();
    await drawer.getByLabel('工艺名称').fill('打钢印');
    expect(await drawer.getByPlaceholder('按名称查找材料').count()).toBe(0);
    await choose(page, drawer.getByLabel('适用规则'), '仅选中部分启用');
    await drawer.getByRole('checkbox', { name: '不锈钢（0/4）' }).check();
    await drawer.getByPlaceholder('按名称查找材料').fill('45#');
    await drawer.getByRole('checkbox', { name: '45#钢' }).check();
    await drawer.getByText('已选 5 种').waitFor();
    await drawer.getByRole('button', { name: '保存' }).click();
    await expectMessage(page, '创建成功');
    await waitForClosedDialogs(page);
    const row = treeRow(page, '打钢印');
    await row.getByText('仅选中部分启用').waitFor();
    await row.getByText('SUS304、SUS303 等 5 种').waitFor();
    expect(await row.getAttribute('aria-level')).toBe('2');

    // By keyboard: one position up, then its form.
    expect(await isAfter('丝印')()).toBe(true);
    await row.press('Alt+ArrowUp');
    await expectMessage(page, '顺序已保存');
    await expect.poll(isAfter('丝印')).toBe(false);
    expect(await isAfter('激光打标（逐件序列号）')()).toBe(true);
    await page.keyboard.press('Enter');
    await choose(page, drawer.getByLabel('适用规则'), '仅选中部分禁用');
    await page.keyboard.press('Control+s');
    await expectMessage(page, '更新成功');
    await waitForClosedDialogs(page);
    await row.getByText('仅选中部分禁用').waitFor();

    // Deleting a process with options is always refused, so it is not offered.
    expect(await treeRow(page, '打标').getByRole('button', { name: '删除' }).count()).toBe(0);
    await filterBy(page, '工艺名称', '钢印');
    await page.waitForURL(/name=/);
    await remove(page, row);
    await expectMessage(page, '删除成功');
    await expectText(page, '没有符合条件的记录');
    expect(faults).toEqual([]);
  });
});

describe('default configurations', () => {
  test('exist for the system and for a company; selections that do not apply to the material are removed', async () => {
    const { page, faults } = await office.open('/admin/user/process/default');
    const panel = page.getByRole('region', { name: '默认配置' });
    await expectTrial(page, '合计', ['¥713.57', '¥713.57', '不变']);
    await panel.getByLabel('数量').fill('20');
    await expectTrial(page, '交期', ['5.93 天', '6.45 天', '+0.52 天（8.8%）']);
    await page.keyboard.press('Control+s');
    await expectMessage(page, '保存成功');
    await expectTrial(page, '交期', ['6.45 天', '6.45 天', '不变']);

    await panel.getByText('公司', { exact: true }).click();
    await panel.getByText('请选择公司').waitFor();
    await choose(page, panel.getByRole('combobox', { name: '公司' }), '示例客户公司');
    await panel.getByText('该公司没有自己的默认配置').waitFor();
    await choose(page, panel.getByLabel('材料', { exact: true }), 'AL6061-T6');
    await choose(page, panel.getByLabel('表面处理'), '阳极氧化');
    await panel.getByLabel('阳极氧化', { exact: true }).waitFor();
    await choose(page, panel.getByLabel('材料', { exact: true }), 'SUS304');
    await panel.getByLabel('阳极氧化', { exact: true }).waitFor({ state: 'hidden' });
    await panel.getByRole('button', { name: '保存' }).click();
    await expectMessage(page, '保存成功');
    await panel.getByText('该公司没有自己的默认配置').waitFor({ state: 'hidden' });
    const { data } = await journey.app.send('GET', '/material_process/default_config', { as: 'demo' });
    expect(data).toMatchObject({ origin: 'company', material: await materialId('SUS304'), num: 1 });
    expect(faults).toEqual([]);
  });
});

describe('machining prices', () => {
  test('the price of a tag is changed during a concurrent edit; a company’s agreed price is added and removed', async () => {
    const { page, faults } = await office.open('/admin/category', { expectedStatuses: [409] });
    const price = page.getByLabel('铝合金 系统基价（元/件）');
    await price.fill('9o');
    await page.getByText('加工基价必须是数字').waitFor();
    await price.fill('90');
    await expectTrial(page, '合计', ['¥615.77', '¥651.99', '+¥36.22（5.9%）']);
    const rows = (await office.send('GET', '/machining-price/agreed')).data as {
      materialTag: string;
      version: number;
    }[];
    const { version } = rows.find(({ materialTag }) => materialTag === 'aluminium')!;
    await office.send('PUT', '/machining-price', {
      body: { deptId: 0, prices: [{ materialTag: 'aluminium', price: 88, version }] },
    });
    await page.keyboard.press('Control+s');
    const conflict = page.getByRole('dialog', { name: '加工基价已被他人修改' });
    await conflict.getByRole('row', { name: '铝合金 ¥85 ¥90 ¥88' }).waitFor();
    await conflict.getByRole('button', { name: '按所选合并' }).click();
    await page.getByText('1 项未保存').waitFor();
    await page.keyboard.press('Control+s');
    await expectMessage(page, '更新成功');
    await page.getByText('1 项未保存').waitFor({ state: 'hidden' });

    await page.getByText('公司协议价', { exact: true }).click();
    await choose(page, page.getByRole('combobox', { name: '公司' }), '示例客户公司');
    await page.getByLabel('铝合金 协议价（元/件）').fill('81');
    await page.getByText('−¥9.00（−10.0%）').waitFor();
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('button', { name: '示例客户公司（1）' }).waitFor();
    const pricesOfDemo = async () => (await journey.app.send('GET', '/machining-price', { as: 'demo' })).data;
    expect(await pricesOfDemo()).toContainEqual(expect.objectContaining({ price: 81, origin: 'company' }));
    await page.getByRole('button', { name: '结束 铝合金 的协议' }).click();
    await page.getByText('保存后协议结束，按系统基价').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: '示例客户公司（1）' }).waitFor({ state: 'hidden' });
    expect(await pricesOfDemo()).toContainEqual(expect.objectContaining({ price: 90, origin: 'system' }));
    expect(faults).toEqual([]);
  });
});
