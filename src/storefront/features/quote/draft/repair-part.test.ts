import { expect, test } from 'vitest';
import { buildFields, catalogue } from './fixtures.test-data.ts';
import { changeMaterial, repairPart } from './repair-part.ts';

test('a part that suits its material stays the same object', () => {
  const fields = buildFields();
  const repaired = repairPart(fields, catalogue);
  expect(repaired.fields).toBe(fields);
  expect(repaired.notices).toEqual([]);
});

test('a new material drops unsuitable choices, reports each once, and makes the obvious new ones', () => {
  const { fields, notices } = changeMaterial(buildFields(), 2, catalogue);
  // 热处理 is new and can be none; 表面处理 was chosen, so the customer chooses again.
  expect(fields.selections).toEqual({ process_20: 21, process_30: 31 });
  expect(notices).toEqual(['“表面处理：阳极氧化”不适用于 SUS304，已取消选择']);
});

test('a withdrawn material is reported, and the selections stay for the next one', () => {
  const { fields, notices } = repairPart(buildFields({ materialId: 99 }), catalogue);
  expect(fields.materialId).toBeNull();
  expect(fields.selections).toEqual(buildFields().selections);
  expect(notices).toEqual(['原来选择的材料已下架，请重新选择材料']);
});

test('no obvious choice is made where pasted text matched nothing', () => {
  const fields = buildFields({ selections: {}, unread: { process_10: '镀金' } });
  expect(changeMaterial(fields, 2, catalogue).fields.selections).toEqual({ process_30: 31 });
});

test('options missing from the tree are dropped and reported', () => {
  const { fields, notices } = repairPart(
    buildFields({ selections: { process_10: 11, process_20: 29, process_99: 1 } }),
    catalogue,
  );
  expect(fields.selections).toEqual({ process_10: 11 });
  expect(notices).toEqual(['有工艺选项已下架，已取消选择']);
});
