import { Client } from 'pg';
import { expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../support/app/test-database.ts';
import { withClient } from '#tests/support/app/with-client.ts';

async function usernames({ url }: TestDatabase, change = 'select'): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query(change);
    const { rows } = await client.query<{ username: string }>(
      'select username from sys_user order by username',
    );
    return rows.map((row) => row.username);
  });
}

it('concurrent test files get separate seeded databases', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(await usernames(one, "update sys_user set username = 'changed' where username = 'demo'")).toEqual([
    'admin',
    'changed',
  ]);
  expect(await usernames(two)).toEqual(['admin', 'demo']);

  const left = new Client({ connectionString: one.url });
  left.on('error', () => undefined);
  await left.connect();
  await Promise.all([one.drop(), two.drop()]);
  await expect(usernames(two)).rejects.toThrow('does not exist');
});
