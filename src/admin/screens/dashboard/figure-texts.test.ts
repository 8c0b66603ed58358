import { expect, test } from 'vitest';
import { changeText, figureText, type FigureKind } from './figure-texts.ts';

test.each<[FigureKind, number, string]>([
  ['orders', 12_345, '12,345 单'],
  ['people', 2, '2 位'],
  ['pieces', 30, '30 件'],
  ['yuan', 1234.5, '¥1,234.50'],
  ['share', 0.1234, '12.3%'],
  ['days', 4.56, '4.6 天'],
])('a %s figure of %d is shown as %s', (kind, value, text) => expect(figureText(kind, value)).toBe(text));

test.each<[FigureKind, number, number, string]>([
  ['orders', 12, 10, '+20%'],
  ['orders', 5, 10, '−50%'],
  ['orders', 5, 0, ''],
  ['days', 11, 0, ''],
  ['share', 0.5, 0, '+50 个百分点'],
  ['orders', 0, 0, '持平'],
  ['yuan', 150, 100, '+50%'],
  ['share', 0.25, 0.2, '+5 个百分点'],
  ['days', 4.5, 5, '−0.5 天'],
])('a %s figure of %d after %d shows the change %s', (kind, value, before, text) =>
  expect(changeText(kind, { value, before })).toBe(text),
);
