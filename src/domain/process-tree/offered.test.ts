import { describe, expect, test } from 'vitest';
import { offeredTree, priceGaps, unpricedSelections } from './offered.ts';
import { processesFor } from './process-tree.ts';
import { FilterType, type ProcessNode } from './types.ts';

interface Node extends ProcessNode {
  readonly children: readonly Node[];
}

const node = (id: number, children: readonly Node[] = [], rule: Partial<Node> = {}): Node => ({
  id,
  name: `节点${id}`,
  filterType: FilterType.all,
  materialIds: [],
  children,
  ...rule,
});

const entry = (id: number, price = 5) => ({ id, price, time: 0 });
const material = (id: number, ...options: number[]) => ({
  id,
  processConfig: options.map((option) => entry(option)),
  manualOptions: [] as number[],
});

/** Process 1 has the options 11, 12 and 13, which opens 131 and 132; process 2 has 21 only for material 7. */
const tree = [
  node(1, [node(11), node(12), node(13, [node(131), node(132)])]),
  node(2, [node(21, [], { filterType: FilterType.enabledFor, materialIds: [7] })]),
];
const complete = material(7, 11, 12, 13, 131, 132, 21);

const offered = (materials: readonly ReturnType<typeof material>[], id: number, selections = {}) =>
  processesFor(offeredTree(tree, materials), id, selections).map(({ process, options }) => [
    process.id,
    options.map((option) => option.id),
  ]);

describe('an option is offered', () => {
  test('for every material that it applies to when all pairs have a price', () => {
    expect(offeredTree(tree, [complete])).toEqual(tree);
  });

  test('not for a material without its price, and a process without offered options is omitted', () => {
    const bare = material(8, 11);
    expect(offered([complete, bare], 8)).toEqual([[1, [11]]]);
    expect(offered([complete, bare], 7)).toEqual([
      [1, [11, 12, 13]],
      [2, [21]],
    ]);
    expect(offered([material(9)], 9)).toEqual([]);
  });

  test('also with manual pricing, next to a priced option', () => {
    const bare = { ...material(8, 11), manualOptions: [12, 21] };
    expect(offered([bare], 8)).toEqual([[1, [11, 12]]]);
    expect(offered([{ ...material(7, 11), manualOptions: [12, 21] }], 7)).toEqual([[1, [11, 12]]]);
  });

  test('within a nested process by its own price', () => {
    expect(offered([material(8, 11, 13, 132)], 8, { process_1: 13 })).toEqual([
      [1, [11, 13]],
      [13, [132]],
    ]);
  });
});

test('a selected option without a price is named; a price of 0 is a price', () => {
  const free = { ...material(8), processConfig: [entry(11, 0)] };
  expect(unpricedSelections(free, { process_1: 11 })).toEqual([]);
  expect(unpricedSelections(free, { process_1: 12, process_2: 21 })).toEqual([
    { processId: 1, optionId: 12 },
    { processId: 2, optionId: 21 },
  ]);
});

test('price gaps are the applicable options with neither a price nor manual pricing', () => {
  expect(priceGaps(tree, complete)).toEqual([]);
  expect(priceGaps(tree, { ...material(8, 11, 131), manualOptions: [13] })).toEqual([
    { optionId: 12, name: '节点1 节点12' },
    { optionId: 132, name: '节点13 节点132' },
  ]);
});
