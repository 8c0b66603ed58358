import { sql } from 'drizzle-orm';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';
import { openDatabase, type Database } from './database.ts';

let testDatabase: TestDatabase;
let database: Database;
let other: pg.Client;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, 1, () => undefined);
  other = new pg.Client({ connectionString: testDatabase.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await database.close();
  await testDatabase.drop();
});

test('a connection lost between two statements fails only its transaction and is replaced', async () => {
  const acquired = once(database.pool, 'acquire');
  const work = database.db.transaction(async (tx) => {
    const [client] = (await acquired) as [pg.PoolClient];
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    // `once` of `node:events` would also listen for `error`.
    const broken = new Promise<void>((resolve) => client.on('end', () => resolve()));
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    // No statement is running, so only the connection itself notices.
    await broken;
    await tx.execute(sql`select 1`);
  });
  await expect(work).rejects.toThrow('Failed query');
  const { rows } = await database.db.execute(sql`select 1 as one`);
  expect(rows).toStrictEqual([{ one: 1 }]);
  expect([database.pool.totalCount, database.pool.idleCount]).toStrictEqual([1, 1]);
});

test('a connection to a demoted leader is closed at once, and its replacement can write', async () => {
  const { rows: before } = await database.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const work = database.db.transaction(async (tx) => {
    await tx.execute(sql`set session characteristics as transaction read only`);
    await tx.execute(sql`set transaction read only`);
    await tx.execute(sql`delete from captcha`);
  });
  await expect(work).rejects.toMatchObject({ cause: { code: '25006' } });
  const { rows: after } = await database.db.transaction((tx) =>
    tx.execute<{ pid: number }>(sql`with gone as (delete from captcha) select pg_backend_pid() as pid`),
  );
  expect(after[0]?.pid).not.toBe(before[0]?.pid);
});
