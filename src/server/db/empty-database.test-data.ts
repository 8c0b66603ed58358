import pg from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#tests/support/app/test-database.ts';

/** An empty database for each test of the file, and a client of it. */
export function emptyDatabase(): { readonly url: TestDatabase['url']; readonly client: pg.Client } {
  const at = { url: '' as TestDatabase['url'], client: new pg.Client() };
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createEmptyDatabase();
    at.url = database.url;
    at.client = new pg.Client({ connectionString: at.url });
    await at.client.connect();
  });
  afterEach(async () => {
    await at.client.end();
    await database.drop();
  });
  return at;
}
