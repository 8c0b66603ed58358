import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildFields, catalogue } from './fixtures.test-data.ts';
import { pricePart } from './price-draft.ts';
import { sizeAdvice } from './size-saving.ts';

// The stock is 150 × 100 × 30 mm = 450,000 mm³; 98 yuan a piece.
const one = { num: '1' };

describe('the saving of smaller sides', () => {
  test('is shown for each side that can bring the part within the volume of its stock', () => {
    // 160 × 100 × 30 = 480,000 mm³, 16/15 of the stock: 104.53 yuan against 98.
    expect(sizeAdvice(buildFields({ ...one, length: '160', width: '100', height: '30' }), catalogue)).toBe(
      '长度减到 150 mm、宽度减到 93.7 mm 或高度减到 28.1 mm 就不超过基准体积，每件省 ¥6.53',
    );
  });

  test('is shown per piece, and as approximate where the pieces do not divide it', () => {
    const text = sizeAdvice(buildFields({ num: '3', length: '160', width: '100', height: '30' }), catalogue);
    // (104.5333 − 98) × 3^0.86 = 16.8059…, a third of 16.80.
    expect(text).toMatch(/每件省 ¥5\.60$|每件约省 ¥5\.6\d{3}$/);
  });

  test.each([
    ['within the stock', { length: '150', width: '100', height: '30' }],
    ['far above it', { length: '170', width: '100', height: '30' }],
    ['without a side', { length: '' }],
    ['without a material', { materialId: null, length: '160', width: '100', height: '30' }],
  ])('is not shown %s', (_name, change) => {
    expect(sizeAdvice(buildFields({ ...one, ...change }), catalogue)).toBeUndefined();
  });

  test('is the difference of two kernel prices, for any part', () => {
    const side = fc.integer({ min: 20, max: 400 }).map(String);
    fc.assert(
      fc.property(side, side, side, (length, width, height) => {
        const part = buildFields({ ...one, length, width, height });
        const shown = sizeAdvice(part, catalogue);
        const [, name, to, saving] = /^(.)度减到 ([\d.]+) mm.*每件省 ¥([\d.,]+)$/.exec(shown ?? '') ?? [];
        if (shown === undefined) return;
        const field = { 长: 'length', 宽: 'width', 高: 'height' }[name ?? ''] ?? '';
        const [now, then] = [part, { ...part, [field]: to ?? '' }].map((fields) => {
          const price = pricePart(fields, catalogue);
          return price.isPriced ? price.price : undefined;
        });
        expect(then?.trace.ratio).toBe(1);
        expect(((now?.subTotalFen ?? 0) - (then?.subTotalFen ?? 0)) / 100).toBeCloseTo(
          Number(saving?.replaceAll(',', '')),
          9,
        );
      }),
      { numRuns: 300 },
    );
  });
});
