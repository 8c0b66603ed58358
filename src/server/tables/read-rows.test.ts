import { describe, expect, test } from 'vitest';
import { readRows } from './read-rows.ts';
import { fileOf, numberRow, workbookParts, workbookWith, zipOf } from './spreadsheets.test-data.ts';
import { UnreadableFile } from './unreadable-file.ts';

const rows = [
  ['材料编号', '价格'],
  [1, 12.5],
  [2, null],
  ['=1+1', 0.1],
];

describe('a table', () => {
  test('is read from .xlsx as written', async () => {
    expect(readRows('xlsx', await fileOf('xlsx', rows))).toEqual({ rows, errors: [] });
  });

  test('is read from .csv in UTF-8 with or without byte order mark, and in GB 18030 of Chinese Excel', async () => {
    const csv = await fileOf('csv', rows);
    const text = [
      ['材料编号', '价格'],
      ['1', '12.5'],
      ['2', null],
      ["'=1+1", '0.1'],
    ];
    expect(readRows('csv', csv)).toEqual({ rows: text, errors: [] });
    expect(readRows('csv', csv.subarray(3))).toEqual({ rows: text, errors: [] });
    // 材料,价格 in GB 18030.
    const gb = Buffer.concat([Buffer.from('b2c4c1cf2cbcdbb8f1', 'hex'), Buffer.from('\r\n1,2\r\n')]);
    expect(readRows('csv', gb).rows).toEqual([
      ['材料', '价格'],
      ['1', '2'],
    ]);
  });

  test('reports its formulas instead of their cached results', () => {
    const sheet = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1*2</f><v>2</v></c></row>';
    const prefixed = '<x:row r="3"><x:c r="AC3" t="str"><x:f>A1</x:f><x:v>x</x:v></x:c></x:row>';
    expect(readRows('xlsx', zipOf(workbookParts(sheet + prefixed)))).toEqual({
      rows: [],
      errors: [
        { row: 1, column: 'B', message: '公式不能导入，请先粘贴为数值' },
        { row: 3, column: 'AC', message: '公式不能导入，请先粘贴为数值' },
      ],
    });
  });
});

const firstRow = (cells: string, more: Omit<Parameters<typeof workbookWith>[0], 'sheet'> = {}) =>
  readRows('xlsx', workbookWith({ sheet: `<row>${cells}</row>`, ...more })).rows[0];

describe('the type of a cell follows from its format', () => {
  test.each<[string, number | string, string, unknown]>([
    ['15 %', 9, '0.15', '15%'],
    ['100.00 %', 10, '1', '100%'],
    ['a percentage with binary rounding errors', '0.0%', '0.28999999999999998', '29%'],
    ['a literal percent sign', '0&quot;%&quot;', '15', 15],
    ['a date', 14, '46053', '2026-01-31'],
    ['a date and time', 'yyyy/m/d h:mm', '46053.354166666664', '2026-01-31 08:30'],
    ['a time', 20, '0.5', '12:00'],
    ['a Chinese date', 'yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@', '46053', '2026-01-31'],
    ['a date with a locale code', '[$-804]yyyy/mm/dd', '46053', '2026-01-31'],
    ['the last day before 1900-02-29', 14, '59', '1900-02-28'],
    ['a number beyond the last date', 14, '3000000', 3_000_000],
    ['an amount', '&quot;¥&quot;#,##0.00;[Red]\\-0.00', '1234.5', 1234.5],
    ['no style that exists', 14, '1', 1],
  ])('%s', (title, format, value, read) => {
    const style = title === 'no style that exists' ? 9 : 1;
    expect(firstRow(`<c s="${style}"><v>${value}</v></c>`, { formats: [format] })).toEqual([read]);
  });

  test('a unit in the format is shown in a list, and ignored when importing numbers', () => {
    const file = workbookWith({
      sheet: '<row><c s="1"><v>8.5</v></c></row>',
      formats: ['0.0\\ &quot;cm&quot;'],
    });
    expect([readRows('xlsx', file, 'list').rows, readRows('xlsx', file).rows]).toEqual([
      [['8.5cm']],
      [[8.5]],
    ]);
  });

  test('dates can use the 1904 system or ISO 8601', () => {
    const book = '<workbookPr date1904="1"/>';
    expect(firstRow('<c s="1"><v>44591</v></c>', { formats: [14], book })).toEqual(['2026-01-31']);
    expect(firstRow('<c t="d"><v>2026-01-31T00:00:00</v></c>')).toEqual(['2026-01-31']);
    expect(firstRow('<c t="d"><v>2026-01-31</v></c>')).toEqual(['2026-01-31']);
  });
});

describe('an invalid cell is refused with its reference', () => {
  const errorsOf = (sheet: string, after = '') =>
    readRows('xlsx', workbookWith({ sheet, after, formats: [9] })).errors;

  test('an error value, in a workbook and in a .csv', () => {
    const message = 'B2 是错误值 #N/A，请改正或清空';
    const sheet = '<row r="1"><c><v>1</v></c></row><row r="2"><c r="B2" t="e"><v>#N/A</v></c></row>';
    expect(errorsOf(sheet)).toEqual([{ row: 2, column: 'B', message }]);
    expect(readRows('csv', Buffer.from('价格,天数\n1,#N/A\n')).errors).toEqual([
      { row: 2, column: 'B', message },
    ]);
  });

  test('merged cells with their range, unless beyond the table', () => {
    const sheet = numberRow(1, [1, 2]) + numberRow(2, [3]) + '<row r="3"><c r="B3"><v>1</v></c></row>';
    const after =
      '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B1"/><mergeCell ref="D8:E9"/></mergeCells>';
    expect(errorsOf(sheet, after)).toEqual([
      { row: 2, column: 'A', message: 'A2:A3 是合并单元格，请取消合并，并填写其中每一格' },
    ]);
  });

  test('a number with lost digits, in a workbook and in a .csv', () => {
    const message = 'A1 的数字超过15位，末尾的数字已丢失，请把这一格设为文本后重新填写';
    expect(errorsOf('<row><c><v>9.1310000123456794E+17</v></c></row>')).toEqual([
      { row: 1, column: 'A', message },
    ]);
    expect(readRows('csv', Buffer.from('9.1E+17\n')).errors).toEqual([{ row: 1, column: 'A', message }]);
  });
});

describe('the first visible sheet is read', () => {
  const sheetAt = (n: number, value: string) => ({
    name: `xl\\worksheets\\s${n}.xml`,
    content: `<worksheet><sheetData>${value}</sheetData></worksheet>`,
  });
  const book = (sheets: string) => [
    { name: 'xl/workbook.xml', content: `<workbook><sheets>${sheets}</sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${[1, 2]
        .map((n) => `<Relationship Target='worksheets/s${n}.xml' Type='t/worksheet' Id='r${n}'/>`)
        .join('')}</Relationships>`,
    },
  ];

  test('after hidden ones, with backslashes in names and single-quoted attributes', () => {
    const sheets = "<sheet name='旧' r:id='r1' state='hidden'/><sheet name='新' r:id='r2'/>";
    const file = zipOf([...book(sheets), sheetAt(1, numberRow(1, [1])), sheetAt(2, numberRow(1, [2]))]);
    expect(readRows('xlsx', file).rows).toEqual([[2]]);
  });

  test('from a target with dots and escapes', () => {
    const [first, relations] = book('<sheet name="价目" r:id="r1"/>');
    const content = relations!.content.replace('worksheets/s1.xml', '../xl/./sheets/a%20b.xml');
    const sheet = { ...sheetAt(1, numberRow(1, [1])), name: 'xl/sheets/a b.xml' };
    expect(readRows('xlsx', zipOf([first!, { ...relations!, content }, sheet])).rows).toEqual([[1]]);
  });

  test('and others with content are named for a list', () => {
    const sheets = '<sheet name="铝件" r:id="r1"/><sheet name="钢件" r:id="r2"/>';
    const file = zipOf([...book(sheets), sheetAt(1, numberRow(1, [1])), sheetAt(2, numberRow(1, [2]))]);
    expect(readRows('xlsx', file, 'list').leftOut).toEqual([
      '只读了工作表“铝件”，“钢件”没有读入，请分别存为文件后加入',
    ]);
    expect(readRows('xlsx', file).leftOut).toBeUndefined();
  });

  test('but is named and refused if it is empty', () => {
    const sheets = '<sheet name="封面" r:id="r1"/><sheet name="价目" r:id="r2"/>';
    const file = zipOf([...book(sheets), sheetAt(1, ''), sheetAt(2, numberRow(1, [2]))]);
    expect(() => readRows('xlsx', file)).toThrow('工作表“封面”没有内容，请把要导入的工作表移到最前面');
  });
});

describe('a .csv variant', () => {
  const read = [
    ['材料', '价格'],
    ['甲', '1,5'],
  ];
  test.each<[string, Buffer]>([
    ['semicolons', Buffer.from('材料;价格\r\n甲;1,5\r\n')],
    ['a separator line', Buffer.from('\ufeffsep=;\r\n材料;价格\r\n甲;1,5\r\n')],
    [
      'tabs, in UTF-16 as Excel saves Unicode text',
      Buffer.from('\ufeff材料\t价格\r\n甲\t"1,5"\r\n', 'utf16le'),
    ],
    ['big-endian UTF-16', Buffer.from('\ufeff材料\t价格\r\n甲\t1,5\r\n', 'utf16le').swap16()],
    ['a title above its header', Buffer.from('价目表\r\n材料;价格\r\n甲;1,5\r\n')],
    ['quoted commas', Buffer.from('"材料",价格\r\n甲,"1,5"\r\n')],
  ])('with %s is read', (_name, bytes) => {
    expect(readRows('csv', bytes).rows.slice(-2)).toEqual(read);
  });
});

const small = numberRow(1, [1, 2]);
const sheetOf = (content: string) => workbookParts(content).at(-1)!;
const others = workbookParts('').slice(0, -1);
const million = () => `<row>${'<c><v>1</v></c>'.repeat(1_000)}</row>`.repeat(1_000);

describe('a hostile or broken file is refused with a message', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['nothing', () => Buffer.alloc(0), /是空的/],
    ['text', () => Buffer.from('材料,价格'), /损坏/],
    ['an encrypted workbook or an old .xls', () => Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), /加密/],
    ['encrypted parts', () => zipOf([...others, { ...sheetOf(small), claimed: { flags: 1 } }]), /加密/],
    ['a truncated archive', async () => (await fileOf('xlsx', rows)).subarray(0, -30), /损坏/],
    ['an archive that is not a workbook', () => zipOf([{ name: 'a.xml', content: '<a/>' }]), /损坏/],
    ['a workbook without a sheet', () => zipOf(others), /没有工作表/],
    [
      'an unsupported compression method',
      () => zipOf([...others, { ...sheetOf(small), claimed: { method: 12 } }]),
      /损坏/,
    ],
    ['a false size', () => zipOf([...others, { ...sheetOf(small), claimed: { bytes: 10 } }]), /损坏/],
    ['a duplicate part', () => zipOf([...others, sheetOf(small), sheetOf(small)]), /损坏/],
    ['a zip bomb of one part', () => zipOf([...others, sheetOf(' '.repeat(30_000_000))]), /过大/],
    [
      'a zip bomb of many parts',
      () => {
        const noise = Array.from({ length: 40_000 }, (_, n) => Math.sin(n)).join(' ');
        const part = (n: number) => ({ name: `xl/p${n}.xml`, content: noise, claimed: { bytes: 8_000_000 } });
        return zipOf([...others, ...Array.from({ length: 9 }, (_, n) => part(n))]);
      },
      /过大/,
    ],
    [
      'too many parts',
      () => zipOf(Array.from({ length: 1_001 }, (_, n) => ({ name: `${n}.xml`, content: '' }))),
      /过大/,
    ],
    ['a million cells', () => zipOf(workbookParts(million())), /单元格过多|过大/],
    [
      'too many rows',
      () => zipOf(workbookParts(Array.from({ length: 30_002 }, (_, n) => numberRow(n + 1, [n])).join(''))),
      /30000行/,
    ],
    [
      'two cells that span a huge range',
      () => zipOf(workbookParts(`${numberRow(1, [1])}<row r="30000"><c r="XFD30000"><v>1</v></c></row>`)),
      /列过多/,
    ],
    ['cells out of order', () => zipOf(workbookParts(numberRow(2, [1]) + numberRow(1, [1]))), /损坏/],
    ['an invalid cell reference', () => zipOf(workbookParts('<row><c r="1A"><v>1</v></c></row>')), /损坏/],
    ['invalid XML', () => zipOf(workbookParts('<row><c><v>1</v></row>')), /损坏/],
    ['custom entities', () => zipOf(workbookParts('<row><c><v>&a;</v></c></row>')), /损坏/],
  ])('.xlsx: %s', async (_name, build, message) => {
    const file = await build();
    const read = () => readRows('xlsx', file);
    expect(read).toThrow(UnreadableFile);
    expect(read).toThrow(message);
  });

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['nothing', () => Buffer.alloc(0), /是空的/],
    ['an .xlsx', () => fileOf('xlsx', rows), /\.csv/],
    ['invalid text bytes', () => Buffer.from([0xff, 0xff, 0xff, 0x30]), /UTF-8/],
    ['an unclosed quote', () => Buffer.from('a,b\n"1,2\n'), /\.csv/],
    ['an endless line', () => Buffer.from('x'.repeat(50_000)), /\.csv/],
    ['too many rows', () => Buffer.from('1\n'.repeat(30_002)), /30000行/],
  ])('.csv: %s', async (_name, build, message) => {
    const file = await build();
    const read = () => readRows('csv', file);
    expect(read).toThrow(UnreadableFile);
    expect(read).toThrow(message);
  });
});
