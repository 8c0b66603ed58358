import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { countMigrations, migrate } from './migrate.ts';

/** The index on the operation log is made by the eighteenth migration. */
const BEFORE_RECORD_HISTORY = 17;

let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const countApplied = async () => {
  const { rows } = await client.query('select from drizzle.__drizzle_migrations');
  return rows.length;
};

test('each migration is a transaction, so a failure keeps those before it and the next start continues', async () => {
  await migrate(database.url, { upTo: 10 });
  const signature = 'operation_records(text, text, jsonb)';
  await client.query(`create function ${signature} returns text[] language sql as 'select null::text[]'`);
  await expect(migrate(database.url)).rejects.toThrow('operation_records');
  expect(await countApplied()).toBe(BEFORE_RECORD_HISTORY);
  await client.query(`drop function ${signature}`);
  await migrate(database.url);
  expect(await countApplied()).toBe(countMigrations());
  await migrate(database.url);
  expect(await countApplied()).toBe(countMigrations());
});

test('after an upgrade the index of the operations of records has statistics', async () => {
  await migrate(database.url, { upTo: BEFORE_RECORD_HISTORY });
  await client.query(`
    insert into sys_opera_log (title, permission, request_method, oper_url, oper_name, oper_ip, user_agent, code, msg, status,
      request_id, latency_ms, changes)
    select '修改岗位', 'admin:sysPost:edit', 'PUT', '/api/v1/post/1', 'x', '', '', 200, '', '1', '', 1,
      jsonb_build_object('id', n) from generate_series(1, 2000) as n`);
  await migrate(database.url);
  const { rows } = await client.query(`select from pg_stats where tablename = 'sys_opera_log_records'`);
  expect(rows).toHaveLength(1);
});
