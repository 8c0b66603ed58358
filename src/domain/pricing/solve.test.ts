import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargedLine } from '#domain/charges/charged-line.ts';
import { priceWithRules } from '#domain/charges/charges-by-rules.ts';
import { chargedCarts, chargeRules, lineOfPart } from '#domain/charges/charges.test-data.ts';
import { leadErrors } from '#domain/lead/lead-class.ts';
import { buildLead } from '#domain/lead/lead.test-data.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import { processesFor } from '#domain/process-tree/process-tree.ts';
import { FilterType, type ProcessNode } from '#domain/process-tree/types.ts';
import { lineOf } from './line.ts';
import { priceItem } from './price-item.ts';
import { buildItem, buildMaterial } from './samples.test-data.ts';
import { differences, leadProblems, problems, tryAll, type Tried } from './solve.test-data.ts';
import {
  changeText,
  MAX_SUGGESTIONS,
  MAX_SAVINGS,
  findSavings,
  solve,
  type Goal,
  type Problem,
  type Suggestion,
} from './solve.ts';
import type { PartItem } from './types.ts';

const reaches = (goal: Goal, { amountFen, deliveryDays, item: { num } }: Omit<Tried, 'changes'>) =>
  goal.kind === 'days'
    ? deliveryDays <= goal.days
    : goal.kind === 'piece'
      ? amountFen <= goal.fen * num
      : amountFen <= goal.fen;

const isOtherQuantity = ({ changes }: Tried) => changes.some((change) => change.startsWith('quantity '));

/** Among equal other changes, the quantity nearest to the part's: more for the price of one, fewer for a total or a day. */
function nearestQuantities(tried: readonly Tried[], goal: Goal, num: number): Tried[] {
  const others = ({ changes }: Tried) =>
    changes
      .filter((change) => !change.startsWith('quantity '))
      .toSorted()
      .join('|');
  const isRight = (one: Tried) => one.item.num > num === (goal.kind === 'piece');
  return tried.filter(
    (one) =>
      !isOtherQuantity(one) ||
      (isRight(one) &&
        tried.every(
          (other) =>
            !isOtherQuantity(other) ||
            !isRight(other) ||
            others(other) !== others(one) ||
            Math.abs(other.item.num - num) >= Math.abs(one.item.num - num),
        )),
  );
}

/** The amounts and numbers of changes of the suggestions: different parts may have equal figures. */
function expected(problem: Problem, goal: Goal): [number, number, number][] {
  const all = tryAll(problem);
  const now = all.find(({ changes }) => changes.length === 0);
  if (!now || reaches(goal, now)) return [];
  const reaching = all.filter((one) => reaches(goal, one));
  const enough = reaching.flatMap(({ changes }) => (changes.length === 1 ? changes : []));
  const minimal = reaching.filter(
    ({ changes }) => changes.length === 1 || !changes.some((change) => enough.includes(change)),
  );
  return nearestQuantities(minimal, goal, problem.item.num)
    .map((one): [number, number, number, number] => [
      Number(isOtherQuantity(one)),
      one.amountFen,
      one.changes.length,
      one.deliveryDays,
    ])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3])
    .slice(0, MAX_SUGGESTIONS)
    .map(([, ...figures]) => figures);
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

test('a price per piece is first reached at the same quantity, then with as few more pieces as possible', () => {
  const option = (id: number, name: string): ProcessNode => ({
    id,
    name,
    filterType: FilterType.all,
    materialIds: [],
    children: [],
  });
  const tree = [{ ...option(1, '表面'), children: [option(2, '阳极氧化'), option(3, '无')] }];
  const processConfig = [
    { id: 2, price: 40, time: 1 },
    { id: 3, price: 0, time: 0 },
  ];
  const material = buildMaterial({ processConfig });
  const item = { ...buildItem({ num: 10, material: material.id }), process_1: 2 };
  const problem: Problem = {
    item,
    materials: [material],
    tree,
    cncPrice: { [material.materialTag]: 100 },
    quantities: [1, 2, 5, 20, 50, 100, 1000],
  };
  const pieceFen = (change: object, num: number) =>
    priceItem(material, { ...item, ...change, num }, problem.cncPrice).subTotalFen / num;
  const fen = Math.ceil(Math.max(pieceFen({ process_1: 3 }, 10), pieceFen({}, 50)));
  const { suggestions } = solve(problem, { kind: 'piece', fen });
  const [first, ...others] = suggestions;
  expect(first).toMatchObject({ item: { num: 10, process_1: 3 }, changes: [{ kind: 'option' }] });
  expect(others.map((one) => one.item.num)).toEqual([50]);
});

describe.each([
  ['a goal', problems],
  ['a goal of an order with lead classes', leadProblems],
])('%s', (_name, parts) => {
  test('is reached by the variants of an exhaustive search, cheapest first', () => {
    let proposed = 0;
    fc.assert(
      fc.property(parts, goals, (problem, goalOf) => {
        const goal = goalOf(problem);
        const { suggestions } = solve(problem, goal);
        expect(suggestions.map((one) => [one.amountFen, one.changes.length, one.deliveryDays])).toEqual(
          expected(problem, goal),
        );
        proposed += suggestions.length;
      }),
      { numRuns: RUNS },
    );
    // Random parts have some 500; the comparison must not be empty.
    expect(proposed).toBeGreaterThan(RUNS / 10);
  });

  test('has suggestions with the promised price, days and changes', () => {
    fc.assert(
      fc.property(parts, goals, (problem, goalOf) => {
        const goal = goalOf(problem);
        const { suggestions, nearest } = solve(problem, goal);
        for (const suggestion of [...suggestions, ...(nearest ? [nearest] : [])]) {
          expectHeld(problem, suggestion);
          expect(reaches(goal, suggestion)).toBe(suggestion !== nearest);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('out of reach has the nearest variant, with another quantity only where no other change helps', () => {
    fc.assert(
      fc.property(parts, (problem) => {
        const { now, nearest, suggestions } = solve(problem, { kind: 'total', fen: 0 });
        const all = tryAll(problem);
        const leastOf = (tried: readonly Tried[]) => Math.min(...tried.map(({ amountFen }) => amountFen));
        const least = leastOf(all);
        const leastOfOwn = leastOf(all.filter((one) => !isOtherQuantity(one)));
        fc.pre(now !== undefined);
        const found = least === 0 ? suggestions[0] : nearest;
        expect((found ?? now)?.amountFen).toBe(least > 0 && leastOfOwn < now.amountFen ? leastOfOwn : least);
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ['each process and of the material', problems],
  ['each process, of the material and of the lead class', leadProblems],
])('savings are the best single change of %s, at the same quantity', (_name, parts) => {
  fc.assert(
    fc.property(parts, (problem) => {
      const all = tryAll({ ...problem, quantities: [] });
      const now = all.find(({ changes }) => changes.length === 0);
      const best = new Map<string, number>();
      for (const { changes, amountFen } of all) {
        const [change = ''] = changes;
        if (!now || changes.length !== 1 || amountFen >= now.amountFen) continue;
        const dimension = change.split(' ')[0]!;
        best.set(dimension, Math.min(amountFen, best.get(dimension) ?? Infinity));
      }
      const { suggestions: found } = findSavings(problem);
      expect(found.map(({ amountFen }) => amountFen)).toEqual(
        [...best.values()].sort((a, b) => a - b).slice(0, MAX_SAVINGS),
      );
      for (const suggestion of found) expectHeld(problem, suggestion);
    }),
    { numRuns: 300 },
  );
});

/** Order totals under rules on options of the random trees, with other unchanged parts. */
const orders = fc.tuple(chargeRules, chargedCarts).map(([drawn, cart]) => {
  const rules = drawn.map((rule) =>
    rule.optionId === null ? rule : { ...rule, optionId: rule.optionId - FIRST_RULED_OPTION + FIRST_OPTION },
  );
  const others = cart.map(lineOfPart);
  return ({ materials, cncPrice }: Problem): NonNullable<Problem['orderFen']> =>
    (item, lead) => {
      const price = priceItem(
        materials.find(({ id }) => id === item.material)!,
        item,
        cncPrice,
      );
      const line = chargedLine(price.trace, lineOf(price), { pieceMg: 0, longestEdgeMm: item.length });
      return priceWithRules(rules, [...others, line], lead).total.totalFen;
    };
});
const FIRST_RULED_OPTION = 101;
const FIRST_OPTION = 11;

test('savings are those of the whole order where its charges depend on the part', () => {
  let misleading = 0;
  fc.assert(
    fc.property(leadProblems, orders, (bare, order) => {
      const orderFen = order(bare);
      const problem = { ...bare, orderFen };
      const all = tryAll({ ...bare, quantities: [] });
      const now = all.find(({ changes }) => changes.length === 0);
      fc.pre(now !== undefined);
      const paidNow = orderFen(now.item, now.lead)!;
      const best = new Map<string, number>();
      for (const { changes, item, lead, amountFen } of all) {
        const [change = ''] = changes;
        const paid = orderFen(item, lead)!;
        if (changes.length !== 1 || paid >= paidNow) continue;
        if (amountFen >= now.amountFen) misleading += 1;
        const dimension = change.split(' ')[0]!;
        best.set(dimension, Math.min(paid, best.get(dimension) ?? Infinity));
      }
      const found = findSavings(problem);
      expect(found.now?.orderFen).toBe(paidNow);
      expect(found.suggestions.map((one) => one.orderFen)).toEqual(
        [...best.values()].sort((a, b) => a - b).slice(0, MAX_SAVINGS),
      );
      const reached = solve(problem, { kind: 'total', fen: Math.floor(now.amountFen * 0.8) });
      for (const one of [...found.suggestions, ...reached.suggestions]) {
        expectHeld(problem, one);
        expect(one.orderFen).toBe(orderFen(one.item, one.lead));
      }
    }),
    { numRuns: 300 },
  );
  // Variants that are dearer but make the order cheaper.
  expect(misleading).toBeGreaterThan(0);
});

function expectHeld(problem: Problem, suggestion: Suggestion): void {
  const { item, lead, changes, subTotalFen, amountFen, deliveryDays } = suggestion;
  const material = problem.materials.find(({ id }) => id === item.material)!;
  const price = priceItem(material, item, problem.cncPrice);
  const facts = { pieceMg: 0, longestEdgeMm: Math.max(item.length, item.width, item.height) };
  const line = chargedLine(price.trace, lineOf(price), facts);
  const { total } = priceWithRules([], [line], lead);
  expect([price.subTotalFen, total.totalFen, total.deliveryDays]).toEqual([
    subTotalFen,
    amountFen,
    deliveryDays,
  ]);
  expect(lead ? leadErrors(lead, [line]) : []).toEqual([]);
  expect(differences(problem, problem.item, item)).toHaveLength(
    changes.filter(({ kind }) => kind !== 'lead').length,
  );
  expect(lead !== problem.lead).toBe(changes.some(({ kind }) => kind === 'lead'));
  expect(unpricedSelections(material, item)).toEqual([]);
  expect(processesFor(problem.tree, material.id, item).every(({ selected }) => selected !== undefined)).toBe(
    true,
  );
  expect(material.materialTag).toBe(problem.materials[0]?.materialTag);
}

describe('suggestions as text', () => {
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
  const words = (suggestions: readonly Suggestion[]) =>
    suggestions.map(({ changes }) => changes.map(changeText).join('；'));

  test('each change names the old and new choice, with nested choices', () => {
    expect(words(findSavings(problem).suggestions)).toEqual(['表面处理由“阳极氧化，红色”改为“喷砂”']);
    expect(words(solve(problem, { kind: 'days', days: 4 }).suggestions)).toEqual([
      '材料由“6061”改为“7075”；表面处理由“阳极氧化，红色”改为“喷砂”',
    ]);
    expect(words(solve(problem, { kind: 'piece', fen: 11_200 }).suggestions)).toEqual([
      '表面处理由“阳极氧化，红色”改为“喷砂”',
      '数量由 10 件改为 20 件',
    ]);
  });

  test('a price per piece is reached at the lowest total, not by the largest quantity', () => {
    const wide: Problem = { ...problem, quantities: [20, 50, 100] };
    const amounts = solve(wide, { kind: 'piece', fen: 11_200 }).suggestions.map(({ amountFen }) => amountFen);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    expect(words(solve(wide, { kind: 'piece', fen: 11_200 }).suggestions)[1]).toBe('数量由 10 件改为 20 件');
  });

  test('another lead class changes the whole order, and is not suggested for excluded parts', () => {
    const economy = buildLead({ id: 2, name: '经济', factor: 1.5, percent: -10 });
    const express = buildLead();
    const leading: Problem = { ...problem, otherLeads: [economy, express] };
    const saved = findSavings(leading);
    expect(words(saved.suggestions)).toContain('整单交期档位由“标准”改为“经济”');
    const [, slow] = saved.suggestions;
    expect(slow).toMatchObject({ lead: economy, item: problem.item, subTotalFen: saved.now?.subTotalFen });
    // 100 of the 170 yuan of a piece are machining.
    const { amountFen = 0, subTotalFen = 0 } = slow ?? {};
    expect(subTotalFen - amountFen).toBe(Math.round((subTotalFen * 10) / 170));
    const { deliveryDays = 0 } = saved.now ?? {};
    const fast = solve(leading, { kind: 'days', days: deliveryDays / 2 });
    expect(words(fast.suggestions)).toContain('整单交期档位由“标准”改为“加急”');
    const busy = { ...express, excluded: [{ id: 112, name: '红色' }] };
    const without = words(
      solve({ ...leading, otherLeads: [busy] }, { kind: 'days', days: deliveryDays / 2 }).suggestions,
    );
    expect(without).not.toContain('整单交期档位由“标准”改为“加急”');
    expect(without.some((text) => text.includes('加急') && text.includes('改为“喷砂”'))).toBe(true);
  });

  test('a variant that cannot be ordered online is not suggested', () => {
    const isAllowed = (item: PartItem) => item['process_1'] !== 12;
    expect(findSavings({ ...problem, isAllowed }).suggestions.map(({ item }) => item['process_11'])).toEqual([
      111,
    ]);
  });

  test('with hundreds of options, changes are tried one at a time', () => {
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
    const { suggestions, nearest } = solve(part, { kind: 'total', fen: 1 });
    expect(suggestions).toEqual([]);
    expect(nearest?.changes).toHaveLength(1);
  });

  test('a part that is incomplete, has no price or reaches the goal has no suggestions', () => {
    const item = buildItem({ process_1: 11 });
    expect(solve({ ...problem, item }, { kind: 'total', fen: 1 })).toEqual({
      isReached: false,
      suggestions: [],
    });
    expect(findSavings({ ...problem, cncPrice: {} })).toEqual({ isReached: false, suggestions: [] });
    expect(solve(problem, { kind: 'days', days: 1_000 })).toMatchObject({ isReached: true, suggestions: [] });
  });
});
