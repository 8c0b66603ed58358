import { expect, test } from 'vitest';
import { materialGroups, toggleAll } from './material-groups.ts';

const materials = [
  { id: 1, name: 'AL6061', materialTag: 'al' },
  { id: 2, name: 'Q235', materialTag: 'steel' },
  { id: 3, name: 'AL7075', materialTag: 'al' },
];

test.each([
  ['', ['al: 1 3', 'steel: 2']],
  [' al7', ['al: 3']],
  ['q', ['steel: 2']],
  ['x', []],
])('materials found by %j are grouped by tag', (search, expected) => {
  const groups = materialGroups(materials, search);
  expect(groups.map(({ tag, materials }) => `${tag}: ${materials.map(({ id }) => id).join(' ')}`)).toEqual(
    expected,
  );
});

test.each([
  [[], [1, 3], [1, 3]],
  [
    [2, 3],
    [1, 3],
    [2, 1, 3],
  ],
  [[1, 2, 3], [1, 3], [2]],
  [[1], [1], []],
])('%j with %j toggled is %j', (chosen, ids, expected) => {
  expect(toggleAll(chosen, ids)).toEqual(expected);
});
