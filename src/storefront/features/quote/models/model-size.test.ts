import { describe, expect, test } from 'vitest';
import { emptyFields } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import { changedSizes, withModel } from './model-size.ts';

const unread: PartModel = { fileId: '1', fileName: '底板.step', fileBytes: 1, factor: 1 };
const model: PartModel = { ...unread, measures: { bodies: 1, volumeMm3: 1, sizeMm: [120, 60, 20] } };
const inches: PartModel = { ...model, factor: 25.4 };
const sides = ({ length = '', width = '', height = '' }) => [length, width, height];
const part = (modelFile: PartModel, [length, width, height]: [string, string, string]) => ({
  ...emptyFields,
  modelFile,
  length,
  width,
  height,
});

describe('after a change of the model', () => {
  test.each([
    ['follows in all sides', part(model, ['120', '60', '20']), ['3048', '1524', '508']],
    ['keeps a side typed by hand', part(model, ['120', '60', '25']), ['3048', '1524', '25']],
    ['keeps all sides typed by hand', part(model, ['130', '70', '25']), ['130', '70', '25']],
    ['fills a side that was emptied', part(model, ['120', '', '25']), ['3048', '1524', '25']],
    ['fills what was not typed while it was read', part(unread, ['', '', '25']), ['3048', '1524', '25']],
  ])('the part %s', (_, before, after) => {
    const next = { ...before, ...withModel(before, inches) };
    expect(sides(next)).toEqual(after);
  });

  test('and back, a side typed by hand stays marked and the others come from the model', () => {
    const before = part(model, ['120', '60', '25']);
    const there = { ...before, ...withModel(before, inches) };
    expect(changedSizes(there)).toEqual(['height']);
    const back = { ...there, ...withModel(there, model) };
    expect(sides(back)).toEqual(['120', '60', '25']);
    expect(changedSizes(back)).toEqual(['height']);
  });

  test('a model without a size leaves the fields unchanged', () => {
    const before = part(model, ['120', '60', '20']);
    expect(withModel(before, unread)).toEqual({ modelFile: unread });
  });
});
