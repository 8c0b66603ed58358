import { expect, test } from 'vitest';
import type { AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import { changesOf, conflictsOf, pricesAfter, parsePrice } from './entered-prices.ts';

const row = (materialTag: string, price: number, version = 1): AgreedPrice => ({
  materialTag,
  price,
  version,
  updatedAt: '2026-11-20T10:00:00+08:00',
});
const rows = [row('al', 60, 3), row('steel', 80)];

test.each([
  ['', { yuan: null }],
  ['¥65.50', { yuan: 65.5 }],
  ['x', { problem: '加工基价必须是数字' }],
  ['1.234', { problem: '加工基价最多2位小数' }],
])('%j is parsed as %o', (text, expected) => {
  expect(parsePrice(text)).toEqual(expected);
});

test('only changed prices are saved, with the version that they replace', () => {
  const { changes, problems } = changesOf(rows, { al: '65', steel: '80.00', ti: '200', pom: '', bad: 'x' });
  expect(changes).toEqual([
    { materialTag: 'al', price: 65, version: 3 },
    { materialTag: 'ti', price: 200, version: 0 },
  ]);
  expect([...problems.keys()]).toEqual(['bad']);
  expect(pricesAfter(rows, changes)).toEqual({ al: 65, steel: 80, ti: 200 });
});

test('an emptied price removes the agreed price', () => {
  const { changes } = changesOf(rows, { al: ' ' });
  expect(changes).toEqual([{ materialTag: 'al', price: null, version: 3 }]);
  expect(pricesAfter(rows, changes)).toEqual({ steel: 80 });
});

test('a price conflicts if both sides changed it to different values', () => {
  const { changes } = changesOf(rows, { al: '65', steel: '90', ti: '200' });
  const current = [row('al', 66, 4), row('steel', 80), row('ti', 200)];
  expect(conflictsOf(rows, changes, current)).toEqual([
    { materialTag: 'al', before: 60, mine: 65, theirs: 66 },
  ]);
  expect(conflictsOf(rows, changes, [row('steel', 90, 2)])).toEqual([
    { materialTag: 'al', before: 60, mine: 65, theirs: null },
  ]);
});
