import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { posts as endpoints } from '#contract/people/posts.ts';
import type { Database, Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';
import { storeOf, withWireTimes } from '#server/db/record-store.ts';
import { posts, userPosts, users } from '#server/db/schema.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import type { App } from '#server/http/route.ts';

const { postId, postName, postCode, sort, status, createdAt } = posts;

const store = storeOf<typeof endpoints>()({
  table: posts,
  id: postId,
  present: (rows) => rows.map(withWireTimes),
  where: (query) => [
    contains(postName, query.postName),
    contains(postCode, query.postCode),
    query.status === undefined ? undefined : eq(status, query.status),
  ],
  sortable: { postId, postName, postCode, sort, status, createdAt },
  order: [asc(sort), asc(postId)],
});

/** A sentence naming those of the posts that users hold; undefined if there are none. */
async function describePostsInUse(tx: Db, ids: readonly number[]): Promise<string | undefined> {
  const rows = await tx
    .selectDistinct({ name: postName })
    .from(posts)
    .innerJoin(userPosts, eq(userPosts.postId, postId))
    .innerJoin(users, eq(users.userId, userPosts.userId))
    .where(and(inArray(postId, [...ids]), isNull(users.deletedAt)));
  return rows.length === 0 ? undefined : `岗位 ${rows.map((row) => row.name).join('、')} 仍有用户，不能删除`;
}

export function postRoutes(app: App, database: Database): void {
  recordRoutes(app, database, endpoints, store, { title: '岗位', deletionRefusal: describePostsInUse });
}
