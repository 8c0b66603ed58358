import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { toDataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { StartError } from '#server/start/start-error.ts';
import { listClusterProcesses } from './cluster-processes.ts';
import { chooseDatabaseUser } from './database-user.ts';
import { openPrivatePlace, query, type PrivatePlace } from './private-postgres.test-data.ts';
import { findRunningPostgres } from './running-postgres.ts';

// Creating a cluster is slow: the tests share one where they can.
let place: PrivatePlace;
let created: string[];
beforeAll(async () => {
  place = await openPrivatePlace();
  // left by an interrupted creation
  await mkdir(join(place.root, 'postgres.initialising-0123', 'base'), { recursive: true });
  await place.start();
  created = await readdir(place.root);
  await place.clear();
});
afterEach(() => place.clear());
afterAll(() => place.remove());

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'started',
    (error: unknown) => (error instanceof StartError ? error.message : `no StartError: ${String(error)}`),
  );

describe('startPrivatePostgres', () => {
  it('creates a complete, durable database that only its own role can access', async () => {
    const { connectionString } = await place.start();
    expect(created.toSorted()).toEqual(['lock', 'postgres']);
    expect(decodeURIComponent(connectionString.replaceAll('+', ' '))).toContain(
      `host=${place.root}/postgres`,
    );
    expect(
      await query(
        connectionString,
        `select current_database() as database, current_user as role, usesuper as super, pg_encoding_to_char(encoding) as encoding,
                datcollate as collation, current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
                current_setting('synchronous_commit') as commits, current_setting('listen_addresses') as addresses
           from pg_database, pg_user where datname = current_database() and usename = current_user`,
      ),
    ).toEqual([
      {
        database: 'quotemill',
        role: 'quotemill',
        super: false,
        encoding: 'UTF8',
        collation: 'C',
        fsync: 'on',
        pages: 'on',
        commits: 'on',
        addresses: '',
      },
    ]);
    const password = await stat(join(place.root, 'postgres', 'quotemill-password'));
    expect(password.mode & 0o777).toBe(0o600);

    const wrong = new URL(connectionString);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'select')).rejects.toThrow('password authentication failed');
    const superuser = new URL(connectionString);
    superuser.username = 'postgres';
    await expect(query(superuser.href, 'select')).rejects.toThrow('no pg_hba.conf entry');
  });

  it('preserves its data across a stop and leaves no process behind', async () => {
    const { connectionString } = await place.start();
    await query(connectionString, "create table kept as select '留下' as text");
    await place.stop();
    expect(await listClusterProcesses(join(place.root, 'postgres'))).toEqual([]);
    expect(await readdir(join(place.root, 'postgres'))).not.toContain('postmaster.pid');

    await place.start();
    expect(await query(connectionString, 'select text from kept')).toEqual([{ text: '留下' }]);
    expect(place.warnings()).toEqual([]);
  });

  it('gives the command line the URL of a running database, and none after a stop', async () => {
    const { connectionString } = await place.start();
    expect(await findRunningPostgres(place.root)).toBe(connectionString);
    await place.stop();
    expect(await findRunningPostgres(place.root)).toBeUndefined();
  });

  it('does not mistake another process with the same pid for the postmaster', async () => {
    await place.start();
    await place.stop();
    // run by the database's user: PostgreSQL ignores the processes of others
    const stranger = spawn('sleep', ['600'], await chooseDatabaseUser(join(place.root, 'postgres')));
    const file = `${stranger.pid}\n${place.root}\n1\n5432\n\n\n0 0\nready   \n`;
    await writeFile(join(place.root, 'postgres', 'postmaster.pid'), file);
    await writeFile(join(place.root, 'postgres', '.s.PGSQL.5432.lock'), file);

    const { connectionString } = await place.start();
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(place.warnings()).toEqual([]);
    expect(stranger.kill('SIGKILL')).toBe(true);
  });

  it('refuses a database of another major version and leaves it unchanged', async () => {
    const path = toDataDirectoryPath(join(place.root, 'old'));
    await mkdir(join(path, 'postgres'), { recursive: true });
    await writeFile(join(path, 'postgres', 'PG_VERSION'), '17\n');
    expect(await failure(place.start(path))).toMatch(/是 PostgreSQL 17 的数据库，而本程序带的是 18：/);
    expect(await readFile(join(path, 'postgres', 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  it("reports PostgreSQL's own reason when it does not start", async () => {
    const file = join(place.root, 'postgres', 'postgresql.auto.conf');
    const before = await readFile(file, 'utf8');
    await writeFile(file, "no_such_setting = 'x'\n");
    expect(await failure(place.start())).toMatch(
      /^内置 PostgreSQL 启动失败：.*postgresql\.auto\.conf.*（日志在 .*log）。$/,
    );
    await writeFile(file, before);
  });
});
