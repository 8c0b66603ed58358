import { randomBytes } from 'node:crypto';

import { DatabaseError, type Client } from 'pg';
import { inject } from 'vitest';

import { migrate } from '#server/db/migrate.ts';
import { seedFirstStart } from '#server/db/seed/seed.ts';
import { liftQuota } from './lift-quota.ts';
import { connectionStringOf, type ConnectionString } from '#server/db/connection-string.ts';
import { withClient } from './with-client.ts';

export interface TestDatabase {
  url: ConnectionString;
  /** Ends its connections and drops it. The end of the run drops it too. */
  drop(): Promise<void>;
}

/** The passwords of the seeded users `admin` and `demo` in every test database. */
export const testPasswords = { admin: 'admin-for-tests-1', demo: 'demo-for-tests-1' };

const template = 'quotemill_template';
const unfinished = 'quotemill_template_unfinished';
/** Any fixed number: prevents two test files from preparing the template at the same time. */
const templateLock = 7_021_001;

/** An empty database. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = newName();
  await withClient(server, async (client) => void (await client.query(`create database ${name}`)));
  return databaseOf(server, name);
}

/** A separate database for a test file: migrated and seeded like at the first start, cloned from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = newName();
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) await createTemplate(client, server);
    await client.query('select pg_advisory_unlock($1)', [templateLock]);
    await client.query(`create database ${name} template ${template}`);
  });
  return databaseOf(server, name);
}

const newName = () => `test_${randomBytes(8).toString('hex')}`;

const databaseOf = (server: ConnectionString, name: string): TestDatabase => ({
  url: databaseUrl(server, name),
  drop: () =>
    withClient(server, async (client) => {
      const drop = () => client.query(`drop database if exists ${name} with (force)`);
      for (let tries = 0; tries < 50; tries += 1) {
        try {
          return void (await drop());
        } catch (error) {
          // Only a superuser may end an autovacuum worker on it, and the worker finishes soon.
          if (!(error instanceof DatabaseError) || error.code !== '42501') throw error;
          await client.query('select pg_sleep(0.1)');
        }
      }
      await drop();
    }),
});

/** Prepares it under another name, so that a failed seed leaves no unfinished template to later files. */
async function createTemplate(client: Client, server: ConnectionString): Promise<void> {
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  await prepareTemplate(databaseUrl(server, unfinished));
  await client.query(`alter database ${unfinished} rename to ${template}`);
}

async function prepareTemplate(connectionString: ConnectionString): Promise<void> {
  await migrate(connectionString);
  await seedFirstStart({
    connectionString,
    adminPassword: testPasswords.admin,
    customerPassword: testPasswords.demo,
  });
  await withClient(connectionString, liftQuota);
}

function databaseUrl(server: ConnectionString, name: string): ConnectionString {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return connectionStringOf(url);
}
