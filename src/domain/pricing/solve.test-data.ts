import * as fc from 'fast-check';
import { chargedLine } from '#domain/charges/charged-line.ts';
import { priceWithRules } from '#domain/charges/charges-by-rules.ts';
import { leadErrors, type LeadClass } from '#domain/lead/lead-class.ts';
import { leadClasses } from '#domain/lead/lead.test-data.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import { processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import { FilterType, type ProcessNode } from '#domain/process-tree/types.ts';
import { lineOf } from './line.ts';
import { priceItem } from './price-item.ts';
import { buildMaterial } from './samples.test-data.ts';
import { MAX_CHANGES, type Problem } from './solve.ts';
import type { PartItem, PricedMaterial, ProcessSelections } from './types.ts';

const MATERIAL_IDS = [1, 2, 3, 4];
const NUMBERS = [5, 10, 20, 100];

type Rule = Pick<ProcessNode, 'filterType' | 'materialIds'>;

const rule: fc.Arbitrary<Rule> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ filterType: FilterType.all, materialIds: [] }) },
  {
    weight: 1,
    arbitrary: fc.record({
      filterType: fc.constantFrom(FilterType.enabledFor, FilterType.disabledFor),
      materialIds: fc.subarray(MATERIAL_IDS),
    }),
  },
);

/** Up to three processes of up to three options, one of which may open another process. */
const trees: fc.Arbitrary<ProcessNode[]> = fc
  .array(
    fc.record({
      rule,
      options: fc.array(fc.record({ rule, nested: fc.integer({ min: 0, max: 4 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((roots) => {
    let id = 10;
    const node = (rules: Rule, children: ProcessNode[] = []): ProcessNode => {
      id += 1;
      return { id, name: `节点${id}`, ...rules, children };
    };
    const anywhere = { filterType: FilterType.all, materialIds: [] };
    const leaves = (count: number) => Array.from({ length: count }, () => node(anywhere));
    return roots.map((root) =>
      node(
        root.rule,
        root.options.map((option) => node(option.rule, option.nested > 2 ? leaves(option.nested - 1) : [])),
      ),
    );
  });

const idsOf = (nodes: readonly ProcessNode[]): number[] =>
  nodes.flatMap((one) => [one.id, ...idsOf(one.children)]);

/** Yuan and days with few values, so that figures are often equal. */
const money = fc.integer({ min: 0, max: 40 }).map((fives) => fives * 5);
const time = fc.integer({ min: 0, max: 6 }).map((halves) => halves / 2);

/** A part that is complete and has a price, with what could be chosen instead; some pairs have no price. */
export const problems: fc.Arbitrary<Problem> = trees
  .chain((tree) => {
    const ids = idsOf(tree);
    const row = fc.record({
      tag: fc.constantFrom('tag', 'tag', 'other'),
      side: fc.integer({ min: 5, max: 20 }),
      deliveryTime: time,
      speed: fc.constantFrom(0, 0.2, 0.5),
      prices: fc.array(fc.option(fc.record({ price: money, time }), { freq: 8, nil: undefined }), {
        minLength: ids.length,
        maxLength: ids.length,
      }),
    });
    return fc.record({
      tree: fc.constant(tree),
      rows: fc.array(row, { minLength: 1, maxLength: MATERIAL_IDS.length }),
      machining: money,
      num: fc.constantFrom(...NUMBERS),
      quantities: fc.subarray(NUMBERS),
      picks: fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
      side: fc.integer({ min: 5, max: 12 }),
    });
  })
  .map(({ tree, rows, machining, num, quantities, picks, side }) => {
    const ids = idsOf(tree);
    const materials = rows.map(({ tag, side: stock, deliveryTime, speed, prices }, index): PricedMaterial =>
      buildMaterial({
        id: index + 1,
        name: `材料${index + 1}`,
        materialTag: tag,
        length: stock,
        width: stock,
        height: stock,
        deliveryTime,
        speed,
        processConfig: prices.flatMap((entry, at) => (entry ? [{ id: ids[at] ?? 0, ...entry }] : [])),
      }),
    );
    const item: PartItem = {
      material: 1,
      num,
      length: side,
      width: side,
      height: side,
      ...filled(tree, picks),
    };
    return { tree, materials, item, quantities, cncPrice: { tag: machining, other: 7 } };
  });

/** A choice for every process of the first material. */
function filled(tree: readonly ProcessNode[], picks: readonly number[]): ProcessSelections {
  const selections: ProcessSelections = {};
  for (let n = 0; ; n += 1) {
    const open = processesFor(tree, 1, selections).find(({ selected }) => selected === undefined);
    if (!open) return selections;
    const option = open.options[(picks[n % picks.length] ?? 0) % open.options.length];
    if (option) selections[processKey(open.process.id)] = option.id;
  }
}

/** The same with lead classes, one of which the order may have: they exclude options, large parts or many pieces. */
export const leadProblems: fc.Arbitrary<Problem> = fc
  .tuple(
    problems,
    leadClasses,
    fc.array(
      fc.record({
        excluded: fc.array(fc.nat(12), { maxLength: 2 }),
        maxPieces: fc.constantFrom(null, null, 10, 20),
        maxEdgeMm: fc.constantFrom(null, null, 8, 11),
      }),
      { minLength: 5, maxLength: 5 },
    ),
    fc.nat(5),
  )
  .map(([problem, classes, limits, chosen]) => {
    const ids = idsOf(problem.tree);
    const limited = classes.map((lead, index) => {
      const { excluded = [], ...rest } = limits[index] ?? {};
      return {
        ...lead,
        ...rest,
        excluded: excluded.flatMap((at) => {
          const id = ids[at];
          return id === undefined ? [] : [{ id, name: `选项${id}` }];
        }),
      };
    });
    const choices = [undefined, ...limited];
    const lead = choices[chosen % choices.length];
    return { ...problem, lead, otherLeads: choices.filter((one) => one !== lead) };
  });

/** The differences of two parts: the material, the quantity, and each process of the tree with the choices below it. */
export function differences({ tree }: Problem, a: PartItem, b: PartItem): string[] {
  const through = (item: PartItem, root: ProcessNode) =>
    processesFor([root], item.material, item)
      .map(({ selected }) => selected)
      .join();
  return [
    ...(a.material === b.material ? [] : [`material ${b.material}`]),
    ...(a.num === b.num ? [] : [`quantity ${b.num}`]),
    ...tree
      .filter((root) => through(a, root) !== through(b, root))
      .map((root) => `${root.id} ${through(b, root)}`),
  ];
}

export interface Tried {
  item: PartItem;
  lead: LeadClass | undefined;
  /** With what the class adds. */
  amountFen: number;
  changes: string[];
  subTotalFen: number;
  deliveryDays: number;
}

/** Every part that can be ordered, by trying everything. */
export function tryAll(problem: Problem): Tried[] {
  const { tree, materials, item, cncPrice, quantities = [], lead: present, otherLeads = [] } = problem;
  const own = materials.find(({ id }) => id === item.material)!;
  const complete = (materialId: number, selections: ProcessSelections): ProcessSelections[] => {
    const open = processesFor(tree, materialId, selections).find(({ selected }) => selected === undefined);
    if (!open) return [selections];
    return open.options.flatMap(({ id }) =>
      complete(materialId, { ...selections, [processKey(open.process.id)]: id }),
    );
  };
  return materials
    .filter(({ materialTag }) => materialTag === own.materialTag)
    .flatMap((material) =>
      complete(material.id, {}).flatMap((selections) =>
        [...new Set([item.num, ...quantities])].flatMap((num): Tried[] => {
          if (unpricedSelections(material, selections).length > 0) return [];
          const { length, width, height } = item;
          const changed: PartItem = { material: material.id, num, length, width, height, ...selections };
          const price = priceItem(material, changed, cncPrice);
          const facts = { pieceMg: 0, longestEdgeMm: Math.max(length, width, height) };
          const line = chargedLine(price.trace, lineOf(price), facts);
          return [present, ...otherLeads].flatMap((lead): Tried[] => {
            if (lead && leadErrors(lead, [line]).length > 0) return [];
            const { totalFen: amountFen, deliveryDays } = priceWithRules([], [line], lead).total;
            const changes = differences(problem, item, changed);
            if (lead !== present) changes.push(`lead ${lead?.id}`);
            return [
              { item: changed, lead, changes, subTotalFen: price.subTotalFen, amountFen, deliveryDays },
            ];
          });
        }),
      ),
    )
    .filter(({ changes }) => changes.length <= MAX_CHANGES);
}
