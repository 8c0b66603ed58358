import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leadTargetText } from '#domain/charges/charge-rule.ts';
import type { ChargedLine } from '#domain/charges/charged-line.ts';
import { chargesByRules, priceWithRules } from '#domain/charges/charges-by-rules.ts';
import {
  buildChargeRule,
  chargedCarts,
  chargeRules,
  lineOfPart,
  type Part,
} from '#domain/charges/charges.test-data.ts';
import { round2 } from '#domain/money.ts';
import { isManualCharge, totalWithCharges } from '#domain/pricing/charges.ts';
import {
  leadConflict,
  leadErrors,
  STANDARD,
  STANDARD_ID,
  type LeadClass,
  type LeadTerms,
  type OrderLead,
} from './lead-class.ts';
import { leadMatrix, leadOffers } from './lead-offers.ts';
import { buildLead, leadClasses, rulePicks, withRuleLeads } from './lead.test-data.ts';

const NUM_RUNS = 2_000;

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
const express = buildLead();
const economy = buildLead({ id: 2, name: '经济', factor: 1.5, percent: -10 });

/** A manual price: staff set the amount and the days. */
const byHand = (line: ChargedLine): ChargedLine => ({ ...line, isManual: true });

describe('a lead class', () => {
  test('charges a percentage of machining only, without a user', () => {
    const line = lineOfPart(part());
    const fen = line.fen ?? 0;
    const [charge] = chargesByRules([], [line], express);
    // 20 of the 25 yuan of a piece are machining.
    const expected = Math.round(fen * 0.8 * 0.3);
    expect(charge).toMatchObject({ kind: 'express', label: '加急（交期 ×0.5）', leadClassId: 1, by: '' });
    expect(charge?.amountFen).toBe(expected);
    expect(charge?.reason).toMatch(/^加工基价部分 ¥[\d,.]+ 的 30%，不含工艺选项$/);
    expect(charge && isManualCharge(charge)).toBe(false);
  });

  test('deducts from machining after the discount, as a discount without a percentage', () => {
    const rules = [buildChargeRule({ kind: 'discount', basis: 'percent', percent: 20 })];
    const { charges, total } = priceWithRules(rules, [lineOfPart(part())], economy);
    const fen = lineOfPart(part()).fen ?? 0;
    expect(charges.map(({ kind, percent }) => [kind, percent])).toEqual([
      ['discount', 20],
      ['discount', undefined],
    ]);
    expect(charges[1]?.reason).toMatch(/^折后加工基价部分 ¥[\d,.]+ 的 10%，不含工艺选项$/);
    expect(Math.abs(total.totalFen - fen * 0.8 * (1 - 0.8 * 0.1))).toBeLessThanOrEqual(1);
  });

  test('applies before the order minimum, and leaves manual prices and days unchanged', () => {
    const rules = [buildChargeRule({ basis: 'orderMinimum', minimumFen: 1_000_000 })];
    expect(priceWithRules(rules, [lineOfPart(part())], express).total.totalFen).toBe(1_000_000);
    const lines = [byHand({ ...lineOfPart(part()), days: 9 }), { ...lineOfPart(part()), days: 4 }];
    expect(chargesByRules([], lines.slice(0, 1), express)).toEqual([]);
    expect(priceWithRules([], lines, express).total.deliveryDays).toBe(9);
    const daysOf = (lead: OrderLead) => priceWithRules([], lines.slice(1), lead).total.deliveryDays;
    expect(daysOf(express)).toBe(2);
    expect(daysOf({ ...express, factor: 0.33 })).toBe(1.32);
  });

  test('has the charges of its own rules and of slower classes, and the discounts of faster ones', () => {
    const bound = (id: number, rule: Parameters<typeof buildChargeRule>[0], lead: LeadTerms | undefined) =>
      buildChargeRule({
        id,
        label: `费用 ${id}`,
        leadClassId: lead === express ? express.id : lead === economy ? economy.id : STANDARD_ID,
        leadFactor: (lead ?? STANDARD).factor,
        ...rule,
      });
    const packing = { kind: 'packing', basis: 'order', amountFen: 2_000 } as const;
    const rules = [
      bound(11, packing, express),
      bound(12, packing, undefined),
      bound(13, packing, economy),
      bound(14, { kind: 'discount', basis: 'percent', percent: 5 }, undefined),
      bound(15, { kind: 'discount', basis: 'percent', percent: 8 }, economy),
      { ...bound(16, packing, express), leadClassId: 99, leadFactor: null },
    ];
    const idsIn = (lead: LeadClass | undefined) =>
      chargesByRules(rules, [lineOfPart(part())], lead).flatMap(({ ruleId }) => ruleId ?? []);
    expect(idsIn(express)).toEqual([11, 12, 13]);
    expect(idsIn(undefined)).toEqual([12, 13, 14]);
    expect(idsIn(economy)).toEqual([13, 15]);
    // The factor stored in an order may differ from the current one of its class.
    expect(idsIn({ ...express, factor: 0.8 })).toEqual([11, 12, 13]);
    expect(leadTargetText({ kind: 'packing' }, '加急')).toBe('加急及更快');
    expect(leadTargetText({ kind: 'discount' }, '标准')).toBe('标准及更慢');
  });

  test('explains for each part why an order cannot use it', () => {
    const lead = buildLead({ maxEdgeMm: 300, maxPieces: 50, excluded: [{ id: 101, name: '黑色阳极氧化' }] });
    const [one, other] = [lineOfPart(part({ options: [] })), lineOfPart(part({ num: 60, length: 400 }))];
    expect(leadErrors(lead, [one])).toEqual([]);
    expect(leadErrors(lead, [one, other])).toEqual([
      '零件 2：最长边 400 mm 超过 300 mm',
      '零件 2：数量 60 件超过 50 件',
      '零件 2：“黑色阳极氧化”不提供加急',
    ]);
  });

  test('may not be faster and cheaper than another, equally fast, or of the same name', () => {
    expect(leadConflict(express, [economy])).toBeUndefined();
    expect(leadConflict({ name: '特急', factor: 0.3, percent: 20 }, [express])).toBe(
      '“特急”比“加急”快，加价 20% 却低于 30%：更快的档位不能更便宜，请调整加价或交期系数',
    );
    expect(leadConflict({ name: '经济', factor: 1.5, percent: 5 }, [])).toContain('“标准”比“经济”快');
    expect(leadConflict({ name: '常规', factor: 1, percent: 5 }, [])).toContain('与“标准”相同');
    expect(leadConflict({ name: '加急', factor: 0.4, percent: 50 }, [express])).toContain('已有名为“加急”');
  });
});

describe('any order', () => {
  test('has faster classes never later or cheaper, no negative total, and the plain price as 标准', () => {
    fc.assert(
      fc.property(
        chargeRules,
        rulePicks,
        chargedCarts,
        leadClasses,
        fc.nat(5),
        (some, picks, parts, classes, hand) => {
          const rules = withRuleLeads(some, classes, picks);
          const lines = parts.map(lineOfPart).map((line, index) => (index === hand ? byHand(line) : line));
          const offers = leadOffers(rules, lines, classes);
          expect(offers).toHaveLength(classes.length + 1);
          for (const [index, { total }] of offers.entries()) {
            expect(total.totalFen).toBeGreaterThanOrEqual(0);
            const slower = offers[index - 1]?.total;
            if (!slower) continue;
            expect(total.deliveryDays).toBeLessThanOrEqual(slower.deliveryDays);
            expect(total.totalFen).toBeGreaterThanOrEqual(slower.totalFen);
          }
          const standard = offers.find(({ lead }) => lead === undefined);
          const charges = chargesByRules(rules, lines);
          expect(standard?.charges).toEqual(charges);
          const added = charges.reduce((sum, { days = 0 }) => sum + days, 0);
          const days = lines.map((line) => (line.isManual ? line.days : round2(line.days + added)));
          expect(standard?.total.totalFen).toBe(totalWithCharges(lines, charges).totalFen);
          expect(standard?.total.deliveryDays).toBe(Math.max(0, ...days));
        },
      ),
      { numRuns: NUM_RUNS },
    );
  });

  test('never gets cheaper in a class for a larger quantity', () => {
    fc.assert(
      fc.property(
        chargeRules,
        rulePicks,
        chargedCarts,
        leadClasses,
        fc.oneof(fc.constant(1), fc.nat(40)),
        (some, picks, parts, classes, more) => {
          const rules = withRuleLeads(some, classes, picks);
          const totals = (some: readonly Part[]) =>
            leadOffers(rules, some.map(lineOfPart), classes).map(({ total }) => total.totalFen);
          const [first, ...rest] = parts;
          if (!first) return;
          const before = totals(parts);
          const after = totals([{ ...first, num: first.num + more }, ...rest]);
          for (const [index, total] of after.entries())
            expect(total).toBeGreaterThanOrEqual(before[index] ?? 0);
        },
      ),
      { numRuns: NUM_RUNS },
    );
  });

  test('has the order with that quantity and class in each cell of the matrix', () => {
    fc.assert(
      fc.property(
        chargeRules,
        rulePicks,
        fc.boolean(),
        chargedCarts,
        leadClasses,
        (some, picks, isFree, parts, drawn) => {
          const classes = drawn.map((lead) => ({ ...lead, maxPieces: 50, maxEdgeMm: 300 }));
          const rules = isFree ? [] : withRuleLeads(some, classes, picks);
          const lines = parts.map(lineOfPart);
          const quantities = [1, 7, 100];
          const first = parts[0];
          if (!first) return;
          const variants = quantities.map((num) => lineOfPart({ ...first, num }));
          const rows = leadMatrix(rules, lines, 0, variants, classes);
          expect(rows.map(({ num }) => num)).toEqual(quantities);
          for (const { num, cells } of rows) {
            const ordered = [{ ...first, num }, ...parts.slice(1)].map(lineOfPart);
            const offers = leadOffers(rules, ordered, classes);
            expect(cells).toEqual(offers.map(({ lead, total, errors }) => ({ lead, ...total, errors })));
            for (const { charges, total } of offers) {
              const sum = ordered.reduce((fen, line) => fen + (line.fen ?? 0), 0);
              expect(total.totalFen).toBe(charges.reduce((fen, { amountFen }) => fen + amountFen, sum));
            }
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
