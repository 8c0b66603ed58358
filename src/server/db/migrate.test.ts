import { expect, test } from 'vitest';
import { createEmptyDatabase } from '#tests/support/app/test-database.ts';
import { withClient } from '#tests/support/app/with-client.ts';
import { countMigrations, migrate } from './migrate.ts';

/** The eighteenth migration creates the index on the operation log. */
const BEFORE_RECORD_HISTORY = 17;

test('each migration is a transaction: a failure leaves earlier ones applied and the next start continues', async () => {
  const database = await createEmptyDatabase();
  try {
    await withClient(database.url, async (client) => {
      const countApplied = async () =>
        (await client.query('select from drizzle.__drizzle_migrations')).rows.length;
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
  } finally {
    await database.drop();
  }
});
