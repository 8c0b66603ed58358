import { describe, expect, test } from 'vitest';
import { inputsOf, isSameList, mergeLists, mergeManual, parseInputs, parsePrice } from './price-inputs.ts';

test.each([
  ['', '', { value: undefined }],
  ['12.5', '1', { value: { price: 12.5, time: 1 } }],
  [' ¥1,200.50 ', '0.5天', { value: { price: 1200.5, time: 0.5 } }],
  ['１２', '０', { value: { price: 12, time: 0 } }],
  ['12', '', { problem: '请填写天数' }],
  ['', '2', { problem: '请填写价格' }],
  ['12x', '2', { problem: '价格必须是数字' }],
  ['12', 'x', { problem: '天数必须是数字' }],
  ['-1', '2', { problem: '价格不能小于0' }],
  ['1.234', '2', { problem: '价格最多2位小数' }],
  ['1', '400', { problem: '天数不能大于365' }],
])('%j and %j are parsed as %o', (price, time, expected) => {
  expect(parsePrice({ price, time })).toEqual(expected);
});

test('inputs made from a list are parsed back to the same list', () => {
  const list = [
    { id: 2, price: 1.25, time: 0 },
    { id: 1, price: 0, time: 3.5 },
  ];
  expect(isSameList(parseInputs(inputsOf(list)).prices, list)).toBe(true);
  expect(isSameList(list, list.slice(1))).toBe(false);
  expect(isSameList(list, [...list.slice(1), { id: 2, price: 1.25, time: 1 }])).toBe(false);
});

test('an invalid price is reported for its option and left out of the list', () => {
  const { prices, problems } = parseInputs({ 1: { price: '1', time: '1' }, 2: { price: 'x', time: '1' } });
  expect(prices).toEqual([{ id: 1, price: 1, time: 1 }]);
  expect([...problems]).toEqual([[2, '价格必须是数字']]);
});

describe('merging two lists', () => {
  const entry = (id: number, price: number) => ({ id, price, time: 0 });
  const base = [entry(1, 10), entry(2, 20), entry(3, 30), entry(4, 40)];

  test('takes from each side the prices that only it changed', () => {
    const mine = [entry(1, 11), entry(2, 20), entry(4, 40), entry(5, 50)];
    const theirs = [entry(1, 10), entry(2, 22), entry(3, 30)];
    const { merged, conflicts } = mergeLists(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toEqual([entry(1, 11), entry(2, 22), entry(5, 50)]);
  });

  test('reports prices that both sides changed differently, and keeps mine', () => {
    const mine = [entry(1, 11), entry(2, 21), entry(3, 30)];
    const theirs = [entry(1, 12), entry(2, 21), entry(4, 41), entry(3, 30)];
    const { merged, conflicts } = mergeLists(base, mine, theirs);
    expect(conflicts).toEqual([
      { id: 1, before: entry(1, 10), mine: entry(1, 11), theirs: entry(1, 12) },
      { id: 4, before: entry(4, 40), mine: undefined, theirs: entry(4, 41) },
    ]);
    expect(merged).toEqual([entry(1, 11), entry(2, 21), entry(3, 30)]);
  });
});

describe('merging the manually priced options', () => {
  test('takes the changes of both sides, including a deleted option', () => {
    const sides = { base: [1, 2, 3], mine: new Set([1, 2, 4]), theirs: [1, 3, 5] };
    expect([...mergeManual(sides, [])]).toEqual([1, 5, 4]);
  });

  test('unmarks options that have a price, except those that I marked', () => {
    const merged = [1, 2].map((id) => ({ id, price: 1, time: 0 }));
    expect([...mergeManual({ base: [], mine: new Set([2]), theirs: [1] }, merged)]).toEqual([2]);
  });
});
