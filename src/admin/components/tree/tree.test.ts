import { expect, test } from 'vitest';
import { branchIds, allNodes, filterTree, pathTo, shiftedSortOrders, visibleRows } from './tree.ts';

interface Node {
  id: number;
  children: Node[];
}
const idOf = ({ id }: Node) => id;
const node = (id: number, ...children: Node[]): Node => ({ id, children });
const tree = [node(1, node(2, node(3)), node(4)), node(5)];

test('only children of expanded nodes are visible, and each row has its level and position', () => {
  expect(visibleRows(tree, idOf, new Set()).map(idOf2)).toEqual([1, 5]);
  const rows = visibleRows(tree, idOf, new Set([1, 3]));
  expect(rows.map(idOf2)).toEqual([1, 2, 4, 5]);
  expect(rows[2]).toMatchObject({ level: 2, position: 1, parentId: 1 });
  const idsOf = (open: number[]) => visibleRows(tree, idOf, new Set(open)).map(idOf2);
  expect(idsOf(branchIds(tree, idOf))).toEqual(allNodes(tree).map(idOf));
});
const idOf2 = ({ id }: { id: number }) => id;

test('`branchIds` stops at the given level', () => {
  expect(branchIds(tree, idOf)).toEqual([1, 2]);
  expect(branchIds(tree, idOf, 1)).toEqual([1]);
});

test('a search keeps matching nodes with their ancestors and descendants', () => {
  const search = (id: number) => allNodes(filterTree(tree, (one) => one.id === id)).map(idOf);
  expect(search(2)).toEqual([1, 2, 3]);
  expect(search(4)).toEqual([1, 4]);
  expect(search(9)).toEqual([]);
});

test('the path to a node starts at its root', () => {
  expect(pathTo(tree, idOf, 3).map(idOf)).toEqual([1, 2, 3]);
  expect(pathTo(tree, idOf, 9)).toEqual([]);
});

test.each([
  ['a swap saves two records', [10, 20, 30], 1, -1, '1:10 0:20'],
  ['the first stays first', [10, 20], 0, -1, ''],
  ['the last stays last', [10, 20], 1, 1, ''],
  ['siblings with equal sort numbers are renumbered', [0, 0, 5], 0, 1, '1:10 0:20 2:30'],
] as const)('%s', (_name, sorts, id, step, expected) => {
  const siblings = sorts.map((sort, index) => ({ id: index, sort }));
  const shifted = shiftedSortOrders(siblings, id, step).map((one) => `${one.id}:${one.sort}`);
  expect(shifted.join(' ')).toBe(expected);
});
