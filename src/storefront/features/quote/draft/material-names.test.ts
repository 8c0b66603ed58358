import { describe, expect, test } from 'vitest';
import { buildMaterial } from './fixtures.test-data.ts';
import { materialNamed, searchMaterials } from './material-names.ts';

/** Materials of a usual shop by category, some with their remark. */
const shop: Record<string, string[]> = {
  铝合金: ['AL6061-T6', 'AL7075-T6', 'AL5052-H32', 'AL6063-T5/型材', 'AL2A12-T4'],
  不锈钢: ['SUS304', 'SUS303', 'SUS316L/耐蚀', 'SUS420J2'],
  碳钢: ['Q235B', '20#钢', '45#钢', 'S50C'],
  铜: ['黄铜 H59', '黄铜 H62', '紫铜 T2', '锡青铜 QSn6.5-0.1'],
  工程塑料: ['POM 赛钢', 'ABS', 'PC 聚碳酸酯', 'PMMA 亚克力', 'PA66 尼龙', 'PEEK', 'PTFE 铁氟龙'],
  钛合金: ['钛合金 TC4', '工业纯钛 TA2'],
};
const materials = Object.entries(shop)
  .flatMap(([materialTag, entries]) => entries.map((entry) => ({ materialTag, entry })))
  .map(({ materialTag, entry }, index) => {
    const [name = '', remark = ''] = entry.split('/');
    return buildMaterial({ id: index + 1, name, materialTag, remark });
  });
const tags = Object.keys(shop).map((label) => ({ value: label, label, listClass: '' }));
const named = (text: string) => materialNamed(materials, text)?.name;
const found = (text: string) => searchMaterials(materials, tags, text).map(({ name }) => name);

describe('a bill of materials names', () => {
  test.each([
    ['6061', 'AL6061-T6'],
    ['AL6061', 'AL6061-T6'],
    ['6061-T6', 'AL6061-T6'],
    ['铝合金6061', 'AL6061-T6'],
    ['Ａｌ 6061 － T6', 'AL6061-T6'],
    ['LY12', 'AL2A12-T4'],
    ['304', 'SUS304'],
    ['304不锈钢', 'SUS304'],
    ['不锈钢 304', 'SUS304'],
    ['06Cr19Ni10', 'SUS304'],
    ['Q235', 'Q235B'],
    ['45#', '45#钢'],
    ['45号钢', '45#钢'],
    ['45钢', '45#钢'],
    ['S45C', '45#钢'],
    ['H59', '黄铜 H59'],
    ['黄铜H62', '黄铜 H62'],
    ['紫铜', '紫铜 T2'],
    ['亚克力', 'PMMA 亚克力'],
    ['pom', 'POM 赛钢'],
    ['尼龙66', 'PA66 尼龙'],
    ['特氟龙', 'PTFE 铁氟龙'],
    ['TC4', '钛合金 TC4'],
  ])('%s for %s', (text, name) => expect(named(text)).toBe(name));

  test.each(['', '316', '黄铜', '不锈钢', '铝', 'Q345', '6061-T651', '60', '钢'])(
    '%j for no single material',
    (text) => expect(named(text)).toBeUndefined(),
  );

  test('every material by its own name', () => {
    for (const { name } of materials) expect(named(name)).toBe(name);
  });
});

describe('the search finds', () => {
  test('a whole category', () => {
    expect(found('不锈钢')).toEqual(['SUS304', 'SUS303', 'SUS316L', 'SUS420J2']);
    expect(found('铝')).toHaveLength(5);
  });

  test('grades, aliases and remarks, and every one of several words', () => {
    expect(found('304')).toEqual(['SUS304']);
    expect(found('尼龙')).toEqual(['PA66 尼龙']);
    expect(found('有机玻璃')).toEqual(['PMMA 亚克力']);
    expect(found('型材')).toEqual(['AL6063-T5']);
    expect(found('不锈钢 耐蚀')).toEqual(['SUS316L']);
    expect(found('没有这种')).toEqual([]);
  });
});
