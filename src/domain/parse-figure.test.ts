import { expect, test } from 'vitest';
import { parseFigure } from './parse-figure.ts';

test('the unit of another kind of figure is refused', () => {
  expect([parseFigure('3天', 'yuan'), parseFigure('¥3', 'days'), parseFigure('3元', 'days')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([parseFigure('¥3元', 'yuan'), parseFigure('3天', 'days')]).toEqual([3, 3]);
});

test.each([
  ['¥', null],
  ['¥ 12.50', 12.5],
  ['3天', 3],
  ['８ 元', 8],
  ['8 kg', undefined],
])('%j is parsed as the figure %j', (text, figure) => {
  expect(parseFigure(text)).toBe(figure);
});
