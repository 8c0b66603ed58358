import { randomBytes } from 'node:crypto';

import { DatabaseError, type Client } from 'pg';
import { inject } from 'vitest';

import { migrate } from '#server/db/migrate.ts';
import { seedFirstStart } from '#server/db/seed/seed.ts';
import { switchOffReviewRules } from './switch-off-review-rules.ts';
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

/** Any fixed number: prevents two test files from preparing the template at the same time. */
const templateLock = 7_021_001;
/** A server that outlives a run has templates of earlier sources, and perhaps of another checkout that is being tested. */
const KEPT_TEMPLATES = 4;

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
  const template = inject('postgresTemplate');
  const name = newName();
  await withClient(server, async (client) => {
    while (!(await cloneTemplate(client, template, name))) await ensureTemplate(client, server, template);
  });
  return databaseOf(server, name);
}

/** False without a template. The shared lock prevents others from dropping it meanwhile. */
async function cloneTemplate(client: Client, template: string, name: string): Promise<boolean> {
  await client.query('select pg_advisory_lock_shared($1)', [templateLock]);
  const isThere = await exists(client, template);
  if (isThere) await client.query(`create database ${name} template ${template}`);
  await client.query('select pg_advisory_unlock_shared($1)', [templateLock]);
  return isThere;
}

async function exists(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  return rowCount === 1;
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
async function ensureTemplate(client: Client, server: ConnectionString, template: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [templateLock]);
  if (!(await exists(client, template))) {
    const unfinished = databaseOf(server, `${template}_unfinished`);
    await unfinished.drop();
    await client.query(`create database ${template}_unfinished`);
    await prepareTemplate(unfinished.url);
    await client.query(`alter database ${template}_unfinished rename to ${template}`);
    await dropOldTemplates(client, server);
  }
  await client.query('select pg_advisory_unlock($1)', [templateLock]);
}

async function dropOldTemplates(client: Client, server: ConnectionString): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, 'quotemill_template') order by oid desc offset $1",
    [KEPT_TEMPLATES],
  );
  for (const { name } of rows) await databaseOf(server, name).drop();
}

async function prepareTemplate(connectionString: ConnectionString): Promise<void> {
  await migrate(connectionString);
  await seedFirstStart({
    connectionString,
    adminPassword: testPasswords.admin,
    customerPassword: testPasswords.demo,
  });
  await withClient(connectionString, liftQuota);
  await withClient(connectionString, switchOffReviewRules);
}

function databaseUrl(server: ConnectionString, name: string): ConnectionString {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return connectionStringOf(url);
}
