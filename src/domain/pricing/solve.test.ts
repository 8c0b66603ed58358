import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import { processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import { FilterType, type ProcessNode } from '#domain/process-tree/types.ts';
import { priceItem } from './price-item.ts';
import { buildItem, buildMaterial } from './samples.test-data.ts';
import { problems } from './solve.test-data.ts';
import {
  changeText,
  MAX_CHANGES,
  MAX_PROPOSALS,
  MAX_SAVINGS,
  savings,
  solve,
  type Goal,
  type Problem,
  type Proposal,
} from './solve.ts';
import type { PartItem, ProcessSelections } from './types.ts';

/** What differs of two parts: the material, the quantity, and each process of the tree with the choices below it. */
function differences({ tree }: Problem, a: PartItem, b: PartItem): string[] {
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

interface Tried {
  item: PartItem;
  changes: string[];
  subTotalFen: number;
  deliveryDays: number;
}

/** Every part that can be ordered, by trying everything. */
function tryAll(problem: Problem): Tried[] {
  const { tree, materials, item, cncPrice, quantities = [] } = problem;
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
          const { subTotalFen, deliveryDays } = priceItem(material, changed, cncPrice);
          return [{ item: changed, changes: differences(problem, item, changed), subTotalFen, deliveryDays }];
        }),
      ),
    )
    .filter(({ changes }) => changes.length <= MAX_CHANGES);
}

const reaches = (goal: Goal, { subTotalFen, deliveryDays, item: { num } }: Omit<Tried, 'changes'>) =>
  goal.kind === 'days'
    ? deliveryDays <= goal.days
    : goal.kind === 'piece'
      ? subTotalFen <= goal.fen * num
      : subTotalFen <= goal.fen;

const amount = ({ kind }: Goal, { subTotalFen, item: { num } }: Omit<Tried, 'changes'>) =>
  kind === 'piece' ? subTotalFen / num : subTotalFen;

/** The amounts and numbers of changes of the proposals: different parts may have equal figures. */
function expected(problem: Problem, goal: Goal): [number, number, number][] {
  const all = tryAll(problem);
  const now = all.find(({ changes }) => changes.length === 0);
  if (!now || reaches(goal, now)) return [];
  const reaching = all.filter((one) => reaches(goal, one));
  const enough = reaching.flatMap(({ changes }) => (changes.length === 1 ? changes : []));
  return reaching
    .filter(({ changes }) => changes.length === 1 || !changes.some((change) => enough.includes(change)))
    .map((one): [number, number, number] => [amount(goal, one), one.changes.length, one.deliveryDays])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .slice(0, MAX_PROPOSALS);
}

const goals: fc.Arbitrary<(problem: Problem) => Goal> = fc
  .record({ kind: fc.constantFrom('total', 'piece', 'days'), share: fc.integer({ min: 20, max: 110 }) })
  .map(({ kind, share }) => (problem) => {
    const own = problem.materials.find(({ id }) => id === problem.item.material)!;
    const { subTotalFen, deliveryDays } = priceItem(own, problem.item, problem.cncPrice);
    if (kind === 'days') return { kind, days: (deliveryDays * share) / 100 };
    const fen = Math.round((subTotalFen * share) / 100);
    return kind === 'piece'
      ? { kind: 'piece', fen: Math.ceil(fen / problem.item.num) }
      : { kind: 'total', fen };
  });

const RUNS = 1_000;

describe('a goal', () => {
  test('is reached by the same variants that trying everything finds, cheapest first', () => {
    let proposed = 0;
    fc.assert(
      fc.property(problems, goals, (problem, goalOf) => {
        const goal = goalOf(problem);
        const { proposals } = solve(problem, goal);
        expect(proposals.map((one) => [amount(goal, one), one.changes.length, one.deliveryDays])).toEqual(
          expected(problem, goal),
        );
        proposed += proposals.length;
      }),
      { numRuns: RUNS },
    );
    // Random parts have some 500; the comparison must not be of nothing.
    expect(proposed).toBeGreaterThan(RUNS / 10);
  });

  test('has proposals that hold what they promise: price, days and changes', () => {
    fc.assert(
      fc.property(problems, goals, (problem, goalOf) => {
        const goal = goalOf(problem);
        const { proposals, nearest } = solve(problem, goal);
        for (const proposal of [...proposals, ...(nearest ? [nearest] : [])]) {
          expectHeld(problem, proposal);
          expect(reaches(goal, proposal)).toBe(proposal !== nearest);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('beyond every variant names the nearest one', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const { now, nearest, proposals } = solve(problem, { kind: 'total', fen: 0 });
        const least = Math.min(...tryAll(problem).map(({ subTotalFen }) => subTotalFen));
        fc.pre(now !== undefined);
        const found = least === 0 ? proposals[0] : nearest;
        expect((found ?? now)?.subTotalFen).toBe(least);
      }),
      { numRuns: 300 },
    );
  });
});

test('savings are the best single change of each process and of the material, at the same quantity', () => {
  fc.assert(
    fc.property(problems, (problem) => {
      const all = tryAll({ ...problem, quantities: [] });
      const now = all.find(({ changes }) => changes.length === 0);
      const best = new Map<string, number>();
      for (const { changes, subTotalFen } of all) {
        const [change = ''] = changes;
        if (!now || changes.length !== 1 || subTotalFen >= now.subTotalFen) continue;
        const dimension = change.split(' ')[0]!;
        best.set(dimension, Math.min(subTotalFen, best.get(dimension) ?? Infinity));
      }
      const { proposals: found } = savings(problem);
      expect(found.map(({ subTotalFen }) => subTotalFen)).toEqual(
        [...best.values()].sort((a, b) => a - b).slice(0, MAX_SAVINGS),
      );
      for (const proposal of found) expectHeld(problem, proposal);
    }),
    { numRuns: 300 },
  );
});

function expectHeld(problem: Problem, { item, changes, subTotalFen, deliveryDays }: Proposal): void {
  const material = problem.materials.find(({ id }) => id === item.material)!;
  const price = priceItem(material, item, problem.cncPrice);
  expect([price.subTotalFen, price.deliveryDays]).toEqual([subTotalFen, deliveryDays]);
  expect(differences(problem, problem.item, item)).toHaveLength(changes.length);
  expect(unpricedSelections(material, item)).toEqual([]);
  expect(processesFor(problem.tree, material.id, item).every(({ selected }) => selected !== undefined)).toBe(
    true,
  );
  expect(material.materialTag).toBe(problem.materials[0]?.materialTag);
}

describe('in words', () => {
  const node = (id: number, name: string, children: ProcessNode[] = []): ProcessNode => ({
    id,
    name,
    filterType: FilterType.all,
    materialIds: [],
    children,
  });
  const tree = [
    node(1, '表面处理', [node(11, '阳极氧化', [node(111, '黑色'), node(112, '红色')]), node(12, '喷砂')]),
  ];
  const prices = [
    { id: 11, price: 50, time: 2 },
    { id: 111, price: 10, time: 0 },
    { id: 112, price: 20, time: 0 },
    { id: 12, price: 5, time: 1 },
  ];
  const materials = [
    buildMaterial({ id: 1, name: '6061', processConfig: prices }),
    buildMaterial({ id: 2, name: '7075', processConfig: prices, deliveryTime: 1 }),
    buildMaterial({ id: 3, name: '45 钢', materialTag: 'steel', processConfig: prices }),
  ];
  const problem: Problem = {
    tree,
    materials,
    item: buildItem({ num: 10, process_1: 11, process_11: 112 }),
    cncPrice: { tag: 100, steel: 1 },
    quantities: [20],
  };
  const words = (proposals: readonly Proposal[]) =>
    proposals.map(({ changes }) => changes.map(changeText).join('；'));

  test('each change says what is given up, with the choices nested in an option', () => {
    expect(words(savings(problem).proposals)).toEqual(['表面处理由“阳极氧化，红色”改为“喷砂”']);
    expect(words(solve(problem, { kind: 'days', days: 4 }).proposals)).toEqual([
      '材料由“6061”改为“7075”；表面处理由“阳极氧化，红色”改为“喷砂”',
    ]);
    expect(words(solve(problem, { kind: 'piece', fen: 11_200 }).proposals)).toEqual([
      '表面处理由“阳极氧化，红色”改为“喷砂”',
      '数量由 10 件改为 20 件',
    ]);
  });

  test('a variant that cannot be ordered at once is not proposed', () => {
    const isAllowed = (item: PartItem) => item['process_1'] !== 12;
    expect(savings({ ...problem, isAllowed }).proposals.map(({ item }) => item['process_11'])).toEqual([111]);
  });

  test('with hundreds of options one change is tried at a time', () => {
    const wide = [1, 2].map((root) =>
      node(
        root,
        `工艺${root}`,
        Array.from({ length: 120 }, (_, at) => node(1_000 * root + at, `选项${at}`)),
      ),
    );
    const processConfig = wide.flatMap(({ children }) =>
      children.map(({ id }) => ({ id, price: id % 1_000, time: 0 })),
    );
    const part = {
      ...problem,
      tree: wide,
      materials: [buildMaterial({ processConfig })],
      item: buildItem({ process_1: 1_119, process_2: 2_119 }),
      quantities: [],
    };
    const { proposals, nearest } = solve(part, { kind: 'total', fen: 1 });
    expect(proposals).toEqual([]);
    expect(nearest?.changes).toHaveLength(1);
  });

  test('a part that is incomplete, has no price or reaches the goal has no proposals', () => {
    const item = buildItem({ process_1: 11 });
    expect(solve({ ...problem, item }, { kind: 'total', fen: 1 })).toEqual({
      isReached: false,
      proposals: [],
    });
    expect(savings({ ...problem, cncPrice: {} })).toEqual({ isReached: false, proposals: [] });
    expect(solve(problem, { kind: 'days', days: 1_000 })).toMatchObject({ isReached: true, proposals: [] });
  });
});
