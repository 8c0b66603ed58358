import { describe, expect, test } from 'vitest';
import { answerTo, createWinRates, type QuotationFacts } from './win-rates.ts';
import { wilsonInterval } from './wilson.ts';

const now = new Date('2026-11-25T00:00:00Z');
const quoted = (overrides: Partial<QuotationFacts> = {}): QuotationFacts => ({
  status: 'completed',
  ending: { from: 'quoted', to: 'placed', isByCustomer: true },
  validUntil: new Date('2026-12-25T00:00:00Z'),
  refusal: '',
  totalFen: 10_000,
  targetFen: null,
  lines: [{ materialTag: 'aluminium', formulaFen: 10_000 }],
  ...overrides,
});
const cancelled = (ending: Partial<NonNullable<QuotationFacts['ending']>> = {}) =>
  ({
    status: 'cancelled',
    ending: { from: 'quoted', to: 'cancelled', isByCustomer: true, ...ending },
  }) as const;
const refused = (overrides: Partial<QuotationFacts> = {}) =>
  quoted({ ...cancelled(), refusal: 'price', ...overrides });

test('the interval is that of the published formula, and stays within 0 and 1', () => {
  // Checked against the roots of (p − share)² = z² p (1 − p) / n.
  for (const [hits, count] of [
    [120, 200],
    [1, 200],
    [450, 500],
  ] as const) {
    const { share, low, high } = wilsonInterval(hits, count);
    expect(share).toBe(hits / count);
    for (const p of [low, high])
      expect((p - share) ** 2).toBeCloseTo((1.644853626951473 ** 2 * p * (1 - p)) / count, 12);
    expect(low).toBeLessThan(share);
    expect(high).toBeGreaterThan(share);
  }
  expect(wilsonInterval(0, 200)).toMatchObject({ share: 0, low: 0 });
  expect(wilsonInterval(200, 200)).toMatchObject({ share: 1, high: 1 });
  expect(wilsonInterval(0, 200).high).toBeCloseTo(0.0133, 3);
  expect(() => wilsonInterval(1, 0)).toThrow(RangeError);
});

describe('the answer to a quotation', () => {
  test('is its outcome, and undefined while it is open', () => {
    const expired = { validUntil: new Date('2026-11-24T00:00:00Z') };
    expect(answerTo(quoted(), now)).toBe('won');
    // Cancelled after it was ordered.
    expect(answerTo(quoted({ status: 'cancelled' }), now)).toBe('won');
    expect(answerTo(refused(), now)).toBe('refused');
    expect(answerTo(quoted({ status: 'quoted', ending: null, ...expired }), now)).toBe('expired');
    expect(answerTo(quoted({ status: 'quoted', ending: null }), now)).toBeUndefined();
    expect(answerTo(quoted({ status: 'requested', ending: null, ...expired }), now)).toBeUndefined();
  });

  test('is undefined where no price was offered or the shop cancelled', () => {
    // Ordered at once.
    expect(
      answerTo(quoted({ ending: { from: null, to: 'placed', isByCustomer: true } }), now),
    ).toBeUndefined();
    // A request withdrawn before its offer.
    expect(answerTo(quoted(cancelled({ from: 'requested' })), now)).toBeUndefined();
    expect(answerTo(quoted(cancelled({ isByCustomer: false })), now)).toBeUndefined();
    // Staff entered the customer’s reason for refusing.
    expect(answerTo(refused(cancelled({ isByCustomer: false })), now)).toBe('refused');
    // An undone refusal, then a repeated request.
    expect(answerTo(refused({ status: 'quoted' }), now)).toBeUndefined();
    expect(answerTo(refused({ status: 'requested' }), now)).toBeUndefined();
  });
});

describe('win rates', () => {
  test('count by price level, and have a rate from 200 answers on', () => {
    const rates = createWinRates(now, (tag) => `名${tag}`);
    for (let n = 0; n < 150; n += 1) rates.add(quoted());
    for (let n = 0; n < 49; n += 1) rates.add(refused());
    expect(rates.rates().formula[2]).toMatchObject({ won: 150, refused: 49, expired: 0, rate: null });
    rates.add(refused({ refusal: 'late' }));
    rates.add(refused({ totalFen: 8_499 }));
    rates.add(quoted({ totalFen: 13_000 }));
    const lapsed = { status: 'quoted', ending: null, validUntil: new Date('2026-11-24T00:00:00Z') } as const;
    rates.add(quoted({ ...lapsed, totalFen: 8_499, refusal: 'late' }));
    rates.add(quoted({ ...lapsed, totalFen: 8_499 }));
    const { formula, refusals } = rates.rates();
    expect(formula[2]).toMatchObject({ from: 0.95, to: 1.05, won: 150, refused: 50, rate: { share: 0.75 } });
    expect(formula[0]).toMatchObject({ from: null, to: 0.85, won: 0, refused: 1, expired: 2, rate: null });
    expect(formula[5]).toMatchObject({ from: 1.3, to: null, won: 1 });
    expect(refusals).toEqual([
      { reason: 'price', count: 50 },
      { reason: 'late', count: 2 },
    ]);
  });

  test('compare with the target only where there is one, and with the formula only where it priced every line', () => {
    const rates = createWinRates(now, (tag) => `名${tag}`);
    rates.add(quoted({ targetFen: 10_000 }));
    rates.add(
      quoted({ lines: [{ materialTag: 'aluminium', formulaFen: 10_000, steps: [{ kind: 'open' }] }] }),
    );
    rates.add(
      quoted({
        lines: [{ materialTag: 'aluminium', formulaFen: 10_000, steps: [{ kind: 'open', isHeld: true }] }],
      }),
    );
    const { formula, target, withoutFormula } = rates.rates();
    expect(target.map(({ won }) => won)).toEqual([0, 0, 1, 0, 0]);
    expect(formula.map(({ won }) => won)).toEqual([0, 0, 2, 0, 0, 0]);
    expect(withoutFormula).toBe(1);
  });

  test('count by size and by material tag, with a rate from 200 answers on; a quotation of two tags counts at both', () => {
    const rates = createWinRates(now, (tag) => `名${tag}`);
    const both = ['steel', 'aluminium'].map((materialTag) => ({ materialTag, formulaFen: 5_000 }));
    const one = [...both, ...both].slice(1, 2);
    for (let n = 0; n < 160; n += 1) rates.add(quoted({ lines: one }));
    for (let n = 0; n < 39; n += 1) rates.add(refused({ lines: both }));
    expect(rates.rates().tags?.map(({ rate }) => rate)).toEqual([null, null]);
    rates.add(refused({ lines: both, totalFen: 50_000 }));
    const { values, tags } = rates.rates();
    expect(tags).toEqual([
      {
        key: 'aluminium',
        label: '名aluminium',
        won: 160,
        refused: 40,
        expired: 0,
        rate: wilsonInterval(160, 200),
      },
      { key: 'steel', label: '名steel', won: 0, refused: 40, expired: 0, rate: null },
    ]);
    expect(values?.map(({ label, won, refused, rate }) => [label, won, refused, rate])).toEqual([
      ['¥500 以下', 160, 39, null],
      ['¥500–2,000', 0, 1, null],
    ]);
  });

  test('adding a quotation returns its answer', () => {
    const rates = createWinRates(now, (tag) => tag);
    expect(rates.add(quoted())).toBe('won');
    expect(rates.add(quoted({ status: 'requested', ending: null }))).toBeUndefined();
  });
});
