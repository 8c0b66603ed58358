import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { customerPermissions } from '#contract/kernel/permissions.ts';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import {
  ALL_DATA,
  CHOSEN_DEPTS,
  OWN_CUSTOMERS,
  OWN_DEPT,
  OWN_DEPT_AND_BELOW,
  OWN_RECORDS,
} from '#contract/people/roles.ts';
import { APPROVE_PERMISSION, OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { ALL_PERMISSIONS } from '#domain/permissions.ts';
import { NO_DISCOUNT_LIMIT } from '#domain/pricing/reduction.ts';
import type { Db } from '#server/db/database.ts';
import { idsOfPath } from '#server/db/tree.ts';
import { depts, menus, roleDepts, roleMenus, roles, userRoles, users } from '#server/db/schema.ts';
import type { Grant, Scope } from './caller.ts';

type RoleRow = Pick<
  typeof roles.$inferSelect,
  'roleId' | 'roleKey' | 'roleName' | 'admin' | 'dataScope' | 'discountLimit'
>;

/** Only the discount limits of roles with one of these permissions count. */
export const PRICING_PERMISSIONS: ReadonlySet<string> = new Set([OFFER_PERMISSION, APPROVE_PERMISSION]);

/** Reads what a user's enabled roles and department allow. A user without roles is granted nothing. */
export async function loadGrant(db: Db, userId: number, deptId: number | null): Promise<Grant> {
  const ownRoles = await listRoles(db, userId);
  const isAdmin = ownRoles.some((role) => role.admin);
  const roleIds = ownRoles.map((role) => role.roleId);
  const granted = isAdmin ? [] : await listPermissions(db, roleIds);
  const codes = isAdmin ? [ALL_PERMISSIONS] : granted.map(({ code }) => code);
  const deptPath = deptId === null ? [] : await findDeptPath(db, deptId);
  const scope = await loadScope(db, userId, deptPath, ownRoles);
  return {
    roles: ownRoles.map(({ roleId, roleKey, roleName }) => ({ roleId, roleKey, roleName })),
    roleKeys: ownRoles.map((role) => role.roleKey),
    permissions: new Set(codes),
    isAdmin,
    discountLimit: isAdmin ? NO_DISCOUNT_LIMIT : discountLimitOf(ownRoles, granted),
    // The contract decides, not the menus, which some staff may edit. A user who sees all orders is staff too.
    isStaff: scope.all || codes.some((code) => !customerPermissions.has(code)),
    scope,
    deptPath,
  };
}

function listRoles(db: Db, userId: number): Promise<RoleRow[]> {
  return db
    .select({
      roleId: roles.roleId,
      roleKey: roles.roleKey,
      roleName: roles.roleName,
      admin: roles.admin,
      dataScope: roles.dataScope,
      discountLimit: roles.discountLimit,
    })
    .from(roles)
    .innerJoin(userRoles, eq(userRoles.roleId, roles.roleId))
    .where(and(eq(userRoles.userId, userId), eq(roles.status, ENABLED_TEXT), isNull(roles.deletedAt)))
    .orderBy(roles.roleSort, roles.roleId);
}

interface Granted {
  roleId: number;
  code: string;
}

/** The permission codes of these roles; a code occurs once per role that has it. */
export async function listPermissions(db: Db, roleIds: readonly number[]): Promise<Granted[]> {
  if (roleIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ roleId: roleMenus.roleId, code: menus.permission })
    .from(menus)
    .innerJoin(roleMenus, eq(roleMenus.menuId, menus.menuId))
    .where(and(inArray(roleMenus.roleId, [...roleIds]), isNull(menus.deletedAt)));
  return rows.filter(({ code }) => code !== '');
}

/** The largest limit of the roles that price or approve; unlimited if one has no limit, or with all permissions. */
export function discountLimitOf(
  ownRoles: readonly Pick<RoleRow, 'roleId' | 'discountLimit'>[],
  granted: readonly Granted[],
): number {
  if (granted.some(({ code }) => code === ALL_PERMISSIONS)) return NO_DISCOUNT_LIMIT;
  const pricingRoleIds = new Set(
    granted.filter(({ code }) => PRICING_PERMISSIONS.has(code)).map((row) => row.roleId),
  );
  const limits = ownRoles
    .filter(({ roleId }) => pricingRoleIds.has(roleId))
    .map(({ discountLimit }) => discountLimit ?? NO_DISCOUNT_LIMIT);
  return Math.max(0, ...limits);
}

/** The department and its ancestors, nearest first; empty for an unknown department. */
export async function findDeptPath(db: Db, deptId: number): Promise<number[]> {
  const [dept] = await db.select({ path: depts.deptPath }).from(depts).where(eq(depts.deptId, deptId));
  return idsOfPath(dept?.path ?? '');
}

async function loadScope(db: Db, userId: number, deptPath: number[], ownRoles: RoleRow[]): Promise<Scope> {
  // Data scopes: 1 everything, 2 chosen departments, 3 the user's department, 4 that and those below it, 5 the user's
  // own records, 6 these and the departments whose salesperson the user is.
  const scope: Scope = {
    userId,
    all: ownRoles.some((role) => role.admin || role.dataScope === ALL_DATA),
    deptIds: [],
    own: false,
  };
  if (scope.all) return scope;
  const deptIds = new Set<number>();
  for (const role of ownRoles) {
    if (role.dataScope === OWN_RECORDS || role.dataScope === OWN_CUSTOMERS) scope.own = true;
    for (const id of await listRoleDepartments(db, role, userId, deptPath[0])) deptIds.add(id);
  }
  return { ...scope, deptIds: [...deptIds] };
}

async function listRoleDepartments(
  db: Db,
  role: RoleRow,
  userId: number,
  deptId: number | undefined,
): Promise<number[]> {
  if (role.dataScope === CHOSEN_DEPTS) {
    const chosen = await db
      .select({ id: roleDepts.deptId })
      .from(roleDepts)
      .where(eq(roleDepts.roleId, role.roleId));
    return chosen.map((row) => row.id);
  }
  if (role.dataScope === OWN_CUSTOMERS) {
    const assigned = await db
      .select({ id: depts.deptId })
      .from(depts)
      .where(hasSalesperson(sql`${userId}`));
    return assigned.map((row) => row.id);
  }
  if (deptId === undefined) return [];
  if (role.dataScope === OWN_DEPT) return [deptId];
  if (role.dataScope !== OWN_DEPT_AND_BELOW) return [];
  const subtree = await db
    .select({ id: depts.deptId })
    .from(depts)
    .where(or(eq(depts.deptId, deptId), sql`${depts.deptPath} like ${`%/${deptId}/%`}`));
  return subtree.map((row) => row.id);
}

/** Departments at or below one whose salesperson is this user. */
const hasSalesperson = (userId: SQL) => sql`exists (
  select from sys_dept assigned
  where assigned.salesperson_id = ${userId} and ${depts.deptPath} like '%/' || assigned.dept_id || '/%'
)`;

/** The departments that a role of data scope 3, 4 or 6 shows to its current users. */
export async function listReach(db: Db, roleId: number): Promise<number[]> {
  const isShown = or(
    and(eq(roles.dataScope, OWN_DEPT), eq(depts.deptId, users.deptId)),
    and(eq(roles.dataScope, OWN_DEPT_AND_BELOW), sql`${depts.deptPath} like '%/' || ${users.deptId} || '/%'`),
    and(eq(roles.dataScope, OWN_CUSTOMERS), hasSalesperson(sql`${users.userId}`)),
  );
  const rows = await db
    .selectDistinct({ id: depts.deptId })
    .from(roles)
    .innerJoin(userRoles, eq(userRoles.roleId, roles.roleId))
    .innerJoin(users, and(eq(users.userId, userRoles.userId), isNull(users.deletedAt)))
    .innerJoin(depts, isShown)
    .where(eq(roles.roleId, roleId));
  return rows.map((row) => row.id);
}
