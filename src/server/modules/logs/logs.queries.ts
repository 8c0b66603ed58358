import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/database.ts';
import { countUpTo, limitAndOffset, type PageQuery } from '#server/db/list-query.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { byUsersWithin } from '#server/modules/access/user-scope.ts';
import { MAX_EXPORT_ROWS } from '#server/tables/table-file.ts';

/** The largest `count`, one more than an export accepts. Narrower filters reach older rows. */
export const MAX_COUNTED = MAX_EXPORT_ROWS + 1;

/** A table whose rows are only added and deleted; each belongs to a user. */
type Log = PgTable & { id: PgColumn; userId: PgColumn };

interface LogQuery {
  /** A relation to read instead of the table; default: the table. */
  source?: SQL | undefined;
  where: SQL | undefined;
  order: SQL[];
  page: PageQuery;
}

/** A page of a log. Only ids are sorted, so that whole rows are read only for the page. */
export async function readLogPage<T extends Log>(
  db: Db,
  log: T,
  { source, where, order, page }: LogQuery,
): Promise<{ rows: T['$inferSelect'][]; count: number }> {
  const { limit, offset } = limitAndOffset(page);
  const from: PgTable | SQL = source ?? log;
  const ids = db
    .select({ id: sql<number>`${log.id}` })
    .from(from)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select()
    .from<PgTable>(log)
    .where(inArray(log.id, ids))
    .orderBy(...order);
  return { rows, count: await countUpTo(db, from, where, MAX_COUNTED) };
}

/** A list of the row with this id; empty if its user is outside the scope. */
export async function findInLog<T extends Log>(
  db: Db,
  log: T,
  scope: Scope,
  id: number,
): Promise<T['$inferSelect'][]> {
  return db
    .select()
    .from<PgTable>(log)
    .where(and(eq(log.id, id), byUsersWithin(db, scope, log.userId)));
}

/** Deletes rows of users within the scope and returns the ids that existed. */
export async function deleteFromLog(
  db: Db,
  log: Log,
  scope: Scope,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .delete<PgTable>(log)
    .where(and(inArray(log.id, [...ids]), byUsersWithin(db, scope, log.userId)))
    .returning({ id: log.id });
  return rows.map(({ id }) => Number(id));
}
