import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBook, buildCostedLine, planned } from './cost.test-data.ts';
import { costOfLine, isEmptyBook, optionCostKey, sumOrNull } from './cost.ts';

const fenOf = (...args: Parameters<typeof costOfLine>) => costOfLine(...args).factors.map(({ fen }) => fen);

describe('the cost of a line', () => {
  it('is machining, material and options, each for all pieces', () => {
    // 10 pieces: 20.00 × 10; 100 × 50 × 20 mm are 0.27 kg, × 25.00 × 10; 3.00 × 10; 0.50 × 10.
    expect(costOfLine(buildCostedLine(), buildBook())).toEqual({
      fen: 30_250,
      factors: [
        { kind: 'machining', optionId: null, name: '', fen: 20_000, kg: null, weighed: null },
        { kind: 'material', optionId: null, name: '6061 铝', fen: 6750, kg: 0.27, weighed: 'box' },
        { kind: 'option', optionId: 11, name: '表面处理：阳极氧化', fen: 3000, kg: null, weighed: null },
        { kind: 'option', optionId: 22, name: '后处理：去毛刺', fen: 500, kg: null, weighed: null },
      ],
    });
  });

  it('weighs the planned stock of a piece', () => {
    // 180,000 mm³ are 0.486 kg, × 25.00 × 10.
    const [, material] = costOfLine(buildCostedLine({}, planned), buildBook()).factors;
    expect(material).toMatchObject({ fen: 12_150, kg: 0.486, weighed: 'stock' });
    const noPiece = { ...planned, piece: null, fit: 'tooLarge' as const };
    expect(costOfLine(buildCostedLine({}, noPiece), buildBook()).factors[1]).toMatchObject({
      weighed: 'box',
    });
  });

  it('grows with the volume ratio like the price, and in proportion to the quantity unlike the price', () => {
    // Twice the stock of 100 × 100 × 100 mm.
    expect(fenOf(buildCostedLine({ length: 200, width: 100, height: 100, num: 1 }), buildBook())).toEqual([
      4000, 13_500, 600, 100,
    ]);
    const one = costOfLine(buildCostedLine({ num: 1 }), buildBook()).fen;
    expect(costOfLine(buildCostedLine({ num: 1000 }), buildBook()).fen).toBe(1000 * Number(one));
  });

  it('rounds each factor once', () => {
    // 0.01 × 1.5 pieces of ratio rounds up; 100 × 150 × 100 mm is 1.5 times the stock.
    const book = buildBook({ machining: new Map([['tag', 1]]) });
    expect(fenOf(buildCostedLine({ length: 150, width: 100, height: 100, num: 1 }), book)[0]).toBe(2);
  });

  it.each([
    ['machining', { machining: new Map() }, 'machining'],
    ['the material', { materials: new Map() }, 'material'],
    ['the density', { densities: new Map([[1, 0]]) }, 'material'],
    ['an option', { options: new Map([[optionCostKey(1, 11), 300]]) }, 'option'],
    ['an option of another material', { options: new Map([[optionCostKey(2, 22), 50]]) }, 'option'],
  ] as const)('is unknown without %s, and names it', (_what, overrides, kind) => {
    const cost = costOfLine(buildCostedLine(), buildBook(overrides));
    expect(cost.fen).toBeNull();
    expect(cost.factors.filter(({ fen }) => fen === null).map((factor) => factor.kind)).toContain(kind);
  });

  it('is zero where zero is entered as the cost', () => {
    const book = buildBook({ materials: new Map([[1, 0]]), densities: new Map() });
    expect(fenOf(buildCostedLine(), book)).toEqual([20_000, 0, 3000, 500]);
  });

  it('is unknown beyond the amounts that can be quoted', () => {
    const book = buildBook({ machining: new Map([['tag', 9_999_999_999]]) });
    expect(fenOf(buildCostedLine({ num: 1_000_000 }), book)[0]).toBeNull();
  });

  it('is the sum of its factors, and never falls when a figure rises', () => {
    const fen = fc.integer({ min: 0, max: 100_000 });
    const mm = fc.integer({ min: 1, max: 500 });
    const size = fc.record({ num: fc.integer({ min: 1, max: 5000 }), length: mm, width: mm, height: mm });
    fc.assert(
      fc.property(size, fen, fen, fen, fen, (part, machining, kg, option, more) => {
        const bookOf = (perPiece: number) =>
          buildBook({
            machining: new Map([['tag', machining]]),
            materials: new Map([[1, kg]]),
            options: new Map([
              [optionCostKey(1, 11), perPiece],
              [optionCostKey(1, 22), 0],
            ]),
          });
        const line = buildCostedLine(part);
        const cost = costOfLine(line, bookOf(option));
        const fens = cost.factors.map((factor) => factor.fen);
        expect(fens.every((one) => Number.isSafeInteger(one))).toBe(true);
        expect(cost.fen).toBe(fens.reduce((sum: number, one) => sum + Number(one), 0));
        expect(Number(costOfLine(line, bookOf(option + more)).fen)).toBeGreaterThanOrEqual(Number(cost.fen));
      }),
      { numRuns: 500 },
    );
  });
});

it('a sum with an unknown part is unknown', () => {
  expect([sumOrNull([]), sumOrNull([1, 2]), sumOrNull([1, null, 2])]).toEqual([0, 3, null]);
});

it('a book without costs is empty', () => {
  const none = { machining: new Map(), materials: new Map(), options: new Map() };
  expect(isEmptyBook(buildBook(none))).toBe(true);
  expect(isEmptyBook(buildBook({ ...none, materials: new Map([[1, 0]]) }))).toBe(false);
});
