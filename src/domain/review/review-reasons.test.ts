import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildCart, buildLine, buildRule, carts, rules } from './carts.test-data.ts';
import { findReviewReasons, hiddenLines, toleranceMm } from './review-reasons.ts';
import { liftText, withLift } from './lifts.ts';

const envelope = buildRule({ kind: 'envelope', length: 1000, width: 600, height: 500 });
const bar = buildLine({ length: 2000, width: 10, height: 10, num: 1 });

describe('a part beyond the envelope', () => {
  test('needs a review that names the exceeding figure and a split that avoids it', () => {
    const [reason] = findReviewReasons([envelope], buildCart([buildLine(), bar]));
    expect(reason).toEqual({
      ruleId: 1,
      kind: 'envelope',
      lineNo: 2,
      sentence: '零件尺寸较大，需要工程师确认加工方案后报价',
      fact: '长 2000 mm 超过 1000 mm',
      priceDisplay: 'reference',
      lift: { kind: 'split', lineNo: 2, edge: 'length', parts: 2, mm: 1000 },
    });
    expect(liftText(reason!.lift!)).toBe('分成 2 段（每段 1000 mm）即可自动报价');
  });

  test('is compared by its longest edges first, whatever their names', () => {
    const turned = buildLine({ length: 10, width: 550, height: 990 });
    expect(findReviewReasons([envelope], buildCart([turned]))).toEqual([]);
    const wide = buildLine({ length: 650, width: 700, height: 10 });
    expect(findReviewReasons([envelope], buildCart([wide]))).toMatchObject([
      { fact: '长 650 mm 超过 600 mm', lift: { edge: 'width', parts: 2, mm: 350 } },
    ]);
  });

  test('has no lift when two edges are too long for any split', () => {
    const plate = buildLine({ length: 2000, width: 2000, height: 10 });
    expect(findReviewReasons([envelope], buildCart([plate]))).toMatchObject([
      { fact: '长 2000 mm 超过 1000 mm、宽 2000 mm 超过 600 mm', lift: null },
    ]);
  });
});

test('the weight comes from the model or the outline, and is unknown without a density', () => {
  const rule = buildRule({ kind: 'weight', weightKg: 50 });
  const block = buildLine({ length: 400, width: 400, height: 400 });
  expect(findReviewReasons([rule], buildCart([block]))).toMatchObject([
    { fact: '按外形计重 172.8 kg，超过 50 kg', lift: { kind: 'split', parts: 4, mm: 100 } },
  ]);
  expect(findReviewReasons([rule], buildCart([{ ...block, volumeMm3: 18e6 }]))).toEqual([]);
  expect(findReviewReasons([rule], buildCart([{ ...block, volumeMm3: 18.6e6 }]))).toMatchObject([
    { fact: '按模型计重 50.2 kg，超过 50 kg' },
  ]);
  expect(findReviewReasons([rule], buildCart([{ ...block, volumeMm3: 18.52e6 }]))).toMatchObject([
    { fact: '按模型计重 50.004 kg，超过 50 kg' },
  ]);
  expect(findReviewReasons([rule], buildCart([{ ...block, density: 0 }]))).toEqual([]);
});

test('too many pieces suggest the limit', () => {
  const rule = buildRule({ kind: 'pieces', pieces: 5000, sentence: '大批量请联系我们' });
  const [reason] = findReviewReasons([rule], buildCart([buildLine({ num: 6000 })]));
  expect(reason).toMatchObject({ sentence: '大批量请联系我们', fact: '数量 6000 件超过 5000 件' });
  expect(liftText(reason!.lift!)).toBe('数量减到 5000 件即可自动报价');
  expect(findReviewReasons([rule], buildCart([buildLine({ num: 5000 })]))).toEqual([]);
});

test('an order above an amount suggests the largest quantity that passes, without any price', () => {
  const rule = buildRule({ kind: 'amount', amountYuan: 50_000 });
  const cart = buildCart([buildLine({ num: 10 }), buildLine({ num: 5000 })]);
  const [reason] = findReviewReasons([rule], cart);
  expect(reason).toMatchObject({
    lineNo: null,
    fact: '订单金额超过 ¥50,000',
    lift: { kind: 'pieces', lineNo: 2 },
  });
  const lifted = withLift(cart, reason!.lift!);
  const total = (lines: typeof cart.lines) =>
    lines.reduce((sum, { subTotalFen = 0 }) => sum + subTotalFen, 0);
  expect(total(lifted.lines)).toBeLessThanOrEqual(5_000_000);
  const num = lifted.lines[1]!.num;
  const oneMore = withLift(cart, { kind: 'pieces', lineNo: 2, num: num + 1 });
  expect(total(oneMore.lines)).toBeGreaterThan(5_000_000);
  expect(findReviewReasons([rule], buildCart([buildLine({ num: 10 })]))).toEqual([]);
});

test('tight tolerances and threads require a drawing', () => {
  const active = [
    buildRule({ id: 1, kind: 'tolerance', toleranceMm: 0.01 }),
    buildRule({ id: 2, kind: 'thread', priceDisplay: 'hidden' }),
  ];
  const line = buildLine({ optionTexts: ['公差 ±0.01 mm', '螺纹 M3–M6（≤4 孔）', '表面处理 喷砂'] });
  expect(findReviewReasons(active, buildCart([line]))).toMatchObject([
    { ruleId: 1, fact: '公差 ±0.01 mm，还没有图纸', lift: { kind: 'drawing' } },
    { ruleId: 2, fact: '螺纹 M3–M6（≤4 孔），还没有图纸', priceDisplay: 'hidden' },
  ]);
  expect(findReviewReasons(active, buildCart([{ ...line, hasDrawing: true }]))).toEqual([]);
  expect(findReviewReasons(active, buildCart([{ ...line, optionTexts: ['公差 ±0.02 mm'] }]))).toEqual([]);
});

test.each([
  ['公差 ±0.01 mm', 0.01],
  ['公差 ±0.05', 0.05],
  ['孔距 ± 5 μm，其余 ±0.1 mm', 0.005],
  ['±2 丝', 0.02],
  ['公差 GB/T 1804-m', undefined],
])('the tolerance of %s is %s mm', (work, expected) => {
  expect(toleranceMm(work)).toBe(expected);
});

test('model findings, new customers, unpriced parts and customer requests need a review', () => {
  const active = [
    buildRule({ kind: 'model' }),
    buildRule({ id: 2, kind: 'newCustomer', priceDisplay: 'hidden' }),
  ];
  const lines = [
    buildLine({ holds: ['模型不封闭'] }),
    buildLine({ subTotalFen: undefined, unpriced: '没有在线价格' }),
  ];
  const reviewReasons = findReviewReasons(
    active,
    buildCart(lines, { isNewCustomer: true, isReviewRequested: true }),
  );
  expect(reviewReasons).toMatchObject([
    { kind: 'model', lineNo: 1, fact: '模型不封闭', lift: null },
    { kind: 'unpriced', lineNo: 2, ruleId: null, sentence: '没有在线价格', priceDisplay: 'hidden' },
    { kind: 'newCustomer', lineNo: null, priceDisplay: 'hidden' },
    { kind: 'asked', lineNo: null, ruleId: null },
  ]);
  expect(hiddenLines(reviewReasons)).toEqual({ all: true, lines: new Set([2]) });
  expect(findReviewReasons([], buildCart())).toEqual([]);
});

test('applying a lift removes its reason', () => {
  let lifts = 0;
  fc.assert(
    fc.property(rules, carts, (some, cart) => {
      for (const reason of findReviewReasons(some, cart)) {
        if (!reason.lift) continue;
        lifts += 1;
        const after = findReviewReasons(some, withLift(cart, reason.lift));
        const isSame = (one: typeof reason) => one.ruleId === reason.ruleId && one.lineNo === reason.lineNo;
        expect(after.some(isSame), `${reason.fact}: ${liftText(reason.lift)}`).toBe(false);
      }
    }),
    { numRuns: 1000 },
  );
  expect(lifts).toBeGreaterThan(500);
});

test('an order passes exactly when each line and the order itself pass', () => {
  fc.assert(
    fc.property(rules, carts, (some, cart) => {
      const reviewReasons = findReviewReasons(some, cart);
      for (const [index, line] of cart.lines.entries()) {
        const alone = findReviewReasons(
          some.filter(({ kind }) => kind !== 'amount' && kind !== 'newCustomer'),
          buildCart([line]),
        );
        const ofLine = reviewReasons.filter(({ lineNo }) => lineNo === index + 1);
        expect(ofLine.map(({ ruleId, fact }) => [ruleId, fact])).toEqual(
          alone.map(({ ruleId, fact }) => [ruleId, fact]),
        );
      }
      expect(findReviewReasons([], cart).every(({ kind }) => kind === 'unpriced')).toBe(true);
    }),
    { numRuns: 300 },
  );
});
