import { asc, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { openDatabase, type Database, type Db } from './database.ts';
import { readPage } from './record-page.ts';
import { posts } from './schema.ts';

let app: TestApp;
let other: Database;
const rows = Array.from({ length: 45 }, (_, n) => ({
  postName: `岗位${n}`,
  postCode: `code-${n}`,
  sort: 100 + n,
}));

beforeAll(async () => {
  app = await createTestApp();
  // Another server of the same installation.
  other = openDatabase(app.url, 2, () => undefined);
  await app.database.db.insert(posts).values(rows);
  // Signs in.
  await list('pageIndex=1');
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const read = (db: Db, pageIndex = 1) =>
  readPage(db, {
    table: posts,
    where: isNull(posts.deletedAt),
    order: [asc(posts.sort), asc(posts.postId)],
    page: { pageIndex, pageSize: 20 },
  });

/** Statements that the server has sent so far. */
const sent = () => app.database.statements.slowest(1_000).reduce((sum, { calls }) => sum + calls, 0);
const list = (query: string) => app.send('GET', `/post?${query}`, { as: 'admin' });

test('reading a page takes two statements: the session and the page', async () => {
  await list('pageIndex=1');
  const before = sent();
  const answer = await list('pageIndex=2');
  expect(answer.data).toMatchObject({ count: 48, pageIndex: 2 });
  expect(sent() - before).toBe(2);
});

test('a page that is not full needs no count query, but an empty page past the end does', async () => {
  const before = sent();
  expect((await list('postName=岗位44')).data).toMatchObject({ count: 1 });
  expect(sent() - before).toBe(2);
  expect((await list('pageIndex=9')).data).toMatchObject({ count: 48, list: [] });
});

test('the same filter with another value has a separate count', async () => {
  await app.database.db.update(posts).set({ status: 1 }).where(eq(posts.postCode, 'code-3'));
  expect((await list('status=2&pageSize=1')).data).toMatchObject({ count: 47 });
  expect((await list('status=1&pageSize=1')).data).toMatchObject({ count: 1 });
});

test('the count reflects every write at once, from any server', async () => {
  const { db } = app.database;
  expect((await read(db)).count).toBe(48);
  await other.db.insert(posts).values([
    { postName: '新岗位', postCode: 'new' },
    { postName: '新岗位', postCode: 'newer' },
  ]);
  expect((await read(db)).count).toBe(50);
  await other.db.update(posts).set({ deletedAt: new Date() }).where(eq(posts.postCode, 'new'));
  expect((await read(db)).count).toBe(49);
  await other.db.delete(posts).where(eq(posts.postCode, 'newer'));
  expect((await read(db)).count).toBe(48);
});

test('a count within a transaction is not cached', async () => {
  // A pool of one connection, so that the next transaction uses the same one.
  const single = openDatabase(app.url, 1, () => undefined);
  try {
    const { count } = await read(single.db);
    const undone = single.db.transaction(async (tx) => {
      await tx.insert(posts).values({ postName: '未提交', postCode: 'undone' });
      expect((await read(tx)).count).toBe(count + 1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await other.db.update(posts).set({ remark: '另一台' }).where(eq(posts.postCode, 'code-1'));
    expect((await single.db.transaction((tx) => read(tx))).count).toBe(count);
    expect((await read(single.db)).count).toBe(count);
  } finally {
    await single.close();
  }
});
