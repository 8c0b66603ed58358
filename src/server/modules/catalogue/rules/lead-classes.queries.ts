import { and, asc, eq, inArray, isNull, desc, or, sql } from 'drizzle-orm';
import { STANDARD_ID, type LeadClass, STANDARD } from '#domain/lead/lead-class.ts';
import type { Db } from '#server/db/database.ts';
import { leadClasses, processes, leadId, orders } from '#server/db/schema.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { LeadOption } from '#contract/catalogue/lead-options.ts';
import { ENABLED } from '#contract/kernel/fields.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { readNames } from '../names.ts';

/** The enabled classes, in display order. */
export async function readLeadClasses(db: Db): Promise<LeadClass[]> {
  const { sort, id, status, deletedAt } = leadClasses;
  const rows = await db
    .select()
    .from(leadClasses)
    .where(and(isNull(deletedAt), eq(status, ENABLED)))
    .orderBy(asc(sort), asc(id));
  const names = await readNames(
    db,
    processes,
    rows.flatMap(({ optionIds }) => optionIds),
  );
  return rows.map(({ optionIds, id: classId, name, factor, percent, slots, maxEdgeMm, maxPieces }) => ({
    id: classId,
    name,
    factor,
    percent,
    slots,
    maxEdgeMm,
    maxPieces,
    excluded: optionIds.flatMap((option) => {
      const optionName = names.get(option);
      return optionName === undefined ? [] : [{ id: option, name: optionName }];
    }),
  }));
}

/** Current factor and percentage of these classes, including deleted ones. */
export async function readLeadTerms(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { factor: number; percent: number }>();
  const { id, factor, percent } = leadClasses;
  const rows = await db
    .select({ id, factor, percent })
    .from(leadClasses)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, { factor: row.factor, percent: row.percent }]));
}

/** Whether this is the standard class or a class that is not deleted. */
export async function isKnownLead(db: Db, classId: number): Promise<boolean> {
  if (classId === STANDARD_ID) return true;
  const { id, deletedAt } = leadClasses;
  const rows = await db
    .select({ id })
    .from(leadClasses)
    .where(and(eq(id, classId), isNull(deletedAt)));
  return rows.length > 0;
}

/** The list is limited, because deleted classes that orders refer to stay in it. */
const MAX_OPTIONS = 200;

/** The standard class and those that the caller may choose or sees in orders, slowest first. */
export async function readLeadOptions(db: Db, { grant }: Caller): Promise<LeadOption[]> {
  const { id, name, factor, percent, status, deletedAt } = leadClasses;
  const isSelectable = hasPermission(grant.permissions, 'mfr:leadClass:list')
    ? undefined
    : eq(status, ENABLED);
  const isInOrders = sql`exists (
    select from ${orders}
    where lead is not null and ${leadId} = ${id} and ${withinScope(grant.scope) ?? sql`true`})`;
  const rows = await db
    .select({ id, name, factor, percent })
    .from(leadClasses)
    .where(or(and(isNull(deletedAt), isSelectable), isInOrders))
    .orderBy(desc(factor), asc(id))
    .limit(MAX_OPTIONS);
  const standard = { id: STANDARD_ID, ...STANDARD };
  return [...rows, standard].toSorted((a, b) => b.factor - a.factor);
}
