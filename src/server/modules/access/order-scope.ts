import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { orders } from '#server/db/schema.ts';
import type { Scope } from './caller.ts';

/** A condition for every query on `orders`: the caller may see the order. Undefined if the caller may see all. */
export function withinScope({ all, deptIds, own, userId }: Scope): SQL | undefined {
  if (all) return undefined;
  const visible = or(
    own ? eq(orders.userId, userId) : undefined,
    deptIds.length > 0 ? inArray(orders.deptId, [...deptIds]) : undefined,
  );
  return and(visible ?? sql`false`);
}
