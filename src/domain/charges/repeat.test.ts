import { expect, test } from 'vitest';
import { isRepeatOf, type ComparedLine } from './repeat.ts';

const line: ComparedLine = {
  name: 'QM-1 B 支架',
  materialId: 1,
  optionIds: [11, 22],
  hasModel: false,
  length: 60,
  width: 40,
  height: 8,
};
const model = { ...line, hasModel: true };

test('without models, a repeat has the same number, revision, size, material and options', () => {
  expect(isRepeatOf(line, line, false)).toBe(true);
  expect(
    isRepeatOf({ ...line, name: 'qm-1 b', length: 8, height: 60, optionIds: [22, 11] }, line, false),
  ).toBe(true);
});

test.each<[string, Partial<ComparedLine>]>([
  ['another revision', { name: 'QM-1 C 支架' }],
  ['no revision', { name: 'QM-1' }],
  ['no number', { name: '支架' }],
  ['another size', { length: 60.001 }],
  ['another material', { materialId: 2 }],
  ['one option less', { optionIds: [11] }],
  ['another option', { optionIds: [11, 23] }],
  ['a model', { hasModel: true }],
])('a part with %s is not a repeat', (_what, change) => {
  expect(isRepeatOf({ ...line, ...change }, line, true)).toBe(false);
});

test('with models, a repeat has the same shape, under any name', () => {
  expect(isRepeatOf({ ...model, name: '别的' }, model, true)).toBe(true);
  expect(isRepeatOf(model, model, false)).toBe(false);
  expect(isRepeatOf({ ...model, height: 9 }, model, true)).toBe(false);
});
