import { describe, expect, test } from 'vitest';
import { buildFields, catalogue } from '../draft/fixtures.test-data.ts';
import { checkPart } from '../draft/validation.ts';
import { cellText, withAssumed, withCell, withRow } from './cell-values.ts';

const fields = buildFields();
const set = (column: Parameters<typeof withCell>[1], text: string, part = fields) =>
  withCell(part, column, text, catalogue);

describe('a cell', () => {
  test('of a material takes a name or a grade, else keeps the text marked', () => {
    expect(set('material', '304')).toMatchObject({ materialId: 2, unread: {} });
    const unknown = set('material', 'Q345');
    expect(unknown).toMatchObject({ materialId: null, unread: { material: 'Q345' } });
    expect(cellText(unknown, 'material', catalogue)).toBe('Q345');
    expect(set('material', '7075', unknown)).toMatchObject({ materialId: 3, unread: {} });
  });

  test('of a finish shows inner options, and takes them in any order', () => {
    expect(cellText(fields, 'finish', catalogue)).toBe('阳极氧化（黑色）');
    const { selections } = set('finish', '本色阳极氧化');
    expect(selections).toEqual({ process_10: 13, process_13: 131, process_20: 21 });
    expect(set('finish', '无').selections).toEqual({ process_10: 11, process_20: 21 });
    expect(set('finish', '').selections).toEqual({ process_20: 21 });
  });

  test('of an unknown or ambiguous finish never keeps another one silently', () => {
    for (const text of ['镀金', '阳极氧化']) {
      const part = set('finish', text);
      expect(part).toMatchObject({ selections: { process_20: 21 }, unread: { process_10: text } });
      expect(cellText(part, 'finish', catalogue)).toBe(text);
    }
  });

  test('of a size takes three sides, and units disappear', () => {
    expect(set('length', '80×40×10')).toMatchObject({ length: '80', width: '40', height: '10' });
    expect(set('width', '40mm')).toMatchObject({ width: '40' });
    expect(set('width', 'Φ40')).toMatchObject({ width: 'Φ40' });
    expect(set('num', '1,000件')).toMatchObject({ num: '1000' });
  });
});

test('the finish of an unknown material is chosen once the material is known', () => {
  const blank = { name: '', length: '', width: '', height: '', num: '', remark: '' };
  const part = withRow(fields, { ...blank, material: 'Q345', finish: '喷砂' }, catalogue);
  expect(part.unread).toEqual({ material: 'Q345', process_10: '喷砂' });
  expect(set('material', '304', part)).toMatchObject({
    materialId: 2,
    unread: {},
    selections: { process_10: 12 },
  });
});

describe('a finish that cannot be chosen is kept in its cell, and the part is not ready', () => {
  const { tree } = catalogue;
  const steelOnly = tree.slice(2);
  test.each([
    ['the process does not suit the material', steelOnly, 'process_30'],
    ['there is no process at all', [], 'finish'],
  ])('%s', (_case, offered, field) => {
    const other = { ...catalogue, tree: offered };
    const part = withCell({ ...fields, selections: {} }, 'finish', '淬火', other);
    expect(part.unread).toEqual({ [field]: '淬火' });
    expect(cellText(part, 'finish', other)).toBe('淬火');
    expect(checkPart(part, other).errors).toHaveProperty(field);
    expect(checkPart(withCell(part, 'finish', '', other), other).errors).toBeUndefined();
  });
});

describe('an empty cell of a pasted list', () => {
  const defaults = buildFields();
  const marked = (row: Parameters<typeof withRow>[1]) =>
    withAssumed(withRow(defaults, row, catalogue), row, defaults, catalogue);

  test('is marked as taking the default, until another material or finish is chosen', () => {
    const part = marked({ name: '支架', material: '', finish: '' });
    expect(part.assumed).toEqual({
      material: cellText(defaults, 'material', catalogue),
      finish: '阳极氧化（黑色）',
    });
    expect(set('finish', '无', part).assumed).toEqual({ material: part.assumed?.material });
    expect(set('material', '7075', part).assumed).toEqual({ finish: '阳极氧化（黑色）' });
  });

  test('is not marked where the list has no such column or names it, or the default does not suit the material', () => {
    expect(marked({ num: '5' }).assumed).toEqual({});
    expect(marked({ material: '6061', finish: '无' }).assumed).toEqual({});
    expect(marked({ material: '304', finish: '' }).assumed).toEqual({});
  });
});
