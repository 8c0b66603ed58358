import { and, gte, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { fenFromYuan } from '#domain/money.ts';
import { STANDARD_ID } from '#domain/lead/lead-class.ts';
import { containsExactly } from '#server/db/list-query.ts';
import { leadId, orders } from '#server/db/schema.ts';

/** Orders with this text in their number, whatever its case. */
export const withNumber = (text: string | undefined): SQL | undefined =>
  containsExactly(orders.orderNo, text?.toUpperCase());

/** Orders of a lead class; 0: 标准. The text is that of the partial index's condition. */
export const ofLead = (classId: number): SQL =>
  classId === STANDARD_ID ? isNull(orders.lead) : sql`(lead is not null and ${leadId} = ${classId})`;

/** Orders whose total is in this range of yuan, both included. */
export const withTotal = (from?: string | number | null, to?: string | number | null): SQL | undefined =>
  and(
    isGiven(from) ? gte(orders.totalFen, fenFromYuan(from)) : undefined,
    isGiven(to) ? lte(orders.totalFen, fenFromYuan(to)) : undefined,
  );

const isGiven = (yuan: string | number | null | undefined): yuan is string | number =>
  yuan !== undefined && yuan !== null && yuan !== '';
