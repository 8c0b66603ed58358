import { expect, test } from 'vitest';
import { node } from '#domain/process-tree/node.test-data.ts';
import { applicableOptions, inapplicableNodes } from './applicable-options.ts';

const STEEL = 2;
const tree = [
  node(10, '表面处理', {
    children: [
      node(11, '喷砂'),
      node(12, '阳极氧化', { filterType: 1, materialIds: [STEEL], children: [node(13, '黑色')] }),
      node(14, '镀层', {
        children: [node(15, '镀锌'), node(16, '镀铬', { filterType: 2, materialIds: [1] })],
      }),
    ],
  }),
  node(20, '热处理', { filterType: 2, materialIds: [1], children: [node(21, '淬火')] }),
];

test('applicable and inapplicable options cover the whole tree, each below its processes', () => {
  expect(
    applicableOptions(tree, STEEL).map(({ name, options }) => [name, options.map((option) => option.name)]),
  ).toEqual([
    ['表面处理', ['喷砂', '镀层']],
    ['表面处理 / 镀层', ['镀锌']],
  ]);
  expect(inapplicableNodes(tree, STEEL)).toEqual([
    { id: 12, name: '表面处理 · 阳极氧化', hasMaterialList: false },
    { id: 16, name: '表面处理 / 镀层 · 镀铬', hasMaterialList: true },
    { id: 20, name: '热处理', hasMaterialList: true },
  ]);
  expect(inapplicableNodes(tree, 1)).toEqual([]);
});
