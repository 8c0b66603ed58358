import * as fc from 'fast-check';
import { lineOf } from '#domain/pricing/line.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildItem, buildMaterial } from '#domain/pricing/samples.test-data.ts';
import type { ProcessSelections } from '#domain/pricing/types.ts';
import { CHARGE_LABELS, type ChargeKind } from '#domain/pricing/charges.ts';
import {
  isMeasured,
  MACHININGS,
  MEASURED_BASES,
  WITHOUT_MODEL,
  type ChargeBasis,
  type ChargeRule,
} from './charge-rule.ts';
import { chargedLine, type ChargedLine } from './charged-line.ts';
import type { TimeRates } from './machine-time.ts';
import { measurePart, type ModelCounts } from './part-measures.ts';
import { ruleErrors } from './rule-errors.ts';

const KINDS_OF: Partial<Record<ChargeBasis, ChargeKind>> = {
  orderMinimum: 'minimum',
  finishMinimum: 'finish',
  days: 'days',
};

/** A rule for all parts with no figures but the given ones. */
export const buildChargeRule = (rule: Partial<ChargeRule> & Pick<ChargeRule, 'basis'>): ChargeRule => ({
  id: 1,
  kind: KINDS_OF[rule.basis] ?? 'other',
  label: '',
  scope: rule.basis === 'finishMinimum' ? 'option' : 'all',
  materialTag: '',
  materialId: null,
  optionId: null,
  leadClassId: null,
  leadFactor: null,
  leadTarget: '',
  amountFen: null,
  percent: null,
  minimumFen: null,
  dayMinutes: null,
  machining: 'any',
  diameterOverMm: null,
  diameterUpToMm: null,
  depthOverMm: null,
  depthUpToMm: null,
  withoutModel: 'free',
  flatFen: null,
  onRepeat: 'charged',
  validFrom: '',
  validTo: '',
  target: '',
  ...rule,
});

/** A part of a cart before it is priced: materials 1 and 2 of `tag`, 3 of `steel`; options 101 to 104. */
export interface Part {
  materialId: number;
  num: number;
  length: number;
  machining: number;
  options: readonly { optionId: number; price: number }[];
  pieceMg: number;
  isOpen: boolean;
  /** Only for a part with a model. */
  counts?: ModelCounts | undefined;
}

/** Rates of round figures: a minute a set-up and a cm³, ten a dm², half a minute a hole and a tool. */
export const timeRates: TimeRates = {
  setupMinutes: 1,
  millingCm3: 1,
  turningCm3: 2,
  finishingMinutes: 10,
  holeMinutes: 0.5,
  toolChangeMinutes: 0.5,
};

export function lineOfPart({
  materialId,
  num,
  length,
  machining,
  options,
  pieceMg,
  isOpen,
  counts,
}: Part): ChargedLine {
  const selections: ProcessSelections = {};
  options.forEach(({ optionId }, index) => (selections[`process_${index + 1}`] = optionId));
  const materialTag = materialId === 3 ? 'steel' : 'tag';
  const processConfig = options.map(({ optionId: id, price }) => ({ id, price, time: 1 }));
  const material = buildMaterial({ id: materialId, materialTag, processConfig });
  const item = buildItem({ material: materialId, num, length, width: 80, height: 70, ...selections });
  const price = priceItem(material, item, { [materialTag]: machining });
  return chargedLine(price.trace, isOpen ? { state: 'open', fen: null, days: 0 } : lineOf(price), {
    pieceMg,
    longestEdgeMm: Math.max(length, 80),
    measures: counts && measurePart(item, { counts, rates: timeRates, isChecked: true }),
  });
}

const cents = (max: number) => fc.integer({ min: 0, max }).map((fen) => fen / 100);
const hole = fc.record({
  diameterMm: fc.constantFrom(3, 6.5, 10, 20),
  depthMm: fc.constantFrom(5, 10, 40),
  count: fc.integer({ min: 1, max: 30 }),
});
const counts: fc.Arbitrary<ModelCounts> = fc
  .record({
    edgeMm: fc.integer({ min: 1, max: 500 }),
    fill: fc.integer({ min: 1, max: 100 }),
    features: fc.option(
      fc.record({
        setups: fc.integer({ min: 1, max: 6 }),
        holes: fc.uniqueArray(hole, { selector: (one) => `${one.diameterMm}/${one.depthMm}`, maxLength: 5 }),
        isTurned: fc.boolean(),
      }),
      { nil: undefined },
    ),
  })
  .map(({ edgeMm, fill, features }) => ({
    volumeMm3: (edgeMm * 80 * 70 * fill) / 100,
    areaMm2: 2 * (edgeMm * 150 + 5_600),
    boxMm: [edgeMm, 80, 70],
    features,
  }));

const part: fc.Arbitrary<Part> = fc.record({
  materialId: fc.constantFrom(1, 2, 3),
  num: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 20_000 })),
  length: fc.integer({ min: 1, max: 60_000 }).map((hundredths) => hundredths / 100),
  machining: fc.oneof(fc.constant(0), cents(20_000)),
  options: fc.uniqueArray(
    fc.record({ optionId: fc.integer({ min: 101, max: 104 }), price: fc.oneof(cents(50), cents(9_000)) }),
    { selector: ({ optionId }) => optionId, maxLength: 4 },
  ),
  pieceMg: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000_000 })),
  isOpen: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  counts: fc.option(counts, { nil: undefined }),
});

/** Up to six parts, of which one in ten has no price. */
export const chargedCarts: fc.Arbitrary<Part[]> = fc.array(part, { minLength: 1, maxLength: 6 });

const kinds = Object.keys(CHARGE_LABELS) as ChargeKind[];
const amountBases = MEASURED_BASES.filter((basis) => basis !== 'days');
const figure = fc.oneof(cents(300), cents(60_000)).map((yuan) => Math.max(Math.round(yuan * 100), 1));
const percent = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);

const rule: fc.Arbitrary<ChargeRule> = fc
  .record({
    kind: fc.constantFrom(...kinds, 'finish' as const, 'finish' as const, 'discount' as const),
    basis: fc.constantFrom<ChargeBasis>('order', 'line', 'piece', 'kg', 'percent', ...amountBases),
    machining: fc.constantFrom(...MACHININGS),
    withoutModel: fc.constantFrom(...WITHOUT_MODEL),
    diameterOverMm: fc.constantFrom(null, 3, 6),
    depthUpToMm: fc.constantFrom(null, 10, 20),
    isFloor: fc.boolean(),
    scope: fc.constantFrom('all' as const, 'tag' as const, 'material' as const, 'option' as const),
    optionId: fc.integer({ min: 101, max: 104 }),
    materialId: fc.constantFrom(1, 2, 3),
    materialTag: fc.constantFrom('tag', 'steel'),
    amountFen: figure,
    minimumFen: figure,
    percent,
    hasLeast: fc.boolean(),
    dayMinutes: fc.constantFrom(10, 480, 5_000),
  })
  .map(({ kind, isFloor, hasLeast, ...drawn }) => {
    const basis: ChargeBasis =
      kind === 'minimum'
        ? 'orderMinimum'
        : kind === 'discount'
          ? 'percent'
          : kind === 'finish' && isFloor
            ? 'finishMinimum'
            : kind === 'days'
              ? 'days'
              : drawn.basis;
    const scope =
      basis === 'orderMinimum' || kind === 'discount'
        ? 'all'
        : basis === 'finishMinimum'
          ? 'option'
          : drawn.scope;
    const isMinimum = basis === 'orderMinimum' || basis === 'finishMinimum';
    const isLeast = hasLeast && kind !== 'discount' && ['piece', 'kg', 'percent'].includes(basis);
    const isOfModel = isMeasured(basis);
    const withoutModel = basis === 'days' && drawn.withoutModel === 'flat' ? 'free' : drawn.withoutModel;
    return buildChargeRule({
      machining: isOfModel ? drawn.machining : 'any',
      withoutModel: isOfModel ? withoutModel : 'free',
      flatFen: isOfModel && withoutModel === 'flat' ? drawn.minimumFen : null,
      diameterOverMm: basis === 'hole' ? drawn.diameterOverMm : null,
      depthUpToMm: basis === 'hole' ? drawn.depthUpToMm : null,
      kind,
      basis,
      scope,
      materialTag: scope === 'tag' ? drawn.materialTag : '',
      materialId: scope === 'material' ? drawn.materialId : null,
      optionId: scope === 'option' ? drawn.optionId : null,
      amountFen: isMinimum || basis === 'percent' || basis === 'days' ? null : drawn.amountFen,
      dayMinutes: basis === 'days' ? drawn.dayMinutes : null,
      percent: basis === 'percent' ? drawn.percent : null,
      minimumFen: isMinimum || isLeast ? drawn.minimumFen : null,
    });
  });

/** Up to eight rules that each may be saved, also such that contradict each other. */
export const chargeRules: fc.Arbitrary<ChargeRule[]> = fc.array(rule, { maxLength: 8 }).map((rules) =>
  rules.map((one, index) => {
    const errors = ruleErrors(one);
    if (Object.keys(errors).length > 0) throw new Error(`a drawn rule has errors: ${JSON.stringify(errors)}`);
    return { ...one, id: index + 1 };
  }),
);
