import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { partCard, renderQuote, summaryPanel } from './render-quote.test-data.tsx';
import { sizes, kernelSubTotal } from './quote-page.test-data.tsx';

describe('the material', () => {
  test('is found by category and trade name, reached by ↓, and taken by Enter', async () => {
    const { user } = await renderQuote();
    const card = within(partCard('零件 1'));
    const search = card.getByRole('searchbox', { name: '搜索材料' });
    await user.type(search, '不锈钢');
    const steel = await card.findByRole<HTMLInputElement>('radio', { name: /SUS304/ });
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(steel);
    expect(steel.checked).toBe(false);
    await user.clear(search);
    await user.type(search, '06Cr19Ni10{Enter}');
    expect(card.getByRole('tab', { selected: true }).textContent).toBe('不锈钢');
    expect(card.getByRole<HTMLInputElement>('radio', { name: /SUS304/ }).checked).toBe(true);
    expect(card.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    await user.type(search, '铝');
    await waitFor(() => expect(card.getAllByRole('radio', { name: /^AL/ })).toHaveLength(2));
  });
});

describe('a size', () => {
  const values = () =>
    ['长度', '宽度', '高度', '数量'].map(
      (label) => within(partCard('零件 1')).getByLabelText<HTMLInputElement>(label).value,
    );

  test('is pasted in one cell, in several, or with units', async () => {
    const { user } = await renderQuote({ start: 'blank' });
    const card = within(partCard('零件 1'));
    await user.click(card.getByLabelText('长度'));
    await user.paste('80×40×10');
    expect(values()).toEqual(['80', '40', '10', '']);
    await user.click(card.getByLabelText('长度'));
    await user.paste('１２０mm\t60\t20\t1,000件\r\n');
    expect(values()).toEqual(['120', '60', '20', '1000']);
    expect(card.getByText(kernelSubTotal({ num: 1000 }))).toBeDefined();
    await user.click(card.getByLabelText('数量'));
    await user.paste('25件');
    expect(values()).toEqual(['120', '60', '20', '25']);
  });

  test('may be typed with its unit, which disappears when the field is left', async () => {
    const { user } = await renderQuote();
    const card = within(partCard('零件 1'));
    await user.clear(card.getByLabelText('长度'));
    await user.type(card.getByLabelText('长度'), '120mm');
    expect(card.getByText(kernelSubTotal({ num: 10 }))).toBeDefined();
    expect(card.getByLabelText('长度').getAttribute('aria-invalid')).toBe('false');
    await user.tab();
    expect(values()).toEqual(['120', '60', '20', '10']);
  });
});

describe('the parts', () => {
  test('start empty without a default configuration', async () => {
    const none = { origin: 'none', material: null, num: 1, length: 0, width: 0, height: 0, cncPrice: {} };
    await renderQuote({
      start: 'blank',
      server: { 'GET /material_process/default_config': () => ok(none) },
    });
    expect(screen.getByText('选择材料后显示价格')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('长度').value).toBe('');
  });

  test('can be saved as the default', async () => {
    const { user, sent } = await renderQuote({
      server: { 'POST /material_process/default_config': () => ok(null, '保存成功') },
    });
    await user.type(screen.getByLabelText('零件名称'), '支架');
    await user.click(screen.getByRole('button', { name: '将 支架 设为我的默认配置' }));
    expect(await screen.findByText('保存成功')).toBeDefined();
    const body = sent.find(({ method }) => method === 'POST')?.body;
    expect(body).toEqual({
      material: 1,
      num: 10,
      ...sizes,
      process_10: 13,
      process_13: 132,
      process_20: 21,
    });
  });
});

test('the page says so when there is no material', async () => {
  const empty = ok({ list: [], count: 0, pageIndex: 1, pageSize: 1000, maxUpdatedAt: null });
  await renderQuote({ server: { 'GET /material': () => empty } });
  expect(screen.getByRole('heading', { name: '暂时没有可报价的材料' })).toBeDefined();
});

describe('the URL of an order', () => {
  test('without a number shows the empty page', async () => {
    const { sent } = await renderQuote({ path: '/mfr/abc' });
    expect(partCard('零件 1')).toBeDefined();
    expect(sent.filter(({ url }) => url.startsWith('/order'))).toEqual([]);
  });
});

test('a side longer than the stock shows a notice, although the price compares only volumes', async () => {
  const { user } = await renderQuote();
  const card = within(partCard('零件 1'));
  for (const [label, value] of [
    ['长度', '4000'],
    ['宽度', '2'],
    ['高度', '2'],
  ] as const) {
    await user.clear(card.getByLabelText(label));
    await user.type(card.getByLabelText(label), value);
  }
  expect(card.getByText(/4000 mm 的边长于基准尺寸（\d+ mm），用料由我们确认/)).toBeDefined();
  expect(card.getByText('体积不超过基准时不加价')).toBeDefined();
});

test('the summary shows the seller, the tax note and when the delivery time starts', async () => {
  const settings = {
    'quote.cutOffHour': '16',
    'quote.taxNote': '以上价格含 13% 增值税',
    'site.name': '智造报价',
    'company.name': '示例精密制造',
    'company.phone': '021-12345678',
    'company.address': '上海市示例路 1 号',
  };
  await renderQuote({ server: { 'GET /app-config': () => ok(settings) } });
  const panel = within(summaryPanel());
  expect(await panel.findByText('以上价格含 13% 增值税')).toBeDefined();
  expect(await panel.findByText('示例精密制造 · 021-12345678 · 上海市示例路 1 号')).toBeDefined();
  expect(
    panel.getByText(
      '交期按工作日计算，从提交订单的下一个工作日算起；16 点后或休息日提交，视为下一个工作日提交',
    ),
  ).toBeDefined();
});
