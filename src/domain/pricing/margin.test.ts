import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fen } from '#domain/money.ts';
import { discountOn, type Charge } from './charges.ts';
import {
  marginBelowFloor,
  marginOf,
  marginPercentText,
  orderMargin,
  type MarginLine,
  type OfferedMarginLine,
} from './margin.ts';

const by = '周工';
const line = (fen: Fen | null, costFen: Fen | null): MarginLine => ({ line: { fen }, costFen });
const discount = (percent: number): Charge => discountOn([], { percent, reason: '', by });
const setup: Charge = { kind: 'setup', label: '编程开机费', amountFen: 5000, reason: '', by };

it.each([
  [10_000, 7_000, 3_000, 30],
  [10_000, 10_000, 0, 0],
  [10_000, 12_500, -2_500, -25],
  // A third, rounded down; below zero too.
  [30_000, 20_000, 10_000, 33.33],
  [30_000, 40_000, -10_000, -33.34],
  [0, 100, -100, null],
])('a price of %i fen at a cost of %i has a margin of %i, %s %%', (revenue, cost, fen, percent) => {
  expect(marginOf(revenue, cost)).toEqual({ fen, percent });
});

it.each([
  [31_570, '68.43%'],
  [80_000, '20.00%'],
  [40_000_000, '-39900.00%'],
])('a cost of %i fen of 100000 is written as a margin of %s', (cost, text) => {
  expect(marginPercentText(marginOf(100_000, cost))).toBe(text);
});

describe('the margin of an order', () => {
  it('counts charges as revenue without a cost, and subtracts a discount', () => {
    // 100.00 + 50.00 + 50.00 − 10 % of 150.00 = 185.00; costs 90.00.
    const lines = [line(10_000, 6_000), line(5_000, 3_000)];
    expect(orderMargin(lines, [setup, discount(10)])).toEqual({
      revenueFen: 18_500,
      costFen: 9_000,
      margin: { fen: 9_500, percent: 51.35 },
    });
  });

  it('excludes unpriced parts', () => {
    expect(orderMargin([line(10_000, 6_000), line(null, null), line(null, 900)], [])).toMatchObject({
      costFen: 6_000,
      margin: { percent: 40 },
    });
  });

  it('is unknown while the cost of a priced part is unknown', () => {
    expect(orderMargin([line(10_000, 6_000), line(5_000, null)], [])).toEqual({
      revenueFen: 15_000,
      costFen: null,
      margin: null,
    });
  });

  it('has the summed cost of its lines', () => {
    const fen = fc.integer({ min: 0, max: 9_999_999_999 });
    fc.assert(
      fc.property(fc.array(fc.record({ fen, costFen: fen }), { maxLength: 50 }), (lines) => {
        const { costFen, revenueFen, margin } = orderMargin(
          lines.map((one) => line(one.fen, one.costFen)),
          [],
        );
        expect(costFen).toBe(lines.reduce((sum, one) => sum + one.costFen, 0));
        expect(margin?.fen).toBe(revenueFen - Number(costFen));
      }),
    );
  });
});

describe('a minimum margin', () => {
  it.each([
    ['exactly that margin', [line(10_000, 7_000)], [], undefined],
    ['one fen less', [line(10_000, 7_001)], [], 29.99],
    ['a discount', [line(10_000, 7_000)], [discount(10)], 22.22],
    ['a compensating charge', [line(10_000, 7_500)], [setup], undefined],
    ['a compensating line', [line(10_000, 9_000), line(10_000, 4_000)], [], undefined],
    ['an unknown cost', [line(10_000, 9_000), line(10_000, null)], [], undefined],
    ['a free part that costs something', [line(0, 100)], [], null],
    ['a free part that costs nothing', [line(0, 0)], [], undefined],
  ] as const)('is checked for %s', (_what, lines, charges, percent) => {
    expect(marginBelowFloor(lines, charges, 30)?.percent).toBe(percent);
  });

  it('requires approval of an offer with an alternative below it', () => {
    const alternatives = [line(9_000, 5_000), line(50_000, 45_000)];
    expect(marginBelowFloor([{ ...line(10_000, 5_000), alternatives }], [], 30)?.percent).toBe(10);
    expect(
      marginBelowFloor([{ ...line(10_000, 5_000), alternatives: alternatives.slice(0, 1) }], [], 30),
    ).toBe(undefined);
  });

  it('requires approval exactly when some combination of alternatives is below it', () => {
    const row = fc.record({
      fen: fc.integer({ min: 1, max: 10_000 }),
      costFen: fc.integer({ min: 0, max: 9_000 }),
    });
    const offered = fc.array(fc.tuple(row, fc.array(row, { maxLength: 2 })), { minLength: 1, maxLength: 4 });
    const hundredths = fc.integer({ min: 0, max: 9_900 });
    fc.assert(
      fc.property(offered, hundredths, (parts, floor) => {
        const lines: OfferedMarginLine[] = parts.map(([own, others]) => ({
          ...line(own.fen, own.costFen),
          alternatives: others.map((one) => line(one.fen, one.costFen)),
        }));
        const choices = parts.reduce<{ fen: number; costFen: number }[]>(
          (sums, [own, others]) =>
            sums.flatMap((sum) =>
              [own, ...others].map((one) => ({ fen: sum.fen + one.fen, costFen: sum.costFen + one.costFen })),
            ),
          [{ fen: 0, costFen: 0 }],
        );
        const isBelow = choices.some(({ fen, costFen }) => (fen - costFen) * 10_000 < fen * floor);
        expect(marginBelowFloor(lines, [], floor / 100) !== undefined).toBe(isBelow);
      }),
      { numRuns: 500 },
    );
  });
});
