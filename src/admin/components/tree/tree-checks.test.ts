import { expect, test } from 'vitest';
import { checkState, chooseOnly, storedIds, toggleBranch, type TreeChoice } from './tree-checks.ts';

interface Node {
  id: number;
  isStorable: boolean;
  children: Node[];
}
const holder = (id: number, ...children: Node[]): Node => ({ id, isStorable: false, children });
const own = (id: number, ...children: Node[]): Node => ({ id, isStorable: true, children });

/** A directory with two pages, one of them with two buttons. */
const button3 = own(3);
const page2 = own(2, button3, own(4));
const root = holder(1, page2, own(5));

const choice = (chosen: Iterable<number>, locked: readonly number[] = []): TreeChoice<Node> => ({
  idOf: ({ id }) => id,
  isStorable: ({ isStorable }) => isStorable,
  isLocked: ({ id }) => locked.includes(id),
  chosen: new Set(chosen),
});

test.each([
  [[], 'none', 'none'],
  [[2], 'some', 'some'],
  [[3], 'some', 'some'],
  [[2, 3, 4], 'all', 'some'],
  [[2, 3, 4, 5], 'all', 'all'],
  [[5], 'none', 'some'],
  // A stored directory alone chooses nothing: pages may have been added to it since.
  [[1], 'none', 'none'],
] as const)('with %j chosen, the page is %s and its directory is %s', (chosen, page, directory) => {
  expect(checkState(page2, choice(chosen))).toBe(page);
  expect(checkState(root, choice(chosen))).toBe(directory);
});

test('clicking a partly chosen branch chooses all of it; clicking a fully chosen one clears it', () => {
  expect(toggleBranch(page2, choice([3]))).toEqual(new Set([2, 3, 4]));
  expect(toggleBranch(page2, choice([2, 3, 4, 5]))).toEqual(new Set([5]));
});

test('choosing a button also chooses its page; removing the button keeps the page', () => {
  const withButton = toggleBranch(button3, choice([]), [root, page2]);
  expect(withButton).toEqual(new Set([2, 3]));
  expect(toggleBranch(button3, choice(withButton), [root, page2])).toEqual(new Set([2]));
});

test('locked nodes keep their state', () => {
  expect(toggleBranch(root, choice([], [3]))).toEqual(new Set([2, 4, 5]));
  expect(toggleBranch(root, choice([2, 3, 4, 5], [3]))).toEqual(new Set([3]));
  expect(chooseOnly(page2, choice([3, 4], [3]))).toEqual(new Set([2, 3]));
});

test('a page can be chosen without its buttons', () => {
  expect(chooseOnly(page2, choice([2, 3, 4, 5]))).toEqual(new Set([2, 5]));
});

test('a directory is stored only if all of its content is chosen', () => {
  expect(storedIds([root], choice([2, 3]))).toEqual([2, 3]);
  expect(storedIds([root], choice([5, 4, 3, 2]))).toEqual([1, 2, 3, 4, 5]);
});
