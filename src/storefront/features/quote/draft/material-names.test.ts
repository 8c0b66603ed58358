import { describe, expect, test } from 'vitest';
import { textsBy } from '#tests/support/data/listed.ts';
import { buildMaterial } from './fixtures.test-data.ts';
import { findMaterialByName, findMaterialInText, searchMaterials } from './material-names.ts';

/** Materials of a typical shop by category, some with a remark. */
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
const named = (text: string) => findMaterialByName(materials, text)?.name;
const found = (text: string) => searchMaterials(materials, tags, text).map(({ name }) => name);

describe('a bill of materials names', () => {
  const names = textsBy(`
    AL6061-T6 = 6061 | AL6061 | 6061-T6 | 铝合金6061 | Ａｌ 6061 － T6 | A6061 | AL 6061-T6 | 6061T6 | 6061-T651
      6061铝 | 6061铝板 | 6061铝合金板 | 6061 板材 | 铝板6061 | Aluminum 6061 | Aluminium 6061-T6 | AA6061
      EN AW-6061
    AL2A12-T4 = LY12
    SUS304 = 304 | 304不锈钢 | 不锈钢 304 | 06Cr19Ni10 | SUS304 | SUS-304 | SS304 | AISI 304 | S304 | 304#
      304不锈钢板 | SUS304不锈钢 | 不锈钢SUS304 | Stainless steel 304 | 1.4301
    Q235B = Q235 | A3 | A3钢
    45#钢 = 45# | 45号钢 | 45钢 | S45C | 45 | #45 | 45#圆钢 | AISI 1045 | C45
    黄铜 H59 = H59
    黄铜 H62 = 黄铜H62 | H62黄铜
    紫铜 T2 = 紫铜 | T2紫铜 | 红铜
    PMMA 亚克力 = 亚克力
    POM 赛钢 = pom | POM | POM-C | 赛钢
    PA66 尼龙 = 尼龙66
    PTFE 铁氟龙 = 特氟龙
    钛合金 TC4 = TC4 | Ti-6Al-4V | Grade 5 | Gr.5 | 钛合金TC4
    AL7075-T6 = A7075
    AL5052-H32 = 5052铝板
    SUS316L = 316L不锈钢 | SS316L
    PEEK = PEEK
     = 316 | 黄铜 | 不锈钢 | 铝 | Q345 | 6061-T73 | 60 | 钢 | 钛合金 | 铝合金 | 塑料 | 304L | 2024 | 40Cr
      6061/7075 | 6061或7075 | PA66+GF30 | 见图 | 客供 | A20 | SS45 | HPb59-1 | SKD11 | 铸铁 | PP | Q235A
      A45 | 铁
  `);
  test.each([...names, ['', ['']] as const])('"%s" by %s', (name, texts) => {
    for (const text of texts) expect([text, named(text) ?? '']).toEqual([text, name]);
  });

  test('every material by its own name', () => {
    for (const { name } of materials) expect(named(name)).toBe(name);
  });
});

test.each([
  ['POM黑色', 'POM 赛钢', '黑色'],
  ['黑色POM', 'POM 赛钢', '黑色'],
  ['POM（白）', 'POM 赛钢', '白'],
  ['POM 黑', 'POM 赛钢', '黑'],
  ['透明亚克力', 'PMMA 亚克力', '透明'],
  ['亚克力透明板', 'PMMA 亚克力', '透明'],
  ['ABS黑色料', 'ABS', '黑色'],
  ['45#调质', '45#钢', '调质'],
  ['45# 调质', '45#钢', '调质'],
  ['6061 阳极黑', 'AL6061-T6', '阳极黑'],
  ['SUS304 / 钝化', 'SUS304', '钝化'],
  ['铝合金6061，喷砂', 'AL6061-T6', '喷砂'],
  ['6061', 'AL6061-T6', ''],
  ['PA66+GF30', 'PA66 尼龙', 'GF30'],
  ['6061或7075', undefined, undefined],
  ['6061/7075', undefined, undefined],
  ['Q345', undefined, undefined],
  ['支架', undefined, undefined],
  ['', undefined, undefined],
])('%j names %j and leaves %j', (text, name, rest) => {
  const found = findMaterialInText(materials, text);
  expect([found?.material.name, found?.rest]).toEqual([name, rest]);
});

describe('the search finds', () => {
  test('a whole category', () => {
    expect(found('不锈钢')).toEqual(['SUS304', 'SUS303', 'SUS316L', 'SUS420J2']);
    expect(found('铝')).toHaveLength(5);
  });

  test('grades, aliases and remarks, and matches every word', () => {
    expect(found('304')).toEqual(['SUS304']);
    expect(found('尼龙')).toEqual(['PA66 尼龙']);
    expect(found('有机玻璃')).toEqual(['PMMA 亚克力']);
    expect(found('型材')).toEqual(['AL6063-T5']);
    expect(found('不锈钢 耐蚀')).toEqual(['SUS316L']);
    expect(found('没有这种')).toEqual([]);
  });
});
