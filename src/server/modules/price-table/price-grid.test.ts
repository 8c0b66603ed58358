import { expect, test } from 'vitest';
import type { FilterType, ProcessNode } from '#domain/process-tree/types.ts';
import { optionsOf, pairChecker } from './price-grid.ts';

const node = (
  id: number,
  filterType: FilterType,
  materialIds: number[],
  children: ProcessNode[] = [],
): ProcessNode => ({ id, name: `N${id}`, filterType, materialIds, children });
const materials = [1, 2, 3].map((id) => ({ id, name: `M${id}`, materialTag: 't', manualOptions: [] }));
const tree = [
  node(10, 0, [], [node(11, 0, []), node(12, 1, [1], [node(13, 2, [1, 2]), node(14, 0, [])])]),
  node(20, 2, [2, 3, 99], [node(21, 0, []), node(22, 1, [3])]),
];

test('options are in tree order, each with the rules of all its ancestors', () => {
  const options = optionsOf(tree, materials).map((option) => [
    option.id,
    option.processId,
    option.materialIds,
  ]);
  expect(options).toEqual([
    [11, 10, null],
    [12, 10, [2, 3]],
    [13, 12, [2]],
    [14, 12, [2, 3]],
    [21, 20, [2, 3]],
    [22, 20, [2]],
  ]);
});

test('a disallowed pair has a reason', () => {
  const problemOf = pairChecker({ materials, options: optionsOf(tree, materials) });
  expect(problemOf(1, 11)).toBeUndefined();
  expect(problemOf(2, 13)).toBeUndefined();
  expect(problemOf(3, 13)).toBe('N12 N13 不适用于材料 M3');
  expect(problemOf(9, 11)).toBe('材料 9 不存在');
  expect(problemOf(1, 10)).toBe('工艺选项 10 不存在');
});
