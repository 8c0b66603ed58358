import { expect, test } from 'vitest';
import { buildFields, catalogue } from './fixtures.test-data.ts';
import { followCatalogue } from './follow-catalogue.ts';

test('a catalogue with the same price leaves the part unchanged', () => {
  const fields = buildFields();
  const { fields: followed, notices } = followCatalogue(fields, catalogue, { ...catalogue });
  expect(followed).toBe(fields);
  expect(notices).toEqual([]);
});

test('a changed price or delivery is reported with the previous one', () => {
  const dearer = { ...catalogue, cncPrice: { ...catalogue.cncPrice, aluminium: 95 } };
  expect(followCatalogue(buildFields({ num: '1' }), catalogue, dearer).notices).toEqual([
    '价格已按最新价目更新：小计 ¥98.00 → ¥108.00',
  ]);
  const slower = {
    ...catalogue,
    materials: catalogue.materials.map((material) => ({ ...material, deliveryTime: 6 })),
  };
  expect(followCatalogue(buildFields({ num: '1' }), catalogue, slower).notices).toEqual([
    '交期已更新：5 个工作日 → 8 个工作日',
  ]);
});

test('a delivery time that rounds to the same working days is no change', () => {
  const materials = catalogue.materials.map((material) => ({ ...material, deliveryTime: 2.5 }));
  const fields = buildFields({ num: '1' });
  expect(followCatalogue(fields, catalogue, { ...catalogue, materials }).notices).toEqual([]);
});

test('a part without a price, or one that lost a choice, reports no price', () => {
  const dearer = { ...catalogue, cncPrice: { ...catalogue.cncPrice, aluminium: 95 } };
  expect(followCatalogue(buildFields({ length: '' }), catalogue, dearer).notices).toEqual([]);
  const withoutColours = { ...dearer, tree: dearer.tree.filter(({ id }) => id !== 20) };
  expect(followCatalogue(buildFields(), catalogue, withoutColours).notices).toEqual([
    '有工艺选项已下架，已取消选择',
  ]);
});
