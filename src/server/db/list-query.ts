import { and, asc, count, desc, gte, ilike, like, lte, sql, type Column, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { endOfDay, type DayNumber } from '#domain/shanghai-time.ts';
import type { Db } from './database.ts';
import { onlyRow } from './only-row.ts';

/** Matches text anywhere in the column, ignoring case; `%`, `_` and `\` are literal. Undefined without text. */
export function contains(column: Column | SQL, text: string | undefined): SQL | undefined {
  return text ? ilike(column, anywhere(text)) : undefined;
}

/** Case-sensitive `contains`: several times faster, for text without case such as numbers and IP addresses. */
export function containsExactly(column: Column | SQL, text: string | undefined): SQL | undefined {
  return text ? like(column, anywhere(text)) : undefined;
}

/**
 * A text filter of a log, which may grow very large: its trigram index needs three characters, so a shorter text matches
 * only at the beginning. Respects case unless `ignoreCase`.
 */
export function containsInLog(
  column: Column,
  text: string | undefined,
  { ignoreCase = false } = {},
): SQL | undefined {
  if (!text) return undefined;
  const pattern = text.length < 3 ? anywhere(text).slice(1) : anywhere(text);
  return ignoreCase ? ilike(column, pattern) : like(column, pattern);
}

const anywhere = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * The sort order of a list: the `<field>Order` parameters of the query in the given order of columns, then the fallback,
 * so that pages never overlap.
 */
export function sortOrder(
  query: object,
  columns: Readonly<Record<string, Column>>,
  ...fallback: SQL[]
): SQL[] {
  const requested = Object.entries(columns).flatMap(([field, column]) => {
    const direction: unknown = Reflect.get(query, `${field}Order`);
    if (direction === 'asc') return [asc(column)];
    return direction === 'desc' ? [desc(column)] : [];
  });
  return [...requested, ...fallback];
}

/** Matches times from the first of these Shanghai days to the last, both included. */
export const withinDays = (column: Column | SQL, first: DayNumber, last: DayNumber): SQL =>
  sql`(${column} > ${endOfDay(first - 1).toISOString()}::timestamptz and ${column} <= ${endOfDay(last).toISOString()}::timestamptz)`;

/** Matches times from `beginTime` to `endTime`, both included; an absent time sets no bound. */
export const withinTimes = (
  column: Column,
  { beginTime, endTime }: { beginTime?: Date | undefined; endTime?: Date | undefined },
): SQL | undefined =>
  and(beginTime ? gte(column, beginTime) : undefined, endTime ? lte(column, endTime) : undefined);

export interface PageQuery {
  pageIndex: number;
  pageSize: number;
}

/** `limit` and `offset` of a page. */
export function limitAndOffset({ pageIndex, pageSize }: PageQuery) {
  return { limit: pageSize, offset: (pageIndex - 1) * pageSize };
}

/** A page of a list in the form that the contract defines. */
export const pageOf = <Row>(list: Row[], count: number, { pageIndex, pageSize }: PageQuery) => ({
  list,
  count,
  pageIndex,
  pageSize,
  maxUpdatedAt: null,
});

export type Page<Row> = ReturnType<typeof pageOf<Row>>;

/** The number of matching rows, up to `limit`: a first page does not need the exact size of a log with millions of rows. */
export async function countUpTo(
  db: Db,
  table: PgTable | SQL,
  where: SQL | undefined,
  limit: number,
): Promise<number> {
  const matches = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(limit)
    .as('matches');
  return onlyRow(await db.select({ count: count() }).from(matches)).count;
}
