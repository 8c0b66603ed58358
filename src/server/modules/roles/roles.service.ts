import { hasPermission } from '#domain/permissions.ts';
import { NO_DISCOUNT_LIMIT } from '#domain/pricing/reduction.ts';
import {
  CHOSEN_DEPTS,
  OWN_RECORDS,
  type NewRole,
  type Role,
  type RoleInput,
} from '#contract/people/roles.ts';
import type { Db } from '#server/db/database.ts';
import { depts } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { refuseDuplicate } from '#server/http/pg-errors.ts';
import { assertAllRemoved, foundOrThrow } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import {
  assertDiscountWithin,
  assertHasPermissions,
  assertMayGrantRoles,
  assertMayGrantScope,
  assertReachWithin as assertRoleDeptsWithinScope,
} from '#server/modules/access/granting.service.ts';
import { PRICING_PERMISSIONS } from '#server/modules/access/access.service.ts';
import { readExistingIds, stampOfNew } from '#server/db/record-store.ts';
import {
  deleteRoles,
  findRole,
  insertRole,
  readMenuCodes,
  replaceDepts,
  replaceMenus,
  updateRole,
} from './roles.queries.ts';

const refuseDuplicateKey = refuseDuplicate('roleKey', '角色标识已存在');

/** Returns the role if the caller has all its rights. Throws `record.not_found`, `permission.denied`. */
async function getEditable(tx: Db, caller: Caller, id: number): Promise<Role> {
  const role = foundOrThrow(await findRole(tx, id));
  await assertMayGrantRoles(tx, caller, [id]);
  await assertRoleDeptsWithinScope(tx, caller, id);
  return role;
}

/** Throws unless the menus exist and the caller has their rights and at least this discount limit. */
async function checkRights(
  tx: Db,
  caller: Caller,
  menuIds: readonly number[],
  discountLimit: number | null,
): Promise<void> {
  const { codes, count } = await readMenuCodes(tx, menuIds);
  if (count !== new Set(menuIds).size) {
    throw new AppError('request.invalid', { fields: { menuIds: '所选菜单不存在' } });
  }
  assertHasPermissions(caller, codes);
  if (codes.some((code) => PRICING_PERMISSIONS.has(code)))
    assertDiscountWithin(caller, discountLimit ?? NO_DISCOUNT_LIMIT);
}

/**
 * Creates a role with the given data scope, or that of the copied role, or `OWN_RECORDS`. The caller must be able to
 * grant the scope.
 */
export async function createRole(
  tx: Db,
  caller: Caller,
  { copyOf, menuIds, dataScope, deptIds = [], ...fields }: NewRole,
  now: Date,
): Promise<number> {
  const maySetScope = hasPermission(caller.grant.permissions, 'admin:sysRole:scope');
  if (copyOf !== undefined && !maySetScope)
    throw new AppError('permission.denied', { msg: '您没有设置数据权限的权限，不能复制角色的数据权限' });
  if (dataScope !== undefined && dataScope !== OWN_RECORDS && !maySetScope)
    throw new AppError('permission.denied', { msg: '您没有设置数据权限的权限' });
  await checkRights(tx, caller, menuIds, fields.discountLimit);
  const source = copyOf === undefined ? undefined : await getEditable(tx, caller, copyOf);
  // The departments count only with the data scope `CHOSEN_DEPTS`.
  const scope = dataScope === undefined ? source : { dataScope, deptIds };
  const visibleDeptIds = scope?.dataScope === CHOSEN_DEPTS ? scope.deptIds : [];
  await checkDepts(tx, visibleDeptIds);
  if (scope) assertMayGrantScope(caller, scope.dataScope, visibleDeptIds);
  const id = await insertRole(tx, {
    ...fields,
    dataScope: scope?.dataScope ?? OWN_RECORDS,
    ...stampOfNew({ userId: caller.userId, now }),
  }).catch(refuseDuplicateKey);
  await replaceMenus(tx, id, menuIds);
  await replaceDepts(tx, id, visibleDeptIds);
  await assertRoleDeptsWithinScope(tx, caller, id);
  return id;
}

/** Saves a role with its menus; changing its status also needs `admin:sysRole:status`. */
export async function editRole(
  tx: Db,
  caller: Caller,
  id: number,
  body: RoleInput & { version: number },
  now: Date,
): Promise<{ before: Role; after: Role }> {
  const { menuIds, version, ...fields } = body;
  const before = await getEditable(tx, caller, id);
  await checkRights(tx, caller, menuIds, fields.discountLimit);
  if (before.status !== fields.status && !hasPermission(caller.grant.permissions, 'admin:sysRole:status'))
    throw new AppError('permission.denied', { msg: '您没有启停角色的权限' });
  const isSaved = await updateRole(tx, id, version, fields, { userId: caller.userId, now }).catch(
    refuseDuplicateKey,
  );
  if (!isSaved) throw await conflictOf(tx, caller, id);
  await replaceMenus(tx, id, menuIds);
  return { before, after: foundOrThrow(await findRole(tx, id, caller.grant.scope)) };
}

export async function setRoleStatus(
  tx: Db,
  caller: Caller,
  { roleId, status, version }: { roleId: number; status: '1' | '2'; version?: number | undefined },
  now: Date,
): Promise<Role> {
  const before = await getEditable(tx, caller, roleId);
  const current = version ?? before.version;
  if (!(await updateRole(tx, roleId, current, { status }, { userId: caller.userId, now }))) {
    throw await conflictOf(tx, caller, roleId);
  }
  return before;
}

export async function setRoleScope(
  tx: Db,
  caller: Caller,
  body: { roleId: number; dataScope: string; deptIds: number[]; version: number },
  now: Date,
): Promise<Role> {
  // The departments count only with the data scope `CHOSEN_DEPTS`.
  const { roleId, dataScope, version } = body;
  const deptIds = dataScope === CHOSEN_DEPTS ? body.deptIds : [];
  const before = await getEditable(tx, caller, roleId);
  await checkDepts(tx, deptIds);
  assertMayGrantScope(caller, dataScope, deptIds);
  if (!(await updateRole(tx, roleId, version, { dataScope }, { userId: caller.userId, now }))) {
    throw await conflictOf(tx, caller, roleId);
  }
  await replaceDepts(tx, roleId, deptIds);
  await assertRoleDeptsWithinScope(tx, caller, roleId);
  return before;
}

/** Deletes roles, all or none; refused while a user has one. */
export async function removeRoles(tx: Db, caller: Caller, ids: number[], now: Date): Promise<number[]> {
  for (const id of ids) {
    const role = await getEditable(tx, caller, id);
    if (role.userCount > 0) {
      throw new AppError('record.in_use', {
        msg: `角色 ${role.roleName} 仍有 ${role.userCount} 个用户，不能删除`,
      });
    }
  }
  return assertAllRemoved(ids, await deleteRoles(tx, ids, { userId: caller.userId, now }));
}

async function checkDepts(tx: Db, deptIds: readonly number[]): Promise<void> {
  const existing = await readExistingIds(tx, depts, depts.deptId, deptIds);
  if (existing.size !== new Set(deptIds).size) {
    throw new AppError('request.invalid', { fields: { deptIds: '所选部门不存在' } });
  }
}

async function conflictOf(tx: Db, { grant }: Caller, id: number): Promise<AppError> {
  return new AppError('record.changed', { data: foundOrThrow(await findRole(tx, id, grant.scope)) });
}
