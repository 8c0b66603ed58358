import { expect, test } from 'vitest';
import { parsePositiveInt, parseNumber } from './parse-number.ts';

test.each([
  ['', null],
  ['  ', null],
  ['120', 120],
  [' 12.50 ', 12.5],
  ['12.', 12],
  ['.5', 0.5],
  ['-3', -3],
  ['+3', 3],
  ['１２０．５', 120.5],
  ['12。5', 12.5],
  ['1,234.5', 1234.5],
  ['１，２００', 1200],
  ['1,23', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['12 5', undefined],
  ['.', undefined],
  ['Infinity', undefined],
  ['1234567890123456', undefined],
  ['十', undefined],
])('the number %j is parsed as %j', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

test.each([
  ['1', 1],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['01', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  [' 1', undefined],
  ['12345678901', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('the positive integer %j is parsed as %s', (text, value) => {
  expect(parsePositiveInt(text)).toBe(value);
});
