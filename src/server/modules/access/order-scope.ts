import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { orders } from '#server/db/schema.ts';
import type { Scope } from './caller.ts';

/** The orders that a caller may see: a condition for every query on `orders`. An empty scope sees nothing. */
export function withinScope({ all, deptIds, own, userId }: Scope): SQL | undefined {
  if (all) return undefined;
  const visible = or(
    own ? eq(orders.userId, userId) : undefined,
    deptIds.length > 0 ? inArray(orders.deptId, [...deptIds]) : undefined,
  );
  return and(visible ?? sql`false`);
}
