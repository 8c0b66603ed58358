import { MAX_EXPORT_ROWS } from '#server/tables/table-file.ts';
import type { PageQuery } from '#server/db/record-store.ts';

/** The largest `count`, one more than an export accepts. Narrower filters reach older rows. */
export const MAX_COUNTED = MAX_EXPORT_ROWS + 1;

/** One page of a log. */
export interface LogPage<Row> {
  list: Row[];
  count: number;
  pageIndex: number;
  pageSize: number;
  maxUpdatedAt: null;
}

export const logPage = <Row>(
  list: Row[],
  count: number,
  { pageIndex, pageSize }: PageQuery,
): LogPage<Row> => ({
  list,
  count,
  pageIndex,
  pageSize,
  maxUpdatedAt: null,
});
