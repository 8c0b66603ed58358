import { expect, test } from 'vitest';
import type { CalibrationProposal } from '#contract/catalogue/calibration.ts';
import {
  amountText,
  intervalText,
  changeOf,
  costChangeOf,
  deviationText,
  directionOf,
  signedPercent,
} from './calibration-texts.ts';

const of = (percent: number, low: number, high: number) => ({ deviation: { percent, low, high } });

test.each([
  [12.34, '+12.3%'],
  [-4, '−4.0%'],
  [0.04, '0.0%'],
  [1234.5, '+1,234.5%'],
])('%s is shown as %s', (percent, text) => {
  expect(signedPercent(percent)).toBe(text);
});

test('a deviation shows its interval, or insufficient data', () => {
  expect([deviationText(of(5, 2, 8)), intervalText(of(5, 2, 8))]).toEqual(['+5.0%', '+2.0% 至 +8.0%']);
  expect([deviationText({ deviation: null }), intervalText({ deviation: null })]).toEqual(['数据不足', '—']);
});

test('a direction is reported only if the whole interval is on one side', () => {
  expect([of(5, 2, 8), of(-5, -8, -2), of(5, -1, 11), { deviation: null }].map(directionOf)).toEqual([
    'more',
    'less',
    undefined,
    undefined,
  ]);
});

test('hours and weight have their units', () => {
  const amount = { estimate: 12.53, actual: 14 };
  expect(amountText({ kind: 'machining', amount })).toBe('12.5 → 14 小时');
  expect(amountText({ kind: 'material', amount })).toBe('12.5 → 14 kg');
  expect(amountText({ kind: 'option', amount: null })).toBe('—');
});

test('a proposal becomes a price change and a cost change', () => {
  const proposal: CalibrationProposal = {
    kind: 'cell',
    materialTag: '',
    materialId: 3,
    optionId: 7,
    material: 'AL6061',
    option: '表面处理 阳极氧化',
    lines: 12,
    deviation: { percent: 15, low: 12, high: 18 },
    average: 9,
    now: 9,
    proposed: 10.35,
    time: 1.5,
    measuredCost: 4.14,
    bookCost: 3.6,
  };
  expect(changeOf(proposal)).toEqual({
    kind: 'cell',
    materialId: 3,
    optionId: 7,
    before: { price: 9, time: 1.5 },
    after: { price: 10.35, time: 1.5 },
  });
  expect(costChangeOf(proposal)).toEqual({
    kind: 'option',
    materialTag: '',
    materialId: 3,
    optionId: 7,
    before: 3.6,
    after: 4.14,
  });
});
