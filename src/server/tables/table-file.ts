import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { secondText, timeText } from '#domain/shanghai-time.ts';
import type { Column } from '#contract/kernel/endpoint.ts';
import { AppError } from '#server/http/app-error.ts';
import { workbookOf, type Cell } from './workbook.ts';

export interface FileAnswer {
  /** The name under which the browser saves it. */
  name: string;
  type: string;
  body: Buffer | string;
}

export type TableFormat = 'xlsx' | 'csv';

/** The largest export: it is meant for a spreadsheet, not for a backup. */
export const MAX_EXPORT_ROWS = 50_000;

/** Media types. */
export const tableTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

/** Throws `request.invalid` when a list is too long to export. */
export function assertExportable(count: number): void {
  if (count <= MAX_EXPORT_ROWS) return;
  const msg = `共 ${count} 条，一次最多导出 ${MAX_EXPORT_ROWS} 条，请先缩小筛选范围`;
  throw new AppError('request.invalid', { msg });
}

export type Rows = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;

/**
 * Writes a table as a spreadsheet. Text stays text: .xlsx stores it as a string, and in .csv an apostrophe neutralises
 * formulas. The .csv starts with a byte order mark, which Excel needs for Chinese.
 */
export async function tableFile(name: string, format: TableFormat, rows: Rows): Promise<FileAnswer> {
  const slices = slicesOf(rows);
  return {
    name: `${name}.${format}`,
    ...(format === 'csv'
      ? { type: `${tableTypes.csv}; charset=utf-8`, body: await csvOf(slices) }
      : { type: tableTypes.xlsx, body: await workbookOf(slices) }),
  };
}

async function csvOf(slices: AsyncIterable<readonly (readonly Cell[])[]>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const rows of slices) {
    const isFirst = parts.length === 0;
    parts.push(Buffer.from(stringify(rows.map(neutralise), { bom: isFirst, record_delimiter: 'windows' })));
  }
  return Buffer.concat(parts);
}

/** Rows per slice; a slice is serialised within a few milliseconds. */
const SLICE_ROWS = 100;

/** Yields to other requests between slices of rows. */
async function* slicesOf(rows: Rows): AsyncGenerator<(readonly Cell[])[]> {
  let slice: (readonly Cell[])[] = [];
  for await (const row of rows) {
    if (slice.push(row) < SLICE_ROWS) continue;
    yield slice;
    slice = [];
    await setImmediate();
  }
  if (slice.length > 0) yield slice;
}

/** Text that spreadsheets treat as the start of a formula, including full-width forms and leading blanks. */
const formulaStart = /^[\s'"]*[=+\-@＝＋－＠\t\r]/;

const neutralise = (row: readonly Cell[]): Cell[] =>
  row.map((cell) => (typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell));

/** The text of a cell without the apostrophe that neutralises formulas. */
export const originalText = (cell: string) =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Records as rows, after a header row. */
export async function* rowsOf(
  columns: Readonly<Record<string, Column | undefined>>,
  records: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<Cell[]> {
  const entries = Object.entries(columns).filter(
    (entry): entry is [string, Column] => entry[1] !== undefined,
  );
  yield entries.flatMap(([, column]) => headsOf(column));
  for await (const record of records) {
    yield entries.flatMap(([field, column]) => cellsOf(Reflect.get(record, field), column));
  }
}

const codeHeadOf = (column: Column) =>
  typeof column !== 'string' && 'codeHead' in column ? column.codeHead : undefined;

function headsOf(column: Column): string[] {
  const head = typeof column === 'string' ? column : column.head;
  const codeHead = codeHeadOf(column);
  return codeHead === undefined ? [head] : [head, codeHead];
}

function cellsOf(value: unknown, column: Column): Cell[] {
  const codeHead = codeHeadOf(column);
  return codeHead === undefined ? [cellOf(value, column)] : [cellOf(value, column), cellOf(value, codeHead)];
}

function cellOf(value: unknown, column: Column): Cell {
  if (value === null || value === undefined) return null;
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  if (typeof column !== 'string') {
    if ('round' in column) return typeof value === 'number' ? Math.ceil(value) : null;
    if ('seconds' in column) return typeof value === 'string' ? secondText(value) : null;
    if (isScalar || typeof value === 'string') return column.values[String(value)] ?? value;
  }
  if (isScalar) return value;
  if (typeof value === 'string') return instantPattern.test(value) ? timeText(value) : value;
  return Array.isArray(value) ? value.join('、') : JSON.stringify(value);
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
