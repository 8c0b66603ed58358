import { describe, expect, test } from 'vitest';
import { createExpectedOrders, type QuotedInBooks } from './expected-orders.ts';
import { createWinRates, type PriceLevel } from './win-rates.ts';

const now = new Date('2026-11-25T00:00:00Z');
const ENDS = [0.85, 0.95, 1.05, 1.15, 1.3, Infinity];

interface Sample extends QuotedInBooks {
  isWon: boolean;
}

/** The levels and the result of these quotations. */
function estimated(samples: readonly Sample[]) {
  const rates = createWinRates(now, (tag) => tag);
  const expected = createExpectedOrders();
  for (const { isWon, ...sample } of samples) {
    rates.add({
      status: isWon ? 'completed' : 'cancelled',
      ending: { from: 'quoted', to: isWon ? 'placed' : 'cancelled', isByCustomer: true },
      validUntil: now,
      refusal: '',
      totalFen: sample.totalFen,
      targetFen: null,
      lines: [{ materialTag: '', formulaFen: sample.formulaFen }],
    });
    expected.add(sample);
  }
  const { formula } = rates.rates();
  return { formula, ...expected.result(formula) };
}

const sampleOf = (ratio: number, factor: number, isWon: boolean): Sample => ({
  totalFen: Math.round(ratio * 1_000_000),
  formulaFen: 1_000_000,
  compared: { beforeFen: 200_000, afterFen: Math.round(200_000 * factor) },
  isWon,
});

/**
 * Seeded fractions below 1 (mulberry32, T. Ettinger). Successive ones are independent: a linear congruential generator
 * spreads triples so evenly that intervals cover far too often.
 */
function fractions(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The true win rate falls with the level. */
const WON = [0.9, 0.8, 0.65, 0.45, 0.3, 0.1];
function drawn(random: () => number, count: number): Sample[] {
  return Array.from({ length: count }, () => {
    const ratio = 0.75 + 0.7 * random();
    const place = ENDS.findIndex((end) => ratio < end);
    return sampleOf(ratio, 0.96 + 0.16 * random(), random() < WON[place]!);
  });
}

/** An independent calculation by quotation; it finds the interval by searching the bounds of each share. */
function recalculated(samples: readonly Sample[]) {
  const placeOf = (ratio: number) => ENDS.filter((end) => ratio >= end).length;
  const before = samples.map(({ totalFen, formulaFen }) => placeOf(totalFen / formulaFen));
  const after = samples.map(({ totalFen, formulaFen, compared }) =>
    placeOf(((totalFen / formulaFen) * compared!.afterFen) / compared!.beforeFen),
  );
  const shares = ENDS.map((_, place) => {
    const here = samples.filter((__, n) => before[n] === place);
    const won = here.filter(({ isWon }) => isWon).length / here.length;
    /** Bisects until the squared distance is z² times the variance at the bound. */
    const bound = (end: 0 | 1) => {
      let [inner, outer] = [won, end as number];
      for (let n = 0; n < 80; n += 1) {
        const p = (inner + outer) / 2;
        if ((p - won) ** 2 > (1.644853626951473 ** 2 * p * (1 - p)) / here.length) outer = p;
        else inner = p;
      }
      return inner;
    };
    return { won, low: bound(0), high: bound(1) };
  });
  const sum = (places: readonly number[]) => places.reduce((total, place) => total + shares[place]!.won, 0);
  const change = sum(after) - sum(before);
  const squares = (isUpper: boolean) =>
    shares.reduce((total, { won, low, high }, place) => {
      const weight =
        after.filter((one) => one === place).length - before.filter((one) => one === place).length;
      const distance = weight > 0 === isUpper ? high - won : won - low;
      return total + weight ** 2 * distance ** 2;
    }, 0);
  return {
    before: sum(before),
    after: sum(after),
    change,
    low: change - Math.sqrt(squares(false)),
    high: change + Math.sqrt(squares(true)),
    moved: before.filter((place, n) => place !== after[n]).length,
  };
}

describe('expected orders', () => {
  test('agree with an independent calculation by quotation', () => {
    const random = fractions(41);
    for (let run = 0; run < 5; run += 1) {
      const samples = drawn(random, 4_000);
      const { estimate, moved, quotations, unknown } = estimated(samples);
      const other = recalculated(samples);
      expect({ moved, quotations, unknown }).toEqual({ moved: other.moved, quotations: 4_000, unknown: 0 });
      expect(estimate!.before.orders).toBeCloseTo(other.before, 6);
      // At current prices the estimate equals the observed orders.
      expect(estimate!.before.orders).toBeCloseTo(samples.filter(({ isWon }) => isWon).length, 6);
      expect(estimate!.after.orders).toBeCloseTo(other.after, 6);
      expect(estimate!.change.orders).toBeCloseTo(other.change, 6);
      expect(estimate!.change.low).toBeCloseTo(other.low, 6);
      expect(estimate!.change.high).toBeCloseTo(other.high, 6);
    }
  });

  test('have an interval that covers the change at the true shares in about nine of ten samples', () => {
    const random = fractions(7);
    const runs = 400;
    let covered = 0;
    for (let run = 0; run < runs; run += 1) {
      const samples = drawn(random, 2_600);
      const { low, high } = estimated(samples).estimate!.change;
      const at = (ratio: number) => WON[ENDS.findIndex((end) => ratio < end)]!;
      const truth = samples.reduce((sum, { totalFen, formulaFen, compared }) => {
        const ratio = totalFen / formulaFen;
        return sum + at((ratio * compared!.afterFen) / compared!.beforeFen) - at(ratio);
      }, 0);
      if (low <= truth && truth <= high) covered += 1;
    }
    expect(covered / runs).toBeGreaterThan(0.86);
    expect(covered / runs).toBeLessThan(0.94);
  });

  test('are not estimated from fewer than 200 quotations, or where many move to a level with few', () => {
    const same = Array.from({ length: 199 }, (_, n) => sampleOf(1, 1, n % 2 === 0));
    expect(estimated(same)).toMatchObject({ quotations: 199, moved: 0, unknown: 199, estimate: null });
    const enough = [...same, sampleOf(1, 1, true)];
    expect(estimated(enough).estimate!.change).toEqual({ orders: 0, low: 0, high: 0 });
    // 21 of 200 would move to a level without an answer.
    const dearer = [...enough, ...Array.from({ length: 21 }, () => sampleOf(1, 1.1, true))];
    expect(estimated(dearer)).toMatchObject({ moved: 21, unknown: 21, estimate: null });
  });

  test('leave out and count a few that move to a level with few', () => {
    const many = (ratio: number, factor: number, count: number) =>
      Array.from({ length: count }, (_, n) => sampleOf(ratio, factor, n % 2 === 0));
    const samples = [...many(1, 1, 200), ...many(1, 1.1, 95), ...many(1, 1.5, 5), ...many(1.1, 1, 200)];
    const found = estimated(samples);
    expect(found).toMatchObject({ quotations: 500, moved: 100, unknown: 5 });
    expect(found.estimate!.before.orders).toBeCloseTo((295 * 151) / 300 + 100, 6);
  });

  test('separately count quotations without a price in a book or by the formula', () => {
    const expected = createExpectedOrders();
    expected.add({ totalFen: 100, formulaFen: 0, compared: { beforeFen: 100, afterFen: 100 } });
    expected.add({ totalFen: 100, formulaFen: 100, compared: undefined });
    expected.add({ totalFen: 100, formulaFen: 100, compared: { beforeFen: 0, afterFen: 0 } });
    const none: PriceLevel[] = [];
    expect(expected.result(none)).toMatchObject({ unpriced: 3, quotations: 0, estimate: null });
  });
});
