import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { chargedLine } from '#domain/charges/charged-line.ts';
import { chargesByRules, priceWithRules } from '#domain/charges/charges-by-rules.ts';
import { buildChargeRule, timeRates } from '#domain/charges/charges.test-data.ts';
import { measurePart } from '#domain/charges/part-measures.ts';
import { buildCart, buildLine, buildRule } from '#domain/review/carts.test-data.ts';
import { findReviewReasons } from '#domain/review/review-reasons.ts';
import { leadMatrix } from '#domain/lead/lead-offers.ts';
import { buildLead } from '#domain/lead/lead.test-data.ts';
import { lineOf } from '#domain/pricing/line.ts';
import { findSavings, solve, type Problem, type Goal } from '#domain/pricing/solve.ts';
import { FilterType, type ProcessNode } from '#domain/process-tree/types.ts';
import { ladder, LADDER_QUANTITIES } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildItem, buildMaterial } from '#domain/pricing/samples.test-data.ts';
import type { PartItem, ProcessSelections } from '#domain/pricing/types.ts';
import { median, type Figure, type Part } from './figure.ts';
import { atScale } from './scale.ts';

const BATCHES = atScale(1, 15);
const BATCH_MS = atScale(1, 50);
const WARM_UPS = atScale(1, 20);

const processConfig = Array.from({ length: 8 }, (_, n) => ({ id: 100 + n, price: 3.5 + n, time: 0.5 * n }));
const selections: ProcessSelections = {};
processConfig.forEach(({ id }, n) => (selections[`process_${n + 1}`] = id));
const material = buildMaterial({ processConfig });
const cncPrice = { [material.materialTag]: 85.5 };

/** All differ in size and quantity, so that the engine cannot reuse results. */
const items: PartItem[] = Array.from({ length: 50 }, (_, n) =>
  buildItem({ num: 3 + 7 * n, length: 20 + n, width: 30.5, height: 12.25, ...selections }),
);

/** One rule of each basis and scope. */
const rules: ChargeRule[] = [
  buildChargeRule({ kind: 'packing', basis: 'order', amountFen: 2000 }),
  buildChargeRule({ kind: 'setup', basis: 'line', amountFen: 5000 }),
  buildChargeRule({ kind: 'inspection', basis: 'piece', amountFen: 50, minimumFen: 3000 }),
  buildChargeRule({ kind: 'material', basis: 'kg', amountFen: 825 }),
  buildChargeRule({
    kind: 'tooling',
    basis: 'line',
    amountFen: 8000,
    scope: 'tag',
    materialTag: material.materialTag,
  }),
  buildChargeRule({
    kind: 'other',
    basis: 'order',
    amountFen: 1200,
    scope: 'material',
    materialId: material.id,
  }),
  buildChargeRule({ basis: 'finishMinimum', optionId: 101, minimumFen: 30_000 }),
  buildChargeRule({ kind: 'express', basis: 'percent', percent: 12.5 }),
  buildChargeRule({ kind: 'discount', basis: 'percent', percent: 5 }),
  buildChargeRule({ basis: 'orderMinimum', minimumFen: 100_000 }),
].map((rule, index) => ({ ...rule, id: index + 1 }));

/** Rules of all bases that depend on measures. */
const measuredRules: ChargeRule[] = [
  buildChargeRule({ kind: 'setup', basis: 'setup', amountFen: 3000, machining: 'milled' }),
  buildChargeRule({ kind: 'setup', basis: 'setup', amountFen: 2000, machining: 'turned' }),
  buildChargeRule({ basis: 'hole', amountFen: 100, diameterUpToMm: 6 }),
  buildChargeRule({ basis: 'hole', amountFen: 150, diameterOverMm: 6, diameterUpToMm: 12 }),
  buildChargeRule({ basis: 'hole', amountFen: 300, diameterOverMm: 12, withoutModel: 'flat', flatFen: 500 }),
  buildChargeRule({ basis: 'removed', amountFen: 20 }),
  buildChargeRule({ basis: 'surface', amountFen: 150 }),
  buildChargeRule({ basis: 'minute', amountFen: 60 }),
  buildChargeRule({ basis: 'minute', amountFen: 40, scope: 'tag', materialTag: material.materialTag }),
  buildChargeRule({ basis: 'days', dayMinutes: 480 }),
].map((rule, index) => ({ ...rule, id: index + 1 }));

/** Every rule is triggered by some part, so that each computes the change that resolves it. */
const reviewRules = [
  buildRule({ kind: 'envelope', length: 300, width: 200, height: 150 }),
  buildRule({ kind: 'weight', weightKg: 0.5 }),
  buildRule({ kind: 'amount', amountYuan: 5_000 }),
  buildRule({ kind: 'pieces', pieces: 100 }),
  buildRule({ kind: 'tolerance', toleranceMm: 0.01 }),
  buildRule({ kind: 'thread' }),
  buildRule({ kind: 'model' }),
  buildRule({ kind: 'newCustomer' }),
].map((rule, index) => ({ ...rule, id: index + 1 }));
const cart = buildCart(
  Array.from({ length: 200 }, (_, n) =>
    buildLine({
      num: 1 + n,
      length: 20 + 3 * n,
      optionTexts: ['公差 ±0.01 mm', '螺纹 M3–M6'],
      holds: ['模型不封闭'],
    }),
  ),
  { isNewCustomer: true },
);

/** Nine processes with 60 options in total, and four materials for the part. */
const processTree = Array.from({ length: 9 }, (_, n) =>
  buildNode(
    1 + n,
    Array.from({ length: n < 3 ? 8 : 6 }, (_option, at) => buildNode(100 + 10 * n + at)),
  ),
);
const problem: Problem = {
  tree: processTree,
  materials: Array.from({ length: 4 }, (_, index) =>
    buildMaterial({
      id: 1 + index,
      processConfig: processTree.flatMap(({ children }) =>
        children.map(({ id }) => ({ id, price: (id * 7) % 41, time: (id % 5) / 2 })),
      ),
    }),
  ),
  item: buildItem({
    num: 20,
    ...Object.fromEntries(processTree.map(({ id }) => [`process_${id}`, 105 + 10 * (id - 1)])),
  }),
  cncPrice,
  quantities: LADDER_QUANTITIES,
};
const goal: Goal = { kind: 'piece', fen: 10_000 };

function buildNode(id: number, children: ProcessNode[] = []): ProcessNode {
  return { id, name: `工艺 ${id}`, filterType: FilterType.all, materialIds: [], children };
}

/** An order of one item, with its charges. */
function charged(item: PartItem) {
  return chargesByRules(rules, [lineOfItem(item)]);
}

function lineOfItem(item: PartItem) {
  const price = priceItem(material, item, cncPrice);
  return chargedLine(price.trace, lineOf(price), { pieceMg: 250_000, longestEdgeMm: item.length });
}

/** In addition to 标准. */
const leads = [
  buildLead({ id: 1, name: '经济', factor: 1.5, percent: -10 }),
  buildLead({ id: 2, maxEdgeMm: 500, maxPieces: 200, excluded: [{ id: 999, name: '电镀' }] }),
];
const lines = items.map(lineOfItem);

/** 200 parts with models that differ. */
const measuredLines = Array.from({ length: 200 }, (_, n) => {
  const item = buildItem({ num: 3 + n, length: 20 + n, width: 30.5, height: 12.25, ...selections });
  const holes = [
    { diameterMm: 3, depthMm: 10, count: 4 },
    { diameterMm: 8.5, depthMm: 12, count: 2 },
    { diameterMm: 20, depthMm: 5, count: 1 },
  ];
  const counts = {
    volumeMm3: 5_000 + n,
    areaMm2: 4_000 + 3 * n,
    boxMm: [item.length, item.width, item.height] as const,
    features: { setups: 2, isTurned: n % 4 === 0, holes },
  };
  return { ...lineOfItem(item), measures: measurePart(item, { counts, rates: timeRates, isChecked: true }) };
});

/** The matrix of every part of an order of 50 parts: each cell is the price of the whole order. */
const matrices = (chargeRules: readonly ChargeRule[]) =>
  items.map((item, index) =>
    leadMatrix(
      chargeRules,
      lines,
      index,
      LADDER_QUANTITIES.map((num) => lineOfItem({ ...item, num })),
      leads,
    ),
  );

/** The order with a variant of one of its parts. */
const orderFen: Problem['orderFen'] = (item, lead) => {
  const price = priceItem(problem.materials[item.material - 1] ?? material, item, cncPrice);
  const line = chargedLine(price.trace, lineOf(price), { pieceMg: 250_000, longestEdgeMm: item.length });
  return priceWithRules(rules, [line, ...lines.slice(1)], lead).total.totalFen;
};

/** Prices a variant and evaluates a rule of each kind, which reject it. */
const isAllowed: Problem['isAllowed'] = (item) => {
  const { trace } = priceItem(problem.materials[item.material - 1] ?? material, item, cncPrice);
  const reviewed = buildCart([buildLine({ num: trace.num, length: 5_000 })], { isNewCustomer: true });
  return findReviewReasons(reviewRules, reviewed).length === 0;
};

/** The pricing kernel alone, in this process. */
export const pricing: Part = {
  title: 'Pricing kernel',
  measure: () =>
    Promise.resolve([
      timeOfOne('price of one item with 8 processes, trace included', 5, () =>
        items.map((item) => priceItem(material, item, cncPrice)),
      ),
      timeOfOne('price of one item with 8 processes and its charges by 10 rules', 5, () =>
        items.map(charged),
      ),
      timeOf('charges by 10 rules of 50 items at 10 quantities each, every one an order', 5, () =>
        items.flatMap((item) => LADDER_QUANTITIES.map((num) => charged({ ...item, num }))),
      ),
      timeOfOne('charges of one item by 10 rules of measured bases', 10, () =>
        measuredLines.map((line) => chargesByRules(measuredRules, [line])),
      ),
      timeOf('the same 10 rules on a cart of 200 parts', 5, () =>
        chargesByRules(measuredRules, measuredLines),
      ),
      timeOf('ladder of 10 rungs for 50 items', 5, () =>
        items.map((item) => ladder(material, item, cncPrice)),
      ),
      timeOf(
        'matrices quantity × class of 50 parts, 10 quantities and 3 classes each, every cell an order of 50 parts',
        16,
        () => matrices([]),
      ),
      timeOf('the same matrices with 10 charge rules', 16, () => matrices(rules)),
      timeOf('matrix of one of 50 parts with 10 charge rules', 16, () =>
        leadMatrix(
          rules,
          lines,
          7,
          items.slice(7, 8).flatMap((item) => LADDER_QUANTITIES.map((num) => lineOfItem({ ...item, num }))),
          leads,
        ),
      ),
      timeOf(
        'suggestions for a lower price of a part with 9 processes and 60 options, other quantities and materials included',
        50,
        () => [solve(problem, goal)],
      ),
      timeOf('the same suggestions in 加急, 标准 and 经济 as further choices', 50, () => [
        solve({ ...problem, lead: leads[1], otherLeads: [undefined, leads[0]] }, goal),
      ]),
      timeOf('savings of the same part, each with its order of 50 parts and 10 charge rules', 50, () => [
        findSavings({ ...problem, orderFen }),
      ]),
      timeOf(
        'suggestions for the same part where a rule holds every variant, each of which is priced and asked',
        50,
        () => [solve({ ...problem, isAllowed }, goal)],
      ),
      timeOf('review reasons of an order of 200 parts by a rule of each kind', 5, () =>
        findReviewReasons(reviewRules, cart),
      ),
    ]),
};

/** ms of a run. */
const timeOf = (name: string, atMost: number, run: () => unknown[]): Figure => ({
  name,
  value: timePerRun(run).tookUs / 1000,
  unit: 'ms',
  target: { atMost },
});

/** µs per result of a run. */
function timeOfOne(name: string, atMost: number, run: () => unknown[]): Figure {
  const { tookUs, results } = timePerRun(run);
  return { name, value: tookUs / results, unit: 'µs', target: { atMost } };
}

/** µs of a run, the median of all batches, and the number of its results. */
function timePerRun(run: () => unknown[]): { tookUs: number; results: number } {
  let resultCount = 0; // uses the results, so that the compiler keeps the computation
  const batch = () => {
    let runs = 0;
    const startedAt = performance.now();
    while (performance.now() - startedAt < BATCH_MS) {
      resultCount += run().length;
      runs += 1;
    }
    return ((performance.now() - startedAt) / runs) * 1000;
  };
  // The compiler optimises in the background, which takes longer on a busy machine.
  for (let n = 0; n < WARM_UPS; n += 1) batch();
  const tookUs = median(Array.from({ length: BATCHES }, batch));
  if (resultCount === 0) throw new Error('nothing was priced');
  return { tookUs, results: run().length };
}
