import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { UnreadableFile } from './unreadable-file.ts';
import { packParts, unpackWorkbook } from './workbook-archive.ts';
import {
  findFormulas,
  firstSheet,
  MAX_CELLS,
  MAX_ROWS,
  TOO_MANY_CELLS,
  TOO_MANY_ROWS,
  type FormulaCell,
} from './workbook-sheet.ts';

type RawCell = string | number | boolean | null;

/** A file's rows, titles first; or its formulas, which cannot be imported. */
export interface RowsRead {
  rows: RawCell[][];
  formulas: FormulaCell[];
}

/** Reads the first sheet of an .xlsx, or a .csv in UTF-8 or GB 18030. Throws `UnreadableFile`. */
export async function readRows(format: 'xlsx' | 'csv', bytes: Buffer): Promise<RowsRead> {
  return format === 'csv' ? { rows: readCsv(bytes), formulas: [] } : readWorkbook(bytes);
}

async function readWorkbook(bytes: Buffer): Promise<RowsRead> {
  const parts = unpackWorkbook(bytes);
  const formulas = findFormulas(firstSheet(parts));
  if (formulas.length > 0) return { rows: [], formulas };
  const sheet = await readSheet(packParts(parts), { trim: false }).catch((cause: unknown) => {
    throw new UnreadableFile('文件已损坏，或不是 .xlsx 表格', { cause });
  });
  if (sheet.length > MAX_ROWS) throw new UnreadableFile(TOO_MANY_ROWS);
  return { rows: sheet.map((row) => row.map(rawCell)), formulas };
}

/** A date is not a price: its text is kept. */
function rawCell(cell: unknown): RawCell {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean') {
    return cell;
  }
  return JSON.stringify(cell);
}

/** Characters per row. */
const MAX_RECORD = 10_000;
const [COMMA, LINE_FEED, CARRIAGE_RETURN] = [44, 10, 13];

function readCsv(bytes: Buffer): RawCell[][] {
  if (bytes.length === 0) throw new UnreadableFile('文件是空的');
  const text = decode(bytes);
  assertMeasure(text);
  let rows: string[][];
  try {
    rows = parse(text, {
      bom: true,
      relax_column_count: true,
      max_record_size: MAX_RECORD,
      to: MAX_ROWS + 1,
    });
  } catch (cause) {
    throw new UnreadableFile('文件不是有效的 .csv 表格', { cause });
  }
  if (rows.length > MAX_ROWS) throw new UnreadableFile(TOO_MANY_ROWS);
  return rows.map((row) => row.map((cell) => (cell === '' ? null : cell)));
}

/**
 * Runs before the parser, whose time per cell grows with the length of the row: millions of commas keep it busy for
 * many seconds.
 */
function assertMeasure(text: string): void {
  let cells = 0;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === COMMA) cells += 1;
    length = character === LINE_FEED || character === CARRIAGE_RETURN ? 0 : length + 1;
    if (cells > MAX_CELLS) throw new UnreadableFile(TOO_MANY_CELLS);
    if (length > MAX_RECORD) throw new UnreadableFile('文件不是有效的 .csv 表格');
  }
}

/** Chinese Excel saves .csv in GB 18030. */
function decode(bytes: Buffer): string {
  for (const encoding of ['utf-8', 'gb18030']) {
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
