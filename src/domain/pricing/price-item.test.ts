import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenFromYuan, round2 } from '#domain/money.ts';
import vectors from './vectors.json?raw';
import {
  ItemFigureKind,
  priceItem,
  itemFigureLabels,
  pricesFromTrace,
  QUANTITY_EXPONENT,
} from './price-item.ts';
import { PricingError } from './pricing-error.ts';
import { buildItem, buildMaterial, pricedItems } from './samples.test-data.ts';
import type { CncPrice, ItemFigures, PartItem, PricedMaterial, PriceTrace } from './types.ts';

interface Vector {
  material: PricedMaterial;
  item: PartItem;
  cncPrice: CncPrice;
  /** Yuan and days. */
  expect: { unit_price: number; sub_total: number; delivery_time: number };
}

const figures = ({ unitPriceFen, subTotalFen, deliveryDays }: ItemFigures): ItemFigures => ({
  unitPriceFen,
  subTotalFen,
  deliveryDays,
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

  it('are complete', () => {
    expect(cases).toHaveLength(24);
  });

  it.each(cases.map((vector, index) => [index, vector] as const))(
    'case %i matches to the cent',
    (_, vector) => {
      const price = priceItem(vector.material, vector.item, vector.cncPrice);
      const { unit_price, sub_total, delivery_time } = vector.expect;
      const expected = {
        unitPriceFen: fenFromYuan(unit_price),
        subTotalFen: fenFromYuan(sub_total),
        deliveryDays: delivery_time,
      };
      expect(figures(price)).toEqual(expected);
      expect(pricesFromTrace(price.trace)).toEqual(expected);
      expect(price.trace).toMatchObject(vector.expect);
    },
  );
});

describe('an item', () => {
  it('costs the machining price of its tag plus the price of each selected option', () => {
    const { unitPriceFen, deliveryDays, trace } = priceItem(
      buildMaterial({ materialTag: 'copper', deliveryTime: 2 }),
      buildItem({ process_1: 11, process_2: 22 }),
      { copper: 100, plastic: 1 },
    );
    expect(unitPriceFen).toBe(13030);
    expect(deliveryDays).toBe(4);
    expect(trace.options).toEqual([
      { processId: 1, optionId: 11, price: 10.1, time: 1.5 },
      { processId: 2, optionId: 22, price: 20.2, time: 0.5 },
    ]);
  });

  it('adds 0 for an option without an entry in the material, and records the 0 in the trace', () => {
    const { unitPriceFen, trace } = priceItem(buildMaterial(), buildItem({ process_9: 999 }), { tag: 50 });
    expect(unitPriceFen).toBe(5000);
    expect(trace.options).toEqual([{ processId: 9, optionId: 999, price: 0, time: 0 }]);
  });

  it('ignores a process whose option is still empty', () => {
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
    expect(priceItem(material, item, { tag: 1.004 }).unitPriceFen).toBe(101);
  });

  it.each([
    // Products that binary arithmetic places slightly below the half: 1.005, 135.41 × 1.5, 0.35 × 1.1.
    [1.005, 10, 101],
    [135.41, 15, 20312],
    [0.35, 11, 39],
    [1.15, 11, 127],
    [4.35, 13, 566],
    [1.005, 5, 101],
  ])(
    'at %d yuan and %d tenths of the stock volume costs %d fen, rounded half away from zero',
    (machining, length, expected) => {
      const material = buildMaterial({ length: 1, width: 1, height: 1 });
      const item = buildItem({ length: length / 10, width: 1, height: 1 });
      expect(priceItem(material, item, { tag: machining }).unitPriceFen).toBe(expected);
    },
  );

  it('rounds half days away from zero too', () => {
    const material = buildMaterial({ deliveryTime: 1.005, speed: 1 });
    expect(priceItem(material, buildItem({ num: 1 }), { tag: 1 }).deliveryDays).toBe(1.01);
    expect(priceItem(material, buildItem({ num: 3 }), { tag: 1 }).deliveryDays).toBe(3.02);
  });

  it('agrees to the cent with exact arithmetic on fractions, halves included', () => {
    // Whole hundredths of a mm and whole fen, so that BigInt can compute the fraction exactly.
    const size = fc.integer({ min: 1, max: 99_999 });
    const box = fc.record({ length: size, width: size, height: size });
    // Stock sizes of few digits make exact halves frequent.
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
        // Values closer to a half than the noise of doubles count as the half.
        const belowHalf = Number(stockVolume - 2n * (numerator % stockVolume)) / Number(2n * stockVolume);
        fc.pre(belowHalf <= 0 || belowHalf > Math.min(Number(expected) * 2 ** -47, 2e-3));
        const item = buildItem({ ...inMm(part), num: 1 });
        const { unitPriceFen } = priceItem(buildMaterial(inMm(stock)), item, { tag: fen / 100 });
        expect(unitPriceFen).toBe(Number(expected));
      }),
      { numRuns: 3000 },
    );
  });

  it('has ratio 1 in any orientation while its volume does not exceed the stock', () => {
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
    expect(priceItem(material, item, { tag: 12.34 }).unitPriceFen).toBe(2468);
  });
});

describe('the quantity factor', () => {
  it('is the 90.75 % learning curve', () => {
    expect(2 ** QUANTITY_EXPONENT).toBeCloseTo(0.9075, 4);
  });

  it('keeps the unit price and lowers the sub-total', () => {
    const price = priceItem(buildMaterial(), buildItem({ num: 2 }), { tag: 100 });
    expect(price.unitPriceFen).toBe(10000);
    expect(price.subTotalFen).toBe(18150);
  });
});

describe('the trace', () => {
  it('rebuilds every figure after a round trip through JSON', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        const price = priceItem(material, item, cncPrice);
        const stored: PriceTrace = JSON.parse(JSON.stringify(price.trace));
        expect(stored).toEqual(price.trace);
        expect(pricesFromTrace(stored)).toEqual(figures(price));
      }),
    );
  });

  it('has factors whose product is the figure to within half a fen', () => {
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

  it('is rebuilt from its inputs; its own results are not trusted', () => {
    const price = priceItem(buildMaterial(), buildItem({ num: 7 }), { tag: 80 });
    const forged = { ...price.trace, unit_price: 1, sub_total: 1, delivery_time: 1 };
    expect(pricesFromTrace(forged)).toEqual(figures(price));
    expect(pricesFromTrace({ ...price.trace, machiningPrice: 81 })).not.toEqual(figures(price));
  });

  it('is refused when its formula is unknown', () => {
    const { trace } = priceItem(buildMaterial(), buildItem(), { tag: 80 });
    const later: PriceTrace = JSON.parse(JSON.stringify({ ...trace, version: 3 }));
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

  it('has two negative sides with a positive volume', () => {
    const item = buildItem({ length: -1, width: -1 });
    expect(codeOf(() => priceItem(buildMaterial(), item, { tag: 1 }))).toBe('invalid_size');
  });

  it.each([-1, Number.NaN, Infinity, 1e13])('has a machining price of %d yuan', (tag) => {
    expect(codeOf(() => priceItem(buildMaterial(), buildItem(), { tag }))).toBe('out_of_range');
  });

  it('has an infinite delivery time', () => {
    const material = buildMaterial({ speed: 400 });
    expect(codeOf(() => priceItem(material, buildItem({ num: 1000 }), { tag: 1 }))).toBe('out_of_range');
  });
});

describe('the kinds of figure', () => {
  it('have the numbers and names of the specification', () => {
    expect(ItemFigureKind).toEqual({ unitPrice: 0, deliveryTime: 1, subTotal: 2 });
    expect(itemFigureLabels).toEqual({ 0: '单价', 1: '工期', 2: '小计' });
  });

  it('are whole fen, and days with two decimals', () => {
    fc.assert(
      fc.property(pricedItems, ({ material, item, cncPrice }) => {
        const { unitPriceFen, subTotalFen, deliveryDays } = priceItem(material, item, cncPrice);
        expect(Number.isSafeInteger(unitPriceFen)).toBe(true);
        expect(Number.isSafeInteger(subTotalFen)).toBe(true);
        expect(deliveryDays).toBe(round2(deliveryDays));
      }),
    );
  });
});
