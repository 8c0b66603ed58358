import { expect, test } from 'vitest';
import { listed, pairsOf } from '#tests/support/data/listed.ts';
import { numberError, parsePositiveInt, parseNumber } from './parse-number.ts';

const numbers = pairsOf(`
  120 = 120 | 12. = 12 | .5 = 0.5 | -3 = -3 | +3 = 3 | １２０．５ = 120.5 | 12。5 = 12.5
  1,234.5 = 1234.5 | １，２００ = 1200 | 1,234 = 1234 | -1,234,567.5 = -1234567.5 | −5 = -5
  １２．５ = 12.5 | ‭1234.5‬ = 1234.5 | 5​ = 5
`);
test.each([...numbers, [' 12.50 ', '12.5']])('the number %j is parsed as %s', (text, number) => {
  expect(parseNumber(text)).toBe(Number(number));
});

const wrong = listed(`
  1,23 | 12,5 | 12，5 | 0,125 | 1.234,5 | 1.234.567 | 12,34,567 | 1234,567 | abc | 15% | 1e3 | 0x10 | 12 5
  . | Infinity | 1234567890123456 | 十 | 25² | 12.5① | 1½
`);
test('blanks and ambiguous numbers are refused', () => {
  for (const text of ['', '  ']) expect(parseNumber(text)).toBeNull();
  for (const text of wrong) expect([text, parseNumber(text)]).toEqual([text, undefined]);
});

test.each([
  ['12,5', '', '小数点请写成“.”'],
  ['12，5', '价格', '价格的小数点请写成“.”'],
  ['1.234,5', '价格', '价格的小数点请写成“.”'],
  ['1e3', '', '请填写数字'],
  ['abc', '价格', '价格必须是数字'],
  ['1,2,x', '', '请填写数字'],
])('%j in the field %j is refused: %s', (text, label, problem) => {
  expect(numberError(text, label)).toBe(problem);
});

test('a positive integer has only digits and fits the database column', () => {
  expect(['1', '2147483647'].map(parsePositiveInt)).toEqual([1, 2_147_483_647]);
  for (const text of ['2147483648', '0', '-1', '01', '1.5', '1e3', ' 1', '12345678901', '', null, undefined])
    expect([text, parsePositiveInt(text)]).toEqual([text, undefined]);
});
