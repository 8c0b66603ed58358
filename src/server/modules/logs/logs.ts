import { MAX_EXPORT_ROWS } from '#server/tables/table-file.ts';

/** The largest `count`, one more than an export accepts. Narrower filters reach older rows. */
export const MAX_COUNTED = MAX_EXPORT_ROWS + 1;
