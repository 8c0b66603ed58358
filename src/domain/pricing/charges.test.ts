import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fen } from '#domain/money.ts';
import { chargeFen, chargeTitle, discountOn, totalWithCharges, type Charge } from './charges.ts';
import type { Line } from './line.ts';
import { PricingError } from './pricing-error.ts';

const by = '周工';
const amount = fc.integer({ min: 0, max: 9_999_999_999 });
const line: fc.Arbitrary<Line> = fc.oneof(
  fc
    .tuple(amount, fc.integer({ min: 0, max: 3_650 }))
    .map(([fen, days]) => ({ state: 'price' as const, fen, days })),
  fc.constantFrom('open', 'declined').map((state) => ({ state, fen: null, days: 0 })),
);
const charge: fc.Arbitrary<Charge> = amount.map((amountFen) => ({
  kind: 'setup',
  label: '编程开机费',
  amountFen,
  reason: '',
  by,
}));
const percent = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);

/** The discount counted in another way: whole fen by long division. */
function discountByHand(sum: Fen, share: number): Fen {
  const [whole = '0', part = ''] = share.toFixed(2).split('.');
  const product = BigInt(sum) * BigInt(whole + part);
  const fen = product / 10_000n;
  return Number(product % 10_000n >= 5_000n ? fen + 1n : fen);
}

describe('the total of an order', () => {
  it('is the exact sum of lines and charges, discounts only the lines, and is never negative', () => {
    fc.assert(
      fc.property(
        fc.array(line),
        fc.array(charge),
        fc.option(percent, { nil: undefined }),
        (lines, named, share) => {
          const sum = lines.reduce((fen, one) => fen + (one.fen ?? 0), 0);
          const added = named.reduce((fen, one) => fen + one.amountFen, 0);
          const discount = share === undefined ? [] : [discountOn(lines, { percent: share, reason: '', by })];
          const { totalFen, deliveryDays } = totalWithCharges(lines, [...named, ...discount]);
          expect(totalFen).toBe(sum + added - (share === undefined ? 0 : discountByHand(sum, share)));
          expect(totalFen).toBeGreaterThanOrEqual(0);
          expect(deliveryDays).toBe(Math.max(0, ...lines.map(({ days }) => days)));
        },
      ),
    );
  });

  it('is rebuilt from stored charges, with the discount recalculated from its percentage', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(charge), percent, (lines, named, share) => {
        const charges = [...named, discountOn(lines, { percent: share, reason: '', by })];
        const stored: Charge[] = JSON.parse(JSON.stringify(charges));
        expect(totalWithCharges(lines, stored)).toEqual(totalWithCharges(lines, charges));
        for (const one of stored) expect(chargeFen(one, lines)).toBe(one.amountFen);
      }),
    );
  });

  it('throws beyond the range of exact amounts', () => {
    const many = Array.from({ length: 3 }, () => ({ state: 'price' as const, fen: 4e15, days: 1 }));
    expect(() => totalWithCharges(many.slice(0, 2), [{ amountFen: 2e15 }])).toThrow(PricingError);
    expect(() => totalWithCharges(many, [])).toThrow(PricingError);
  });
});

it('a discount is named with its percentage, a charge by its label', () => {
  expect(chargeTitle(discountOn([], { percent: 5, reason: '', by }))).toBe('折扣 5%');
  expect(chargeTitle({ label: '工装费' })).toBe('工装费');
});
