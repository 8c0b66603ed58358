import { expect, test } from 'vitest';
import { withObviousSelections } from './obvious-selections.ts';
import type { ProcessNode } from './types.ts';

const node = (id: number, name: string, children: ProcessNode[] = [], onlyFor?: number[]): ProcessNode => ({
  id,
  name,
  filterType: onlyFor ? 2 : 0,
  materialIds: onlyFor ?? [],
  children,
});

const tree = [
  node(10, '表面处理', [
    node(11, '无（保留刀纹）'),
    node(12, '喷砂'),
    node(13, '镀锌', [node(131, '蓝白锌')], [2]),
  ]),
  node(20, '粗糙度', [node(21, 'Ra3.2'), node(22, 'Ra1.6')]),
  node(30, '螺纹', [node(31, 'M3'), node(32, '无螺纹')]),
  node(40, '清洗包装', [node(41, '标准包装'), node(42, '防锈包装', [], [2])]),
];

test('single applicable options and options without work are selected; real decisions stay open', () => {
  expect(withObviousSelections(tree, 1, {})).toEqual({ process_10: 11, process_30: 32, process_40: 41 });
  expect(withObviousSelections(tree, 2, {})).toEqual({ process_10: 11, process_30: 32 });
});

test('a removed option is not replaced by an empty selection', () => {
  expect(withObviousSelections(tree, 1, { process_30: 31 }, ['process_10', 'process_40'])).toEqual({
    process_30: 31,
    process_40: 41,
  });
});

test('a process opened by a selected option is completed too', () => {
  const plated = { process_10: 13, process_20: 21, process_30: 31, process_40: 42 };
  expect(withObviousSelections(tree, 2, plated)).toEqual({ ...plated, process_13: 131 });
});

test('complete selections are returned as the same object', () => {
  const selections = { process_10: 12, process_20: 22, process_30: 31, process_40: 41 };
  expect(withObviousSelections(tree, 1, selections)).toBe(selections);
});
