import { expect, test } from 'vitest';
import { expectedRows, winRateRows } from './replay-sheet.ts';

test('the win rate section has figures, 数据不足 if there are too few, and reasons as text', () => {
  const counts = { won: 150, refused: 40, expired: 10 };
  const rate = { share: 0.75, low: 0.6968, high: 0.797 };
  const rows = winRateRows(
    {
      formula: [
        { from: null, to: 0.85, won: 3, refused: 1, expired: 0, rate: null },
        { from: 1.3, to: null, ...counts, rate },
      ],
      target: [{ from: 0.9, to: 1, ...counts, rate }],
      values: [{ key: '0', label: '¥500 以下', ...counts, rate }],
      tags: [{ key: 'steel', label: '不锈钢', won: 1, refused: 0, expired: 2, rate: null }],
      refusals: [
        { reason: 'price', count: 30 },
        { reason: '', count: 8 },
        { reason: 'gone', count: 2 },
      ],
      withoutFormula: 7,
    },
    new Map([['price', '价格太高']]),
  );
  expect(rows.slice(2)).toEqual([
    ['报价 ÷ 公式价', '低于 85%', 4, 3, 1, 0, '数据不足'],
    ['报价 ÷ 公式价', '130% 及以上', 200, 150, 40, 10, 75, 69.68, 79.7],
    ['报价 ÷ 客户目标价', '90%–100%', 200, 150, 40, 10, 75, 69.68, 79.7],
    ['订单金额', '¥500 以下', 200, 150, 40, 10, 75, 69.68, 79.7],
    ['材料分类（含多种的报价各计一次）', '不锈钢', 3, 1, 0, 2, '数据不足'],
    ['公式无法计价，未按公式价分档', '', 7],
    ['未成交的原因', '价格太高', 30],
    ['未成交的原因', '未说明', 8],
    ['未成交的原因', 'gone', 2],
  ]);
});

test('expected orders have rows with intervals, a text without enough data, and no rows without a draft', () => {
  const estimate = (orders: number, low: number, high: number) => ({ orders, low, high });
  const counts = { quotations: 500, unpriced: 3, moved: 80, unknown: 4 };
  const found = {
    before: estimate(250, 240.126, 260.5),
    after: estimate(238, 228, 249),
    change: estimate(-12, -15.25, -8),
  };
  expect(expectedRows({ ...counts, estimate: found }, '草稿').slice(2)).toEqual([
    ['现价', 250, 240.13, 260.5],
    ['草稿', 238, 228, 249],
    ['变化', -12, -15.25, -8],
    ['参与估算的报价', 496],
    ['价格档改变的报价', 80],
    ['未计入：价格档不足 200 份', 4],
    ['未计入：无法计价或附加费缺少依据', 3],
  ]);
  expect(expectedRows({ ...counts, estimate: null }, '草稿').slice(2, 5)).toEqual([
    ['现价', '数据不足'],
    ['草稿', '数据不足'],
    ['变化', '数据不足'],
  ]);
  expect(expectedRows(null, '草稿')).toEqual([]);
});
