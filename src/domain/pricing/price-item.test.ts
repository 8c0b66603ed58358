import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { round2 } from '#domain/money.ts';
import vectors from './vectors.json?raw';
import { PriceKind, priceItem, priceKindLabels, pricesFromTrace, QUANTITY_EXPONENT } from './price-item.ts';
import { PricingError } from './pricing-error.ts';
import { buildItem, buildMaterial, pricedItems } from './samples.test-data.ts';
import type { CncPrice, ItemFigures, PartItem, PricedMaterial, PriceTrace } from './types.ts';

interface Vector {
  material: PricedMaterial;
  item: PartItem;
  cncPrice: CncPrice;
  expect: ItemFigures;
}

const figures = ({ unit_price, sub_total, delivery_time }: ItemFigures): ItemFigures => ({
  unit_price,
  sub_total,
  delivery_time,
});

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof PricingError) return error.code;
    throw error;
  }
  return 'no error';
};

describe('the 24 reference cases', () => {
  const cases: Vector[] = JSON.parse(vectors);

  it('are all here', () => {
    expect(cases).toHaveLength(24);
  });

  it.each(cases.map((vector, index) => [index, vector] as const))(
    'case %i matches to the cent',
    (_, vector) => {
      const price = priceItem(vector.material, vector.item, vector.cncPrice);
      expect(figures(price)).toEqual(vector.expect);
      expect(pricesFromTrace(price.trace)).toEqual(vector.expect);
    },
  );
});

describe('an item', () => {
  it('costs the machining price of its tag and the price of each selected option', () => {
    const { unit_price, delivery_time, trace } = priceItem(
      buildMaterial({ materialTag: 'copper', deliveryTime: 2 }),
      buildItem({ process_1: 11, process_2: 22 }),
      { copper: 100, plastic: 1 },
    );
    expect(unit_price).toBe(130.3);
    expect(delivery_time).toBe(4);
    expect(trace.options).toEqual([
      { processId: 1, optionId: 11, price: 10.1, time: 1.5 },
      { processId: 2, optionId: 22, price: 20.2, time: 0.5 },
    ]);
  });

  it('adds nothing for an option that the material has no entry for, and says so in the trace', () => {
    const { unit_price, trace } = priceItem(buildMaterial(), buildItem({ process_9: 999 }), { tag: 50 });
    expect(unit_price).toBe(50);
    expect(trace.options).toEqual([{ processId: 9, optionId: 999, price: 0, time: 0 }]);
  });

  it('does not mind the empty choice of a form', () => {
    const item = Object.assign(buildItem(), { process_1: undefined });
    expect(priceItem(buildMaterial(), item, { tag: 50 }).trace.options).toEqual([]);
  });

  it('sums yuan exactly before it multiplies them', () => {
    const material = buildMaterial({ processConfig: [{ id: 5, price: 0.2, time: 0.2 }], deliveryTime: 0.1 });
    const { trace } = priceItem(material, buildItem({ process_1: 5 }), { tag: 0.1 });
    expect(trace.unit).toBe(0.3);
    expect(trace.days).toBe(0.3);
  });

  it('keeps fractions of a fen until the end', () => {
    const material = buildMaterial({ processConfig: [{ id: 5, price: 0.004, time: 0 }] });
    const item = buildItem({ process_1: 5, process_2: 5, num: 1 });
    expect(priceItem(material, item, { tag: 1.004 }).unit_price).toBe(1.01);
  });

  it.each([
    // A product that doubles put just below the half: 1.005, 135.41 × 1.5, 0.35 × 1.1.
    [1.005, 10, 1.01],
    [135.41, 15, 203.12],
    [0.35, 11, 0.39],
    [1.15, 11, 1.27],
    [4.35, 13, 5.66],
    [1.005, 5, 1.01],
  ])(
    'at %d yuan and %d of 10 volumes costs %d, rounded half away from zero',
    (machining, length, expected) => {
      const material = buildMaterial({ length: 1, width: 1, height: 1 });
      const item = buildItem({ length: length / 10, width: 1, height: 1 });
      expect(priceItem(material, item, { tag: machining }).unit_price).toBe(expected);
    },
  );

  it('rounds half days away from zero too', () => {
    const material = buildMaterial({ deliveryTime: 1.005, speed: 1 });
    expect(priceItem(material, buildItem({ num: 1 }), { tag: 1 }).delivery_time).toBe(1.01);
    expect(priceItem(material, buildItem({ num: 3 }), { tag: 1 }).delivery_time).toBe(3.02);
  });

  it('agrees to the cent with exact arithmetic on fractions, halves included', () => {
    // Whole hundredths of a mm, whole fen: fractions that BigInt can compare exactly.
    const size = fc.integer({ min: 1, max: 99_999 });
    const box = fc.record({ length: size, width: size, height: size });
    // Stock of few digits makes exact halves frequent.
    const roundBox = fc.constantFrom(
      { length: 200, width: 100, height: 100 },
      { length: 400, width: 100, height: 1000 },
    );
    type Box = { length: number; width: number; height: number };
    const volume = ({ length, width, height }: Box) => BigInt(length) * BigInt(width) * BigInt(height);
    const inMm = ({ length, width, height }: Box) => ({
      length: length / 100,
      width: width / 100,
      height: height / 100,
    });
    fc.assert(
      fc.property(box, fc.oneof(box, roundBox), fc.integer({ min: 0, max: 100_000 }), (part, stock, fen) => {
        const [partVolume, stockVolume] = [volume(part), volume(stock)];
        const numerator = BigInt(fen) * (partVolume > stockVolume ? partVolume : stockVolume);
        const expected = (2n * numerator + stockVolume) / (2n * stockVolume);
        fc.pre(expected <= 10n ** 11n);
        // What lies less than the noise of doubles below a half counts as that half.
        const belowHalf = Number(stockVolume - 2n * (numerator % stockVolume)) / Number(2n * stockVolume);
        fc.pre(belowHalf <= 0 || belowHalf > Math.min(Number(expected) * 2 ** -47, 2e-3));
        const item = buildItem({ ...inMm(part), num: 1 });
        const { unit_price } = priceItem(buildMaterial(inMm(stock)), item, { tag: fen / 100 });
        expect(unit_price).toBe(Number(expected) / 100);
      }),
      { numRuns: 3000 },
    );
  });

  it('costs the same per piece whatever its way round, and ratio 1 whenever it is no larger than the stock', () => {
    fc.assert(
      fc.property(
        pricedItems,
        fc.double({ min: 0.0001, max: 1, noNaN: true }),
        ({ material, item }, share) => {
          const { length, width, height } = material;
          const turned = { ...item, length: height * share, width: length, height: width };
          expect(priceItem(material, turned, { tag: 1 }).trace.ratio).toBe(1);
        },
      ),
    );
    const material = buildMaterial({ length: 1, width: 2, height: 10 });
    const item = buildItem({ length: 0.1, width: 0.2, height: 1000 });
    expect(priceItem(material, item, { tag: 1 }).trace.ratio).toBe(1);
  });

  it('costs in proportion to its volume when it is larger than the stock', () => {
    const material = buildMaterial({ length: 10, width: 10, height: 10 });
    const item = buildItem({ length: 20, width: 10, height: 10 });
    expect(priceItem(material, item, { tag: 12.34 }).unit_price).toBe(24.68);
  });
});

describe('the quantity factor', () => {
  it('is the 90.75 % learning curve', () => {
    expect(2 ** QUANTITY_EXPONENT).toBeCloseTo(0.9075, 4);
  });

  it('leaves the unit price alone and lowers the sub-total', () => {
    const price = priceItem(buildMaterial(), buildItem({ num: 2 }), { tag: 100 });
    expect(price.unit_price).toBe(100);
    expect(price.sub_total).toBe(181.5);
  });
});

describe('the trace', () => {
  it('rebuilds every figure after it went through JSON', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        const price = priceItem(material, item, cncPrice);
        const stored: PriceTrace = JSON.parse(JSON.stringify(price.trace));
        expect(stored).toEqual(price.trace);
        expect(pricesFromTrace(stored)).toEqual(figures(price));
      }),
    );
  });

  it('holds factors that a reader can multiply to the figures with a pocket calculator', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        const { trace: t } = priceItem(material, item, cncPrice);
        expect(t.ratio).toBe(Math.max(1, t.partVolume / t.stockVolume));
        expect(t.unit).toBeCloseTo(
          t.options.reduce((sum, option) => sum + option.price, t.machiningPrice),
          6,
        );
        expect(Math.abs(t.unit_price - t.unit * t.ratio)).toBeLessThanOrEqual(0.0051);
        expect(Math.abs(t.sub_total - t.unit * t.ratio * t.num * t.quantityFactor)).toBeLessThanOrEqual(
          0.0051,
        );
        expect(Math.abs(t.delivery_time - t.days * t.timeFactor)).toBeLessThanOrEqual(0.0051);
      }),
    );
  });

  it('is not believed about its own results: they are made again from their origin', () => {
    const price = priceItem(buildMaterial(), buildItem({ num: 7 }), { tag: 80 });
    const forged = { ...price.trace, unit_price: 1, sub_total: 1, delivery_time: 1 };
    expect(pricesFromTrace(forged)).toEqual(figures(price));
    expect(pricesFromTrace({ ...price.trace, machiningPrice: 81 })).not.toEqual(figures(price));
  });

  it('of an unknown formula is refused', () => {
    const { trace } = priceItem(buildMaterial(), buildItem(), { tag: 80 });
    const later: PriceTrace = JSON.parse(JSON.stringify({ ...trace, version: 2 }));
    expect(codeOf(() => pricesFromTrace(later))).toBe('unknown_formula');
  });
});

describe('an item that cannot be priced', () => {
  it.each(['', 'unknown', 'constructor', 'toString', '__proto__'])(
    'has a material tag without price: %j',
    (tag) => {
      const material = buildMaterial({ materialTag: tag });
      expect(codeOf(() => priceItem(material, buildItem(), { tag: 1 }))).toBe('no_machining_price');
    },
  );

  it.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53])('has a quantity of %d', (num) => {
    expect(codeOf(() => priceItem(buildMaterial(), buildItem({ num }), { tag: 1 }))).toBe('invalid_quantity');
  });

  it.each([0, -1, Number.NaN, Infinity, 1e308])('has a side of %d mm', (length) => {
    const item = buildItem({ length, width: 100, height: 100 });
    expect(codeOf(() => priceItem(buildMaterial(), item, { tag: 1 }))).toBe('invalid_size');
    const material = buildMaterial({ length, width: 100, height: 100 });
    expect(codeOf(() => priceItem(material, buildItem(), { tag: 1 }))).toBe('invalid_size');
  });

  it('has two negative sides, whose volume would be positive', () => {
    const item = buildItem({ length: -1, width: -1 });
    expect(codeOf(() => priceItem(buildMaterial(), item, { tag: 1 }))).toBe('invalid_size');
  });

  it.each([-1, Number.NaN, Infinity, 1e13])('has a machining price of %d yuan', (tag) => {
    expect(codeOf(() => priceItem(buildMaterial(), buildItem(), { tag }))).toBe('out_of_range');
  });

  it('takes longer than any number', () => {
    const material = buildMaterial({ speed: 400 });
    expect(codeOf(() => priceItem(material, buildItem({ num: 1000 }), { tag: 1 }))).toBe('out_of_range');
  });
});

describe('the kinds of figure', () => {
  it('have the numbers and names of the specification', () => {
    expect(PriceKind).toEqual({ unitPrice: 0, deliveryTime: 1, subTotal: 2 });
    expect(priceKindLabels).toEqual({ 0: '单价', 1: '工期', 2: '小计' });
  });

  it('come with two decimals', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        const price = priceItem(material, item, cncPrice);
        expect(figures(price)).toEqual({
          unit_price: round2(price.unit_price),
          sub_total: round2(price.sub_total),
          delivery_time: round2(price.delivery_time),
        });
      }),
    );
  });
});
