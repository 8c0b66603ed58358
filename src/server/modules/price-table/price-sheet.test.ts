import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PriceTable } from '#contract/prices/price-table.ts';
import type { Cell } from '#server/tables/workbook.ts';
import { readSheet, sheetOf } from './price-sheet.ts';
import { readRows } from '#server/tables/read-rows.ts';
import { fileOf } from '#server/tables/spreadsheets.test-data.ts';

const table: PriceTable = {
  materials: [
    { id: 1, name: '6061', materialTag: 'aluminium', manualOptions: [] },
    { id: 2, name: '=SUM(A1)', materialTag: 'steel', manualOptions: [] },
  ],
  options: [
    { id: 11, name: '喷砂', processId: 10, processName: '表面处理', materialIds: null },
    { id: 12, name: '阳极', processId: 10, processName: '表面处理', materialIds: [1] },
  ],
  cells: [
    [1, 11, 12.5, 1],
    [2, 11, 0, 0],
  ],
};
const heads = ['材料编号', '材料', '选项编号', '工艺', '选项', '价格', '天数'];
const row = (...cells: Cell[]) => [heads, cells];

test('the table has one row for each allowed pair', () => {
  expect(sheetOf(table)).toEqual([
    heads,
    [1, '6061', 11, '表面处理', '喷砂', 12.5, 1],
    [1, '6061', 12, '表面处理', '阳极', null, null],
    [2, '=SUM(A1)', 11, '表面处理', '喷砂', 0, 0],
  ]);
});

describe('rows', () => {
  test('may have columns in any order, missing names, blanks between, and figures as text', () => {
    const rows = [
      ['价格', '选项编号', '天数', '材料编号'],
      ['1234.5', 11, '0.25', '1'],
      [],
      [null, null, null, ' '],
      [null, '12', null, 1],
    ];
    expect(readSheet(rows, table)).toEqual({
      cells: [
        { materialId: 1, optionId: 11, after: { price: 1234.5, time: 0.25 } },
        { materialId: 1, optionId: 12, after: null },
      ],
      errors: [],
    });
  });

  test('may have units of price and days, and names with different whitespace', () => {
    const { cells, errors } = readSheet(row(1, ' 60 61', 11, '表面 处理', '喷砂', '￥8.80', '3 天'), table);
    expect(errors).toEqual([]);
    expect(cells).toEqual([{ materialId: 1, optionId: 11, after: { price: 8.8, time: 3 } }]);
  });

  test('may have rounding errors of sums', () => {
    const { cells } = readSheet(row(1, '', 11, '', '', 0.1 + 0.2, 1.1 * 3), table);
    expect(cells).toEqual([{ materialId: 1, optionId: 11, after: { price: 0.3, time: 3.3 } }]);
  });

  test.each<[string, Cell[][], [number, string, RegExp][]]>([
    ['no rows', [], [[1, '材料编号', /缺少此列/]]],
    ['an unknown column', [[...heads, '备注']], [[1, '备注', /不认识的列/]]],
    ['a duplicate column', [[...heads, '价格']], [[1, '价格', /列重复/]]],
    ['an unknown material', row(9, '', 11, '', '', 1, 1), [[2, '材料编号', /材料编号 9 不存在/]]],
    ['a process for an option', row(1, '', 10, '', '', 1, 1), [[2, '选项编号', /选项编号 10 不存在/]]],
    [
      'no ids',
      row(null, '6061', null, '', '', 1, 1),
      [
        [2, '材料编号', /请填写/],
        [2, '选项编号', /请填写/],
      ],
    ],
    ['an excluded pair', row(2, '', 12, '', '', 1, 1), [[2, '选项编号', /不适用于/]]],
    ['a shifted column of names', row(1, '7075', 11, '', '', 1, 1), [[2, '材料', /对应的是 6061/]]],
    ['a price in words', row(1, '', 11, '', '', '面议', 1), [[2, '价格', /必须是数字，而不是“面议”/]]],
    ['a boolean price', row(1, '', 11, '', '', true, 1), [[2, '价格', /必须是数字/]]],
    ['a negative price', row(1, '', 11, '', '', -1, 1), [[2, '价格', /不能小于0/]]],
    ['a negative price as text', row(1, '', 11, '', '', '-1', 1), [[2, '价格', /不能小于0/]]],
    ['too many decimals', row(1, '', 11, '', '', 1.005, 1), [[2, '价格', /2位小数/]]],
    ['too many days', row(1, '', 11, '', '', 1, 366), [[2, '天数', /不能大于365/]]],
    ['a price without days', row(1, '', 11, '', '', 1, null), [[2, '天数', /要么都填/]]],
    ['days without a price', row(1, '', 11, '', '', ' ', 3), [[2, '价格', /要么都填/]]],
    ['a formula as text', row(1, '', 11, '', '', '=1+1', 1), [[2, '价格', /必须是数字/]]],
    [
      'a duplicate pair',
      [...row(1, '', 11, '', '', 1, 1), [1, '', 11, '', '', 2, 2]],
      [[3, '选项编号', /与第2行/]],
    ],
  ])('with %s are reported by row and column', (_name, rows, expected) => {
    const { errors } = readSheet(rows, table);
    for (const [index, [row, column, message]] of expected.entries()) {
      expect(errors[index]).toMatchObject({ row, column });
      expect(errors[index]?.message).toMatch(message);
    }
  });

  test('have at most 500 reported errors', () => {
    const rows = [heads, ...Array.from({ length: 2_000 }, () => [9, '', 11, '', '', 1, 1])];
    const { errors } = readSheet(rows, table);
    expect(errors).toHaveLength(501);
    expect(errors.at(-1)?.message).toBe('另有1500处错误');
  });
});

const name = fc
  .tuple(
    fc.constantFrom('', 'toString', '__proto__', '_x0041_', '=', '+', '-', '@', "'", '"', '＝', '\t', "'="),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  .map((parts) => parts.join(''))
  .filter(
    (text) =>
      text.trim() !== '' &&
      text.isWellFormed() &&
      !/[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(text.replaceAll('\t', '')),
  );
const cellValue = fc.option(
  fc.record({
    price: fc.nat(9_999_999_999).map((fen) => fen / 100),
    time: fc.nat(36_500).map((n) => n / 100),
  }),
);

test.each(['csv', 'xlsx'] as const)(
  'an exported .%s is imported unchanged, whatever the names',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(name, name, name, cellValue, async (materialName, processName, optionName, value) => {
        const exported: PriceTable = {
          materials: [{ id: 1, name: materialName, materialTag: 't', manualOptions: [] }],
          options: [{ id: 11, name: optionName, processId: 10, processName, materialIds: null }],
          cells: value ? [[1, 11, value.price, value.time]] : [],
        };
        const { rows } = readRows(format, await fileOf(format, sheetOf(exported)));
        expect(readSheet(rows, exported)).toEqual({
          cells: [{ materialId: 1, optionId: 11, after: value }],
          errors: [],
        });
      }),
      { numRuns: format === 'csv' ? 500 : 100 },
    );
  },
);
