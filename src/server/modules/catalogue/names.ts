import { and, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import type { materials, processes } from '#server/db/schema.ts';

/** The names of these materials, or of these processes and options, by id. */
export async function readNames(
  db: Db,
  table: typeof materials | typeof processes,
  ids: readonly number[],
  include?: 'deleted',
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(inArray(table.id, [...ids]), include ? undefined : isNull(table.deletedAt)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
