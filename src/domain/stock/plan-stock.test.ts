import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partShape, roundOutline } from './part-shape.ts';
import { remarkAfterStatement, roundRemark } from './round-part.ts';
import { planStock, stockChoices, type StockTable } from './plan-stock.ts';
import { wrongMeasures, type StockForm, type StockMeasures, type StockSize } from './stock-size.ts';
import { noStockText, percentText, pieceText, weightText } from './stock-texts.ts';

const none: StockMeasures = { thickness: null, width: null, diameter: null, length: null };
const size = (
  id: number,
  form: StockForm,
  measures: Partial<StockMeasures>,
  materialTag = '',
): StockSize => ({
  ...none,
  ...measures,
  id,
  form,
  materialTag,
});
const plates = [10, 16, 20, 25, 30].map((thickness) => size(thickness, 'plate', { thickness }));
const rounds = [20, 30, 35, 40].map((diameter) => size(100 + diameter, 'roundBar', { diameter }));
const allowances = { plate: 1.5, flatBar: 1, squareBar: 1, roundBar: 1 };
const table = (sizes: readonly StockSize[]): StockTable => ({ sizes, allowances });

const aluminium = { materialTag: 'aluminium', density: 2.7 };
const steel = { materialTag: 'carbon_steel', density: 7.85 };
const block = { length: 120, width: 60, height: 20 };
const shaft = { length: 80, width: 30, height: 30 };
/** A block with a bore and pockets. */
const blockModel = { volumeMm3: 100_000, boxMm: [120, 60, 20] } as const;
const shaftModel = {
  volumeMm3: (Math.PI / 4) * 30 ** 2 * 80,
  boxMm: [80, 30, 30],
  isTurned: true,
} as const;

describe('the stock of a part, worked out by hand', () => {
  test('a block is sawn from the thinnest plate that leaves the allowance on both sides', () => {
    // 120 + 3, 60 + 3 and 20 + 3 mm: the 20 mm plate is too thin, the next has 25 mm.
    expect(planStock(partShape(block, blockModel), aluminium, table(plates))).toEqual({
      source: 'model',
      isByHand: false,
      fit: 'fits',
      piece: { size: plates[3], cutMm: [123, 63], volumeMm3: 123 * 63 * 25 },
      utilisation: 100_000 / 193_725,
      // 100 cm³ and 193.725 cm³ of 2.7 g/cm³.
      partKg: 0.27,
      stockKg: 0.5231,
    });
  });

  test('a turned part comes from a round bar', () => {
    // Ø 30 + 2 and 80 + 2 mm, of 7.85 g/cm³: π/4 · 35² · 82 = 78,893 mm³.
    const plan = planStock(partShape(shaft, shaftModel), steel, table([...plates, ...rounds]));
    expect(plan).toMatchObject({
      piece: { size: { diameter: 35 }, cutMm: [82] },
      partKg: 0.4439,
      stockKg: 0.6193,
    });
    expect(plan.utilisation).toBeCloseTo(56_548.67 / 78_893.4, 4);
  });

  test('a block comes from a plate where it fits, not from a round bar', () => {
    const small = partShape({ length: 60, width: 15, height: 15 });
    const thick = size(1, 'plate', { thickness: 30 });
    const bar = size(2, 'roundBar', { diameter: 25 });
    // 17 × 17 mm lie within Ø 25: 30,434 mm³ of bar, but a shop takes the 63 × 18 × 30 = 34,020 mm³ of plate.
    expect(planStock(small, steel, table([bar, thick])).piece).toMatchObject({ size: thick });
    expect(planStock(small, steel, table([bar])).piece).toMatchObject({ size: bar, cutMm: [62] });
  });

  test('a disc comes from the cheaper of bar and plate', () => {
    const disc = { length: 38, width: 38, height: 8 };
    const model = { volumeMm3: 5_000, boxMm: [38, 38, 8], isTurned: true } as const;
    // Ø 40 × 10 is 12,566 mm³; 41 × 41 × 16 mm of plate is 26,896 mm³.
    expect(planStock(partShape(disc, model), steel, table([...plates, ...rounds])).piece).toMatchObject({
      size: { diameter: 40 },
      cutMm: [10],
    });
    const ring = { length: 60, width: 60, height: 7 };
    const ringModel = { volumeMm3: 5_000, boxMm: [60, 60, 7], isTurned: true } as const;
    expect(planStock(partShape(ring, ringModel), steel, table([...plates, ...rounds])).piece).toMatchObject({
      size: { thickness: 10 },
      cutMm: [63, 63],
    });
  });

  test('a part may lie in a flat bar in any direction, and the bar is cut to length', () => {
    const flat = size(1, 'flatBar', { width: 110, thickness: 25, length: 3000 });
    // 100 + 2 lies across the 110 mm, 20 + 2 in the 25 mm: 92 mm are sawn off.
    const plan = planStock(partShape({ length: 100, width: 90, height: 20 }), aluminium, table([flat]));
    expect(plan.piece).toEqual({ size: flat, cutMm: [92], volumeMm3: 110 * 25 * 92 });
    const square = size(2, 'squareBar', { width: 25 });
    expect(
      planStock(partShape({ length: 50, width: 23, height: 22 }), aluminium, table([square])).piece,
    ).toEqual({
      size: square,
      cutMm: [52],
      volumeMm3: 25 * 25 * 52,
    });
  });

  test('sheets and bars limit the length', () => {
    const sheet = size(1, 'plate', { thickness: 30, width: 100, length: 200 });
    const bar = size(2, 'roundBar', { diameter: 40, length: 80 });
    const fits = (edges: [number, number, number]) =>
      planStock(partShape({ length: edges[0], width: edges[1], height: edges[2] }), aluminium, table([sheet]))
        .fit;
    expect([fits([197, 97, 20]), fits([197.1, 97, 20]), fits([197, 97.1, 20])]).toEqual([
      'fits',
      'tooLarge',
      'tooLarge',
    ]);
    expect(planStock(partShape(shaft, shaftModel), aluminium, table([bar]))).toMatchObject({
      fit: 'tooLarge',
      piece: null,
      utilisation: null,
      stockKg: null,
      partKg: 0.1527,
    });
  });

  test('only sizes for the material or for all materials count', () => {
    const own = size(1, 'plate', { thickness: 30 }, 'aluminium');
    const others = size(2, 'plate', { thickness: 25 }, 'copper');
    const typed = partShape(block);
    expect(planStock(typed, aluminium, table([own, others])).piece?.size).toBe(own);
    expect(planStock(typed, aluminium, table([own, plates[3]!])).piece?.size).toBe(plates[3]);
    expect(planStock(typed, aluminium, table([others]))).toMatchObject({ fit: 'notKept', piece: null });
  });

  test('a typed size has stock and a stock weight, but neither volume nor utilisation', () => {
    expect(planStock(partShape(block), aluminium, table(plates))).toMatchObject({
      source: 'typed',
      utilisation: null,
      partKg: null,
      stockKg: 0.5231,
    });
  });

  test('without a density there are no weights', () => {
    const plan = planStock(partShape(block, blockModel), { ...aluminium, density: 0 }, table(plates));
    expect([plan.partKg, plan.stockKg, plan.utilisation]).toEqual([null, null, 100_000 / 193_725]);
  });

  test('a manual choice applies while the part fits, then the smallest stock replaces it', () => {
    const plan = (height: number) => planStock(partShape({ ...block, height }), aluminium, table(plates), 30);
    expect(plan(20)).toMatchObject({ isByHand: true, piece: { size: { thickness: 30 } } });
    expect(plan(27)).toMatchObject({ isByHand: true });
    expect(plan(27.1)).toMatchObject({ isByHand: false, fit: 'tooLarge' });
    expect(planStock(partShape(block), aluminium, table(plates), 999)).toMatchObject({
      isByHand: false,
      piece: { size: { thickness: 25 } },
    });
  });

  test('a volume larger than the box is ignored', () => {
    const wrong = { ...blockModel, volumeMm3: 150_000 };
    expect(planStock(partShape(block, wrong), aluminium, table(plates))).toMatchObject({
      utilisation: null,
      partKg: null,
    });
  });
});

describe('the shape of a part', () => {
  test('is the model’s while the size matches, in any order of the edges', () => {
    expect(partShape({ length: 20, width: 120, height: 60 }, blockModel)).toMatchObject({
      source: 'model',
      volumeMm3: 100_000,
      edgesMm: [120, 60, 20],
    });
    const rounded = { volumeMm3: 1, boxMm: [120.0049, 59.9951, 20] } as const;
    expect(partShape(block, rounded).source).toBe('model');
    expect(partShape({ ...block, height: 20.02 }, blockModel)).toEqual({
      edgesMm: [120, 60, 20.02],
      isTurned: false,
      source: 'typed',
    });
  });

  test('is round where the remark says so for the typed size', () => {
    const isTurned = (size: typeof block, remark?: string) => partShape({ ...size, remark }).isTurned;
    const disc = { length: 30, width: 30, height: 200 };
    const remark = roundRemark(disc, '去毛刺');
    expect(remark).toBe('圆料 Ø30×200 mm；去毛刺');
    expect(remarkAfterStatement(disc, remark)).toBe('去毛刺');
    expect(remarkAfterStatement(disc, roundRemark(disc, ''))).toBe('');
    expect([isTurned(disc, remark), isTurned(disc), isTurned(disc, '圆料')]).toEqual([true, false, false]);
    expect(isTurned({ ...disc, height: 100 }, remark)).toBe(false);
    expect(isTurned({ ...disc, width: 40 }, remark)).toBe(false);
    // Ø 30 + 2 comes from a bar, by a typed size.
    expect(planStock(partShape({ ...disc, remark }), steel, table([...plates, ...rounds]))).toMatchObject({
      source: 'typed',
      piece: { size: { form: 'roundBar', diameter: 35 }, cutMm: [202] },
      partKg: null,
    });
  });

  test('is round where two edges are equal', () => {
    const of = (boxMm: [number, number, number], isTurned = true) =>
      roundOutline({ edgesMm: boxMm, isTurned, source: 'model' });
    expect(of([80, 30, 29.9])).toEqual({ diameterMm: 30, lengthMm: 80 });
    expect(of([60, 59.9, 8])).toEqual({ diameterMm: 60, lengthMm: 8 });
    expect(of([80, 30, 20])).toBeUndefined();
    expect(of([80, 30, 30], false)).toBeUndefined();
  });
});

test('each form has its measures and no others', () => {
  expect(wrongMeasures('plate', { ...none, thickness: 5, width: 1000 })).toEqual([]);
  expect(wrongMeasures('plate', { ...none, diameter: 5 })).toEqual(['thickness', 'diameter']);
  expect(wrongMeasures('roundBar', { ...none, diameter: 5, width: 5, length: 3000 })).toEqual(['width']);
  expect(wrongMeasures('flatBar', none)).toEqual(['thickness', 'width']);
  expect(wrongMeasures('squareBar', { ...none, width: 20 })).toEqual([]);
});

test('stock is described as text', () => {
  const texts = [
    { size: size(1, 'plate', { thickness: 25 }), cutMm: [123, 63], volumeMm3: 1 },
    { size: size(1, 'flatBar', { thickness: 20, width: 60 }), cutMm: [82.5], volumeMm3: 1 },
    { size: size(1, 'squareBar', { width: 25 }), cutMm: [52], volumeMm3: 1 },
    { size: size(1, 'roundBar', { diameter: 35 }), cutMm: [82], volumeMm3: 1 },
  ].map(pieceText);
  expect(texts).toEqual([
    '板材 厚 25 mm，下料 123×63 mm',
    '扁条 60×20 mm，下料长 82.5 mm',
    '方棒 25×25 mm，下料长 52 mm',
    '圆棒 Ø35 mm，下料长 82 mm',
  ]);
  const weights = [4e-7, 1e-6, 0.0001, 0.0123, 0.04894, 0.5231, 0.9994, 0.9996, 1, 12.345, 1234.5];
  expect(weights.map(weightText)).toEqual([
    '不足 0.001 g',
    '0.001 g',
    '0.1 g',
    '12.3 g',
    '48.9 g',
    '523 g',
    '999 g',
    '1 kg',
    '1 kg',
    '12.3 kg',
    '1,230 kg',
  ]);
  expect(percentText(0.51619)).toBe('51.6%');
  expect((['fits', 'tooLarge', 'notKept'] as const).map((fit) => noStockText({ fit }) === '')).toEqual([
    true,
    false,
    false,
  ]);
});

describe('for any part and table', () => {
  const edge = fc.integer({ min: 1, max: 3000 }).map((tenths) => tenths / 10);
  const edges = fc.tuple(edge, edge, edge);
  const measure = fc.integer({ min: 5, max: 400 });
  const limit = fc.option(fc.integer({ min: 50, max: 2000 }), { nil: null });
  const anySize = fc
    .record({
      form: fc.constantFrom('plate', 'flatBar', 'squareBar', 'roundBar'),
      a: measure,
      b: measure,
      length: limit,
    })
    .map(({ form, a, b, length }): StockSize => {
      switch (form) {
        case 'plate':
          return size(0, form, { thickness: a, width: length === null ? null : b * 5, length });
        case 'flatBar':
          return size(0, form, { thickness: Math.min(a, b), width: Math.max(a, b), length });
        case 'squareBar':
          return size(0, form, { width: a, length });
        case 'roundBar':
          return size(0, form, { diameter: a, length });
      }
    });
  const tables = fc
    .array(anySize, { minLength: 1, maxLength: 12 })
    .map((sizes) => table(sizes.map((one, id) => ({ ...one, id }))));
  const shapeOf = ([length, width, height]: readonly [number, number, number], isTurned: boolean) =>
    partShape(
      { length, width, height },
      { volumeMm3: (length * width * height) / 2, boxMm: [length, width, height], isTurned },
    );

  test('the part fits the piece, with the allowance where it is sawn', () => {
    fc.assert(
      fc.property(edges, fc.boolean(), tables, (box, isTurned, stock) => {
        const shape = shapeOf(box, isTurned);
        for (const { size: one, cutMm, volumeMm3 } of stockChoices(shape, 'any', stock)) {
          const room = [
            ...cutMm,
            one.thickness,
            one.form === 'plate' ? null : one.width,
            one.diameter,
            one.diameter,
          ];
          const sides = room.filter((side) => side !== null).toSorted((x, y) => y - x);
          if (one.form === 'squareBar') sides.push(one.width ?? 0);
          const twice = 2 * allowances[one.form];
          // No side of a part in a round bar is longer than the diameter.
          for (const [index, side] of sides
            .toSorted((x, y) => y - x)
            .slice(0, 3)
            .entries())
            expect(side).toBeGreaterThanOrEqual((shape.edgesMm[index] ?? 0) + twice - 0.005);
          expect(volumeMm3).toBeGreaterThanOrEqual(
            shape.edgesMm[0] * shape.edgesMm[1] * shape.edgesMm[2] * (isTurned ? 0.75 : 1),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  test('the smallest is chosen, however the part is laid and the table sorted', () => {
    fc.assert(
      fc.property(edges, fc.boolean(), tables, ([a, b, c], isTurned, stock) => {
        const plan = planStock(shapeOf([a, b, c], isTurned), steel, stock);
        const turned = planStock(shapeOf([c, a, b], isTurned), steel, {
          ...stock,
          sizes: stock.sizes.toReversed(),
        });
        expect(turned.piece?.volumeMm3).toBe(plan.piece?.volumeMm3);
        const usual = stock.sizes.filter(({ form }) => isTurned || form !== 'roundBar');
        const first = stockChoices(shapeOf([a, b, c], isTurned), '', { ...stock, sizes: usual });
        const volumes = (first.length > 0 ? first : plan.piece ? [plan.piece] : []).map(
          (piece) => piece.volumeMm3,
        );
        expect(plan.piece?.volumeMm3 ?? Infinity).toBe(Math.min(...volumes));
        const { utilisation } = plan;
        expect(utilisation === null || (utilisation > 0 && utilisation <= 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('more allowance never takes less stock', () => {
    fc.assert(
      fc.property(edges, tables, fc.integer({ min: 0, max: 100 }), (box, stock, tenths) => {
        const more = Object.fromEntries(
          Object.entries(allowances).map(([form, mm]) => [form, mm + tenths / 10]),
        );
        const sizes = stock.sizes.filter(({ form }) => form !== 'roundBar');
        const planned = [allowances, more as typeof allowances].map((given) =>
          planStock(shapeOf(box, false), steel, { sizes, allowances: given }),
        );
        const [less, greater] = planned.map(({ piece }) => piece?.volumeMm3 ?? Infinity);
        expect(greater).toBeGreaterThanOrEqual(less ?? 0);
      }),
    );
  });
});
