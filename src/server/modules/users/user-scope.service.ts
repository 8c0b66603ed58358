import { eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';

/** The users that a caller may see: a condition for every query on `users`. An empty scope shows no users. */
export function usersWithin({ all, deptIds, own, userId }: Scope): SQL | undefined {
  if (all) return undefined;
  return (
    or(
      own ? eq(users.userId, userId) : undefined,
      deptIds.length > 0 ? inArray(users.deptId, [...deptIds]) : undefined,
    ) ?? sql`false`
  );
}
