import { expect, test } from 'vitest';
import type { CostRow } from '#contract/catalogue/costs.ts';
import { changesOf, keyOf, marginOf, parseCost } from './cost-draft.ts';

const row = (materialTag: string, cost: number | null): CostRow => ({
  kind: 'machining',
  materialTag,
  materialId: 0,
  optionId: 0,
  name: materialTag,
  group: '',
  price: 100,
  cost,
});

test.each([
  ['', { yuan: null }],
  ['¥65.50', { yuan: 65.5 }],
  ['0', { yuan: 0 }],
  ['x', { problem: '成本必须是数字' }],
  ['1.234', { problem: '成本最多2位小数' }],
  ['-1', { problem: '成本不能小于0' }],
])('%j is parsed as %o', (text, expected) => {
  expect(parseCost(text)).toEqual(expected);
});

test('only texts that differ from their row become changes, with the old cost', () => {
  const rows = [row('al', 40), row('steel', 30), row('ti', null), row('pom', 12), row('bad', null)];
  const texts = ['45', '30.00', '0', '', 'x'];
  const draft = Object.fromEntries(rows.map((one, index) => [keyOf(one), { row: one, text: texts[index]! }]));
  const { changes, hasProblem } = changesOf(draft);
  expect(changes.map(({ materialTag, before, after }) => [materialTag, before, after])).toEqual([
    ['al', 40, 45],
    ['ti', null, 0],
    ['pom', 12, null],
  ]);
  expect(hasProblem).toBe(true);
});

test.each([
  [100, 60, 40],
  [100, 120, -20],
  [0, 0, undefined],
  [null, 60, undefined],
  [100, null, undefined],
])('a price of %s at a cost of %s leaves %s %%', (price, cost, share) => {
  expect(marginOf(price, cost)?.percent).toBe(share);
});
