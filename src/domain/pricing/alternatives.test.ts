import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenFromYuan } from '#domain/money.ts';
import { alternativeTitle, applyAlternatives, traceOfAlternative, traceOfQuantity } from './alternatives.ts';
import { discountOn, type Charge } from './charges.ts';
import { lineFromTrace, withStep } from './line.ts';
import { priceItem } from './price-item.ts';
import { automaticFenOf } from './reduction.ts';
import { pricedItems } from './samples.test-data.ts';

const by = '周工';
const offered = { label: '', amountFen: 8_880, days: 4, by };

describe('the trace of a part for another quantity', () => {
  it('equals the trace of the formula for that quantity', () => {
    fc.assert(
      fc.property(pricedItems, fc.integer({ min: 1, max: 20_000 }), ({ material, item, cncPrice }, num) => {
        const { trace } = priceItem(material, item, cncPrice);
        const expected = priceItem(material, Object.assign({}, item, { num }), cncPrice).trace;
        expect(traceOfQuantity(trace, num)).toStrictEqual(expected);
        const byHand = withStep(trace, { kind: 'price', amount: 1, days: 1, reason: '优惠', by });
        expect(traceOfQuantity(byHand, num)).toStrictEqual(expected);
      }),
    );
  });
});

describe('an alternative that replaces its line', () => {
  const [first] = fc.sample(pricedItems, { numRuns: 1, seed: 1 });
  const { material, item, cncPrice } = first!;
  const { trace } = priceItem(material, Object.assign({}, item, { num: 10 }), cncPrice);

  it('has the offered price, and records it', () => {
    const chosen = traceOfAlternative(trace, { ...offered, num: 20, label: '改用 6061' });
    expect(lineFromTrace(chosen)).toStrictEqual({ state: 'price', fen: 8_880, days: 4 });
    expect(chosen).toMatchObject({ version: 2, num: 20, steps: [{ reason: '20 件，改用 6061', by }] });
    expect(automaticFenOf(chosen)).toBe(fenFromYuan(traceOfQuantity(trace, 20).sub_total));
  });

  it('has an automatic price where a review rule hides it, and none where the line is unpriced', () => {
    const open = withStep(trace, { kind: 'open' });
    const hidden = withStep(trace, { kind: 'open', isHeld: true });
    expect(automaticFenOf(traceOfAlternative(open, { ...offered, num: 5 }))).toBeNull();
    expect(automaticFenOf(traceOfAlternative(hidden, { ...offered, num: 5 }))).not.toBeNull();
  });

  it('replaces only its line, recalculates the discount and leaves charges unchanged', () => {
    const price = (amount: number) =>
      withStep(trace, { kind: 'price' as const, amount, days: 2, reason: '优惠', by });
    const lines = [1, 2, 3].map((lineNo) => ({ lineNo, num: 10, trace: price(100), name: `零件 ${lineNo}` }));
    const freight: Charge = {
      kind: 'freight',
      label: '顺丰',
      amountFen: 3000,
      reason: '加急',
      by,
      ruleId: 4,
    };
    const counted = lines.map((line) => lineFromTrace(line.trace));
    const discount = discountOn(counted, { percent: 10, reason: '老客户', by });
    const chosen = applyAlternatives(
      lines,
      [freight, discount],
      [{ ...offered, no: 7, lineNo: 2, num: 20, amountFen: 15_000 }],
    );
    expect(chosen.lines.map(({ num, name }) => [num, name])).toStrictEqual([
      [10, '零件 1'],
      [20, '零件 2'],
      [10, '零件 3'],
    ]);
    expect(chosen.lines[0]).toBe(lines[0]);
    expect(chosen.charges).toStrictEqual([freight, { ...discount, amountFen: -3_500 }]);
    // 100 + 150 + 100 + 30 − 35
    expect(chosen.total).toStrictEqual({ totalFen: 34_500, deliveryDays: 4 });
  });

  it('changes nothing where none is chosen', () => {
    const lines = [{ lineNo: 1, num: 10, trace }];
    expect(applyAlternatives(lines, [], []).lines).toStrictEqual(lines);
  });

  it('is named by its quantity and other differences', () => {
    expect(alternativeTitle({ num: 20, label: '' })).toBe('20 件');
    expect(alternativeTitle({ num: 20, label: '不做阳极' })).toBe('20 件，不做阳极');
  });
});
