import { eq, inArray, or, sql, type Column, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { users } from '#server/db/schema.ts';
import type { Scope } from './caller.ts';

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

/** Rows that belong to users within the scope, deleted users included: a condition on the column with the user's id. */
export function byUsersWithin(db: Db, scope: Scope, userId: Column): SQL | undefined {
  if (scope.all) return undefined;
  return inArray(userId, db.select({ userId: users.userId }).from(users).where(usersWithin(scope)));
}
