import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import { DISABLED } from '#contract/kernel/fields.ts';
import type { User, users as userContract } from '#contract/people/users.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { contains, limitAndOffset, pageOf, sortOrder, type PageQuery } from '#server/db/list-query.ts';
import {
  readExistingIds,
  linkReplacement,
  softDeletion,
  versionedUpdate,
  withWireTimes,
  type FiltersOf,
} from '#server/db/record-store.ts';
import { depts, posts, roles, secondFactors, userPosts, userRoles, users } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { usersWithin } from '#server/modules/access/user-scope.ts';
import { groupBy } from '#domain/group-by.ts';

// Leaves out the password hash and other internal columns: a conflict's response contains the whole record as read.
const {
  passwordHash: _hash,
  usernameKey: _key,
  seal: _seal,
  deletedAt: _deletedAt,
  ...publicColumns
} = getTableColumns(users);
type UserRow = Pick<typeof users.$inferSelect, keyof typeof publicColumns>;
type Filters = FiltersOf<QueryOf<typeof userContract.list>>;

const notDeleted = isNull(users.deletedAt);

export async function listUsers(
  db: Db,
  scope: Scope,
  filters: Filters,
  page: PageQuery,
): Promise<DataOf<typeof userContract.list>> {
  const where = and(
    notDeleted,
    usersWithin(scope),
    contains(users.username, filters.username),
    contains(users.nickName, filters.nickName),
    contains(users.phone, filters.phone),
    filters.status ? eq(users.status, filters.status) : undefined,
    filters.deptId === undefined ? undefined : inDeptOrBelow(db, filters.deptId),
    filters.roleId === undefined ? undefined : holdsRole(db, filters.roleId),
  );
  const { userId, username, nickName, status, createdAt } = users;
  const { limit, offset } = limitAndOffset(page);
  const rows = await db
    .select(publicColumns)
    .from(users)
    .where(where)
    .orderBy(...sortOrder(filters, { userId, username, nickName, status, createdAt }, asc(userId)))
    .limit(limit)
    .offset(offset);
  return pageOf(await presentUsers(db, rows), await db.$count(users, where), page);
}

/** The users within the scope that meet a condition, or all of them. */
export async function listUsersWhere(db: Db, scope: Scope, condition: SQL | undefined): Promise<User[]> {
  const rows = await db
    .select(publicColumns)
    .from(users)
    .where(and(notDeleted, usersWithin(scope), condition))
    .orderBy(asc(users.userId));
  return presentUsers(db, rows);
}

function inDeptOrBelow(db: Db, deptId: number) {
  const below = db
    .select({ id: depts.deptId })
    .from(depts)
    .where(sql`${depts.deptPath} like ${`%/${deptId}/%`}`);
  return inArray(users.deptId, below);
}

function holdsRole(db: Db, roleId: number) {
  const holders = db.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.roleId, roleId));
  return inArray(users.userId, holders);
}

export async function findUser(db: Db, scope: Scope, id: number): Promise<User | undefined> {
  const rows = await db
    .select(publicColumns)
    .from(users)
    .where(and(eq(users.userId, id), notDeleted, usersWithin(scope)));
  return (await presentUsers(db, rows))[0];
}

async function presentUsers(db: Db, rows: readonly UserRow[]): Promise<User[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.userId);
  const heldRoles = await db
    .select({ userId: userRoles.userId, roleId: roles.roleId, roleName: roles.roleName })
    .from(userRoles)
    .innerJoin(roles, eq(roles.roleId, userRoles.roleId))
    .where(and(inArray(userRoles.userId, ids), isNull(roles.deletedAt)))
    .orderBy(asc(roles.roleSort), asc(roles.roleId));
  const heldPosts = await db
    .select({ userId: userPosts.userId, postId: posts.postId, postName: posts.postName })
    .from(userPosts)
    .innerJoin(posts, eq(posts.postId, userPosts.postId))
    .where(and(inArray(userPosts.userId, ids), isNull(posts.deletedAt)))
    .orderBy(asc(posts.sort), asc(posts.postId));
  const factors = await db
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(inArray(secondFactors.userId, ids), isNotNull(secondFactors.confirmedAt)));
  const deptIds = [...new Set(rows.map((row) => row.deptId).filter((id) => id !== null))];
  const deptRows =
    deptIds.length === 0 ? [] : await db.select().from(depts).where(inArray(depts.deptId, deptIds));
  const deptNames = new Map(deptRows.map((dept) => [dept.deptId, dept.deptName]));
  const rolesOf = groupBy(heldRoles, ({ userId }) => userId);
  const postsOf = groupBy(heldPosts, ({ userId }) => userId);
  const userIdsWithFactor = new Set(factors.map(({ userId }) => userId));
  return rows.map((row) => {
    const ownRoles = rolesOf.get(row.userId) ?? [];
    const ownPosts = postsOf.get(row.userId) ?? [];
    const deptName = deptNames.get(row.deptId ?? 0) ?? '';
    return {
      ...withWireTimes(row),
      hasSecondFactor: userIdsWithFactor.has(row.userId),
      deptName,
      dept: row.deptId === null ? null : { deptId: row.deptId, deptName },
      roleIds: ownRoles.map((role) => role.roleId),
      roleNames: ownRoles.map((role) => role.roleName),
      postIds: ownPosts.map((post) => post.postId),
      postNames: ownPosts.map((post) => post.postName),
    };
  });
}

export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<number> {
  const row = onlyRow(await db.insert(users).values(user).returning({ userId: users.userId }));
  return row.userId;
}

export const updateUser = versionedUpdate(users, users.userId);

export const replaceRoles = linkReplacement(userRoles, userRoles.userId, (userId, roleId) => ({
  userId,
  roleId,
}));

export const replacePosts = linkReplacement(userPosts, userPosts.userId, (userId, postId) => ({
  userId,
  postId,
}));

export const deleteUsers = softDeletion(users, users.userId);

/** Which of these references do not exist; `isDeptDisabled`: the department is disabled. */
export async function findMissing(
  db: Db,
  references: { roleIds: readonly number[]; postIds: readonly number[]; deptId: number | null },
): Promise<{ roleIds: boolean; postIds: boolean; deptId: boolean; isDeptDisabled: boolean }> {
  const existingRoles = await readExistingIds(db, roles, roles.roleId, references.roleIds);
  const existingPosts = await readExistingIds(db, posts, posts.postId, references.postIds);
  const deptRows =
    references.deptId === null
      ? []
      : await db
          .select({ status: depts.status })
          .from(depts)
          .where(and(eq(depts.deptId, references.deptId), isNull(depts.deletedAt)));
  return {
    roleIds: existingRoles.size !== new Set(references.roleIds).size,
    postIds: existingPosts.size !== new Set(references.postIds).size,
    deptId: references.deptId !== null && deptRows.length === 0,
    isDeptDisabled: deptRows.some(({ status }) => status === DISABLED),
  };
}
