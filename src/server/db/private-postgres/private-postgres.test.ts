import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  openDataDirectory,
  toDataDirectoryPath,
  type DataDirectory,
  type DataDirectoryPath,
} from '#server/data-directory/data-directory.ts';
import { sendSignal } from '#server/system/process-table.ts';
import { StartError } from '#server/start/start-error.ts';
import { listClusterProcesses } from './cluster-processes.ts';
import { findCluster } from './cluster.ts';
import { chooseDatabaseUser } from './database-user.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { startPrivatePostgres, type PrivatePostgres } from './private-postgres.ts';
import { findRunningPostgres } from './running-postgres.ts';
import { withClient } from '#tests/support/with-client.ts';

let root: DataDirectoryPath;
let directory: DataDirectory | undefined;
let postgres: PrivatePostgres | undefined;
let warnings: unknown[];

const logger = {
  info: () => undefined,
  warn: (...args: unknown[]) => void warnings.push(args),
  error: (...args: unknown[]) => void warnings.push(args),
};

// Creating a cluster is slow: the tests share one where they can.
beforeAll(async () => {
  root = toDataDirectoryPath(await mkdtemp(join(tmpdir(), '库 "1" ')));
  await chmod(root, 0o711); // under root the database runs as another user
});

beforeEach(() => {
  warnings = [];
});

afterEach(stop);

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

async function start(path = root) {
  directory = await openDataDirectory(path);
  postgres = await startPrivatePostgres({ dataDirectory: directory, logger });
  return postgres;
}

async function stop() {
  await postgres?.stop();
  await directory?.release();
  postgres = undefined;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const { rows } = await withClient(url, (client) => client.query<Row>(text));
  return rows;
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'started',
    (error: unknown) => (error instanceof StartError ? error.message : `no StartError: ${String(error)}`),
  );

describe('startPrivatePostgres', () => {
  it('creates a complete, durable database that only its own role can reach', async () => {
    // left by an interrupted creation
    await mkdir(join(root, 'postgres.initialising-0123', 'base'), { recursive: true });
    const { connectionString } = await start();
    expect((await readdir(root)).sort()).toEqual(['lock', 'postgres']);
    expect(decodeURIComponent(connectionString.replaceAll('+', ' '))).toContain(`host=${root}/postgres`);
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
    const password = await stat(join(root, 'postgres', 'quotemill-password'));
    expect(password.mode & 0o777).toBe(0o600);

    const wrong = new URL(connectionString);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'select')).rejects.toThrow('password authentication failed');
    const superuser = new URL(connectionString);
    superuser.username = 'postgres';
    await expect(query(superuser.href, 'select')).rejects.toThrow('no pg_hba.conf entry');
  });

  it('keeps its data across a stop and leaves no process behind', async () => {
    const { connectionString } = await start();
    await query(connectionString, "create table kept as select '留下' as text");
    await stop();
    expect(await listClusterProcesses(join(root, 'postgres'))).toEqual([]);
    expect(await readdir(join(root, 'postgres'))).not.toContain('postmaster.pid');

    await start();
    expect(await query(connectionString, 'select text from kept')).toEqual([{ text: '留下' }]);
    expect(warnings).toEqual([]);
  });

  it('listens on a loopback port when the path is too long for a socket', async () => {
    const path = toDataDirectoryPath(join(root, '很长的目录名'.repeat(8)));
    await mkdir(path);
    await chmod(path, 0o711);
    const { connectionString } = await start(path);
    expect(new URL(connectionString).port).toMatch(/^\d+$/);
    expect(new URL(connectionString).search).toBe('');
    expect(await query(connectionString, 'show listen_addresses')).toEqual([
      { listen_addresses: '127.0.0.1' },
    ]);
    expect(await findRunningPostgres(path)).toBe(connectionString);
  });

  it('restarts a killed postmaster at the same address with all committed data', async () => {
    const { connectionString } = await start();
    let restarts = 0;
    postgres?.onRestart(() => (restarts += 1));
    const pool = new Pool({ connectionString, max: 4 });
    pool.on('error', () => undefined);
    try {
      await pool.query('create table rounds (id int)');
      for (const round of [1, 2]) {
        await pool.query('insert into rounds values ($1)', [round]);
        const { pid } = (await readPostmasterFile(join(root, 'postgres')))!;
        sendSignal(pid, 'SIGKILL');
        await expect.poll(() => restarts, { timeout: 10_000 }).toBe(round);
        expect((await pool.query('select count(*)::int as n from rounds')).rows).toEqual([{ n: round }]);
        expect((await readPostmasterFile(join(root, 'postgres')))?.pid).not.toBe(pid);
      }
    } finally {
      await pool.end();
    }
  });

  it('gives the command line the address of a running database, and none after a stop', async () => {
    const { connectionString } = await start();
    expect(await findRunningPostgres(root)).toBe(connectionString);
    await stop();
    expect(await findRunningPostgres(root)).toBeUndefined();
  });

  it('does not mistake another process with the same number for the postmaster', async () => {
    await start();
    await stop();
    // run by the database's user: PostgreSQL ignores the processes of others
    const stranger = spawn('sleep', ['60'], await chooseDatabaseUser(join(root, 'postgres')));
    const file = `${stranger.pid}\n${root}\n1\n5432\n\n\n0 0\nready   \n`;
    await writeFile(join(root, 'postgres', 'postmaster.pid'), file);
    await writeFile(join(root, 'postgres', '.s.PGSQL.5432.lock'), file);

    const { connectionString } = await start();
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(warnings).toEqual([]);
    expect(stranger.kill('SIGKILL')).toBe(true);
  });

  it('refuses the database of another major version and leaves it unchanged', async () => {
    const path = toDataDirectoryPath(join(root, 'old'));
    await mkdir(join(path, 'postgres'), { recursive: true });
    await writeFile(join(path, 'postgres', 'PG_VERSION'), '17\n');
    expect(await failure(start(path))).toMatch(/是 PostgreSQL 17 的数据库，而本程序带的是 18：/);
    expect(await readFile(join(path, 'postgres', 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  it("reports PostgreSQL's own reason when it does not start", async () => {
    const file = join(root, 'postgres', 'postgresql.auto.conf');
    const before = await readFile(file, 'utf8');
    await writeFile(file, "no_such_setting = 'x'\n");
    expect(await failure(start())).toMatch(
      /^内置 PostgreSQL 启动失败：.*postgresql\.auto\.conf.*（日志在 .*log）。$/,
    );
    await writeFile(file, before);
  });

  it('under root, uses a directory that its user can reach, and remembers it', async () => {
    const path = toDataDirectoryPath(join(root, 'closed', 'data'));
    await mkdir(path, { recursive: true });
    await chmod(join(root, 'closed'), 0o700);
    const { connectionString } = await start(path);
    await query(connectionString, 'create table kept ()');
    const cluster = await findCluster(path);
    try {
      const moved = process.getuid?.() === 0;
      expect(cluster.startsWith('/var/lib/quotemill/')).toBe(moved);
      expect(warnings).toHaveLength(moved ? 1 : 0);
      await chmod(join(root, 'closed'), 0o711);
      await stop();
      await start(path);
      expect(await query(connectionString, 'select from kept')).toEqual([]);
    } finally {
      await stop();
      await rm(join(cluster, '..'), { recursive: true, force: true });
    }
  });
});
