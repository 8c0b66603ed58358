import { parse } from 'csv-parse/sync';
import {
  MAX_CELLS,
  MAX_ROWS,
  SheetRows,
  TOO_MANY_CELLS,
  TOO_MANY_ROWS,
  type TableRows,
  type TableUse,
} from './sheet-rows.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { unpackWorkbook } from './workbook-archive.ts';
import { readFirstSheet } from './workbook-sheet.ts';

/**
 * Reads the first visible sheet of an .xlsx, or a .csv in UTF-8, GB 18030 or UTF-16 with commas, semicolons or tabs as
 * separators. Throws `UnreadableFile`.
 */
export const readRows = (format: 'xlsx' | 'csv', bytes: Buffer, use: TableUse = 'import'): TableRows =>
  format === 'csv' ? readCsv(bytes, use) : readFirstSheet(unpackWorkbook(bytes), use);

/** The most characters per row. */
const MAX_RECORD = 10_000;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

function readCsv(bytes: Buffer, use: TableUse): TableRows {
  if (bytes.length === 0) throw new UnreadableFile('文件是空的');
  const { text, delimiter } = detectDelimiter(decode(bytes));
  assertSize(text, delimiter);
  let rows: string[][];
  try {
    rows = parse(text, {
      delimiter,
      relax_column_count: true,
      max_record_size: MAX_RECORD,
      to: MAX_ROWS + 1,
    });
  } catch (cause) {
    throw new UnreadableFile('文件不是有效的 .csv 表格', { cause });
  }
  if (rows.length > MAX_ROWS) throw new UnreadableFile(TOO_MANY_ROWS);
  const sheet = new SheetRows(use);
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) sheet.set({ row: row + 1, column: column + 1 }, cell);
  }
  return sheet.read();
}

/** The first line of a file that tells Excel the separator. */
const SEP_LINE = /^sep=([,;\t|])\r?\n/i;

/**
 * The separator that the file names, or else the most frequent one of the first line that has any: a title may precede
 * the headers.
 */
function detectDelimiter(text: string): { text: string; delimiter: string } {
  const [line = '', namedDelimiter] = SEP_LINE.exec(text) ?? [];
  if (namedDelimiter !== undefined) return { text: text.slice(line.length), delimiter: namedDelimiter };
  const headerLine = (/^.*[,;\t].*$/m.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => headerLine.split(delimiter).length;
  const [delimiter = ','] = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a));
  return { text, delimiter };
}

/**
 * Runs before the parser, whose time per cell grows with the length of the row: millions of separators would take it
 * many seconds.
 */
function assertSize(text: string, delimiter: string): void {
  const separator = delimiter.charCodeAt(0);
  let cells = 0;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === separator) cells += 1;
    length = character === LINE_FEED || character === CARRIAGE_RETURN ? 0 : length + 1;
    if (cells > MAX_CELLS) throw new UnreadableFile(TOO_MANY_CELLS);
    if (length > MAX_RECORD) throw new UnreadableFile('文件不是有效的 .csv 表格');
  }
}

/** Chinese Excel saves .csv in GB 18030, and Unicode text in UTF-16 with a byte order mark, which the decoder removes. */
function decode(bytes: Buffer): string {
  const byteOrderMark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  const encodings =
    byteOrderMark === 0xfffe ? ['utf-16le'] : byteOrderMark === 0xfeff ? ['utf-16be'] : ['utf-8', 'gb18030'];
  for (const encoding of encodings) {
    const text = decodeAs(encoding, bytes);
    if (text !== undefined && !text.includes('\0')) return text;
  }
  throw new UnreadableFile('文件不是有效的 .csv 表格，请另存为 UTF-8 编码的 .csv');
}

function decodeAs(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
