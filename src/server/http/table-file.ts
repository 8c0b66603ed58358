import { stringify } from 'csv-stringify/sync';
import type { Column } from '#contract/endpoint.ts';
import { AppError } from './app-error.ts';
import { createTurns } from './turns.ts';

/** An answer that is a file. */
export interface FileAnswer {
  /** As the browser saves it. */
  name: string;
  type: string;
  body: Buffer | string;
}

export type Cell = string | number | boolean | null;
export type TableFormat = 'xlsx' | 'csv';

/** More rows than this are refused: an export is for a spreadsheet, not for a backup. */
export const MAX_EXPORT_ROWS = 50_000;

/** Media types of the two formats. */
export const tableTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

/** Throws a sentence when a list is too long to export. */
export function assertExportable(count: number): void {
  if (count <= MAX_EXPORT_ROWS) return;
  const msg = `共 ${count} 条，一次最多导出 ${MAX_EXPORT_ROWS} 条，请先缩小筛选范围`;
  throw new AppError('request.invalid', { msg });
}

/**
 * A table as a spreadsheet. Text stays text: in .xlsx it is stored as a string, in .csv what a spreadsheet would read
 * as a formula is neutralised with an apostrophe. The .csv starts with a byte order mark, as Excel needs for Chinese.
 */
export async function tableFile(
  name: string,
  format: TableFormat,
  rows: readonly (readonly Cell[])[],
): Promise<FileAnswer> {
  const fileName = `${name}.${format}`;
  if (format === 'csv') {
    const body = stringify(rows.map(neutralised), { bom: true, record_delimiter: 'windows' });
    return { name: fileName, type: `${tableTypes.csv}; charset=utf-8`, body };
  }
  return { name: fileName, type: tableTypes.xlsx, body: await inTurn(() => workbookOf(rows)) };
}

/** A workbook of 50,000 rows takes a hundred megabytes while it is written. */
const inTurn = createTurns({ atOnce: 1, waiting: 100 });

async function workbookOf(rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const sheet = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? { value: workbookText(cell), type: String } : cell)),
  );
  // Not at the start, for the sake of its time and memory: most days nobody exports.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(sheet).toBuffer();
}

/**
 * Text as a workbook stores it: what reads like an escape, and characters that the writer drops or that XML changes,
 * are escaped (`_xHHHH_`, ECMA-376 22.9.2.19). So is the start of `toString` and its like, which the writer's table of strings would not find.
 */
function workbookText(text: string): string {
  const escaped = text.replaceAll(unkept, escapedCharacter);
  if (!Reflect.has(Object.prototype, escaped)) return escaped;
  return escapedCharacter(escaped.charAt(0)) + escaped.slice(1);
}

const unkept = /_(?=x[\dA-Fa-f]{4}_)|[\r\u007f-\u009f\ufdd0-\ufdef\ufffd-\uffff]/g;

const escapedCharacter = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** What spreadsheets take for the start of a formula, full-width forms and leading blanks included. */
const formulaStart = /^[\s'"]*[=+\-@＝＋－＠\t\r]/;

const neutralised = (row: readonly Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell));

/** Undoes `tableFile`'s neutralising of a text cell. */
export const originalText = (cell: string) =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Records as rows under the columns' heads. */
export function rowsOf(
  columns: Readonly<Record<string, Column | undefined>>,
  records: readonly object[],
): Cell[][] {
  const entries = Object.entries(columns).filter(
    (entry): entry is [string, Column] => entry[1] !== undefined,
  );
  const heads = entries.map(([, column]) => (typeof column === 'string' ? column : column.head));
  return [
    heads,
    ...records.map((record) => entries.map(([field, column]) => cellOf(Reflect.get(record, field), column))),
  ];
}

function cellOf(value: unknown, column: Column): Cell {
  if (value === null || value === undefined) return null;
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  if (typeof column !== 'string' && (isScalar || typeof value === 'string')) {
    return column.values[String(value)] ?? value;
  }
  if (isScalar) return value;
  if (typeof value === 'string') return isInstant.test(value) ? shanghaiTime(value) : value;
  return Array.isArray(value) ? value.join('、') : JSON.stringify(value);
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const shanghaiTime = (instant: string) =>
  new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
