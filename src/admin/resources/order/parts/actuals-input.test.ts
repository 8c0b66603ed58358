import { expect, test } from 'vitest';
import type { LineActual } from '#contract/orders/actuals.ts';
import { readActual, actualInputsOf } from './actuals-input.ts';

const seen: LineActual = {
  lineNo: 2,
  hours: 3.5,
  hourCost: 80,
  kg: null,
  fees: [{ optionId: 7, amount: 86 }],
  note: '换刀',
  byName: '王工',
  updatedAt: '2026-11-25T06:00:00.000Z',
  version: 4,
};

test('a saved entry is unchanged after conversion to texts and back', () => {
  expect(actualInputsOf(seen)).toEqual({ hours: '3.5', kg: '', fees: { 7: '86' }, note: '换刀' });
  expect(actualInputsOf(undefined)).toEqual({ hours: '', kg: '', fees: {}, note: '' });
  expect(readActual(actualInputsOf(seen), seen, 2)).toEqual({
    entry: { lineNo: 2, hours: 3.5, kg: null, fees: [{ optionId: 7, amount: 86 }], note: '换刀', version: 4 },
  });
});

test('units and full-width digits are accepted; an empty fee is omitted', () => {
  const texts = { hours: '３.５ 小时', kg: '2.125kg', fees: { 7: ' ', 8: '¥12' }, note: ' ' };
  expect(readActual(texts, undefined, 1)).toEqual({
    entry: { lineNo: 1, hours: 3.5, kg: 2.125, fees: [{ optionId: 8, amount: 12 }], note: '', version: 0 },
  });
});

test('invalid values are reported by field', () => {
  const texts = { hours: '三', kg: '-1', fees: { 7: '1.234' }, note: '' };
  expect(readActual(texts, undefined, 1)).toEqual({
    problems: { hours: '实际工时必须是数字', kg: '实际用料不能小于0', 7: '实际费用最多2位小数' },
  });
});
