import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { unpackWorkbook } from '#server/tables/workbook-archive.ts';
import type { Cell } from './workbook.ts';
import { workbookOf } from './workbook.ts';

async function* inSlices(rows: Cell[][], size: number) {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}

test('cells of every type are read back as written, across slices', async () => {
  const control = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');
  const rows: Cell[][] = [
    ['名称', '', null, '<b>&amp;</b>', ' both ends ', 'two\nlines\r\n'],
    [1, -0.25, 1e21, true, false, '=1+1'],
    ['_x0041_', '__proto__', 'toString', '\ufffe\u0085', '"\'', `a${control}b`],
    ['😀', '𠮷', '0012', '1e5', 'TRUE', '#REF!'],
  ];
  const read = rows.map((row) => row.map((cell) => (cell === '' ? null : cell)));
  for (const size of [1, 3, 10]) {
    expect(await readSheet(await workbookOf(inSlices(rows, size)), { trim: false })).toStrictEqual(read);
  }
});

test('columns beyond Z have two and three letters', async () => {
  const row = Array.from({ length: 800 }, (_, n) => n);
  expect(await readSheet(await workbookOf(inSlices([row], 1)))).toStrictEqual([row]);
});

test('a failure while reading rows fails the whole workbook', async () => {
  async function* failing() {
    yield [['a']];
    throw new Error('the database is gone');
  }
  await expect(workbookOf(failing())).rejects.toThrow('the database is gone');
});

test('the header is coloured and frozen, and columns are as wide as their text', async () => {
  const rows: Cell[][] = [
    ['编号', '', '备注'],
    [12345678901, 'x', '这是一段十二个字的说明文'],
    [1, null, 'y'.repeat(500)],
  ];
  const file = await workbookOf(inSlices(rows, 2));
  const parts = unpackWorkbook(file);
  const textOf = (name: string) => parts.get(name.toLowerCase())?.toString() ?? '';
  const sheet = textOf('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(
    [...sheet.matchAll(/<col min="(\d)" max="\1" width="(\d+)" customWidth="1"\/>/g)].map(
      ([, , width]) => width,
    ),
  ).toEqual(['13', '8', '26']);
  const [head = '', body = ''] = sheet.match(/<row .*?<\/row>/gs) ?? [];
  expect(head.match(/<c [^>]*s="1"/g)).toHaveLength(3);
  expect(body).not.toContain('s="1"');
  expect(textOf('xl/styles.xml')).toContain('rgb="FF15803d"');
  expect(textOf('[Content_Types].xml')).toContain('/xl/styles.xml');
});

test('a workbook without rows can be read', async () => {
  expect(await readSheet(await workbookOf(inSlices([], 1)))).toStrictEqual([]);
});
