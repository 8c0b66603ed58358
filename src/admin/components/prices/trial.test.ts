import { describe, expect, test } from 'vitest';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { applicableOptions } from './applicable-options.ts';
import { completeSelections, initialSize, partOf } from './trial-part.ts';
import { priceTrialPart } from './trial-price.ts';

const node = (
  id: number,
  name: string,
  children: ProcessNode[] = [],
  rest: Partial<ProcessNode> = {},
): ProcessNode => ({
  id,
  name,
  filterType: 0,
  materialIds: [],
  children,
  ...rest,
});

/** 表面 → 无, 氧化 → 颜色: 本色 (not for material 2), 黑; 热处理 for material 2 only. */
const tree = [
  node(1, '表面', [
    node(11, '无'),
    node(12, '氧化', [node(121, '本色', [], { filterType: 1, materialIds: [2] }), node(122, '黑')]),
  ]),
  node(2, '热处理', [node(21, '淬火')], { filterType: 2, materialIds: [2] }),
];

describe('the applicable options', () => {
  test.each([
    [1, ['表面: 无、氧化', '表面 / 氧化: 本色、黑']],
    [2, ['表面: 无、氧化', '表面 / 氧化: 黑', '热处理: 淬火']],
  ])('of material %i', (materialId, expected) => {
    const groups = applicableOptions(tree, materialId);
    expect(
      groups.map(({ name, options }) => `${name}: ${options.map((one) => one.name).join('、')}`),
    ).toEqual(expected);
  });
});

describe('a test part', () => {
  test('has a selection for each process of its material', () => {
    expect(completeSelections(tree, 2, {})).toEqual({ process_1: 11, process_2: 21 });
  });

  test('keeps applicable selections, adds the processes they unlock and drops the rest', () => {
    expect(completeSelections(tree, 2, { process_1: 12, process_12: 121, process_9: 1 })).toEqual({
      process_1: 12,
      process_12: 122,
      process_2: 21,
    });
  });

  const material = {
    id: 2,
    name: '铝',
    materialTag: 'al',
    length: 200,
    width: 100,
    height: 50,
    deliveryTime: 3,
    speed: 0,
    processConfig: [{ id: 11, price: 10, time: 1 }],
  };

  test('is priced per piece and in total, with its days and its options without a price', () => {
    const part = partOf(2, { ...initialSize, num: 1 }, { process_1: 11, process_2: 21 });
    expect(priceTrialPart(material, part, { al: 90 })).toEqual({
      pieceFen: 10000,
      totalFen: 10000,
      days: 4,
      missing: [21],
    });
  });

  test('without a machining price shows a message instead of a price', () => {
    expect(priceTrialPart(material, partOf(2, initialSize, {}), {})).toEqual({
      problem: '该类材料暂无加工基价',
    });
  });
});
