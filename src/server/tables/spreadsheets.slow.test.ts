import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell } from '#server/tables/workbook.ts';
import { readRows } from './read-rows.ts';
import type { RawCell } from './sheet-rows.ts';
import { asZip64, fileOf, zipOf } from './spreadsheets.test-data.ts';

/** A cell of a spreadsheet, with the value expected from the reader. */
type Made =
  | { kind: 'value'; value: Cell }
  | { kind: 'percent'; hundredths: number }
  | { kind: 'date'; serial: number; text: string }
  | { kind: 'error'; value: string }
  | { kind: 'formula'; result: number }
  | { kind: 'long' };

const letters = fc.constantFrom(
  '材',
  '价',
  'A',
  'z',
  '0',
  '4',
  ' ',
  '<',
  '&',
  '>',
  '"',
  "'",
  '_',
  'x',
  '；',
  '，',
  '\n',
  '_x0041_',
);
const text = fc.string({ unit: letters, minLength: 1, maxLength: 12 }).filter((one) => one.trim() !== '');
const number = fc.integer({ min: -1e9, max: 1e9 }).map((fen) => fen / 100);
const blank: Made = { kind: 'value', value: null };

const plain = fc.oneof(
  { weight: 2, arbitrary: fc.constant(blank) },
  {
    weight: 5,
    arbitrary: fc
      .oneof(number, text, number.map(String), fc.boolean())
      .map((value): Made => ({ kind: 'value', value })),
  },
);
const known: readonly [serial: number, text: string][] = [
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [61, '1900-03-01'],
  [25_569, '1970-01-01'],
  [46_053, '2026-01-31'],
  [46_053.5, '2026-01-31 12:00'],
  [2_958_465, '9999-12-31'],
];
const shaped = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map((hundredths): Made => ({ kind: 'percent', hundredths })),
  fc.constantFrom(...known).map(([serial, day]): Made => ({ kind: 'date', serial, text: day })),
);
const refused = fc.oneof(
  fc.constantFrom('#N/A', '#REF!', '#DIV/0!', '#VALUE!').map((value): Made => ({ kind: 'error', value })),
  number.map((result): Made => ({ kind: 'formula', result })),
  fc.constant<Made>({ kind: 'long' }),
);
const tableOf = (cell: fc.Arbitrary<Made>) =>
  fc
    .integer({ min: 1, max: 6 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
    )
    .filter((rows) => rows.flat().some((one) => one.kind !== 'value' || one.value !== null));

const letterOf = (column: number) => String.fromCharCode(65 + column);
const messages = {
  error: /是错误值/,
  formula: /^公式不能导入/,
  long: /末尾的数字已丢失/,
} as const;

/** The expected result of reading the table: its errors, or its rows up to the last non-empty cell. */
function expected(rows: readonly (readonly Made[])[]) {
  const errors = rows.flatMap((cells, row) =>
    cells.flatMap(({ kind }, column) => (kind in messages ? [[row + 1, letterOf(column), kind]] : [])),
  );
  const values = rows.map((cells) => cells.map(valueOf));
  const last = (lines: readonly (readonly RawCell[])[]) =>
    lines.findLastIndex((line) => line.some((one) => one !== null)) + 1;
  const width = last((values[0] ?? []).map((_, column) => values.map((line) => line[column] ?? null)));
  return {
    errors,
    rows: errors.length > 0 ? [] : values.slice(0, last(values)).map((line) => line.slice(0, width)),
  };
}

function valueOf(cell: Made): RawCell {
  if (cell.kind === 'value') return cell.value;
  if (cell.kind === 'percent') return `${cell.hundredths / 100}%`;
  return cell.kind === 'date' ? cell.text : null;
}

/** Variants in which a program may write the same workbook. */
interface Manner {
  hasAddresses: boolean;
  quote: '"' | "'";
  prefix: '' | 'x:';
  isShared: boolean;
  slash: '/' | '\\';
  isZip64: boolean;
  hasHiddenSheet: boolean;
  blankRows: number;
}
const manner: fc.Arbitrary<Manner> = fc.record({
  hasAddresses: fc.boolean(),
  quote: fc.constantFrom('"', "'"),
  prefix: fc.constantFrom('', 'x:'),
  isShared: fc.boolean(),
  slash: fc.constantFrom('/', '\\'),
  isZip64: fc.boolean(),
  hasHiddenSheet: fc.boolean(),
  blankRows: fc.constantFrom(0, 3, 2_000),
});

const PERCENT = 1;
const DATE = 2;
const escaped = (value: string) =>
  value
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');

/** Writes a workbook independently of the product's writer. */
function written(rows: readonly (readonly Made[])[], how: Manner): Buffer {
  const strings: string[] = [];
  const tag = (name: string, attributes: Record<string, string | number | undefined>, content = '') => {
    const listed = Object.entries(attributes).map(([key, value]) =>
      value === undefined ? '' : ` ${key}=${how.quote}${value}${how.quote}`,
    );
    return `<${how.prefix}${name}${listed.join('')}>${content}</${how.prefix}${name}>`;
  };
  const value = (content: string | number) => tag('v', {}, String(content));
  const textCell = (at: Record<string, string | undefined>, content: string) => {
    const t = tag('t', { 'xml:space': 'preserve' }, escaped(content));
    if (!how.isShared) return tag('c', { ...at, t: 'inlineStr' }, tag('is', {}, t));
    return tag('c', { ...at, t: 's' }, value(strings.push(t) - 1));
  };
  const cellOf = (cell: Made, address: string) => {
    const at = { r: how.hasAddresses ? address : undefined };
    switch (cell.kind) {
      case 'percent':
        return tag('c', { ...at, s: PERCENT }, value(cell.hundredths / 10_000));
      case 'date':
        return tag('c', { ...at, s: DATE }, value(cell.serial));
      case 'error':
        return tag('c', { ...at, t: 'e' }, value(cell.value));
      case 'formula':
        return tag('c', at, tag('f', {}, 'A1') + value(cell.result));
      case 'long':
        return tag('c', at, value('9.1310000123456794E+17'));
      case 'value':
        if (cell.value === null) return how.hasAddresses ? '' : tag('c', { ...at, s: PERCENT });
        if (typeof cell.value === 'string') return textCell(at, cell.value);
        if (typeof cell.value === 'boolean') return tag('c', { ...at, t: 'b' }, value(Number(cell.value)));
        return tag('c', at, value(cell.value));
    }
  };
  const lines = rows.map((cells, row) =>
    tag(
      'row',
      { r: how.hasAddresses ? row + 1 : undefined },
      cells.map((cell, column) => cellOf(cell, `${letterOf(column)}${row + 1}`)).join(''),
    ),
  );
  const blanks = Array.from({ length: how.blankRows }, () => tag('row', {}, tag('c', { s: PERCENT })));
  const space = how.prefix === '' ? {} : { 'xmlns:x': 'm' };
  const sheet = (content: string) => tag('worksheet', space, tag('sheetData', {}, content));
  const part = (name: string, content: string) => ({ name: name.replaceAll('/', how.slash), content });
  const sheets = [
    ...(how.hasHiddenSheet ? [tag('sheet', { name: '旧', 'r:id': 'r1', state: 'hidden' })] : []),
    tag('sheet', { name: '新', 'r:id': 'r2' }),
  ];
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
  const file = zipOf([
    part('xl/workbook.xml', tag('workbook', space, tag('sheets', {}, sheets.join('')))),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${relation('r1', 'worksheet', 'worksheets/a.xml')}${relation('r2', 'worksheet', '/xl/worksheets/b.xml')}${relation('r3', 'sharedStrings', 'sharedStrings.xml')}${relation('r4', 'styles', 'styles.xml')}</Relationships>`,
    ),
    part('xl/worksheets/a.xml', sheet(tag('row', {}, tag('c', {}, value(1))))),
    part('xl/worksheets/b.xml', sheet(lines.join('') + blanks.join(''))),
    part('xl/sharedStrings.xml', tag('sst', space, strings.map((one) => tag('si', {}, one)).join(''))),
    part(
      'xl/styles.xml',
      `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy/m/d\\ h:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    ),
  ]);
  return how.isZip64 ? asZip64(file) : file;
}

/** The result, with messages replaced by the kinds of errors. */
const seen = ({ errors, rows }: ReturnType<typeof readRows>) => ({
  errors: errors.map(({ row, column, message }) => [
    row,
    column,
    Object.entries(messages).find(([, pattern]) => pattern.test(message))?.[0],
  ]),
  rows,
});

describe('a spreadsheet with cells of every type', () => {
  test('of another program is read cell by cell, or refused with its unreadable cells', () => {
    const table = fc.oneof(
      { weight: 2, arbitrary: tableOf(fc.oneof({ weight: 3, arbitrary: plain }, shaped)) },
      tableOf(fc.oneof({ weight: 6, arbitrary: plain }, shaped, refused)),
    );
    fc.assert(
      fc.property(table, manner, (rows, how) => {
        expect(seen(readRows('xlsx', written(rows, how)))).toEqual(expected(rows));
      }),
      { numRuns: 300 },
    );
  });

  test('written by the product is read unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(tableOf(plain), async (rows) => {
        const cells = rows.map((line) => line.map((cell) => (cell.kind === 'value' ? cell.value : null)));
        expect(seen(readRows('xlsx', await fileOf('xlsx', cells)))).toEqual(expected(rows));
      }),
      { numRuns: 100 },
    );
  });

  test('saved as .csv in any encoding and with any separator has the same text', () => {
    const encodings = {
      utf8: (content: string) => Buffer.from(content),
      mark: (content: string) => Buffer.from(`\ufeff${content}`),
      utf16: (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le'),
      utf16be: (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le').swap16(),
    };
    const saved = fc.record({
      encoding: fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])),
      separator: fc.constantFrom(',', ';', '\t'),
      isNamed: fc.boolean(),
    });
    const heads = ['甲', '乙', '丙'];
    const table = fc.array(
      fc.array(fc.oneof(fc.constant(null), text, number.map(String)), { minLength: 3, maxLength: 3 }),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(table, saved, (rows, { encoding, separator, isNamed }) => {
        const quoted = (cell: string | null) => `"${(cell ?? '').replaceAll('"', '""')}"`;
        const lines = [heads.join(separator), ...rows.map((row) => row.map(quoted).join(separator))];
        const content = `${isNamed ? `sep=${separator}\r\n` : ''}${lines.join('\r\n')}\r\n`;
        const read = readRows('csv', encodings[encoding](content));
        const last = rows.findLastIndex((row) => row.some((cell) => cell !== null)) + 1;
        expect(read).toEqual({ rows: [heads, ...rows.slice(0, last)], errors: [] });
      }),
      { numRuns: 200 },
    );
  });
});
