import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allNodes, shiftedSortOrders } from './tree.ts';
import { checkState, storedIds, type TreeChoice } from './tree-checks.ts';

test('after any shift, siblings have the expected order and distinct sort numbers', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(30), { minLength: 2, maxLength: 8 }),
      fc.nat(7),
      fc.constantFrom(-1 as const, 1 as const),
      (numbers, at, step) => {
        const siblings = numbers.toSorted((a, b) => a - b).map((sort, id) => ({ id, sort }));
        const changes = shiftedSortOrders(siblings, at, step);
        if (siblings[at] === undefined || siblings[at + step] === undefined) return changes.length === 0;
        const after = siblings
          .map((one) => changes.find(({ id }) => id === one.id) ?? one)
          .toSorted((a, b) => a.sort - b.sort);
        const expected = siblings.map(({ id }) => id);
        [expected[at], expected[at + step]] = [at + step, at];
        expect(after.map(({ id }) => id)).toEqual(expected);
        expect(new Set(after.map(({ sort }) => sort)).size).toBe(after.length);
        return true;
      },
    ),
  );
});

interface Node {
  id: number;
  isStorable: boolean;
  children: Node[];
}
const own = (id: number, ...children: Node[]): Node => ({ id, isStorable: true, children });
const root: Node = { id: 1, isStorable: false, children: [own(2, own(3), own(4)), own(5)] };
const choice = (chosen: Iterable<number>): TreeChoice<Node> => ({
  idOf: ({ id }) => id,
  isStorable: (node) => node.isStorable,
  isLocked: () => false,
  chosen: new Set(chosen),
});

test('a stored choice has the same check states when it is reopened', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 5 })), (ids) => {
      const first = choice(ids);
      const again = choice(storedIds([root], first));
      const states = (one: TreeChoice<Node>) => allNodes([root]).map((node) => checkState(node, one));
      expect(states(again)).toEqual(states(first));
    }),
  );
});
