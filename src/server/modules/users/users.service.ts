import { hasPermission } from '#domain/permissions.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { DISABLED_TEXT, ENABLED_TEXT } from '#contract/kernel/fields.ts';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import type { NewUser, User, UserEdit } from '#contract/people/users.ts';
import type { Database, Db } from '#server/db/database.ts';
import { stampOfNew } from '#server/db/record-store.ts';
import { AppError } from '#server/http/app-error.ts';
import { refuseDuplicate } from '#server/http/pg-errors.ts';
import { assertAllRemoved, foundOrThrow } from '#server/http/records.ts';
import { loadGrant } from '#server/modules/access/access.service.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import {
  assertAdminRemains,
  assertMayGrantRoles,
  assertOutranks,
} from '#server/modules/access/granting.service.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import type { FirstPassword } from '#server/imports/record-import.ts';
import { assertGoodPassword } from '#server/modules/authentication/password-rules.service.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { deleteSecondFactor } from '#server/modules/authentication/second-factor.service.ts';
import { deleteSessions } from '#server/modules/authentication/authentication.service.ts';
import { usernameKey } from '#server/fairness/stored-throttle.ts';
import {
  deleteUsers,
  findMissing,
  findUser,
  insertUser,
  replacePosts,
  replaceRoles,
  updateUser,
} from './users.queries.ts';

/**
 * Returns a user within the caller's scope and without rights beyond the caller's. Throws `record.not_found`,
 * `permission.denied`.
 */
async function getEditableUser(db: Db, caller: Caller, id: number): Promise<User> {
  const user = foundOrThrow(await findUser(db, caller.grant.scope, id));
  assertOutranks(caller, await loadGrant(db, user.userId, user.deptId));
  return user;
}

/** Runs a change of access rights: locks the `access` revision first and asserts that an administrator remains. */
export function changeAccess<T>({ db }: Pick<Database, 'db'>, change: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await advanceRevision(tx, 'access');
    const result = await change(tx);
    await assertAdminRemains(tx);
    return result;
  });
}

/** Creates a user who must change the given password at the first sign-in. */
export async function createUser(
  database: Database,
  caller: Caller,
  body: NewUser,
  now: Date,
): Promise<User> {
  const { password, ...fields } = body;
  // Outside the transaction, because hashing is slow.
  const hash = await hashPassword(password);
  return changeAccess(database, async (tx) => {
    const id = await addUser(tx, caller, fields, { password, hash }, now);
    return foundOrThrow(await findUser(tx, { ...caller.grant.scope, all: true }, id));
  });
}

/** Inserts a user with a first password, within the caller's rights. Runs in `changeAccess`. */
export async function addUser(
  tx: Db,
  caller: Caller,
  body: Omit<NewUser, 'password'>,
  firstPassword: FirstPassword,
  now: Date,
): Promise<number> {
  const { roleIds, postIds, ...fields } = body;
  await checkReferences(tx, body);
  if (roleIds.length > 0) assertMay(caller, 'admin:sysUser:role', '您没有分配角色的权限');
  // Users are enabled (2) by default.
  if (body.status !== ENABLED_TEXT) assertMay(caller, 'admin:sysUser:status', '您没有启停用户的权限');
  assertDeptWithin(caller, body.deptId);
  await assertMayGrantRoles(tx, caller, roleIds);
  const id = await insertUser(tx, {
    ...fields,
    usernameKey: usernameKey(body.username),
    passwordHash: firstPassword.hash,
    mustChangePassword: true,
    ...stampOfNew({ userId: caller.userId, now }),
  }).catch(refuseDuplicate('username', '用户名已存在'));
  await replaceRoles(tx, id, roleIds);
  await replacePosts(tx, id, postIds);
  const grant = await loadGrant(tx, id, body.deptId);
  assertOutranks(caller, grant);
  assertGoodPassword(firstPassword.password, body.username, grant.isStaff, 'password');
  return id;
}

/** Saves a user. A change of roles or status needs its own permission. Runs in `changeAccess`. */
export async function saveUser(tx: Db, caller: Caller, id: number, body: UserEdit, now: Date) {
  const { roleIds, postIds, version, ...fields } = body;
  const before = await getEditableUser(tx, caller, id);
  await checkReferences(tx, body, before);
  if (differs(before.roleIds, roleIds)) {
    assertMay(caller, 'admin:sysUser:role', '您没有分配角色的权限');
    await assertMayGrantRoles(
      tx,
      caller,
      roleIds.filter((role) => !before.roleIds.includes(role)),
    );
  }
  if (before.status !== body.status) assertMay(caller, 'admin:sysUser:status', '您没有启停用户的权限');
  if (before.deptId !== body.deptId) assertDeptWithin(caller, body.deptId);
  assertNotSelf(caller, id, before.status !== body.status && body.status === DISABLED_TEXT, '不能停用自己');

  const isSaved = await updateUser(tx, id, version, fields, { userId: caller.userId, now });
  if (!isSaved) throw await conflictOf(tx, caller, id);
  await replaceRoles(tx, id, roleIds);
  await replacePosts(tx, id, postIds);
  // Another department or role may widen the scope beyond the caller's, even when the user is the caller.
  assertOutranks(caller, await loadGrant(tx, id, body.deptId));
  if (body.status === DISABLED_TEXT) await deleteSessions(tx, id);
  return { before, after: foundOrThrow(await findUser(tx, { ...caller.grant.scope, all: true }, id)) };
}

/** Enables or disables a user; disabling ends its sessions. */
export async function setUserStatus(
  tx: Db,
  caller: Caller,
  { userId, status, version }: { userId: number; status: '1' | '2'; version?: number | undefined },
  now: Date,
) {
  const before = await getEditableUser(tx, caller, userId);
  assertNotSelf(caller, userId, status === DISABLED_TEXT, '不能停用自己');
  const isSaved = await updateUser(
    tx,
    userId,
    version ?? before.version,
    { status },
    { userId: caller.userId, now },
  );
  if (!isSaved) throw await conflictOf(tx, caller, userId);
  if (status === DISABLED_TEXT) await deleteSessions(tx, userId);
  return before;
}

/** Sets a password that the user must change at the next sign-in, and ends the user's sessions. */
export async function resetUserPassword(
  tx: Db,
  caller: Caller,
  { userId, password }: { userId: number; password: string },
  now: Date,
): Promise<number> {
  const user = await getEditableUser(tx, caller, userId);
  const grant = await loadGrant(tx, userId, user.deptId);
  assertGoodPassword(password, user.username, grant.isStaff, 'password');
  const passwordHash = await hashPassword(password);
  const change = { passwordHash, mustChangePassword: true };
  const isSaved = await updateUser(tx, userId, user.version, change, { userId: caller.userId, now });
  if (!isSaved) throw await conflictOf(tx, caller, userId);
  await deleteSessions(tx, userId);
  return userId;
}

/** Removes another user's second factor, e.g. after a phone was lost, and ends the user's sessions. */
export async function removeSecondFactor(tx: Db, caller: Caller, userId: number): Promise<number> {
  await getEditableUser(tx, caller, userId);
  // Removing one's own factor needs password and code, which someone with a stolen session does not have.
  assertNotSelf(caller, userId, true, '请在用户菜单的“双重验证”中关闭自己的双重验证');
  if (!(await deleteSecondFactor(tx, userId))) {
    throw new AppError('record.not_found', { msg: '该用户未启用双重验证' });
  }
  return userId;
}

/** Deletes users, all or none, and ends their sessions. */
export async function removeUsers(tx: Db, caller: Caller, ids: number[], now: Date): Promise<number[]> {
  for (const id of ids) {
    await getEditableUser(tx, caller, id);
    assertNotSelf(caller, id, true, '不能删除自己');
  }
  const removed = assertAllRemoved(ids, await deleteUsers(tx, ids, { userId: caller.userId, now }));
  // Locks the user's row before its sessions, as everywhere: the same order prevents deadlocks.
  for (const id of removed) await deleteSessions(tx, id);
  return removed;
}

async function conflictOf(tx: Db, caller: Caller, id: number): Promise<AppError> {
  return new AppError('record.changed', { data: foundOrThrow(await findUser(tx, caller.grant.scope, id)) });
}

function assertMay({ grant }: Caller, code: PermissionCode, msg: string): void {
  if (!hasPermission(grant.permissions, code)) throw new AppError('permission.denied', { msg });
}

function assertDeptWithin({ grant: { scope } }: Caller, deptId: number | null): void {
  if (scope.all || (deptId !== null && scope.deptIds.includes(deptId))) return;
  throw new AppError('permission.denied', { msg: '部门不在您的数据权限范围内' });
}

function assertNotSelf(caller: Caller, id: number, isForbidden: boolean, msg: string): void {
  if (isForbidden && id === caller.userId) throw new AppError('record.in_use', { msg });
}

const differs = (a: readonly number[], b: readonly number[]) =>
  new Set(a).size !== new Set(b).size || b.some((id) => !a.includes(id));

async function checkReferences(
  tx: Db,
  body: { roleIds: number[]; postIds: number[]; deptId: number | null },
  before?: { deptId: number | null },
): Promise<void> {
  const missing = await findMissing(tx, body);
  const fields: FieldErrors = {};
  if (missing.roleIds) fields['roleIds'] = '所选角色不存在';
  if (missing.postIds) fields['postIds'] = '所选岗位不存在';
  if (missing.deptId) fields['deptId'] = '所选部门不存在';
  // A disabled department keeps its members but gets no new ones.
  if (missing.isDeptDisabled && before?.deptId !== body.deptId) fields['deptId'] = '所选部门已停用';
  if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields });
}
