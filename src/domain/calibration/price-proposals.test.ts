import { describe, expect, test } from 'vitest';
import { repeated } from './calibration.test-data.ts';
import { MIN_LINES } from './deviation.ts';
import { measuredCosts, priceProposals, type CurrentBookPrices } from './price-proposals.ts';

const bookOf = (machining: number | undefined, cell?: number): CurrentBookPrices => ({
  machining: () => machining,
  cell: () => cell,
});
/** 4 hours at 80.00 against 200.00: with 67.50 of material 387.50 against 267.50. */
const dear = repeated(20, { hours: 4 });

describe('a proposal', () => {
  test('keeps the mark-up at the time of the order, for machining and material together', () => {
    const [proposal, ...others] = priceProposals(dear, bookOf(6000), 10);
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({
      kind: 'machining',
      materialTag: 'aluminium',
      lines: 20,
      averageFen: 6000,
      nowFen: 6000,
      // 60.00 × 387.50 ÷ 267.50.
      proposedFen: 8692,
      // 320.00 for ten pieces.
      measuredFen: 3200,
    });
    expect(proposal?.deviation.percent).toBeCloseTo(44.8598, 4);
  });

  test('counts entered material, and leaves out lines whose material is unknown', () => {
    // 2.5 hours as estimated, 5.4 kg instead of 2.7: 335.00 against 267.50.
    const [proposal] = priceProposals(repeated(12, { hours: 2.5, kg: 5.4 }), bookOf(6000), 10);
    expect(proposal?.proposedFen).toBe(Math.round((6000 * 33_500) / 26_750));
    const [machining, ...rest] = dear[0]!.factors;
    const unknown = rest.map((factor) => (factor.kind === 'material' ? { ...factor, fen: null } : factor));
    expect(
      priceProposals(repeated(12, { hours: 4, factors: [machining!, ...unknown] }), bookOf(6000), 10),
    ).toEqual([]);
  });

  test('divides by the volume ratio, which multiplies the price', () => {
    const [proposal] = priceProposals(repeated(12, { hours: 4, ratio: 2 }), bookOf(6000), 10);
    expect(proposal?.measuredFen).toBe(1600);
    expect(proposal?.proposedFen).toBe(8692);
  });

  test('requires enough lines and a significant deviation beyond the limit', () => {
    expect(priceProposals(dear.slice(0, MIN_LINES), bookOf(6000), 10)).toHaveLength(1);
    expect(priceProposals(dear.slice(0, MIN_LINES - 1), bookOf(6000), 10)).toEqual([]);
    expect(priceProposals(dear, bookOf(6000), 50)).toEqual([]);
    // 40 % more on average, but because of a single line.
    const chance = [...repeated(11, { hours: 2.5 }), ...repeated(1, { hours: 20 })];
    expect(priceProposals(chance, bookOf(6000), 10)).toEqual([]);
  });

  test('disappears once the price is raised, and does not lower a price raised further', () => {
    expect(priceProposals(dear, bookOf(8692), 10)).toEqual([]);
    expect(priceProposals(dear, bookOf(8200), 10)).toEqual([]);
    expect(priceProposals(dear, bookOf(12_000), 10)).toEqual([]);
    expect(priceProposals(dear, bookOf(7000), 10)).toHaveLength(1);
  });

  test('lowers a price whose lines cost less', () => {
    const [proposal] = priceProposals(repeated(12, { hours: 1.5 }), bookOf(6000), 10);
    expect(proposal?.proposedFen).toBe(Math.round((6000 * 18_750) / 26_750));
  });

  test('averages shop prices, not prices agreed with companies', () => {
    const mixed = [
      ...repeated(12, { hours: 4 }),
      ...repeated(12, { hours: 4, machiningPrice: 10, isAgreed: true }),
    ];
    expect(priceProposals(mixed, bookOf(6000), 10)[0]).toMatchObject({ lines: 24, averageFen: 6000 });
    expect(priceProposals(repeated(12, { hours: 4, isAgreed: true }), bookOf(6000), 10)).toEqual([]);
  });

  test('requires a current price, and stays within the limits of the price book', () => {
    expect(priceProposals(dear, bookOf(undefined), 10)).toEqual([]);
    expect(priceProposals(dear, bookOf(0), 10)).toEqual([]);
    const absurd = repeated(12, { hours: 100_000, hourFen: 9_999_999_999 });
    expect(priceProposals(absurd, bookOf(6000), 10)).toEqual([]);
    const free = repeated(12, { hours: 0, kg: 0 });
    expect(priceProposals(free, bookOf(6000), 10)).toEqual([]);
  });

  test('covers the price of an option on a material, based on its fees', () => {
    const paid = [
      ...repeated(12, { fees: [{ optionId: 11, fen: 3600 }] }),
      ...repeated(9, { materialId: 2, fees: [{ optionId: 11, fen: 3600 }] }),
    ];
    expect(priceProposals(paid, bookOf(undefined, 1200), 10)).toMatchObject([
      {
        kind: 'cell',
        materialId: 1,
        optionId: 11,
        lines: 12,
        averageFen: 1200,
        proposedFen: 1440,
        measuredFen: 360,
      },
    ]);
  });
});

test('the measured cost of a price that needs no change is reported', () => {
  const [proposal] = priceProposals(dear, bookOf(6000), 10);
  const { kind, materialTag, materialId, optionId, lines, deviation, measuredFen } = proposal!;
  const measured = { kind, materialTag, materialId, optionId, lines, deviation, measuredFen };
  expect(measuredCosts(dear, bookOf(8692), 10)).toEqual([measured]);
  expect(measuredCosts(dear, bookOf(undefined), 10)).toEqual([]);
  expect(measuredCosts(dear, bookOf(6000), 50)).toEqual([]);
});
