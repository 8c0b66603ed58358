import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { yuanFromFen } from '#domain/money.ts';
import { lineFromTrace, lineOf, totalOfLines, withStep } from './line.ts';
import { priceItem } from './price-item.ts';
import { sumItems } from './sum-items.ts';
import { buildItem, buildMaterial } from './samples.test-data.ts';
import type { TraceStep } from './types.ts';

const by = '周工';
const step = fc.oneof(
  fc.constant<TraceStep>({ kind: 'open' }),
  fc.record({
    kind: fc.constant('price' as const),
    amount: fc.integer({ min: 0, max: 9_999_999_999 }).map(yuanFromFen),
    days: fc.integer({ min: 0, max: 365_000 }).map((hundredths) => hundredths / 100),
    reason: fc.string(),
    by: fc.constant(by),
  }),
  fc.record({ kind: fc.constant('declined' as const), reason: fc.string(), by: fc.constant(by) }),
);
const line = fc
  .tuple(fc.integer({ min: 1, max: 1_000 }), fc.array(step, { maxLength: 4 }))
  .map(([num, steps]) => {
    const price = priceItem(buildMaterial(), buildItem({ num }), { tag: 80 });
    return { price, steps, trace: steps.reduce(withStep, price.trace) };
  });

describe('the result of a line', () => {
  const { trace, ...price } = priceItem(buildMaterial(), buildItem({ num: 7 }), { tag: 80 });

  it('is that of the formula without a step', () => {
    expect(lineFromTrace(trace)).toEqual({
      state: 'formula',
      fen: price.subTotalFen,
      days: price.deliveryDays,
    });
  });

  it('is that of the last step', () => {
    const priced = withStep(trace, { kind: 'price', amount: 12.34, days: 5, reason: '', by });
    expect(lineFromTrace(priced)).toEqual({ state: 'price', fen: 1_234, days: 5 });
    const declined = withStep(priced, { kind: 'declined', reason: '', by });
    expect(lineFromTrace(declined)).toEqual({ state: 'declined', fen: null, days: 0 });
    expect(lineFromTrace(withStep(declined, { kind: 'open' }))).toMatchObject({ state: 'open', fen: null });
  });

  it('is rebuilt from the stored trace, and steps leave the formula’s figures unchanged', () => {
    fc.assert(
      fc.property(line, (made) => {
        const stored = JSON.parse(JSON.stringify(made.trace));
        expect(lineFromTrace(stored)).toEqual(lineOf(made.price, made.steps));
        const { version: _version, steps: _steps, ...formula } = stored;
        const { version: _one, ...before } = made.price.trace;
        expect(formula).toEqual(before);
      }),
    );
  });
});

describe('the total of lines', () => {
  it('is the sum of priced lines, with the days of the longest', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (made) => {
        const lines = made.map(({ trace }) => lineFromTrace(trace));
        const counted = lines.filter(({ fen }) => fen !== null);
        const { totalFen, deliveryDays } = totalOfLines(lines);
        expect(totalFen).toBe(counted.reduce((sum, { fen }) => sum + fen!, 0));
        expect(deliveryDays).toBe(Math.max(0, ...counted.map(({ days }) => days)));
      }),
    );
  });

  it('is that of the formula without manual steps', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (made) => {
        const prices = made.map(({ price }) => price);
        expect(totalOfLines(prices.map((one) => lineOf(one)))).toEqual(sumItems(prices));
      }),
    );
  });
});
