import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fen } from '#domain/money.ts';
import { priceItem } from './price-item.ts';
import { withStep } from './line.ts';
import { discountOn, type Charge } from './charges.ts';
import { automaticFenOf, reductionOf, type OfferedLine } from './reduction.ts';

const by = '周工';
const line = (automaticFen: Fen | null, fen: Fen | null): OfferedLine => ({ automaticFen, line: { fen } });
const discount = (percent: number): Charge => discountOn([], { percent, reason: '', by });
const ruledDiscount = (percent: number): Charge => ({ ...discount(percent), by: '', ruleId: 2 });
const freight: Charge = { kind: 'freight', label: '运费', amountFen: 50_000, reason: '', by };
const percentOf = (lines: readonly OfferedLine[], ...charges: Charge[]) =>
  reductionOf(lines, charges).percent;

describe('the reduction of an offer', () => {
  it.each([
    ['unchanged prices', [line(10_000, 10_000)], [], 0],
    ['a discount', [line(10_000, 10_000)], [discount(12.5)], 12.5],
    ['a manual price', [line(10_000, 9_000)], [], 10],
    ['a manual price and a discount', [line(10_000, 9_000)], [discount(10)], 19],
    ['a dearer line and a cheaper one', [line(10_000, 8_000), line(10_000, 11_000)], [], 5],
    ['a higher price', [line(10_000, 12_000)], [], 0],
    ['a higher price and a discount', [line(10_000, 12_000)], [discount(25)], 10],
    ['a charge, which offsets nothing', [line(10_000, 9_000)], [freight], 10],
    ['a free part', [line(10_000, 0), line(30_000, 30_000)], [], 25],
    ['a declined part, which does not count', [line(10_000, null), line(10_000, 10_000)], [], 0],
    ['a part that the formula cannot price', [line(null, 10_000)], [], 0],
    ['a discount on such a part', [line(null, 10_000)], [discount(10)], 10],
    ['such a part and a cheaper one', [line(null, 10_000), line(10_000, 9_000)], [], 5],
    ['a manual price for a free part', [line(0, 100)], [discount(50)], 0],
    ['no lines', [], [discount(50)], 0],
  ] as const)('with %s', (_what, lines, charges, percent) => {
    expect(percentOf(lines, ...charges)).toBe(percent);
  });

  describe('from a price that includes charges by rules', () => {
    const charge = (kind: Charge['kind'], yuan: number): Charge => ({
      ...freight,
      kind,
      amountFen: yuan * 100,
      label: '',
    });
    const ruled = (kind: Charge['kind'], amount: number): Charge => ({ ...charge(kind, amount), ruleId: 1 });
    it.each<[string, OfferedLine[], Charge[], Charge[], number]>([
      ['a charge that is dropped', [line(10_000, 10_000)], [], [ruled('setup', 100)], 50],
      ['an unchanged charge', [line(10_000, 10_000)], [charge('setup', 100)], [ruled('setup', 100)], 0],
      ['a lowered charge', [line(10_000, 10_000)], [charge('setup', 60)], [ruled('setup', 100)], 20],
      ['a higher charge, which offsets nothing', [line(10_000, 9_000)], [charge('setup', 500)], [], 10],
      ['another kind of charge instead', [line(10_000, 10_000)], [freight], [ruled('setup', 100)], 50],
      ['a dearer line instead', [line(10_000, 20_000)], [], [ruled('setup', 100)], 0],
      ['the discount of a rule', [line(10_000, 10_000)], [discount(10)], [ruledDiscount(10)], 0],
      ['a larger discount', [line(10_000, 10_000)], [discount(19)], [ruledDiscount(10)], 10],
      [
        'a discount with an unchanged charge',
        [line(10_000, 10_000)],
        [charge('setup', 100), discount(10)],
        [ruled('setup', 100)],
        5,
      ],
      ['a minimum that is dropped', [line(10_000, 10_000)], [], [ruled('minimum', 400)], 80],
      [
        'a minimum that a manual price reaches',
        [line(10_000, 10_000), line(null, 90_000)],
        [],
        [ruled('minimum', 400)],
        0,
      ],
      [
        'the charge of a lead class, which is not manual',
        [line(10_000, 10_000)],
        [],
        [{ ...ruled('express', 100), ruleId: undefined, leadClassId: 3 }],
        0,
      ],
    ])('%s', (_what, lines, charges, rules, percent) => {
      expect(reductionOf(lines, charges, rules).percent).toBe(percent);
    });

    it('reports that price', () => {
      const rules = [ruled('setup', 100), ruledDiscount(10)];
      expect(reductionOf([line(10_000, 8_000)], [], rules).automaticFen).toBe(19_000);
    });
  });

  it('is rounded up, so that one fen too many exceeds a limit', () => {
    expect(percentOf([line(100_000_000, 90_000_000)])).toBe(10);
    expect(percentOf([line(100_000_000, 89_999_999)])).toBe(10.01);
  });

  it('equals the discount, even where it rounds to a few fen', () => {
    expect(percentOf([line(105, 105)], discount(10))).toBe(10);
    expect(percentOf([line(1, 1)], discount(0.01))).toBe(0.01);
  });

  it('compares exactly with a limit, even for the largest orders', () => {
    const fen = fc.integer({ min: 0, max: 9_999_999_999 });
    const lines = fc.array(fc.record({ automatic: fc.option(fen), fen: fc.option(fen) }), { maxLength: 50 });
    const hundredths = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(lines, hundredths, hundredths, (drawn, share, limit) => {
        const counted = drawn.filter((one) => one.fen !== null);
        const sum = (of: (one: (typeof drawn)[number]) => number) =>
          counted.reduce((total, one) => total + BigInt(of(one)), 0n);
        const before = sum((one) => one.automatic ?? one.fen ?? 0);
        const after = sum((one) => one.fen ?? 0);
        const percent = percentOf(
          drawn.map((one) => line(one.automatic, one.fen)),
          ...(share === 0 ? [] : [discount(share / 100)]),
        );
        // after × (1 − share) ≥ before × (1 − limit)
        const isWithin = after * BigInt(10_000 - share) >= before * BigInt(10_000 - limit);
        expect(percent <= limit / 100).toBe(isWithin);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('is that of the combination of alternatives with the largest reduction', () => {
    const fen = fc.integer({ min: 0, max: 2_000 });
    const variant = fc.record({ automatic: fc.option(fen), fen: fc.option(fen) });
    const lines = fc.array(fc.array(variant, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    const choicesOf = (left: readonly OfferedLine[][]): OfferedLine[][] =>
      left.reduce<OfferedLine[][]>(
        (begun, variants) => begun.flatMap((chosen) => variants.map((one) => [...chosen, one])),
        [[]],
      );
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 100 }), (drawn, share) => {
        const charges = share === 0 ? [] : [discount(share)];
        const variants = drawn.map((line_) => line_.map((one) => line(one.automatic, one.fen)));
        const all = choicesOf(variants).map((chosen) => percentOf(chosen, ...charges));
        const offered = variants.map(([own, ...alternatives]) => ({ ...own!, alternatives }));
        expect(percentOf(offered, ...charges)).toBe(Math.max(...all));
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps the automatic price after manual changes, and has none for unpriced lines', () => {
    const material = {
      id: 1,
      name: '6061',
      materialTag: 'al',
      length: 100,
      width: 100,
      height: 10,
      deliveryTime: 3,
      speed: 0.1,
      processConfig: [],
    };
    const { trace, subTotalFen } = priceItem(
      material,
      { material: 1, num: 3, length: 50, width: 40, height: 10 },
      { al: 80 },
    );
    const price = { kind: 'price', amount: 1, days: 1, reason: '优惠', by } as const;
    expect(automaticFenOf(trace)).toBe(subTotalFen);
    expect(automaticFenOf(withStep(trace, price))).toBe(subTotalFen);
    expect(automaticFenOf(withStep(withStep(trace, { kind: 'open', isHeld: true }), price))).toBe(
      subTotalFen,
    );
    expect(automaticFenOf(withStep(withStep(trace, { kind: 'open' }), price))).toBeNull();
  });
});
