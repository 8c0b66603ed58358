import { and, asc, eq, exists, isNull, ne, notExists, notInArray, or } from 'drizzle-orm';
import { MAX_DESK_CUSTOMERS, type DeskCustomer } from '#contract/orders/quote-desk.ts';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import { customerPermissions } from '#contract/kernel/permissions.ts';
import type { Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';
import { depts, menus, roleMenus, roles, userRoles, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { usersWithin } from '#server/modules/access/user-scope.ts';
import { companyData } from '#server/modules/depts/company-data.ts';

/** The data scope of roles that see everything. */
const ALL_DATA = '1';

/** The first enabled customers within the scope whose user name, name or company contains the text. */
export async function findCustomers(db: Db, scope: Scope, text: string | undefined): Promise<DeskCustomer[]> {
  // Status 2: enabled.
  const enabledRoles = db
    .select({ roleId: roles.roleId })
    .from(userRoles)
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .where(and(eq(userRoles.userId, users.userId), eq(roles.status, ENABLED_TEXT), isNull(roles.deletedAt)));
  // Roles with rights that customers never have.
  const staffRoles = db
    .select({ roleId: roles.roleId })
    .from(userRoles)
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .leftJoin(roleMenus, eq(roleMenus.roleId, roles.roleId))
    .leftJoin(menus, and(eq(menus.menuId, roleMenus.menuId), isNull(menus.deletedAt)))
    .where(
      and(
        eq(userRoles.userId, users.userId),
        eq(roles.status, ENABLED_TEXT),
        isNull(roles.deletedAt),
        or(
          roles.admin,
          eq(roles.dataScope, ALL_DATA),
          and(ne(menus.permission, ''), notInArray(menus.permission, [...customerPermissions])),
        ),
      ),
    );
  const rows = await db
    .select({
      userId: users.userId,
      username: users.username,
      nickName: users.nickName,
      companyTitle: companyData.companyTitle,
      deptName: depts.deptName,
    })
    .from(users)
    .leftJoin(depts, eq(depts.deptId, users.deptId))
    .where(
      and(
        eq(users.status, ENABLED_TEXT),
        isNull(users.deletedAt),
        usersWithin(scope),
        or(
          contains(users.username, text),
          contains(users.nickName, text),
          contains(users.companyTitle, text),
          contains(depts.companyTitle, text),
          contains(depts.deptName, text),
        ),
        exists(enabledRoles),
        notExists(staffRoles),
      ),
    )
    .orderBy(asc(users.nickName), asc(users.userId))
    .limit(MAX_DESK_CUSTOMERS);
  return rows.map(({ companyTitle, deptName, ...row }) => ({
    ...row,
    company: (companyTitle || deptName) ?? '',
  }));
}
