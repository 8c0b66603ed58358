import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fenFromYuan, type Fen } from '#domain/money.ts';
import { chargeFen, totalWithCharges, type Charge } from '#domain/pricing/charges.ts';
import type { Line } from '#domain/pricing/line.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import { atScale } from '#tests/support/scale.ts';
import { rulesOn, type ChargeRule } from './charge-rule.ts';
import { chargesByRules, pieceMg, type ChargedLine } from './charges-by-rules.ts';
import { buildChargeRule, chargedCarts, chargeRules, lineOfPart, type Part } from './charges.test-data.ts';

/** 100,000 carts with `TRUST_SCALE=full`. */
const numRuns = atScale(500, 100_000);
const timeout = atScale(10_000, 300_000);

const asLine = ({ fen }: ChargedLine): Line => ({ state: fen === null ? 'open' : 'formula', fen, days: 1 });

function totalOf(rules: readonly ChargeRule[], parts: readonly Part[]): Fen {
  const lines = parts.map(lineOfPart);
  return totalWithCharges(lines.map(asLine), chargesByRules(rules, lines)).totalFen;
}

const part = (changed: Partial<Part> = {}): Part => ({
  materialId: 1,
  num: 10,
  length: 50,
  machining: 20,
  options: [{ optionId: 101, price: 5 }],
  pieceMg: 250_000,
  isOpen: false,
  ...changed,
});
const chargesOn = (rules: readonly ChargeRule[], ...parts: Part[]) =>
  chargesByRules(rules, parts.map(lineOfPart)).map(({ label, amount, reason }) => [label, amount, reason]);

describe('a rule', () => {
  test('charges an order, its parts, pieces and weight, and says how it counts', () => {
    const rules = [
      buildChargeRule({ id: 1, kind: 'setup', basis: 'line', amount: 50 }),
      buildChargeRule({ id: 2, kind: 'packing', basis: 'order', amount: 20 }),
      buildChargeRule({ id: 3, kind: 'inspection', basis: 'piece', amount: 0.5, minimum: 30 }),
      buildChargeRule({ id: 4, kind: 'material', basis: 'kg', amount: 8 }),
    ];
    expect(chargesOn(rules, part(), part({ num: 3 }))).toEqual([
      ['编程开机费', 100, '2 种零件 × ¥50.00'],
      ['包装费', 20, '每单 ¥20.00'],
      ['检验与证书费', 30, '13 件 × ¥0.50，最低 ¥30.00'],
      ['材料费', 26, '3.25 kg × ¥8.00/kg'],
    ]);
  });

  test('counts only the parts of its scope, and charges nothing where there are none', () => {
    const steel = { kind: 'setup' as const, basis: 'line' as const, amount: 50, scope: 'tag' as const };
    const rule = buildChargeRule({ ...steel, materialTag: 'steel', target: '不锈钢', label: '装夹费' });
    expect(chargesOn([rule], part())).toEqual([]);
    expect(chargesOn([rule], part(), part({ materialId: 3 }))).toEqual([
      ['装夹费', 50, '不锈钢：1 种零件 × ¥50.00'],
    ]);
    const material = buildChargeRule({ basis: 'order', amount: 9, scope: 'material', materialId: 7 });
    expect(chargesOn([material], part())).toEqual([]);
  });

  test('charges nothing for parts without a price, nor for an order without a priced part', () => {
    const rules = [
      buildChargeRule({ basis: 'line', amount: 50 }),
      buildChargeRule({ id: 2, basis: 'orderMinimum', minimum: 500 }),
    ];
    expect(chargesOn(rules, part({ isOpen: true }))).toEqual([]);
    expect(chargesOn([rules[0]!], part(), part({ isOpen: true }))).toEqual([
      ['其他费用', 50, '1 种零件 × ¥50.00'],
    ]);
  });

  test('counts from its first day to its last', () => {
    const rule = buildChargeRule({
      basis: 'order',
      amount: 1,
      validFrom: '2026-11-02',
      validTo: '2026-11-04',
    });
    const days = ['2026-11-01', '2026-11-02', '2026-11-04', '2026-11-05'];
    expect(days.map((day) => rulesOn([rule], day).length)).toEqual([0, 1, 1, 0]);
    expect(rulesOn([{ ...rule, validFrom: '', validTo: '' }], '2026-11-24')).toHaveLength(1);
  });

  test('of an amount beyond all limits has no total', () => {
    const rule = buildChargeRule({ basis: 'piece', amount: 99_999_999.99 });
    expect(() =>
      chargesOn([rule], part({ num: 20_000 }), ...Array.from({ length: 99 }, () => part({ num: 20_000 }))),
    ).toThrow(PricingError);
  });
});

test('a finish is filled up after the discount, a percentage and a discount count the lines alone, the order is filled up last', () => {
  // 20 + 5 yuan a piece: 181.10 for ten, of which a fifth is the finish.
  const rules = [
    buildChargeRule({ id: 5, basis: 'orderMinimum', minimum: 1000 }),
    buildChargeRule({ id: 4, kind: 'discount', basis: 'percent', percent: 10 }),
    buildChargeRule({ id: 3, kind: 'express', basis: 'percent', percent: 20 }),
    buildChargeRule({ id: 2, basis: 'finishMinimum', optionId: 101, minimum: 300, target: '阳极氧化' }),
    buildChargeRule({ id: 1, kind: 'packing', basis: 'order', amount: 20 }),
  ];
  const charges = chargesOn(rules, part());
  expect(charges).toEqual([
    ['包装费', 20, '每单 ¥20.00'],
    ['表面处理起订费', 267.4, '阳极氧化：合计 ¥32.60（折后），起订金额 ¥300.00'],
    ['加急费', 36.22, '零件合计 ¥181.11 的 20%'],
    ['折扣', -18.11, '零件合计 ¥181.11 的 10%'],
    ['起订补足', 513.38, '订单金额 ¥486.62，起订金额 ¥1,000.00'],
  ]);
});

/** Amounts in another way: fractions of a fen as [numerator, denominator], rules picked one by one from the end. */
type Fraction = readonly [bigint, bigint];
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const nearest = ([a, b]: Fraction): number => Number((2n * a + b) / (2n * b));
const hundredths = (value: number | null): bigint => BigInt((value ?? 0).toFixed(2).replace('.', ''));

function independently(
  rules: readonly ChargeRule[],
  parts: readonly Part[],
): { exact: Map<number, Fen>; finish: Map<number, Fraction> } {
  const exact = new Map<number, Fen>();
  const finish = new Map<number, Fraction>();
  const lines = parts.map((one) => ({ ...one, fen: lineOfPart(one).fen })).filter((one) => one.fen !== null);
  const all = lines.reduce((sum, { fen }) => sum + BigInt(fen ?? 0), 0n);
  const best = rules.reduce(
    (most, { kind, percent }) =>
      kind === 'discount' && hundredths(percent) > most ? hundredths(percent) : most,
    0n,
  );
  for (const rule of rules.toReversed()) {
    const mine = lines.filter(
      ({ materialId, options }) =>
        rule.scope === 'all' ||
        (rule.scope === 'material' && materialId === rule.materialId) ||
        (rule.scope === 'tag' && (materialId === 3) === (rule.materialTag === 'steel')) ||
        options.some(({ optionId }) => rule.scope === 'option' && optionId === rule.optionId),
    );
    if (mine.length === 0) continue;
    const sum = mine.reduce((fen, one) => fen + BigInt(one.fen ?? 0), 0n);
    const amount = hundredths(rule.amount);
    const least = hundredths(rule.minimum);
    const counted: Record<string, Fraction> = {
      order: [amount, 1n],
      line: [amount * BigInt(mine.length), 1n],
      piece: [amount * mine.reduce((n, { num }) => n + BigInt(num), 0n), 1n],
      kg: [amount * mine.reduce((mg, one) => mg + BigInt(one.pieceMg) * BigInt(one.num), 0n), 1_000_000n],
      percent: [sum * hundredths(rule.percent), 10_000n],
    };
    const [num, den] = counted[rule.basis] ?? [0n, 1n];
    if (rule.basis === 'finishMinimum') {
      let missing: Fraction = [least, 1n];
      for (const one of mine) {
        const price = one.options.find(({ optionId }) => optionId === rule.optionId)?.price ?? 0;
        const unit = one.options.reduce(
          (fen, option) => fen + hundredths(option.price),
          hundredths(one.machining),
        );
        if (unit > 0n)
          missing = plus(missing, [
            -BigInt(one.fen ?? 0) * hundredths(price) * (10_000n - best),
            unit * 10_000n,
          ]);
      }
      const isLess = rules.some(
        (other) =>
          other.basis === rule.basis &&
          other.optionId === rule.optionId &&
          (hundredths(other.minimum) > least || (hundredths(other.minimum) === least && other.id < rule.id)),
      );
      if (missing[0] > 0n && !isLess) finish.set(rule.id, missing);
    } else if (rule.kind === 'discount') {
      if (hundredths(rule.percent) === best) exact.set(rule.id, -nearest([all * best, 10_000n]));
    } else if (rule.basis !== 'orderMinimum') {
      const isWeightless = rule.basis === 'kg' && num === 0n;
      if (!isWeightless) exact.set(rule.id, Math.max(nearest([num, den]), Number(least)));
    }
  }
  return { exact, finish };
}

test(
  'charges, floors and discounts equal an independent calculation in fractions, and the total is rebuilt from what is stored',
  () => {
    fc.assert(
      fc.property(chargeRules, chargedCarts, (rules, parts) => {
        const lines = parts.map(lineOfPart);
        const charges = chargesByRules(rules, lines);
        const { exact, finish } = independently(rules, parts);
        const fenOf = (found: readonly Charge[]) =>
          found.reduce((fen, one) => fen + fenFromYuan(one.amount), 0);
        const linesFen = lines.reduce((fen, line) => fen + (line.fen ?? 0), 0);
        const sum = linesFen + fenOf(charges.filter(({ kind }) => kind !== 'minimum'));
        const discounts = rules.filter(({ kind }) => kind === 'discount').map(({ id }) => exact.get(id) ?? 0);
        // Of several equal discounts one counts.
        expect(fenOf(charges.filter(({ kind }) => kind === 'discount'))).toBe(Math.min(0, ...discounts) || 0);
        for (const { id, kind } of rules) {
          if (kind === 'discount' || kind === 'minimum') continue;
          const missing = finish.get(id);
          const expected = missing ? nearest(missing) : (exact.get(id) ?? 0);
          const counted = fenOf(charges.filter(({ ruleId }) => ruleId === id));
          // Fills share one rounding.
          expect(Math.abs(counted - expected)).toBeLessThanOrEqual(missing ? 1 : 0);
        }
        const isPriced = lines.some(({ fen }) => fen !== null);
        const least = Math.max(
          0,
          ...rules.map(({ basis, minimum }) => (basis === 'orderMinimum' ? fenFromYuan(minimum ?? 0) : 0)),
        );
        const { totalFen } = totalWithCharges(lines.map(asLine), charges);
        expect(totalFen).toBe(isPriced ? Math.max(sum, least) : 0);
        expect(linesFen + fenOf(charges)).toBe(totalFen);
        // Rebuilt from the stored traces and charges alone, without the rules.
        const stored: Charge[] = JSON.parse(JSON.stringify(charges));
        expect(stored.reduce((fen, one) => fen + chargeFen(one, lines.map(asLine)), 0)).toBe(
          totalFen - linesFen,
        );
        expect(totalWithCharges(lines.map(asLine), stored).totalFen).toBe(totalFen);
      }),
      { numRuns },
    );
  },
  timeout,
);

test(
  'with any rules a larger quantity never makes an order cheaper, nor one piece of it dearer',
  () => {
    const more = fc.oneof(
      fc.constant(1),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 5_000 }),
    );
    fc.assert(
      fc.property(chargeRules, chargedCarts, fc.nat(), more, (rules, parts, pick, added) => {
        const at = pick % parts.length;
        const before = parts[at]!;
        const larger = parts.with(at, { ...before, num: before.num + added });
        const [small, large] = [totalOf(rules, parts), totalOf(rules, larger)];
        expect(large).toBeGreaterThanOrEqual(small);
        // Each amount is rounded to the fen once, which can be half a fen.
        const noise = rules.length + parts.length + 2;
        expect(large * before.num).toBeLessThanOrEqual(
          small * (before.num + added) + noise * (before.num + before.num + added),
        );
      }),
      { numRuns },
    );
  },
  timeout,
);

test('a piece weighs what its model or its outline does', () => {
  expect(pieceMg(2.7, { length: 100, width: 10, height: 10 })).toBe(27_000);
  const model = { volumeMm3: 4_000, boxMm: [10, 10, 100] as const };
  expect(pieceMg(2.7, { length: 100, width: 10, height: 10 }, model)).toBe(10_800);
  expect(pieceMg(2.7, { length: 101, width: 10, height: 10 }, model)).toBe(27_270);
});
