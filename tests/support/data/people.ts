import { eq, inArray, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/database.ts';
import { depts, menus, roleDepts, roleMenus, roles, sessions, userRoles, users } from '#server/db/schema.ts';
import { hashToken, newToken } from '#server/modules/access/access.service.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';

export interface Person {
  userId: number;
  username: string;
  /** Token of an open session. */
  token: string;
  /** 0 without a dedicated role. */
  roleId: number;
}

interface PersonOptions {
  /** Codes of a role created for this user; stored unchanged, so that similar names can be tried. */
  permissions?: readonly string[];
  /** Whether its menus are below the back office's root. */
  isStaff?: boolean;
  dataScope?: string;
  /** Percent by which the role of this user may reduce offers; none unless given. */
  discountLimit?: number;
  /** Departments of data scope 2. */
  scopeDeptIds?: readonly number[];
  deptId?: number | null;
  /** A seeded role instead. */
  roleKey?: 'admin' | 'sales' | 'engineer' | 'customer';
  user?: Partial<typeof users.$inferInsert>;
}
import type { Api } from '../app/api.ts';

/** The hash of an unknown password. */
let unknownPassword: Promise<string> | undefined;
const word = () => randomBytes(5).toString('hex');

/** Adds a user with these rights and an open session; written directly, so that no throttle counts it. */
export async function addPerson(
  { database }: Pick<Api, 'database'>,
  options: PersonOptions = {},
): Promise<Person> {
  const username = options.user?.username ?? `p${word()}`;
  const passwordHash = await (unknownPassword ??= hashPassword(randomBytes(20).toString('hex')));
  return database.db.transaction(async (tx) => {
    const { userId } = one(
      await tx
        .insert(users)
        .values({
          username,
          usernameKey: username.toLowerCase(),
          nickName: `某${username.slice(1, 5)}`,
          passwordHash,
          deptId: options.deptId ?? null,
          ...options.user,
        })
        .returning({ userId: users.userId }),
    );
    const roleId = options.roleKey
      ? one(await tx.select().from(roles).where(eq(roles.roleKey, options.roleKey))).roleId
      : options.permissions
        ? await addRole(tx, options.permissions, options)
        : 0;
    if (roleId > 0) await tx.insert(userRoles).values({ userId, roleId });
    await advanceRevision(tx, 'access');
    return { userId, username, roleId, token: await openSession(tx, userId) };
  });
}

async function addRole(db: Db, permissions: readonly string[], options: PersonOptions): Promise<number> {
  const { dataScope = '5', scopeDeptIds = [], discountLimit } = options;
  const { roleId } = one(
    await db
      .insert(roles)
      .values({ roleKey: `r${word()}`, roleName: '试验角色', dataScope, discountLimit })
      .returning({ roleId: roles.roleId }),
  );
  const path = options.isStaff === true ? '/admin' : '/';
  const root = (await db.select().from(menus).where(eq(menus.parentId, 0))).find(
    (menu) => menu.path === path,
  );
  if (permissions.length > 0) {
    const button = (permission: string) => ({
      parentId: root!.menuId,
      paths: '',
      menuName: word(),
      title: '试验',
      menuType: 'F',
      permission,
    });
    const added = await db.insert(menus).values(permissions.map(button)).returning({ menuId: menus.menuId });
    const menuIds = added.map(({ menuId }) => menuId);
    await db
      .update(menus)
      .set({ paths: sql`${`${root!.paths}/`} || ${menus.menuId}` })
      .where(inArray(menus.menuId, menuIds));
    await db.insert(roleMenus).values(menuIds.map((menuId) => ({ roleId, menuId })));
  }
  for (const deptId of scopeDeptIds) await db.insert(roleDepts).values({ roleId, deptId });
  return roleId;
}

/** A token of a session that is valid for years, so that a test may move the clock. */
export async function openSession(db: Db, userId: number): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + 3650 * 24 * 3_600_000);
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    ip: '127.0.0.1',
    userAgent: 'test',
    idleUntil: expiresAt,
    expiresAt,
  });
  return token;
}

/** Adds a department, by default below the root. */
export async function addDept({ database: { db } }: Api, parent = { deptId: 0, deptPath: '/0/' }) {
  const { deptId } = one(
    await db
      .insert(depts)
      .values({ deptName: `部门${word()}`, parentId: parent.deptId, deptPath: '' })
      .returning({ deptId: depts.deptId }),
  );
  const deptPath = `${parent.deptPath}${deptId}/`;
  await db.update(depts).set({ deptPath }).where(eq(depts.deptId, deptId));
  return { deptId, deptPath };
}

function one<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  return row;
}
