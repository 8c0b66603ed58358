import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRows } from './read-rows.ts';
import { fileOf, numberRow, workbookParts, zipOf } from './spreadsheets.test-data.ts';
import { UnreadableFile } from './unreadable-file.ts';

const rows = [
  ['材料编号', '价格'],
  [1, 12.5],
  [2, null],
  ['=1+1', 0.1],
];

describe('a table', () => {
  test('is read from .xlsx as it was written', async () => {
    expect(await readRows('xlsx', await fileOf('xlsx', rows))).toEqual({ rows, formulas: [] });
  });

  test('is read from .csv in UTF-8 with and without byte order mark, and in GB 18030 as Chinese Excel saves it', async () => {
    const csv = await fileOf('csv', rows);
    const text = [
      ['材料编号', '价格'],
      ['1', '12.5'],
      ['2', null],
      ["'=1+1", '0.1'],
    ];
    expect(await readRows('csv', csv)).toEqual({ rows: text, formulas: [] });
    expect(await readRows('csv', csv.subarray(3))).toEqual({ rows: text, formulas: [] });
    // 材料,价格 in GB 18030.
    const gb = Buffer.concat([Buffer.from('b2c4c1cf2cbcdbb8f1', 'hex'), Buffer.from('\r\n1,2\r\n')]);
    expect((await readRows('csv', gb)).rows).toEqual([
      ['材料', '价格'],
      ['1', '2'],
    ]);
  });

  test('reports its formulas instead of their cached results', async () => {
    const sheet = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1*2</f><v>2</v></c></row>';
    const prefixed = '<x:row r="3"><x:c r="AC3" t="str"><x:f>A1</x:f><x:v>x</x:v></x:c></x:row>';
    expect(await readRows('xlsx', zipOf(workbookParts(sheet + prefixed)))).toEqual({
      rows: [],
      formulas: [
        { row: 1, column: 'B' },
        { row: 3, column: 'AC' },
      ],
    });
  });
});

const small = numberRow(1, [1, 2]);
const sheetOf = (content: string) => workbookParts(content).at(-1)!;
const others = workbookParts('').slice(0, -1);
const million = () => {
  const cells = Array.from({ length: 1_000 }, (_, n) => `<c r="A${n + 1}"><v>1</v></c>`).join('');
  return `<row r="1">${cells.repeat(1_000)}</row>`;
};

describe('a hostile or broken file is refused with a sentence', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['nothing', () => Buffer.alloc(0), /是空的/],
    ['text', () => Buffer.from('材料,价格'), /损坏/],
    ['an encrypted workbook or an old .xls', () => Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), /加密/],
    ['encrypted parts', () => zipOf([...others, { ...sheetOf(small), claimed: { flags: 1 } }]), /加密/],
    ['an archive without its end', async () => (await fileOf('xlsx', rows)).subarray(0, -30), /损坏/],
    ['an archive that is no workbook', () => zipOf([{ name: 'a.xml', content: '<a/>' }]), /损坏/],
    ['a workbook without a sheet', () => zipOf(others), /损坏/],
    [
      'an unsupported compression method',
      () => zipOf([...others, { ...sheetOf(small), claimed: { method: 12 } }]),
      /损坏/,
    ],
    ['a size that lies low', () => zipOf([...others, { ...sheetOf(small), claimed: { bytes: 10 } }]), /损坏/],
    ['a part twice', () => zipOf([...others, sheetOf(small), sheetOf(small)]), /损坏/],
    ['a bomb of one part', () => zipOf([...others, sheetOf(' '.repeat(30_000_000))]), /过大/],
    [
      'a bomb of many parts',
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
      'two cells that span the earth',
      () => zipOf(workbookParts(`${numberRow(1, [1])}<row r="30000"><c r="XFD30000"><v>1</v></c></row>`)),
      /列过多/,
    ],
    ['cells out of order', () => zipOf(workbookParts(numberRow(2, [1]) + numberRow(1, [1]))), /损坏/],
    ['a cell in no place', () => zipOf(workbookParts('<row><c><v>1</v></c></row>')), /损坏/],
  ])('.xlsx: %s', async (_name, build, message) => {
    const reading = readRows('xlsx', await build());
    await expect(reading).rejects.toThrow(UnreadableFile);
    await expect(reading).rejects.toThrow(message);
  });

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['nothing', () => Buffer.alloc(0), /是空的/],
    ['an .xlsx', () => fileOf('xlsx', rows), /\.csv/],
    ['bytes of no text', () => Buffer.from([0xff, 0xff, 0xff, 0x30]), /UTF-8/],
    ['an open quote', () => Buffer.from('a,b\n"1,2\n'), /\.csv/],
    ['an endless line', () => Buffer.from('x'.repeat(50_000)), /\.csv/],
    ['too many rows', () => Buffer.from('1\n'.repeat(30_002)), /30000行/],
  ])('.csv: %s', async (_name, build, message) => {
    const reading = readRows('csv', await build());
    await expect(reading).rejects.toThrow(UnreadableFile);
    await expect(reading).rejects.toThrow(message);
  });
});

test('with any bytes changed, a file is read or refused', async () => {
  const file = await fileOf('xlsx', rows);
  const changes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(changes, fc.option(fc.nat(file.length)), async (bytes, cut) => {
      const changed = Buffer.from(file);
      for (const [at, value] of bytes) changed[at] = value;
      const outcome = await readRows('xlsx', changed.subarray(0, cut ?? undefined)).catch(
        (error: unknown) => error,
      );
      expect(outcome instanceof UnreadableFile || 'rows' in Object(outcome)).toBe(true);
    }),
    { numRuns: 400 },
  );
});
