import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import { ALL_DATA, CHOSEN_DEPTS } from '#contract/people/roles.ts';
import { hasPermission } from '#domain/permissions.ts';
import type { Db } from '#server/db/database.ts';
import { roleDepts, roles, userRoles, users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller, Grant } from './caller.ts';
import { discountLimitOf, listPermissions, listReach } from './grants.queries.ts';

/* Users cannot grant roles, permissions or data beyond their own. One administrator always remains. */

const denied = (msg: string) => new AppError('permission.denied', { msg });

/** Throws `permission.denied` unless the caller has all of these codes. */
export function assertHasPermissions({ grant }: Caller, codes: Iterable<string>): void {
  for (const code of codes) {
    if (code !== '' && !hasPermission(grant.permissions, code))
      throw denied(`您没有权限 ${code}，不能授予他人`);
  }
}

/**
 * Throws unless the caller may modify a user with this grant: the caller needs every permission, the discount
 * limit and the whole data scope of the other, because resetting a password gives access to them.
 */
export function assertOutranks({ grant }: Caller, other: Grant): void {
  for (const code of other.permissions) {
    if (!hasPermission(grant.permissions, code)) throw denied('该用户的权限高于您，不能操作');
  }
  if (other.discountLimit > grant.discountLimit) throw denied('该用户的折扣上限高于您，不能操作');
  if (grant.scope.all) return;
  if (other.scope.all || !isWithin(other.scope.deptIds, grant))
    throw denied('该用户的数据权限大于您，不能操作');
}

const isWithin = (deptIds: readonly number[], { scope }: Grant) =>
  deptIds.every((id) => scope.deptIds.includes(id));

/**
 * Throws unless the departments that this role shows to its users are within the caller's scope. Data scopes 3, 4 and 6
 * (see `DATA_SCOPES`) depend on the user who has the role, who may be the caller.
 */
export async function assertReachWithin(db: Db, { grant }: Caller, roleId: number): Promise<void> {
  if (grant.scope.all || isWithin(await listReach(db, roleId), grant)) return;
  throw denied('该角色的数据权限超出您自己的范围，不能操作');
}

/** Throws unless the caller has the permissions, discount limits and data scopes of these roles, to grant them. */
export async function assertMayGrantRoles(db: Db, caller: Caller, roleIds: readonly number[]): Promise<void> {
  if (caller.grant.isAdmin || roleIds.length === 0) return;
  const granted = await db
    .select()
    .from(roles)
    .where(inArray(roles.roleId, [...roleIds]));
  if (granted.some((role) => role.admin)) throw denied('只有系统管理员可以授予系统管理员角色');
  const codes = await listPermissions(db, roleIds);
  assertHasPermissions(
    caller,
    codes.map((row) => row.code),
  );
  assertDiscountWithin(caller, discountLimitOf(granted, codes));
  for (const role of granted) {
    const chosen = await db
      .select({ id: roleDepts.deptId })
      .from(roleDepts)
      .where(eq(roleDepts.roleId, role.roleId));
    assertMayGrantScope(
      caller,
      role.dataScope,
      chosen.map((row) => row.id),
    );
  }
}

/** Throws unless this limit is within the caller's own. */
export function assertDiscountWithin({ grant }: Caller, discountLimit: number): void {
  if (discountLimit > grant.discountLimit) throw denied('不能授予超出您自己上限的折扣');
}

/** Throws unless the data shown by this scope is within the caller's scope. */
export function assertMayGrantScope({ grant }: Caller, dataScope: string, deptIds: readonly number[]): void {
  if (grant.scope.all) return;
  // Data scopes 3, 4 and 6 are relative to the user: `assertReachWithin` and `assertOutranks` check those.
  if (dataScope === ALL_DATA || (dataScope === CHOSEN_DEPTS && !isWithin(deptIds, grant)))
    throw denied('不能授予超出您自己范围的数据权限');
}

/**
 * Throws `user.last_admin` when no enabled administrator remains. Call it last, with the `access` revision locked.
 */
export async function assertAdminRemains(db: Db): Promise<void> {
  const [row] = await db
    .select({ count: count() })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.userId))
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .where(
      and(
        eq(users.status, ENABLED_TEXT),
        isNull(users.deletedAt),
        eq(roles.admin, true),
        eq(roles.status, ENABLED_TEXT),
        isNull(roles.deletedAt),
      ),
    );
  if (row?.count === 0) throw new AppError('user.last_admin');
}
