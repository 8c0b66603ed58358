import { expect, test } from 'vitest';
import { readBom } from './bom.ts';
import { gappedColumns, fillDown } from './fill-down.ts';

const known = {
  isMaterial: (text: string) => text === '6061',
  isFinish: () => false,
  processOf: () => undefined,
};
const rows = readBom(
  '名称\t材料\t表面处理\t数量\nA\t\t\t1\nB\t6061\t喷砂\t1\nC\t\t\t1\nD\tH62\t\t1\nE\t\t抛光\t1',
  known,
).rows;

test('the text of a merged cell can fill the rows below it, but not above it', () => {
  expect(gappedColumns(rows)).toEqual([
    { column: 'material', blankRows: 2 },
    { column: 'finish', blankRows: 2 },
  ]);
  const filled = fillDown(rows, new Set(['material']));
  expect(filled.map(({ material }) => material)).toEqual(['', '6061', '6061', 'H62', 'H62']);
  expect(filled.map(({ finish }) => finish)).toEqual(['', '喷砂', '', '', '抛光']);
  expect(gappedColumns(filled)).toEqual([{ column: 'finish', blankRows: 2 }]);
});
