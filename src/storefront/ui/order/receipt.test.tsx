import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fenFromYuan } from '#domain/money.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { aluminium } from '#tests/support/data/wire-order.ts';
import { Receipt } from './receipt.tsx';

const material = {
  ...aluminium,
  processConfig: [
    { id: 11, price: 13.5, time: 1.5 },
    { id: 21, price: 0, time: 0 },
    { id: 31, price: 0, time: 0 },
  ],
};
const names = new Map([
  [10, '表面处理'],
  [11, '阳极氧化'],
  [20, '公差'],
  [21, 'GB/T 1804-m'],
  [30, '检验'],
  [31, '标准出厂检验'],
]);
const part = { material: 1, num: 10, length: 200, width: 100, height: 30 };

function show(more: object = {}) {
  const item = { ...part, process_10: 11, process_20: 21, process_30: 31, ...more };
  const { trace } = priceItem(material, item, { aluminium: 85 });
  render(<Receipt trace={trace} nameOf={(id) => names.get(id)} />);
  return within(screen.getByRole('table', { name: '价格说明' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
}
const fen = (text = '') => fenFromYuan(text.replace('−', '-').replace(/[¥,]/g, ''));

describe('a receipt', () => {
  test('adds up to the fen as it is printed', () => {
    const rows = show();
    const at = (label: string) => rows.findIndex(([head = '']) => head.startsWith(label));
    const amounts = rows.map(([, amount]) => amount);
    const basis = amounts.slice(0, at('基准单价')).filter((text) => text !== '');
    expect(basis.reduce((sum, text) => sum + fen(text), 0)).toBe(fen(amounts[at('基准单价')]));
    expect(fen(amounts[at('基准单价')]) * 10 + fen(amounts[at('数量优惠')])).toBe(fen(amounts[at('小计')]));
  });

  test('has no empty lines: options that add nothing share one', () => {
    const rows = show();
    expect(rows.flat().filter((text) => /^[—-]$/.test(text))).toEqual([]);
    expect(rows.filter(([, amount, days]) => amount === '' && days === '')).toEqual([
      ['其余工艺不加价公差：GB/T 1804-m、检验：标准出厂检验', '', ''],
    ]);
    expect(rows.find(([head = '']) => head.startsWith('超出基准体积'))?.[0]).toContain('133.3 %');
  });

  test('of one small part has no line for quantity or size', () => {
    const rows = show({ num: 1, length: 20 });
    expect(rows.map(([head = '']) => head.slice(0, 4))).toEqual([
      '加工基价',
      '表面处理',
      '其余工艺',
      '基准单价',
      '小计工作',
    ]);
  });

  test('shows the formula on demand', async () => {
    show();
    const formula = screen.getByText('计算公式').closest('details');
    expect(formula?.open).toBe(false);
    expect(formula?.textContent).toContain('0.7244');
    await userEvent.setup().click(screen.getByText('计算公式'));
    expect(formula?.open).toBe(true);
    expect(formula?.textContent).toContain('10-0.14');
  });
});
