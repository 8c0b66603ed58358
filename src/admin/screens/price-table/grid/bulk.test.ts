import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CellValue } from '#contract/prices/price-table.ts';
import { planBulk, type BulkChange } from './bulk.ts';
import type { TableCell } from './paste.ts';

const cell = (value: CellValue, more: Partial<TableCell> = {}): TableCell => ({
  key: '1/1',
  isAllowed: true,
  value,
  ...more,
});

const afterOf = (price: number, change: Partial<BulkChange>) => {
  const plan = planBulk([cell({ price, time: 2 })], { kind: 'raise', text: '', stepFen: 1, ...change });
  return 'problem' in plan ? plan.problem : (plan.changes[0]?.after ?? 'unchanged');
};

describe('a bulk price change', () => {
  test.each<[number, Partial<BulkChange>, number]>([
    [12.5, { kind: 'raise', text: '8' }, 13.5],
    [12.5, { kind: 'raise', text: '８％' }, 13.5],
    [0.25, { kind: 'raise', text: '10' }, 0.28],
    [10, { kind: 'raise', text: '0.05' }, 10.01],
    [10, { kind: 'lower', text: '5%' }, 9.5],
    [10, { kind: 'lower', text: '100' }, 0],
    [12.34, { kind: 'raise', text: '10', stepFen: 10 }, 13.6],
    [12.34, { kind: 'round', stepFen: 100 }, 12],
    [12.5, { kind: 'round', stepFen: 100 }, 13],
    [115, { kind: 'round', stepFen: 1000 }, 120],
    [90_000_000.07, { kind: 'raise', text: '11.11' }, 99_999_000.08],
  ])('changes %d, by %o, to %d and keeps the days', (price, change, expected) => {
    expect(afterOf(price, change)).toEqual({ price: expected, time: 2 });
  });

  test.each<[string, CellValue]>([
    ['15', { price: 15, time: 2 }],
    ['15/1', { price: 15, time: 1 }],
    ['/1', { price: 10, time: 1 }],
    ['１５．５', { price: 15.5, time: 2 }],
  ])('sets %j as if typed in a cell', (text, expected) => {
    expect(afterOf(10, { kind: 'set', text })).toEqual(expected);
  });

  test.each<[Partial<BulkChange>, string]>([
    [{ text: '' }, '请填写百分比'],
    [{ text: 'x' }, '百分比必须是数字'],
    [{ text: '0' }, '百分比必须大于0'],
    [{ text: '-8' }, '百分比必须大于0'],
    [{ text: '1.234' }, '百分比最多2位小数'],
    [{ text: '1001' }, '最多上调1000%'],
    [{ kind: 'lower', text: '101' }, '最多下调100%'],
    [{ kind: 'set', text: ' ' }, '请填写价格，如 12.5 或 12.5/1'],
    [{ kind: 'set', text: '1.005' }, '价格最多2位小数'],
  ])('is refused for %o', (change, problem) => {
    expect(afterOf(10, change)).toBe(problem);
  });

  test('is refused as a whole if one price becomes too large', () => {
    const plan = planBulk([cell({ price: 1, time: 0 }), cell({ price: 99_000_000, time: 0 })], {
      kind: 'raise',
      text: '8',
      stepFen: 1,
    });
    expect(plan).toEqual({ problem: '价格不能大于99999999.99' });
  });

  test('skips cells without a price and excluded pairs', () => {
    const cells = [
      cell({ price: 0, time: 0 }),
      cell(null),
      cell({ price: 10, time: 0 }),
      cell(null, { isAllowed: false }),
    ];
    expect(planBulk(cells, { kind: 'raise', text: '8', stepFen: 1 })).toMatchObject({
      changes: [{ before: { price: 10, time: 0 }, after: { price: 10.8, time: 0 } }],
      unchanged: 1,
      blank: 1,
      excluded: 1,
    });
    expect(planBulk(cells, { kind: 'set', text: '/3', stepFen: 1 })).toMatchObject({ blank: 1, excluded: 1 });
    expect(planBulk(cells, { kind: 'set', text: '3', stepFen: 1 })).toMatchObject({
      changes: { length: 3 },
      blank: 0,
      excluded: 1,
    });
  });

  test('rounds to the nearest multiple', () => {
    fc.assert(
      fc.property(fc.nat(9_999_998_000), fc.constantFrom(1, 10, 100, 1000), (fen, stepFen) => {
        const after = afterOf(fen / 100, { kind: 'round', stepFen });
        const rounded = typeof after === 'string' ? fen : Math.round(after.price * 100);
        expect(rounded % stepFen).toBe(0);
        expect(Math.abs(rounded - fen) * 2).toBeLessThanOrEqual(stepFen);
      }),
      { numRuns: 200 },
    );
  });
});
