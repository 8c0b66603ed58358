import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { hasPermission } from '#domain/permissions.ts';
import { STANDARD, STANDARD_ID } from '#domain/lead/lead-class.ts';
import type { LeadOption } from '#contract/catalogue/lead-options.ts';
import type { Db } from '#server/db/database.ts';
import { leadClasses, leadId, orders } from '#server/db/schema.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';

/** Deleted classes are kept for their orders; at most this many are searched. */
const MAX_OPTIONS = 200;

/** 标准 and the classes that the caller may choose or meet, the slowest first. */
export async function readLeadOptions(db: Db, { grant }: Caller): Promise<LeadOption[]> {
  const { id, name, factor, percent, status, deletedAt } = leadClasses;
  const isKnown = hasPermission(grant.permissions, 'mfr:leadClass:list') ? undefined : eq(status, 2);
  const isMet = sql`exists (
    select from ${orders}
    where lead is not null and ${leadId} = ${id} and ${withinScope(grant.scope) ?? sql`true`})`;
  const rows = await db
    .select({ id, name, factor, percent })
    .from(leadClasses)
    .where(or(and(isNull(deletedAt), isKnown), isMet))
    .orderBy(desc(factor), asc(id))
    .limit(MAX_OPTIONS);
  const standard = { id: STANDARD_ID, ...STANDARD };
  return [...rows, standard].toSorted((a, b) => b.factor - a.factor);
}
