import { describe, expect, test } from 'vitest';
import type { BomField } from './headings.ts';
import { readBom } from './bom.ts';
import { isBom, readPastedRows } from './pasted-rows.ts';

const known = {
  isMaterial: (material: string) => material === '6061',
  isFinish: (finish: string) => finish === '喷砂',
  processOf: () => undefined,
};
const rows = (text: string, column: BomField) =>
  isBom(text, column, known) ? readBom(text, known).rows : readPastedRows(text, column);

describe('a pasted block of cells', () => {
  test('of one column keeps its blank rows, so that later rows meet their parts', () => {
    expect(rows('10\r\n\r\n30\r\n', 'num')).toEqual([{ num: '10' }, { num: '' }, { num: '30' }]);
    expect(rows('\r\n喷砂\r\n', 'finish')).toEqual([{ finish: '' }, { finish: '喷砂' }]);
    expect(rows('60\t50\n\t\n40\t30\n\t\n', 'length')).toEqual([
      { length: '60', width: '50' },
      { length: '', width: '' },
      { length: '40', width: '30' },
    ]);
  });

  test('of one column keeps spaces and commas inside a cell', () => {
    expect(rows('左 前 支架\n右 前 支架', 'name')).toEqual([{ name: '左 前 支架' }, { name: '右 前 支架' }]);
    expect(rows('去毛刺，倒角，清洗\n按图，去油，包装', 'remark')).toEqual([
      { remark: '去毛刺，倒角，清洗' },
      { remark: '按图，去油，包装' },
    ]);
  });

  test('is read as a BOM with headings, or with whole parts from the first column on', () => {
    const part = { name: '支架', material: '6061', length: '80', width: '40', height: '10', num: '25' };
    for (const text of ['支架\t6061\t80×40×10\t25', '支架,6061,80,40,10,25\n支架,6061,80,40,10,25'])
      expect(rows(text, 'name')?.[0]).toMatchObject(part);
    expect(rows('数量 名称\n25 支架', 'num')?.[0]).toMatchObject({ name: '支架', num: '25' });
  });

  test('copied from the table keeps its columns, whatever the names look like', () => {
    for (const name of ['X1', '喷砂', 'P001', '25'])
      expect(
        rows(
          `${name}\t6061\t50\t40\t12\t3\t喷砂\tr1\n${name}\t\t50×40×12\t\t\t\t\t\n${name}\t6061\t50\t40\t12\t3\t无\t`,
          'name',
        )?.[0],
      ).toEqual({
        name,
        material: '6061',
        length: '50',
        width: '40',
        height: '12',
        num: '3',
        finish: '喷砂',
        remark: 'r1',
      });
  });

  test('is not a block when the text belongs in one cell', () => {
    expect(rows('左 前 支架\r\n', 'name')).toBeUndefined();
  });
});
