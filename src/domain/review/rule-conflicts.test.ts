import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { buildCart, buildRule, carts, rules } from './carts.test-data.ts';
import { reviewRuleLabel, wrongLimits } from './review-rule.ts';
import { findReviewReasons, hiddenLines } from './review-reasons.ts';
import { reviewRuleConflict, neverTriggeredReason } from './rule-conflicts.ts';

const pieces = (limit: number, rest = {}) => buildRule({ kind: 'pieces', pieces: limit, ...rest });

test('a duplicate rule is refused', () => {
  expect(reviewRuleConflict(pieces(5000, { id: 2 }), [pieces(5000, { id: 7 })])).toBe(
    '与编号 7 的规则（数量超过 5000 件）的条件相同，请修改原有规则，或先停用它',
  );
  const turned = buildRule({ id: 2, kind: 'envelope', length: 500, width: 1000, height: 600 });
  const envelope = buildRule({ id: 3, kind: 'envelope', length: 1000, width: 600, height: 500 });
  expect(reviewRuleConflict(turned, [envelope])).toContain('条件相同');
  expect(
    reviewRuleConflict(buildRule({ id: 2, kind: 'newCustomer' }), [buildRule({ kind: 'newCustomer' })]),
  ).toContain('条件相同');
  expect(reviewRuleConflict(pieces(5000), [pieces(5000)])).toBeUndefined();
});

test('a reference price that another rule always hides is refused, on either side', () => {
  const hidden = pieces(1000, { id: 7, priceDisplay: 'hidden' });
  const shown = pieces(5000, { id: 2 });
  expect(reviewRuleConflict(shown, [hidden])).toContain('已隐藏价格，这条规则的参考价不会显示');
  expect(reviewRuleConflict(hidden, [shown])).toContain('与这条隐藏价格的规则矛盾');
  expect(reviewRuleConflict(pieces(500, { id: 3 }), [hidden])).toBeUndefined();
  expect(
    reviewRuleConflict(shown, [buildRule({ id: 8, kind: 'amount', amountYuan: 1, priceDisplay: 'hidden' })]),
  ).toBeUndefined();
});

test('a rule refused as contradictory would never show its reference price', () => {
  let refused = 0;
  let shown = 0;
  fc.assert(
    fc.property(rules, carts, ([rule, ...others], cart) => {
      if (!rule || rule.priceDisplay === 'hidden') return;
      if (!reviewRuleConflict(rule, others)?.includes('不会显示')) return;
      refused += 1;
      const reviewReasons = findReviewReasons([rule, ...others], cart);
      const { all, lines } = hiddenLines(reviewReasons);
      const isHidden = (lineNo: number | null) => all || (lineNo !== null && lines.has(lineNo));
      shown += reviewReasons.filter(({ ruleId, lineNo }) => ruleId === rule.id && !isHidden(lineNo)).length;
    }),
    { numRuns: 2000 },
  );
  // Random rules have some 30; the comparison must not be empty.
  expect(refused).toBeGreaterThan(3);
  expect(shown).toBe(0);
});

test('a rule beyond the largest possible order is refused', () => {
  expect(neverTriggeredReason(pieces(1_000_000))).toBe(
    '数量最多只能填写 1000000 件，这条规则不会触发，请减小数量',
  );
  expect(neverTriggeredReason(pieces(999_999))).toBeUndefined();
  const wide = { kind: 'envelope', length: 10_000, width: 10_000 } as const;
  expect(neverTriggeredReason(buildRule({ ...wide, height: 10_000 }))).toContain('不会触发');
  expect(neverTriggeredReason(buildRule({ ...wide, height: 9_999 }))).toBeUndefined();
});

test('a rule has the limits of its kind and no others', () => {
  expect(wrongLimits(pieces(5))).toEqual([]);
  expect(wrongLimits({ ...pieces(5), weightKg: 3 })).toEqual(['weightKg']);
  expect(wrongLimits(buildRule({ kind: 'envelope', length: 5 }))).toEqual(['width', 'height']);
});

test('a rule is named by its condition', () => {
  expect(reviewRuleLabel(buildRule({ kind: 'amount', amountYuan: 50_000 }))).toBe('订单金额超过 ¥50,000');
  expect(reviewRuleLabel(buildRule({ kind: 'tolerance', toleranceMm: 0.01 }))).toBe(
    '公差 ±0.01 mm 或更严，没有图纸',
  );
  expect(findReviewReasons([buildRule({ kind: 'amount', amountYuan: 1 })], buildCart())[0]?.sentence).toBe(
    '订单金额较大，由我们核对后报价',
  );
});
