import { describe, expect, test } from 'vitest';
import {
  branchOf,
  childrenProblem,
  heightOf,
  MAX_LEVELS,
  pathTo,
  parentProblem,
} from './process-branches.ts';

/** 1 ─ 2 ─ 3, 1 ─ 4; 10 ─ 11. */
const nodes = [
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 1],
  [10, 0],
  [11, 10],
].map(([id = 0, parentId = 0]) => ({ id, parentId, name: `N${id}` }));
const chain = (length: number, from = 100) =>
  Array.from({ length }, (_, n) => ({
    id: from + n,
    parentId: n === 0 ? 0 : from + n - 1,
    name: `L${n + 1}`,
  }));

test('a branch is a node with all its descendants; its path starts at the root', () => {
  expect(branchOf(nodes, 1).map((node) => node.id)).toEqual([1, 2, 4, 3]);
  expect(branchOf(nodes, 99)).toEqual([]);
  expect(pathTo(nodes, 3)).toEqual([1, 2, 3]);
  expect([heightOf(nodes, 1), heightOf(nodes, 2), heightOf(nodes, 3)]).toEqual([3, 2, 1]);
});

describe('a new parent', () => {
  test.each([
    ['a root', undefined, 0, undefined],
    ['a new option', undefined, 3, undefined],
    ['another tree', 2, 11, undefined],
    ['a move to the roots', 3, 0, undefined],
    ['an unknown parent', undefined, 99, '上级工艺不存在'],
    ['itself', 2, 2, '不能移到自己或自己的下级之下'],
    ['its grandchild', 1, 3, '不能移到自己或自己的下级之下'],
  ])('is checked: %s', (_name, id, parentId, problem) => {
    expect(parentProblem(nodes, id, parentId)).toBe(problem);
  });

  test('allows six levels at most, including the moved branch', () => {
    const deep = chain(MAX_LEVELS);
    expect(parentProblem(deep, undefined, 104)).toBeUndefined();
    expect(parentProblem(deep, undefined, 105)).toBe('工艺最多6级');
    const two = [...chain(MAX_LEVELS - 1), ...chain(2, 200)];
    expect(parentProblem(two, 200, 103)).toBeUndefined();
    expect(parentProblem(two, 200, 104)).toBe('工艺最多6级');
  });
});

test('a node is deleted only together with its descendants', () => {
  expect(childrenProblem(nodes, [3, 4])).toBeUndefined();
  expect(childrenProblem(nodes, [1, 2, 3, 4])).toBeUndefined();
  expect(childrenProblem(nodes, [1])).toBe('N1 下还有 N2、N4，请先删除或一并选择');
  expect(childrenProblem(nodes, [1, 2, 4])).toBe('N2 下还有 N3，请先删除或一并选择');
});
