import { expect, test } from 'vitest';
import { factorDetail, lineCostText, rowCostText, type LineCost } from './order-cost.ts';

const plain = { optionId: null, name: '', kg: null, weighed: null };
const factors: LineCost['factors'] = [
  { ...plain, kind: 'machining', amount: 60 },
  { ...plain, kind: 'material', name: 'AL6061', amount: 15, kg: 0.486, weighed: 'stock' },
  { ...plain, kind: 'option', optionId: 11, name: '表面处理：喷砂', amount: 5 },
];
const known: LineCost = { lineNo: 1, cost: 80, charged: 0, factors, margin: { amount: 20, percent: 20 } };
const unknown: LineCost = {
  ...known,
  cost: null,
  margin: null,
  factors: factors.map((factor, index) => (index === 0 ? factor : { ...factor, amount: null })),
};

test('a line shows its cost, its margin at the entered price, and missing costs', () => {
  expect(lineCostText(known, 10_000)).toBe('成本 ¥80.00 · 毛利 ¥20.00（20.00%）');
  expect(lineCostText(known, 6_000)).toBe('成本 ¥80.00 · 毛利 -¥20.00（-33.34%）');
  expect(rowCostText(known, 10_000)).toBe('成本 ¥80.00 · 毛利率 20.00%');
  expect(rowCostText({ ...known, charged: 60 }, 10_000)).toBe('成本 ¥80.00 · 毛利率 50.00%');
  // Without a price, only the cost is shown.
  expect(lineCostText(known, null)).toBe('成本 ¥80.00');
  expect(rowCostText(known, null)).toBe('成本 ¥80.00');
  expect(rowCostText(known, 0)).toBe('成本 ¥80.00');
  expect(lineCostText(unknown, 10_000)).toBe('成本未知：缺材料 AL6061、表面处理：喷砂');
  expect(rowCostText(unknown, 10_000)).toBe('成本未知：缺材料 AL6061、表面处理：喷砂');
});

test('a weight shows its source; charged minutes show their number and hourly cost', () => {
  expect(factors.map(factorDetail)).toEqual([undefined, '每件下料毛坯 486 g', undefined]);
  expect(factorDetail({ ...factors[1]!, weighed: 'box' })).toBe('每件零件外形 486 g');
  const minutes = { ...plain, kind: 'minute' as const, amount: 63.75, seconds: 2_550 };
  expect([90, null, undefined].map((hour) => factorDetail({ ...minutes, hour }))).toEqual([
    '42.5 分钟 × ¥90.00/小时（与附加费的机时相同，估算 ±25%）',
    '42.5 分钟，缺机时成本（与附加费的机时相同，估算 ±25%）',
    '42.5 分钟（与附加费的机时相同，估算 ±25%）',
  ]);
});
