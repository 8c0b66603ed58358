import type { Column } from '#contract/kernel/endpoint.ts';
import { inSnapshot, type Database, type Db } from '#server/db/database.ts';
import { AppError } from './app-error.ts';
import {
  assertExportable,
  MAX_EXPORT_ROWS,
  rowsOf,
  tableFile,
  type FileAnswer,
  type TableFormat,
} from '#server/tables/table-file.ts';
import type { PageQuery } from '#server/db/list-query.ts';

/** Records per page: a few megabytes of memory, and milliseconds between other requests. */
const PAGE_SIZE = 500;

interface Export {
  /** The file name without its extension. */
  title: string;
  format: TableFormat;
  columns: Readonly<Record<string, Column | undefined>> | undefined;
  /** Reads one page of the list in a stable order; a record may give several rows, or none. */
  read: (tx: Db, page: PageQuery) => Promise<{ list: object[]; count: number }>;
}

/**
 * Exports all records of a list as a file, read page by page in one snapshot.
 * @throws AppError `request.invalid` when there are more rows than an export allows
 */
export function exportRecords(
  database: Database,
  { title, format, columns = {}, read }: Export,
): Promise<FileAnswer> {
  return inSnapshot(database, async (tx) => {
    const { count } = await read(tx, { pageIndex: 1, pageSize: 1 });
    assertExportable(count);
    return tableFile(title, format, rowsOf(columns, pagesOf(tx, count, read)));
  });
}

async function* pagesOf(tx: Db, count: number, read: Export['read']): AsyncGenerator<object> {
  let rows = 0;
  for (let pageIndex = 1; (pageIndex - 1) * PAGE_SIZE < count; pageIndex += 1) {
    const { list } = await read(tx, { pageIndex, pageSize: PAGE_SIZE });
    rows += list.length;
    if (rows > MAX_EXPORT_ROWS) {
      const msg = `内容超过 ${MAX_EXPORT_ROWS} 行，请先缩小筛选范围`;
      throw new AppError('request.invalid', { msg });
    }
    yield* list;
  }
}
