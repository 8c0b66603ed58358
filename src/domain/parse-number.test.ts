import { expect, test } from 'vitest';
import { numberProblem, parsePositiveInt, parseNumber } from './parse-number.ts';

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
  ['1,234', 1234],
  ['-1,234,567.5', -1_234_567.5],
  ['\u22125', -5],
  ['１２．５', 12.5],
  ['1,23', undefined],
  ['12,5', undefined],
  ['12，5', undefined],
  ['0,125', undefined],
  ['1.234,5', undefined],
  ['1.234.567', undefined],
  ['12,34,567', undefined],
  ['1234,567', undefined],
  ['abc', undefined],
  ['15%', undefined],
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
  ['12,5', '', '小数点请写成“.”'],
  ['12，5', '价格', '价格的小数点请写成“.”'],
  ['1.234,5', '价格', '价格的小数点请写成“.”'],
  ['1e3', '', '请填写数字'],
  ['abc', '价格', '价格必须是数字'],
  ['1,2,x', '', '请填写数字'],
])('%j in the field %j is told: %s', (text, label, problem) => {
  expect(numberProblem(text, label)).toBe(problem);
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
