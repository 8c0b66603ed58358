import { MAX_EXPORT_ROWS } from '#server/http/table-file.ts';
import type { PageQuery } from '#server/db/record-store.ts';

/** A log's pages end here: `count` says no more, and what is older is found by a narrower filter. One more than an export takes. */
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
