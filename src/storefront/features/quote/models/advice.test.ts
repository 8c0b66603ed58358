import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import type { Fen } from '#domain/money.ts';
import { problems } from '#domain/pricing/solve.test-data.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { defaultCheckLimits } from '#geometry/checks/check-limits.ts';
import type { Check } from '#geometry/checks/checks.ts';
import type { ModelReading, Vector } from '#geometry/model-reading.ts';
import { nodesById, type QuoteCatalogue } from '../draft/catalogue-types.ts';
import { selectionsOf, type PartDraft, type PartFields } from '../draft/draft.ts';
import { buildMaterial, buildPart, catalogue as sample } from '../draft/fixtures.test-data.ts';
import { createReviewedPrices } from '../draft/reviewed-prices.ts';
import type { PartModel } from '../draft/part-model.ts';
import { createPricer } from '../draft/price-draft.ts';
import { initialState, quoteReducer } from '../draft/quote-state.ts';
import { adviceFor, type Advice, type AdviceContext } from './advice.ts';
import { sizeFieldsOf } from './model-size.ts';
import { drawingChecksOf, measuresOf } from './part-measures.ts';
import { blocks } from './readings.test-data.ts';

type Figures<Code extends Check['code']> = Extract<Check, { code: Code }>['figures'];
const checkOf = <Code extends Check['code']>(code: Code, figures: Figures<Code>): Check =>
  ({ code, figures, severity: 'advice', faces: [] }) as unknown as Check;

function modelOf(sizeMm: Vector, others: Partial<PartModel> = {}): PartModel {
  const measures = { bodies: 1, volumeMm3: 1, sizeMm };
  return { fileId: 'f', fileName: '底座.step', fileBytes: 1, factor: 1, measures, ...others };
}

function advisedOf(
  catalogue: QuoteCatalogue,
  part: Partial<PartDraft>,
  model: PartModel,
  others: Partial<AdviceContext> = {},
): AdviceContext {
  const size = sizeFieldsOf(model) ?? {};
  return {
    part: buildPart({ ...size, modelFile: model, ...part }),
    model,
    reading: undefined,
    maxNewParts: 10,
    limits: defaultCheckLimits.metal,
    scope: { catalogue, nodes: nodesById(catalogue.tree), viewOf: createPricer(catalogue) },
    ...others,
  };
}

/** The sum of the sub-totals once the advice is taken. */
function paidAfter({ part, scope: { catalogue } }: AdviceContext, { parts: [first, ...added] }: Advice): Fen {
  const before = initialState([part], catalogue);
  const key = before.parts[0]?.key ?? '';
  const fields = new Map<string, PartFields>(first ? [[key, first]] : []);
  return subTotal(quoteReducer(before, { type: 'bulkSet', fields, added }).parts, catalogue);
}

function subTotal(parts: readonly PartFields[], catalogue: QuoteCatalogue): Fen {
  const viewOf = createPricer(catalogue);
  return parts.reduce((sum, part) => {
    const { price } = viewOf(part);
    return sum + (price.isPriced ? price.price.subTotalFen : NaN);
  }, 0);
}

/** The saving of all pieces stated by the text; undefined where it is approximate. */
function statedFen({ text }: Advice, part: PartFields): Fen | undefined {
  if (text.endsWith('价格不变')) return 0;
  const [, unit, isAbout, verb, yuan = ''] = /(每件|小计)(约)?(省|多) ¥([\d.,]+)$/.exec(text) ?? [];
  if (isAbout) return undefined;
  const fen =
    Math.round(Number(yuan.replaceAll(',', '')) * 10_000) * (unit === '每件' ? Number(part.num) : 1);
  return (verb === '省' ? fen : -fen) / 100;
}

const treeOf = (nodes: readonly ProcessNode[]): ProcessTreeNode[] =>
  nodes.map(
    (node) => ({ ...node, children: treeOf(node.children), parentId: 0 }) as unknown as ProcessTreeNode,
  );

/** Any catalogue with a part that has a price. */
const priced = problems.map(({ tree, materials, item, cncPrice }) => {
  const catalogue: QuoteCatalogue = {
    materials: materials.map((material) =>
      buildMaterial({ ...material, processConfig: [...material.processConfig] }),
    ),
    tree: treeOf(tree),
    cncPrice,
  };
  const part = { materialId: 1, num: String(item.num), selections: selectionsOf(item) };
  return { catalogue, part };
});
const edge = fc.integer({ min: 2, max: 2000 });
const edges = fc.tuple(edge, edge, edge).map((three) => three.toSorted((a, b) => b - a) as unknown as Vector);

function checks({ part, scope, limits, model }: AdviceContext, edgesMm: Vector, roomMm: Vector): Check[] {
  return [
    checkOf('beyond-envelope', { edgesMm, roomMm }),
    checkOf('too-small', { longestEdgeMm: edgesMm[0], limitMm: edgesMm[0] * 2 }),
    checkOf('suspicious-unit', {
      longestEdgeMm: edgesMm[0],
      suggestedFactor: model.factor > 1 ? 1 / 25.4 : 25.4,
    }),
    checkOf('several-bodies', { bodies: 3 }),
    ...drawingChecksOf(part, scope.nodes, limits),
  ];
}

describe('the advised saving', () => {
  test('equals the change in the price of the lines when the advice is taken, for any catalogue', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(
        priced,
        edges,
        edges,
        fc.constantFrom(1, 25.4),
        fc.subarray(['1', '2', '3', '4', '5', '6', '7', '8', '9'], { minLength: 3 }),
        ({ catalogue, part }, edgesMm, roomMm, factor, drawingWords) => {
          const reading: ModelReading = { ...blocks(1, 2), whole: wholeOf(edgesMm) };
          const model = modelOf(edgesMm, { factor, isWhole: true });
          const whole = { ...model, measures: measuresOf(reading, model) };
          const limits = { ...defaultCheckLimits.metal, drawingWords };
          const advised = advisedOf(catalogue, part, whole, { reading, limits });
          const now = subTotal([advised.part], catalogue);
          for (const check of checks(advised, edgesMm, roomMm))
            for (const advice of adviceFor(check, advised)) {
              expect(now - advice.savedFen).toBe(paidAfter(advised, advice));
              const stated = statedFen(advice, advised.part);
              expect(stated ?? advice.savedFen).toBeCloseTo(advice.savedFen, 6);
              const kind = `${check.code} ${Math.sign(advice.savedFen)}`;
              seen.set(kind, (seen.get(kind) ?? 0) + 1);
            }
        },
      ),
      { numRuns: 200, seed: 20_261_126 },
    );
    // Each kind of advice occurs, those that may cost more with both signs.
    expect([...seen.keys()].toSorted()).toEqual(
      expect.arrayContaining([
        'beyond-envelope 1',
        'beyond-envelope -1',
        'drawing-missing 1',
        'several-bodies 1',
        'several-bodies -1',
        'suspicious-unit 1',
        'suspicious-unit -1',
        'too-small -1',
        'too-small 0',
      ]),
    );
  });

  // The stock is 150 × 100 × 30 mm = 450,000 mm³; 98 yuan a piece with its finish.
  const one = { num: '1' };
  const texts = (check: Check, advised: AdviceContext) => adviceFor(check, advised).map(({ text }) => text);

  test('of a part beyond the machine envelope is shown for shrinking and for dividing it', () => {
    const edgesMm = [1200, 500, 500] as const;
    const advised = advisedOf(sample, one, modelOf(edgesMm));
    // 1200 × 500 × 500 to 1000 × 500 × 500, of 450,000: 98 × 200 × 250,000 / 450,000.
    expect(texts(checkOf('beyond-envelope', { edgesMm, roomMm: [1000, 500, 500] }), advised)).toEqual([
      '改小后每件省 ¥10,888.89',
      // 600 mm each: 32,666.67 yuan × 2^0.88 instead of 65,333.33.
      expect.stringMatching(/^分成 2 段后小计省 ¥[\d,]+\.\d\d$/),
    ]);
    expect(texts(checkOf('beyond-envelope', { edgesMm, roomMm: [1200, 500, 500] }), advised)).toEqual([]);
    const typed = { ...advised, part: { ...advised.part, length: '1300' } };
    expect(texts(checkOf('beyond-envelope', { edgesMm, roomMm: [1000, 500, 500] }), typed)).toEqual([]);
  });

  test('comes with a unit conversion, and with the reverse one for a converted model', () => {
    const check = (suggestedFactor: number) =>
      checkOf('suspicious-unit', { longestEdgeMm: 4, suggestedFactor });
    const small = advisedOf(sample, one, modelOf([4, 3, 2]));
    expect(adviceFor(check(25.4), small)).toMatchObject([
      { text: '换算后价格不变', change: '单位换算 ×25.4' },
    ]);
    const converted = advisedOf(sample, one, modelOf([150, 100, 30], { factor: 25.4 }));
    const [back] = adviceFor(check(1 / 25.4), converted);
    expect(back).toMatchObject({ change: '单位换算 ÷25.4' });
    expect(back?.parts[0]?.modelFile?.factor).toBe(1);
    expect(back?.parts[0]?.length).toBe('150');
    expect(adviceFor(check(25.4), converted)).toEqual([]);
  });

  test('of each process that needs a drawing is shown for its cheapest option without one', () => {
    const limits = { ...defaultCheckLimits.metal, drawingWords: ['黑色', 'Ra1.6'] };
    const part = { ...one, selections: { process_10: 13, process_13: 132, process_20: 22 } };
    const advised = advisedOf(sample, part, modelOf([10, 10, 10]), { limits });
    const [check] = drawingChecksOf(advised.part, advised.scope.nodes, limits);
    expect(check && texts(check, advised)).toEqual([
      '用不到的话表面处理由“阳极氧化，黑色”改为“无”，每件省 ¥13.00',
      '用不到的话粗糙度由“Ra1.6”改为“Ra3.2”，每件省 ¥8.50',
    ]);
    const roughness = checkOf('drawing-missing', { works: ['粗糙度 Ra1.6'] });
    const alone = { ...advised, limits: { ...limits, drawingWords: ['Ra1.6'] } };
    expect(texts(roughness, alone)).toEqual(['用不到的话粗糙度由“Ra1.6”改为“Ra3.2”，每件省 ¥8.50']);
  });

  test('of separate bodies is shown only where the quotation has room for their lines', () => {
    const reading: ModelReading = { ...blocks(1, 2), whole: wholeOf([300, 200, 100]) };
    const model = modelOf([300, 200, 100], { isWhole: true });
    const check = checkOf('several-bodies', { bodies: 3 });
    // 6,000,000 of 450,000 mm³ against two lines within the stock.
    expect(texts(check, advisedOf(sample, one, model, { reading, maxNewParts: 1 }))).toEqual([
      expect.stringMatching(/^单独报价后小计省 ¥/),
    ]);
    expect(texts(check, advisedOf(sample, one, model, { reading, maxNewParts: 0 }))).toEqual([]);
    expect(texts(check, advisedOf(sample, one, model))).toEqual([]);
  });

  test('is not shown where the price is hidden by a rule or missing', () => {
    const check = checkOf('too-small', { longestEdgeMm: 2, limitMm: 3 });
    const advised = advisedOf(sample, one, modelOf([2, 1, 1]));
    const { hiddenViewOf } = createReviewedPrices(sample, { rules: [], isNewCustomer: false });
    expect(texts(check, { ...advised, scope: { ...advised.scope, viewOf: hiddenViewOf } })).toEqual([]);
    const open = { ...advised.part, materialId: null };
    expect(texts(check, { ...advised, part: open })).toEqual([]);
  });
});

const wholeOf = (edgesMm: Vector): ModelReading['whole'] => ({
  volumeMm3: 1,
  areaMm2: 1,
  boxMm: edgesMm,
  stockBoxMm: edgesMm,
  isStockTilted: false,
  centreMm: [0, 0, 0],
});
