import { asc, inArray, isNull, or } from 'drizzle-orm';
import { userImport as spec, users as endpoints, type NewUser, type User } from '#contract/people/users.ts';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import type { Db } from '#server/db/database.ts';
import { depts, posts, roles, users } from '#server/db/schema.ts';
import { usernameKey } from '#server/fairness/stored-throttle.ts';
import { assertAdminRemains } from '#server/modules/access/granting.service.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { nameLookup, treePaths } from '#server/imports/name-lookup.ts';
import type { FirstPassword, RecordImport, RecordKeys } from '#server/imports/record-import.ts';
import { randomBase32 } from '#server/system/random-base32.ts';
import { addUser, saveUser } from './users.service.ts';
import { listUsersWhere } from './users.queries.ts';

/** A hash takes 35 ms of a core, so a hundred stay below the time limit of a request. */
const MAX_CREATED = 100;

/** 16 characters (80 bits) satisfy the rules for staff too. */
async function newPassword(): Promise<FirstPassword> {
  const password = randomBase32(16);
  return { password, hash: await hashPassword(password) };
}

/** The password of a new user in a preview, which is never committed. */
const previewPassword: FirstPassword = { password: 'placeholder of a preview', hash: '' };

type Fields = Omit<NewUser, 'password'>;

/** Imports users by the rules of their endpoints, so a caller cannot grant rights beyond the caller's own. */
export const userImport: RecordImport<User, Fields> = {
  spec,
  endpoints,
  idOf: ({ userId }) => userId,
  defaults: { status: ENABLED_TEXT, deptId: null, roleIds: [], postIds: [] },
  load: async (tx, { grant }, recordKeys) => ({
    records: await listUsersWhere(tx, grant.scope, recordKeys && matchesKeys(recordKeys)),
    lookups: await readLookups(tx),
  }),
  foldKey: usernameKey,
  revision: 'access',
  checkAll: assertAdminRemains,
  create: (tx, input, { caller, now }, firstPassword = previewPassword) =>
    addUser(tx, caller, input, firstPassword, now),
  update: (tx, id, input, { caller, now }) => saveUser(tx, caller, id, input, now),
  firstPassword: newPassword,
  maxCreated: MAX_CREATED,
};

const matchesKeys = ({ ids, keys }: RecordKeys) =>
  or(inArray(users.userId, [...ids]), inArray(users.usernameKey, keys.map(usernameKey)));

async function readLookups(
  tx: Db,
): Promise<Record<'deptId' | 'roleIds' | 'postIds', ReturnType<typeof nameLookup>>> {
  const deptRows = await tx
    .select({ id: depts.deptId, parentId: depts.parentId, name: depts.deptName })
    .from(depts)
    .where(isNull(depts.deletedAt))
    .orderBy(asc(depts.deptId));
  const roleRows = await tx
    .select({ value: roles.roleId, name: roles.roleName })
    .from(roles)
    .where(isNull(roles.deletedAt));
  const postRows = await tx
    .select({ value: posts.postId, name: posts.postName })
    .from(posts)
    .where(isNull(posts.deletedAt));
  return {
    deptId: nameLookup(treePaths(deptRows), null, { byLastPart: true }),
    roleIds: nameLookup(roleRows, []),
    postIds: nameLookup(postRows, []),
  };
}
