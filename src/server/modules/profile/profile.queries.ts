import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Profile, ProfileEdit } from '#contract/people/profile.ts';
import type { Db } from '#server/db/database.ts';
import { depts, posts, userPosts, users } from '#server/db/schema.ts';
import { foundOrThrow } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { readPicture } from '#server/modules/pictures/pictures.service.ts';
import { companyData, unlessInherited } from '#server/modules/depts/company-data.ts';

const { userId, username, nickName, phone, email } = users;
const { avatar, deptId, version } = users;

/** The caller's own record with its roles and posts. */
export async function readProfile(db: Db, caller: Caller): Promise<Profile> {
  const [user] = await db
    .select({
      userId,
      username,
      nickName,
      phone,
      email,
      ...companyData,
      avatar,
      deptId,
      deptName: sql<string>`coalesce(${depts.deptName}, '')`,
      version,
    })
    .from(users)
    .leftJoin(depts, eq(depts.deptId, users.deptId))
    .where(eq(users.userId, caller.userId));
  const ownPosts = await db
    .select({ postId: posts.postId, postName: posts.postName })
    .from(posts)
    .innerJoin(userPosts, eq(userPosts.postId, posts.postId))
    .where(and(eq(userPosts.userId, caller.userId), isNull(posts.deletedAt)));
  const record = foundOrThrow(user);
  const image = await readPicture(db, record.avatar);
  const { roles } = caller.grant;
  const dept = record.deptId === null ? null : { deptId: record.deptId, deptName: record.deptName };
  const roleIds = roles.map(({ roleId }) => roleId);
  return { user: { ...record, avatar: image, dept, roleIds }, roles: [...roles], posts: ownPosts };
}

/** Updates the caller's record; false when the version is stale or the caller was deleted meanwhile. */
export async function updateProfile(
  db: Db,
  caller: Caller,
  { version: seenVersion, ...fields }: ProfileEdit,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({
      ...fields,
      companyTitle: unlessInherited('company_title', fields.companyTitle),
      taxNumber: unlessInherited('tax_number', fields.taxNumber),
      address: unlessInherited('address', fields.address),
      updateBy: caller.userId,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(and(eq(users.userId, caller.userId), eq(users.version, seenVersion), isNull(users.deletedAt)))
    .returning({ userId: users.userId });
  return changed.length === 1;
}
