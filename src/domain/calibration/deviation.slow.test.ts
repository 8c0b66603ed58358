import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviationOf, MIN_LINES, type Pair } from './deviation.ts';

const pairs = (count: number, actual: (index: number) => number): Pair[] =>
  Array.from({ length: count }, (_, index) => ({ estimate: 100, actual: actual(index) }));

describe('a deviation', () => {
  test('compares sums, so that large lines weigh more', () => {
    const small = pairs(MIN_LINES, () => 200);
    const large = { estimate: 9000, actual: 9000 };
    expect(deviationOf([...small, large])?.percent).toBeCloseTo(10, 9);
  });

  test('is undefined with too few lines or without an estimate', () => {
    expect(deviationOf(pairs(MIN_LINES - 1, () => 150))).toBeUndefined();
    expect(deviationOf(pairs(MIN_LINES, () => 150))).toEqual({ percent: 50, low: 50, high: 50 });
    expect(deviationOf(Array.from({ length: 50 }, () => ({ estimate: 0, actual: 5 })))).toBeUndefined();
    expect(deviationOf([])).toBeUndefined();
  });

  test('has Student’s t interval where all estimates are equal', () => {
    // Ten figures with mean 110 and standard deviation 10.5409: t(9) = 1.8331, so ±1.8331 × 10.5409 ÷ √10.
    const deviation = deviationOf(pairs(10, (index) => (index % 2 === 0 ? 100 : 120)));
    expect(deviation?.percent).toBeCloseTo(10, 9);
    expect(deviation?.high).toBeCloseTo(10 + (1.8331 * 10.5409) / Math.sqrt(10), 2);
    expect(deviation?.low).toBeCloseTo(10 - (1.8331 * 10.5409) / Math.sqrt(10), 2);
  });

  test('has t(29) = 1.6991 and t(99) = 1.6604', () => {
    for (const [count, t] of [
      [30, 1.6991],
      [100, 1.6604],
    ] as const) {
      const spread = 10 * Math.sqrt(count / (count - 1));
      const deviation = deviationOf(pairs(count, (index) => (index % 2 === 0 ? 90 : 110)));
      expect(deviation?.high).toBeCloseTo((t * spread) / Math.sqrt(count), 3);
    }
  });

  test('contains the true ratio in about nine of ten samples', () => {
    let seed = 7;
    const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const normal = () => Array.from({ length: 12 }, next).reduce((sum, x) => sum + x, -6);
    const rounds = 2000;
    let covered = 0;
    for (let round = 0; round < rounds; round += 1) {
      const sample = Array.from({ length: 15 }, () => {
        const estimate = 50 + 100 * next();
        return { estimate, actual: estimate * 1.2 + 10 * normal() };
      });
      const { low, high } = deviationOf(sample)!;
      if (low <= 20 && 20 <= high) covered += 1;
    }
    expect(covered / rounds).toBeGreaterThan(0.87);
    expect(covered / rounds).toBeLessThan(0.93);
  });

  test('does not depend on the unit', () => {
    const pair = fc.record({
      estimate: fc.integer({ min: 1, max: 1e9 }),
      actual: fc.integer({ min: 0, max: 1e9 }),
    });
    fc.assert(
      fc.property(fc.array(pair, { minLength: MIN_LINES, maxLength: 40 }), (some) => {
        const scaled = some.map(({ estimate, actual }) => ({
          estimate: estimate * 100,
          actual: actual * 100,
        }));
        const [one, other] = [deviationOf(some)!, deviationOf(scaled)!];
        expect(other.percent).toBeCloseTo(one.percent, 6);
        expect(one.low).toBeLessThanOrEqual(one.percent);
        expect(one.high).toBeGreaterThanOrEqual(one.percent);
      }),
    );
  });
});
