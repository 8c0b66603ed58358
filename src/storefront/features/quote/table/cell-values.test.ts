import { describe, expect, test } from 'vitest';
import { buildFields, catalogue } from '../draft/fixtures.test-data.ts';
import { checkPart } from '../draft/validation.ts';
import { cellText, withCell, withRow } from './cell-values.ts';
import { partOfRow } from './fill-rows.ts';

const fields = buildFields();
const set = (column: Parameters<typeof withCell>[1], text: string, part = fields) =>
  withCell(part, column, text, catalogue);

describe('a cell', () => {
  test('of a material takes a name or a grade, and keeps other text as unread', () => {
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

  test('of a size takes three sides, and drops units', () => {
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

test('the finish that a list leaves out is marked, until another one is chosen', () => {
  const part = partOfRow({ name: '支架', material: '6061', finish: '' }, fields, catalogue);
  expect(part.assumed).toEqual({ finish: '无' });
  expect(set('finish', '喷砂', part).assumed).toEqual({});
  expect(partOfRow({ material: '6061', finish: '无' }, fields, catalogue).assumed).toEqual({});
});
