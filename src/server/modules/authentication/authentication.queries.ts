import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/kernel/endpoint.ts';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import type { authentication } from '#contract/people/authentication.ts';
import type { Db } from '#server/db/database.ts';
import { loginTickets, menus, roleMenus, sessions, users } from '#server/db/schema.ts';
import { linkChildren } from '#server/db/tree.ts';
import { AppError } from '#server/http/app-error.ts';
import { toLogText } from '#server/http/record-operation.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { forgetDevices, rememberDevice } from './known-devices.queries.ts';

export type User = typeof users.$inferSelect;

/** The user with this name, even if disabled, but not if deleted. */
export async function findUserByName(db: Db, key: string): Promise<User | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.usernameKey, key), isNull(users.deletedAt)));
  return user;
}

export async function getUser(db: Db, userId: number): Promise<User> {
  const [user] = await db.select().from(users).where(eq(users.userId, userId));
  if (!user) throw new AppError('session.expired');
  return user;
}

/**
 * Whether the password hash is unchanged. False if the password was changed, or the user disabled or deleted,
 * while the password was being checked. Run it in the transaction that opens the session: it locks the user, so that a
 * concurrent revocation also finds the new session.
 */
export async function lockIfUnchanged(
  tx: Db,
  { userId, passwordHash }: Pick<User, 'userId' | 'passwordHash'>,
): Promise<boolean> {
  const unchanged = await tx
    .select({ userId: users.userId })
    .from(users)
    .where(
      and(
        eq(users.userId, userId),
        eq(users.passwordHash, passwordHash),
        eq(users.status, ENABLED_TEXT),
        isNull(users.deletedAt),
      ),
    )
    .for('share');
  return unchanged.length > 0;
}

export async function insertSession(tx: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values({ ...session, userAgent: toLogText(session.userAgent) });
}

export async function deleteSession(db: Db, sessionId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Ends the user's sessions and unfinished sign-ins, and forgets the devices. */
export async function deleteSessions(db: Db, userId: number): Promise<void> {
  await forgetDevices(db, userId);
  await db.delete(loginTickets).where(eq(loginTickets.userId, userId));
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

/**
 * Ends the user's other sessions and unfinished sign-ins, forgets the other devices, and continues this session with a
 * new token. Returns the token of its device, or undefined when the session ended meanwhile.
 */
export async function renewSession(
  tx: Db,
  sessionId: number,
  { tokenHash, device, now }: { tokenHash: string; device: string | undefined; now: Date },
): Promise<string | undefined> {
  const [oldSession] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('update');
  if (!oldSession) return undefined;
  const { id: _id, ...session } = oldSession;
  await deleteSessions(tx, oldSession.userId);
  // A new row, not a new token in the old one, so that streams opened with the old token end.
  await tx.insert(sessions).values({ ...session, tokenHash });
  return rememberDevice(tx, oldSession.userId, device, now);
}

type PasswordChange = Pick<User, 'passwordHash' | 'mustChangePassword' | 'updateBy'>;

/** Saves a new password. With `expectedHash`, only if that is still the user's hash; false otherwise. */
export async function updatePassword(
  db: Db,
  userId: number,
  change: PasswordChange,
  now: Date,
  expectedHash?: string,
): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({ ...change, updatedAt: now, version: sql`${users.version} + 1` })
    .where(
      and(
        eq(users.userId, userId),
        expectedHash === undefined ? undefined : eq(users.passwordHash, expectedHash),
      ),
    )
    .returning({ userId: users.userId });
  return changed.length > 0;
}

/* Menu types: M directory, C page, F button. */

type MenuTree = DataOf<typeof authentication.menus>;

/**
 * The caller's menu tree: the directories and pages of its roles with their ancestors; everything for an
 * administrator.
 */
export async function listMenuTree(db: Db, caller: Caller): Promise<MenuTree> {
  const rows = await db
    .select()
    .from(menus)
    .where(and(notInArray(menus.menuType, ['F']), isNull(menus.deletedAt)))
    .orderBy(menus.sort, menus.menuId);
  const visibleIds = caller.grant.isAdmin ? undefined : await listGrantedWithAncestors(db, caller);
  const nodes = new Map<number, MenuTree[number]>();
  for (const row of rows) {
    if (visibleIds && !visibleIds.has(row.menuId)) continue;
    const isDirectory = row.menuType === 'M';
    nodes.set(row.menuId, {
      ...row,
      menuType: isDirectory ? 'M' : 'C',
      component: isDirectory ? 'Layout' : `${row.path.replace(/\/$/, '')}/index`,
      children: [],
    });
  }
  return linkChildren(nodes);
}

async function listGrantedWithAncestors(db: Db, caller: Caller): Promise<Set<number>> {
  const roleIds = caller.grant.roles.map((role) => role.roleId);
  if (roleIds.length === 0) return new Set();
  const granted = await db
    .select({ paths: menus.paths })
    .from(menus)
    .innerJoin(roleMenus, eq(roleMenus.menuId, menus.menuId))
    .where(and(inArray(roleMenus.roleId, roleIds), isNull(menus.deletedAt)));
  return new Set(granted.flatMap((menu) => menu.paths.split('/').map(Number)));
}
