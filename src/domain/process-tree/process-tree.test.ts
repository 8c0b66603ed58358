import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProcessSelections } from '#domain/pricing/types.ts';
import {
  appliesTo,
  dropInapplicable,
  materialMissingMessage,
  missingSelections,
  processesFor,
  processKey,
} from './process-tree.ts';
import { node } from './node.test-data.ts';
import { filterTypeLabels, type FilterType } from './types.ts';

const ALUMINIUM = 1;
const STEEL = 2;

/** 表面处理 (not 阳极 on steel; 阳极 requires a colour, gold only for aluminium 1), 热处理 (steel only), 检验, an empty process. */
const tree = [
  node(10, '表面处理', {
    children: [
      node(11, '喷砂'),
      node(12, '阳极氧化', {
        filterType: 1,
        materialIds: [STEEL],
        children: [node(13, '黑色'), node(14, '金色', { filterType: 2, materialIds: [ALUMINIUM] })],
      }),
      node(15, '发黑', {
        filterType: 2,
        materialIds: [STEEL],
        children: [node(16, '加厚', { filterType: 2 })],
      }),
    ],
  }),
  node(20, '热处理', { filterType: 2, materialIds: [STEEL], children: [node(21, '调质')] }),
  node(30, '检验', { children: [node(31, '尺寸报告')] }),
  node(40, '包装'),
];

const names = (materialId: number, selections: ProcessSelections) =>
  processesFor(tree, materialId, selections).map(
    ({ process, options, selected }) =>
      `${process.name}: ${options.map((option) => option.name).join(' ')}${selected ? ` → ${selected}` : ''}`,
  );

describe('a node of the process tree', () => {
  it.each<[FilterType, number[], boolean]>([
    [0, [], true],
    [0, [7], true],
    [0, [8], true],
    [1, [], true],
    [1, [7], false],
    [1, [8], true],
    [1, [8, 7], false],
    [2, [], false],
    [2, [7], true],
    [2, [8], false],
    [2, [8, 7], true],
  ])('with filter %i and materials %j applies to material 7: %s', (filterType, materialIds, applies) => {
    expect(appliesTo({ filterType, materialIds }, 7)).toBe(applies);
  });

  it('names its filter as the specification does', () => {
    expect(filterTypeLabels).toEqual({ 0: '默认', 1: '仅选中部分禁用', 2: '仅选中部分启用' });
  });
});

describe('the processes to choose from', () => {
  it('are the applicable processes with an applicable option', () => {
    expect(names(ALUMINIUM, {})).toEqual(['表面处理: 喷砂 阳极氧化', '检验: 尺寸报告']);
    expect(names(STEEL, {})).toEqual(['表面处理: 喷砂 发黑', '热处理: 调质', '检验: 尺寸报告']);
  });

  it('include the nested process of a selected option, right after its process', () => {
    expect(names(ALUMINIUM, { process_10: 12 })).toEqual([
      '表面处理: 喷砂 阳极氧化 → 12',
      '阳极氧化: 黑色 金色',
      '检验: 尺寸报告',
    ]);
    expect(names(3, { process_10: 12, process_12: 13 })).toEqual([
      '表面处理: 喷砂 阳极氧化 → 12',
      '阳极氧化: 黑色 → 13',
      '检验: 尺寸报告',
    ]);
  });

  it('do not include a process without an applicable option', () => {
    expect(names(STEEL, { process_10: 15 })).toEqual([
      '表面处理: 喷砂 发黑 → 15',
      '热处理: 调质',
      '检验: 尺寸报告',
    ]);
  });

  it('ignore a selection that is not an applicable option of the process', () => {
    expect(names(STEEL, { process_10: 12, process_12: 13 })[0]).toBe('表面处理: 喷砂 发黑');
    expect(names(ALUMINIUM, { process_10: 31 })[0]).toBe('表面处理: 喷砂 阳极氧化');
  });

  it('visit each node at most once in a tree of any depth', () => {
    const depth = 20_000;
    let deep = node(depth, 'leaf');
    const selections: ProcessSelections = {};
    for (let id = depth - 1; id >= 1; id--) {
      selections[processKey(id)] = id + 1;
      deep = node(id, `n${id}`, { children: [deep] });
    }
    expect(processesFor([deep], ALUMINIUM, selections)).toHaveLength(depth - 1);
    expect(missingSelections([deep], ALUMINIUM, selections)).toEqual([]);
    const unknown = { ...selections, process_0: 1 };
    expect(dropInapplicable([deep], ALUMINIUM, unknown).dropped).toHaveLength(1);
  });
});

describe('missing selections', () => {
  it('name each process that needs a choice', () => {
    expect(missingSelections(tree, STEEL, { process_20: 21 })).toEqual([
      { processId: 10, name: '表面处理', message: '请选择 表面处理 !' },
      { processId: 30, name: '检验', message: '请选择 检验 !' },
    ]);
  });

  it('include a nested process as soon as its option is selected', () => {
    const chosen = { process_10: 12, process_30: 31 };
    expect(missingSelections(tree, ALUMINIUM, chosen).map(({ processId }) => processId)).toEqual([12]);
    expect(missingSelections(tree, ALUMINIUM, { ...chosen, process_12: 14 })).toEqual([]);
  });

  it('include a process whose selection does not apply', () => {
    const chosen = { process_10: 12, process_20: 21, process_30: 31 };
    expect(missingSelections(tree, STEEL, chosen).map(({ processId }) => processId)).toEqual([10]);
  });

  it('have a message for a missing material', () => {
    expect(materialMissingMessage).toBe('请选择 材料!');
  });
});

describe('dropping inapplicable selections', () => {
  it('keeps every applicable selection', () => {
    const selections = { process_10: 12, process_12: 14, process_30: 31 };
    expect(dropInapplicable(tree, ALUMINIUM, selections)).toEqual({ applicable: selections, dropped: [] });
  });

  it('drops the option and its nested process by name after a change of material', () => {
    const selections = { process_10: 12, process_12: 14, process_30: 31 };
    expect(dropInapplicable(tree, STEEL, selections)).toEqual({
      applicable: { process_30: 31 },
      dropped: [
        { processId: 10, processName: '表面处理', optionId: 12, optionName: '阳极氧化' },
        { processId: 12, processName: '阳极氧化', optionId: 14, optionName: '金色' },
      ],
    });
  });

  it.each<[string, ProcessSelections, object]>([
    ['an unknown process', { process_99: 11 }, { processId: 99, processName: '工艺 99', optionName: '喷砂' }],
    ['an unknown option', { process_10: 98 }, { processId: 10, processName: '表面处理', optionId: 98 }],
    ['an option of another process', { process_10: 31 }, { processId: 10, optionName: '尺寸报告' }],
    ['a process without options', { process_40: 41 }, { processId: 40, processName: '包装' }],
    ['a process not opened by its option', { process_12: 13 }, { processId: 12 }],
    ['a process of other materials', { process_20: 21 }, { processId: 20, optionName: '调质' }],
    ['a second spelling of the same process', { ['process_010']: 11 }, { processId: 10, optionId: 11 }],
  ])('drops %s', (_, selections, expected) => {
    const { applicable, dropped } = dropInapplicable(tree, ALUMINIUM, selections);
    expect(applicable).toEqual({});
    expect(dropped).toEqual([expect.objectContaining(expected)]);
  });

  it('reads process keys only', () => {
    const item = { material: 1, num: 2, length: 3, width: 4, height: 5, process_30: 31 };
    expect(dropInapplicable(tree, ALUMINIUM, item)).toEqual({ applicable: { process_30: 31 }, dropped: [] });
  });

  it('partitions the selections, and keeps only available choices', () => {
    const processId = fc.constantFrom(10, 11, 12, 15, 20, 30, 40, 99);
    const optionId = fc.constantFrom(11, 12, 13, 14, 15, 16, 21, 31, 98);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(processId, optionId)),
        fc.integer({ min: 1, max: 3 }),
        (chosen, materialId) => {
          const selections: ProcessSelections = Object.fromEntries(
            chosen.map(([process, option]) => [processKey(process), option]),
          );
          const { applicable, dropped } = dropInapplicable(tree, materialId, selections);
          const again = dropped.map(({ processId: process, optionId: option }) => [
            processKey(process),
            option,
          ]);
          expect({ ...applicable, ...Object.fromEntries(again) }).toEqual(selections);
          expect(Object.keys(applicable).length + dropped.length).toBe(Object.keys(selections).length);
          expect(dropInapplicable(tree, materialId, applicable)).toEqual({ applicable, dropped: [] });
          expect(processesFor(tree, materialId, applicable)).toEqual(
            processesFor(tree, materialId, selections),
          );
        },
      ),
    );
  });
});
