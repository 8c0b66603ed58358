import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Charge } from '#domain/pricing/charges.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import { rulesOn, type ChargeRule } from './charge-rule.ts';
import { expectEqualCharges, expectFairQuantities } from './charge-properties.test-data.ts';
import { pieceMg, type ChargedLine } from './charged-line.ts';
import { chargesByRules, priceWithRules } from './charges-by-rules.ts';
import { buildChargeRule, chargedCarts, chargeRules, lineOfPart, type Part } from './charges.test-data.ts';
import { unmeasuredReason } from './measured-charges.ts';
import { ruleErrors } from './rule-errors.ts';

/** `npm run trust` tries 100,000 carts. */
const NUM_RUNS = 500;

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
  chargesByRules(rules, parts.map(lineOfPart)).map(({ label, amountFen, reason }) => [
    label,
    amountFen / 100,
    reason,
  ]);

describe('a rule', () => {
  test('charges an order, its parts, pieces and weight, and explains the calculation', () => {
    const rules = [
      buildChargeRule({ id: 1, kind: 'setup', basis: 'line', amountFen: 5000 }),
      buildChargeRule({ id: 2, kind: 'packing', basis: 'order', amountFen: 2000 }),
      buildChargeRule({ id: 3, kind: 'inspection', basis: 'piece', amountFen: 50, minimumFen: 3000 }),
      buildChargeRule({ id: 4, kind: 'material', basis: 'kg', amountFen: 800 }),
    ];
    expect(chargesOn(rules, part(), part({ num: 3 }))).toEqual([
      ['编程开机费', 100, '2 种零件 × ¥50.00'],
      ['包装费', 20, '每单 ¥20.00'],
      ['检验与证书费', 30, '13 件 × ¥0.50，最低 ¥30.00'],
      ['材料费', 26, '3.25 kg × ¥8.00/kg'],
    ]);
  });

  test('charges measured figures of models, and names figure, rate and source', () => {
    const holes = [
      { diameterMm: 6, depthMm: 10, count: 4 },
      { diameterMm: 12, depthMm: 40, count: 2 },
    ];
    const counts = {
      volumeMm3: 250_000,
      areaMm2: 30_000,
      boxMm: [50, 80, 70] as const,
      features: { setups: 3, holes, isTurned: false },
    };
    const model = part({ counts });
    const mesh = part({ num: 1, counts: { ...counts, features: undefined } });
    const [setup, small, removed, surface, minute] = [
      buildChargeRule({
        id: 1,
        kind: 'setup',
        basis: 'setup',
        amountFen: 3000,
        withoutModel: 'flat',
        flatFen: 8000,
      }),
      buildChargeRule({ id: 2, label: '钻孔费', basis: 'hole', amountFen: 150, diameterUpToMm: 10 }),
      buildChargeRule({
        id: 3,
        basis: 'removed',
        amountFen: 20,
        machining: 'milled',
        withoutModel: 'person',
      }),
      buildChargeRule({ id: 4, kind: 'finish', basis: 'surface', amountFen: 400 }),
      buildChargeRule({ id: 5, label: '机时费', basis: 'minute', amountFen: 200 }),
    ];
    expect(chargesOn([setup, small, removed, surface, minute], model, mesh)).toEqual([
      ['编程开机费', 170, '3 次装夹 × ¥30.00（按三维模型测量）；1 种测不出装夹的零件 × ¥80.00'],
      ['钻孔费', 60, '孔径 ≤ 10 mm：40 个孔 × ¥1.50（按三维模型测量）；1 种测不出孔的零件不收'],
      ['其他费用', 66, '铣削件：去除 330 cm³ × ¥0.20/cm³（按三维模型测量）'],
      ['表面处理起订费', 132, '表面 33 dm² × ¥4.00/dm²（按三维模型测量）'],
      [
        '机时费',
        1306,
        '机时 653 分钟 × ¥2.00/分钟（按三维模型测量，估算 ±25%：装夹 3、粗加工 300、精加工 300、孔 30、换刀 20 分钟）；1 种测不出机时的零件不收',
      ],
    ]);
    const read = lineOfPart(model);
    const time = { setup: 2, roughing: 6, finishing: 0, holes: 0, tools: 0 };
    const ofBrowser = { ...read, measures: read.measures && { ...read.measures, time, isChecked: false } };
    expect(chargesByRules([minute], [ofBrowser])[0]?.reason).toBe(
      '机时 1.033 分钟 × ¥2.00/分钟（三维模型的读数，待核对，估算 ±25%：粗加工 1 分钟）',
    );
    expect(unmeasuredReason([surface, removed], lineOfPart(part()))).toContain('其他费用按三维模型计算');
    expect(unmeasuredReason([removed], lineOfPart(mesh))).toBeUndefined();

    // Machine time adds days, but no amount, to formula prices in every class.
    const rule = buildChargeRule({ basis: 'days', dayMinutes: 300 });
    const lead = { id: 1, name: '加急', factor: 0.5, percent: 0 };
    const line = { ...read, days: 4 };
    const { charges, total } = priceWithRules([rule], [line], lead);
    expect(charges).toMatchObject([{ kind: 'days', label: '机时交期', amountFen: 0, days: 2 }]);
    expect(charges[0]?.reason).toBe(
      '机时 653 分钟，每满 300 分钟加 1 个工作日（按三维模型测量，估算 ±25%：装夹 3、粗加工 300、精加工 300、孔 30、换刀 20 分钟）',
    );
    expect(total).toEqual({ totalFen: line.fen, deliveryDays: 4 });
    expect(priceWithRules([{ ...rule, dayMinutes: 654 }], [line]).charges).toEqual([]);
    const byHand = { ...line, isManual: true, days: 3 };
    expect(priceWithRules([rule], [byHand]).total.deliveryDays).toBe(3);
    expect(priceWithRules([rule], [line, byHand]).total.deliveryDays).toBe(6);
    expect(priceWithRules([rule], [line], { ...lead, factor: 2 }).total.deliveryDays).toBe(10);
  });

  test('counts only parts in its scope, and charges nothing without any', () => {
    const steel = { kind: 'setup' as const, basis: 'line' as const, amountFen: 5_000, scope: 'tag' as const };
    const rule = buildChargeRule({ ...steel, materialTag: 'steel', target: '不锈钢', label: '装夹费' });
    expect(chargesOn([rule], part())).toEqual([]);
    expect(chargesOn([rule], part(), part({ materialId: 3 }))).toEqual([
      ['装夹费', 50, '不锈钢：1 种零件 × ¥50.00'],
    ]);
    const material = buildChargeRule({ basis: 'order', amountFen: 900, scope: 'material', materialId: 7 });
    expect(chargesOn([material], part())).toEqual([]);
  });

  test('charges nothing for unpriced parts or for an order without a priced part', () => {
    const line = buildChargeRule({ basis: 'line', amountFen: 5000 });
    const floor = buildChargeRule({ id: 2, basis: 'orderMinimum', minimumFen: 50_000 });
    expect(chargesOn([line, floor], part({ isOpen: true }))).toEqual([]);
    expect(chargesOn([line], part(), part({ isOpen: true }))).toEqual([
      ['其他费用', 50, '1 种零件 × ¥50.00'],
    ]);
  });

  test('applies from its first day to its last', () => {
    const rule = buildChargeRule({
      basis: 'order',
      amountFen: 100,
      validFrom: '2026-11-02',
      validTo: '2026-11-04',
    });
    const days = ['2026-11-01', '2026-11-02', '2026-11-04', '2026-11-05'];
    expect(days.map((day) => rulesOn([rule], day).length)).toEqual([0, 1, 1, 0]);
    expect(rulesOn([{ ...rule, validFrom: '', validTo: '' }], '2026-11-24')).toHaveLength(1);
  });

  test('throws for an amount beyond all limits', () => {
    const rule = buildChargeRule({ basis: 'piece', amountFen: 9_999_999_999 });
    expect(() =>
      chargesOn([rule], part({ num: 20_000 }), ...Array.from({ length: 99 }, () => part({ num: 20_000 }))),
    ).toThrow(PricingError);
  });
});

describe('a rule that is waived on repeat', () => {
  const waived = { onRepeat: 'waived' as const };
  const repeat = { ...lineOfPart(part()), isRepeat: true };
  const textsOn = (rules: readonly ChargeRule[], ...lines: ChargedLine[]) =>
    chargesByRules(rules, lines).map(({ label, amountFen, reason }) => [label, amountFen / 100, reason]);

  test('waives the charge only for repeats, and counts them', () => {
    const rule = buildChargeRule({ ...waived, kind: 'setup', basis: 'line', amountFen: 5000 });
    expect(textsOn([rule], repeat, lineOfPart(part()))).toEqual([
      ['编程开机费', 50, '1 种零件 × ¥50.00，另有 1 种零件返单免收'],
    ]);
    expect(textsOn([rule], repeat)).toEqual([['编程开机费', 0, '返单免收']]);
    expect(textsOn([rule], lineOfPart(part()))).toEqual([['编程开机费', 50, '1 种零件 × ¥50.00']]);
    expect(textsOn([{ ...rule, onRepeat: 'charged' }], repeat)).toEqual([
      ['编程开机费', 50, '1 种零件 × ¥50.00'],
    ]);
  });

  test('waives an order charge when all parts are repeats, and takes a percentage of the others', () => {
    const order = buildChargeRule({ ...waived, basis: 'order', amountFen: 2000 });
    expect(textsOn([order], repeat, lineOfPart(part()))).toEqual([['其他费用', 20, '每单 ¥20.00']]);
    expect(textsOn([order], repeat, repeat)).toEqual([['其他费用', 0, '返单免收']]);
    const share = buildChargeRule({ ...waived, basis: 'percent', percent: 100 });
    const { fen } = repeat;
    expect(chargesByRules([share], [repeat, lineOfPart(part())])[0]?.amountFen).toBe(fen);
  });

  test('never makes an order dearer, for any rules and repeats', () => {
    fc.assert(
      fc.property(
        chargeRules,
        chargedCarts,
        fc.array(fc.boolean(), { maxLength: 6 }),
        (rules, parts, repeats) => {
          const lines = parts.map(lineOfPart);
          const sparing = rules.map((rule): ChargeRule => {
            const isSparing = Object.keys(ruleErrors({ ...rule, ...waived })).length === 0;
            return isSparing ? { ...rule, ...waived } : rule;
          });
          const repeated = lines.map((line, index) => ({ ...line, isRepeat: repeats[index] === true }));
          const sumOf = (charges: readonly Charge[]) =>
            charges.reduce((sum, { amountFen }) => sum + amountFen, 0);
          expect(sumOf(chargesByRules(sparing, repeated))).toBeLessThanOrEqual(
            sumOf(chargesByRules(rules, lines)),
          );
          // Without repeats nothing is waived.
          expect(chargesByRules(sparing, lines)).toEqual(chargesByRules(rules, lines));
        },
      ),
      { numRuns: NUM_RUNS },
    );
  });
});

test('the finish minimum applies after the discount, percentages count only the lines, and the order minimum comes last', () => {
  // 20 + 5 yuan a piece: 181.10 for ten, of which a fifth is the finish.
  const rules = [
    buildChargeRule({ id: 5, basis: 'orderMinimum', minimumFen: 100_000 }),
    buildChargeRule({ id: 4, kind: 'discount', basis: 'percent', percent: 10 }),
    buildChargeRule({ id: 3, kind: 'express', basis: 'percent', percent: 20 }),
    buildChargeRule({ id: 2, basis: 'finishMinimum', optionId: 101, minimumFen: 30_000, target: '阳极氧化' }),
    buildChargeRule({ id: 1, kind: 'packing', basis: 'order', amountFen: 2000 }),
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

test('charges, minimums and discounts equal an independent calculation in fractions, and stored charges give the same total', () => {
  expect(() => expectEqualCharges(NUM_RUNS)).not.toThrow();
});

test('under any rules, a larger quantity never makes an order cheaper or a piece dearer', () => {
  expect(() => expectFairQuantities(NUM_RUNS)).not.toThrow();
});

test('the weight of a piece comes from its model or its outline', () => {
  expect(pieceMg(2.7, { length: 100, width: 10, height: 10 })).toBe(27_000);
  const model = { volumeMm3: 4_000, boxMm: [10, 10, 100] as const };
  expect(pieceMg(2.7, { length: 100, width: 10, height: 10 }, model)).toBe(10_800);
  expect(pieceMg(2.7, { length: 101, width: 10, height: 10 }, model)).toBe(27_270);
});
