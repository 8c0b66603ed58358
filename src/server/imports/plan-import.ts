import { createHash } from 'node:crypto';
import type { Column } from '#contract/kernel/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { TableRows } from '#server/tables/sheet-rows.ts';
import { readTable } from '#server/tables/table-reader.ts';
import { tableTypes } from '#server/tables/table-file.ts';
import { permissionErrors } from './apply-records.ts';
import { compareRecords, keysInFile, type Comparison, type PlannedRow } from './compare-records.ts';
import { readHeaders, type ImportError } from './read-records.ts';
import type { RecordImport } from './record-import.ts';

const withErrors = (errors: readonly ImportError[]): Comparison => ({
  planned: [],
  unchanged: 0,
  errors: [...errors],
});

const headOf = (column: Column | undefined) => (typeof column === 'string' ? column : (column?.head ?? ''));

/** Compares a file with the current records. Only reads. */
export async function planImport<R extends object, I extends object>(
  db: Db,
  resource: RecordImport<R, I>,
  { rows, errors: unreadable }: TableRows,
  caller: Caller,
): Promise<Comparison> {
  if (unreadable.length > 0) return withErrors(unreadable);
  const { spec, endpoints } = resource;
  const headers = readHeaders(rows, spec, Object.values(endpoints.export?.columns ?? {}).map(headOf));
  if ('errors' in headers) return withErrors(headers.errors);
  const { columns } = headers;
  const stored = await resource.load(db, caller, keysInFile(rows, columns, spec));
  const { planned, unchanged, errors } = compareRecords(rows, columns, resource, stored);
  return { planned, unchanged, errors: [...errors, ...permissionErrors(caller, resource, planned)] };
}

/** A hash of a preview's changes and of the versions of their records. */
export const digestOf = (planned: readonly PlannedRow[]): string =>
  createHash('sha256').update(JSON.stringify(planned)).digest('base64url');

/** Returns the file that a page sends to apply a preview. Throws `import.expired` for older pages, which send none. */
export function sentOrThrow<T>(sent: T | undefined): T {
  if (sent !== undefined) return sent;
  throw new AppError('import.expired', { msg: '系统已更新，没有导入任何内容，请刷新页面后重新导入' });
}

/** Reads the file that the page sends again to apply it. Throws the errors of `sentOrThrow` and `readTable`. */
export function readSentFile(sent: string | undefined): Promise<TableRows> {
  const file = sentOrThrow(sent);
  const comma = file.indexOf(',');
  const format = file.slice(0, comma).includes(tableTypes.csv) ? 'csv' : 'xlsx';
  return readTable({ format, bytes: Buffer.from(file.slice(comma + 1), 'base64') });
}

/** Plans the rows to write. Throws `import.expired` unless they match the preview. */
export async function planAsPreviewed<R extends object, I extends object>(
  db: Db,
  resource: RecordImport<R, I>,
  { table, token, caller }: { table: TableRows; token: string; caller: Caller },
): Promise<PlannedRow[]> {
  const { planned, errors } = await planImport(db, resource, table, caller);
  if (errors.length > 0 || digestOf(planned) !== token) throw new AppError('import.expired');
  return planned;
}
