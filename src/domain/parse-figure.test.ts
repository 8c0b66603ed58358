import { expect, test } from 'vitest';
import { parseFigure } from './parse-figure.ts';

test.each([
  ['¥', null],
  ['¥ 12.50', 12.5],
  ['3天', 3],
  ['８ 元', 8],
  ['8 kg', undefined],
])('%j is parsed as the figure %j', (text, figure) => {
  expect(parseFigure(text)).toBe(figure);
});
