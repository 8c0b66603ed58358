import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import type { Role, roles as roleContract } from '#contract/people/roles.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { contains, pageOf, sortOrder, type PageQuery } from '#server/db/list-query.ts';
import { readPage } from '#server/db/record-page.ts';
import {
  linkReplacement,
  softDeletion,
  versionedUpdate,
  withWireTimes,
  type FiltersOf,
} from '#server/db/record-store.ts';
import { menus, roleDepts, roleMenus, roles, userRoles, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { usersWithin } from '#server/modules/access/user-scope.ts';

type RoleRow = typeof roles.$inferSelect;
type Filters = FiltersOf<QueryOf<typeof roleContract.list>>;

const notDeleted = isNull(roles.deletedAt);

export async function listRoles(
  db: Db,
  scope: Scope,
  filters: Filters,
  page: PageQuery,
): Promise<DataOf<typeof roleContract.list>> {
  const where = and(
    notDeleted,
    contains(roles.roleName, filters.roleName),
    contains(roles.roleKey, filters.roleKey),
    filters.status ? eq(roles.status, filters.status) : undefined,
  );
  const { roleId, roleName, roleKey, roleSort, status, createdAt } = roles;
  const sortable = { roleId, roleName, roleKey, roleSort, status, createdAt };
  const order = sortOrder(filters, sortable, asc(roleSort), asc(roleId));
  const { rows, count } = await readPage(db, { table: roles, where: where ?? notDeleted, order, page });
  return pageOf(await presentRoles(db, rows as RoleRow[], scope), count, page);
}

/** The role with the number of its users, within the scope if given. */
export async function findRole(db: Db, id: number, scope?: Scope): Promise<Role | undefined> {
  const rows = await db
    .select()
    .from(roles)
    .where(and(eq(roles.roleId, id), notDeleted));
  return (await presentRoles(db, rows, scope))[0];
}

async function presentRoles(db: Db, rows: readonly RoleRow[], scope?: Scope): Promise<Role[]> {
  const ids = rows.map((row) => row.roleId);
  if (ids.length === 0) return [];
  const menuRows = await db
    .select({ roleId: roleMenus.roleId, menuId: roleMenus.menuId })
    .from(roleMenus)
    .innerJoin(menus, eq(menus.menuId, roleMenus.menuId))
    .where(and(inArray(roleMenus.roleId, ids), isNull(menus.deletedAt)))
    .orderBy(asc(roleMenus.menuId));
  const deptRows = await db
    .select()
    .from(roleDepts)
    .where(inArray(roleDepts.roleId, ids))
    .orderBy(asc(roleDepts.deptId));
  const userRows = await db
    .select({ roleId: userRoles.roleId, count: count() })
    .from(userRoles)
    .innerJoin(users, eq(users.userId, userRoles.userId))
    .where(and(inArray(userRoles.roleId, ids), isNull(users.deletedAt), scope && usersWithin(scope)))
    .groupBy(userRoles.roleId);
  return rows.map((row) => ({
    ...withWireTimes(row),
    menuIds: menuRows.filter((menu) => menu.roleId === row.roleId).map((menu) => menu.menuId),
    deptIds: deptRows.filter((dept) => dept.roleId === row.roleId).map((dept) => dept.deptId),
    userCount: userRows.find((user) => user.roleId === row.roleId)?.count ?? 0,
  }));
}

export async function insertRole(db: Db, role: typeof roles.$inferInsert): Promise<number> {
  const row = onlyRow(await db.insert(roles).values(role).returning({ id: roles.roleId }));
  return row.id;
}

export const updateRole = versionedUpdate(roles, roles.roleId);

export const replaceMenus = linkReplacement(roleMenus, roleMenus.roleId, (roleId, menuId) => ({
  roleId,
  menuId,
}));

export const replaceDepts = linkReplacement(roleDepts, roleDepts.roleId, (roleId, deptId) => ({
  roleId,
  deptId,
}));

/** The permission codes of these menus, and how many of the menus exist. */
export async function readMenuCodes(
  db: Db,
  menuIds: readonly number[],
): Promise<{ codes: string[]; count: number }> {
  if (menuIds.length === 0) return { codes: [], count: 0 };
  const rows = await db
    .select({ code: menus.permission })
    .from(menus)
    .where(and(inArray(menus.menuId, [...menuIds]), isNull(menus.deletedAt)));
  return { codes: rows.map((row) => row.code), count: rows.length };
}

export const deleteRoles = softDeletion(roles, roles.roleId);
