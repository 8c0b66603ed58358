import { and, gt, gte, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { fenFromYuan } from '#domain/money.ts';
import { endOfDay, parseDay } from '#domain/shanghai-time.ts';
import { STANDARD_ID } from '#domain/lead/lead-class.ts';
import { containsExactly } from '#server/db/list-query.ts';
import { leadId, orders } from '#server/db/schema.ts';

/** Orders with this text in their number, in any case. */
export const withNumber = (text: string | undefined): SQL | undefined =>
  containsExactly(orders.orderNo, text?.toUpperCase());

/** Orders of a lead class; 0: 标准. Repeats the text of the partial index's condition. */
export const hasLead = (classId: number): SQL =>
  classId === STANDARD_ID ? isNull(orders.lead) : sql`(lead is not null and ${leadId} = ${classId})`;

/** Orders whose total is in this range of yuan, both included. */
export const withTotal = (from?: string | number | null, to?: string | number | null): SQL | undefined =>
  and(
    hasValue(from) ? gte(orders.totalFen, fenFromYuan(from)) : undefined,
    hasValue(to) ? lte(orders.totalFen, fenFromYuan(to)) : undefined,
  );

/** Rows whose time in the column is on these Shanghai days, both included. */
export const onDays = (column: PgColumn, from: string | undefined, to: string | undefined): SQL | undefined =>
  and(
    from === undefined ? undefined : gt(column, endOfDay(parseDay(from) - 1)),
    to === undefined ? undefined : lte(column, endOfDay(parseDay(to))),
  );

/** The order was placed and has not been cancelled. Repeats the text of the partial index's condition. */
export const isSold = sql`placed_at is not null and status <> 'cancelled'`;

const hasValue = (yuan: string | number | null | undefined): yuan is string | number =>
  yuan !== undefined && yuan !== null && yuan !== '';
