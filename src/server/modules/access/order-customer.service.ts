import { and, eq, isNull } from 'drizzle-orm';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { Db } from '#server/db/database.ts';
import { users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { loadGrant } from './access.service.ts';
import type { Caller } from './caller.ts';
import { usersWithin } from './user-scope.ts';

/** The owner of the order, and the departments whose prices apply, nearest first. */
interface Customer {
  userId: number;
  deptId: number | null;
  deptPath: readonly number[];
}

/**
 * The caller, or the customer on whose behalf the caller requests an offer. Throws `permission.denied` without the
 * permission to price requests, and `request.invalid` for a user who is not an enabled customer within the caller's
 * data scope.
 */
export async function getOrderCustomer(
  db: Db,
  caller: Caller,
  forUserId: number | undefined,
): Promise<Customer> {
  if (forUserId === undefined) {
    const { userId, deptId, grant } = caller;
    return { userId, deptId, deptPath: grant.deptPath };
  }
  if (!hasPermission(caller.grant.permissions, OFFER_PERMISSION)) throw new AppError('permission.denied');
  const [user] = await db
    .select({ userId: users.userId, deptId: users.deptId })
    .from(users)
    .where(
      and(
        eq(users.userId, forUserId),
        eq(users.status, ENABLED_TEXT),
        isNull(users.deletedAt),
        usersWithin(caller.grant.scope),
      ),
    );
  const grant = user && (await loadGrant(db, user.userId, user.deptId));
  if (!user || !grant || grant.isStaff) {
    throw new AppError('request.invalid', { fields: { forUserId: '没有这个客户' } });
  }
  return { ...user, deptPath: grant.deptPath };
}
