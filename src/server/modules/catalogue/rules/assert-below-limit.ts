import { isNull } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import type { RecordTable } from '#server/db/record-store.ts';
import { AppError } from '#server/http/app-error.ts';

/**
 * Throws `request.invalid` when a table of the catalogue already has `limit` records. `unit` is a measure word with the
 * noun, as in 条规则.
 */
export async function assertBelowLimit(
  tx: Db,
  table: RecordTable,
  limit: number,
  unit: string,
): Promise<void> {
  const count = await tx.$count(table, isNull(table.deletedAt));
  if (count >= limit) throw new AppError('request.invalid', { msg: `最多${limit}${unit}，请先删除不用的` });
}
