import * as fc from 'fast-check';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildItem, buildMaterial } from '#domain/pricing/samples.test-data.ts';
import type { ReviewedCart, ReviewedLine } from './reviewed-cart.ts';
import {
  REVIEW_RULE_KINDS,
  REVIEW_LIMITS,
  kindLimits,
  PRICE_DISPLAYS,
  type ReviewRule,
} from './review-rule.ts';

const none = Object.fromEntries(REVIEW_LIMITS.map((limit) => [limit, null]));

/** A rule with the given limits and no others. */
export function buildRule(rule: Partial<ReviewRule> & Pick<ReviewRule, 'kind'>): ReviewRule {
  return { id: 1, sentence: '', priceDisplay: 'reference', words: '', ...none, ...rule } as ReviewRule;
}

/** A line of aluminium with the formula's price, 100 yuan for a piece that fits the stock. */
export function buildLine(line: Partial<ReviewedLine> = {}): ReviewedLine {
  const { num = 10, length = 120, width = 60, height = 20 } = line;
  const subTotalAt = (pieces: number) =>
    priceItem(buildMaterial(), buildItem({ length, width, height, num: pieces }), { tag: 100 }).subTotalFen;
  return {
    length,
    width,
    height,
    num,
    density: 2.7,
    subTotalFen: subTotalAt(num),
    subTotalAt,
    optionTexts: ['公差 GB/T 1804-m'],
    hasDrawing: false,
    holds: [],
    ...line,
  };
}

export const buildCart = (
  lines: readonly ReviewedLine[] = [buildLine()],
  rest: Partial<ReviewedCart> = {},
): ReviewedCart => ({
  lines,
  isNewCustomer: false,
  ...rest,
});

const edge = fc.integer({ min: 50, max: 500_000 }).map((hundredths) => hundredths / 100);
const optionTexts = [
  '公差 ±0.01 mm',
  '公差 ±0.05 mm',
  '螺纹 M3–M6（≤4 孔）',
  '表面处理 喷砂',
  '公差 GB/T 1804-m',
];

/** Carts of up to eight lines, of any size and quantity. */
export const carts: fc.Arbitrary<ReviewedCart> = fc
  .record({
    lines: fc.array(
      fc.record({
        length: edge,
        width: edge,
        height: edge,
        num: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20_000 })),
        density: fc.constantFrom(0, 1.4, 2.7, 7.85),
        optionTexts: fc.uniqueArray(fc.constantFrom(...optionTexts)),
        hasDrawing: fc.boolean(),
        holds: fc.uniqueArray(fc.constantFrom('模型不封闭', '超出设备行程'), { maxLength: 1 }),
        fill: fc.constantFrom(undefined, 0.1, 0.9),
        isPriced: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    isNewCustomer: fc.boolean(),
  })
  .map(({ lines, isNewCustomer }) => ({
    isNewCustomer,
    lines: lines.map(({ fill, isPriced, ...line }) => {
      const volumeMm3 = fill && line.length * line.width * line.height * fill;
      const built = buildLine({ ...line, volumeMm3 });
      return isPriced ? built : { ...built, subTotalFen: undefined, unpriced: '没有在线价格' };
    }),
  }));

const limits = {
  length: edge,
  width: edge,
  height: edge,
  smallestMm: edge,
  weightKg: fc.integer({ min: 1, max: 200_000 }).map((grams) => grams / 1000),
  amountYuan: fc.integer({ min: 1, max: 200_000 }),
  pieces: fc.integer({ min: 1, max: 20_000 }),
  toleranceMm: fc.constantFrom(0.005, 0.01, 0.02, 0.05),
};

/** Up to six rules of any kind. */
export const rules: fc.Arbitrary<ReviewRule[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...REVIEW_RULE_KINDS),
      priceDisplay: fc.constantFrom(...PRICE_DISPLAYS),
      ...limits,
    }),
    { maxLength: 6 },
  )
  .map((drafts) =>
    drafts.map(({ kind, priceDisplay, ...figures }, index) => {
      const own = Object.fromEntries(kindLimits[kind].map((limit) => [limit, figures[limit]]));
      return buildRule({ id: index + 1, kind, priceDisplay, ...own });
    }),
  );
