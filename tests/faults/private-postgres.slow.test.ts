import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { stopClusterProcesses, listClusterProcesses } from '#server/db/private-postgres/cluster-processes.ts';
import { toDataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { findCluster } from '#server/db/private-postgres/cluster.ts';
import { chooseDatabaseUser, type DatabaseUser } from '#server/db/private-postgres/database-user.ts';
import { readPostmasterFile } from '#server/db/private-postgres/postmaster-file.ts';
import { sendSignal } from '#server/system/process-table.ts';
import { withClient } from '#tests/support/app/with-client.ts';

const script = fileURLToPath(new URL('../support/processes/run-private-postgres.ts', import.meta.url));
const runner = [process.execPath, '--import', 'tsx', script];

interface Server {
  child: ChildProcessWithoutNullStreams;
  /** Its first line: `ready <connection string>` or `failed <sentence>`. */
  answer: string;
  lines: string[];
}

let root: string;
let path: string;
const children: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), '故障 '));
  await chmod(root, 0o711);
  path = join(root, 'data');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const name of await readdir(root))
    await stopClusterProcesses(join(root, name, 'postgres')).catch(() => undefined);
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

function launch(command = [...runner, path], options: DatabaseUser & { detached?: boolean } = {}) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, options);
  children.push(child);
  return child;
}

async function listen(child: ChildProcessWithoutNullStreams): Promise<Server> {
  const lines: string[] = [];
  const answer = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (/^(ready|failed) /.test(line)) resolve(line);
    });
    child.on('exit', (code) => resolve(`ended ${code}`));
  });
  return { child, answer, lines };
}

async function start(): Promise<Server & { url: string }> {
  const server = await listen(launch());
  expect(server.answer).toMatch(/^ready /);
  return { ...server, url: server.answer.slice('ready '.length) };
}

async function kill(child: ChildProcessWithoutNullStreams): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function stop({ child }: Server): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const { rows } = await withClient(url, (client) => client.query<Record<string, unknown>>(text));
  return rows;
}

/** Whether the creation in progress has written that file. */
async function isCreating(directory: string, sign: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  return names.some(
    (name) => name.startsWith('postgres.initialising-') && existsSync(join(directory, name, sign)),
  );
}

/** Inserts row after row until the connection breaks; `acknowledged` are the rows whose insert was confirmed. */
async function writeRows(url: string, acknowledged: Set<number>, from: number): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let id = from; ; id += 1) {
      await client.query('insert into ledger values ($1)', [id]);
      acknowledged.add(id);
    }
  } catch {
    // the kill under test
  }
}

it('takes over from a killed server, five times, with every row that was acknowledged', async () => {
  const acknowledged = new Set<number>();
  let server = await start();
  await query(server.url, 'create table ledger (id int primary key)');
  for (let round = 0; round < 5; round += 1) {
    const writers = [1, 2, 3, 4].map((n) => writeRows(server.url, acknowledged, (4 * round + n) * 1_000_000));
    await expect
      .poll(() => acknowledged.size, { interval: 5, timeout: 20_000 })
      .toBeGreaterThan(200 * round + 200);
    await kill(server.child);
    const { pid } = (await readPostmasterFile(join(path, 'postgres')))!;
    expect(await listClusterProcesses(join(path, 'postgres'))).toContain(pid);
    if (round % 2 === 1) sendSignal(pid, 'SIGKILL'); // kill both, as a machine crash would

    server = await start();
    await Promise.all(writers);
    const kept = new Set((await query(server.url, 'select id from ledger')).map((row) => row.id));
    expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
    const isTakenOver = server.lines.join().includes('stopped the database that a killed server had left');
    expect(isTakenOver).toBe(round % 2 === 0);
  }
  await stop(server);
  expect(await listClusterProcesses(join(path, 'postgres'))).toEqual([]);
});

// `npm run bench -- starts` measures the time that takes.
it('refuses a second server on the directory, and names the first', async () => {
  const server = await start();
  const second = await listen(launch());
  expect(second.answer).toContain(`failed StartError 数据目录 ${path} 正被进程 ${server.child.pid} 使用`);
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await stop(server);
});

it('keeps the database running on Ctrl-C until the server has finished', async () => {
  const child = launch(undefined, { detached: true });
  const { answer } = await listen(child);
  const ended = once(child, 'exit');
  process.kill(-child.pid!, 'SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
  expect(await query(answer.slice('ready '.length), 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('leaves no partial database when it is killed during creation', async () => {
  const fresh = join(root, 'fresh');
  // the directory itself, its first file, its settings, its last database
  for (const sign of ['.', 'PG_VERSION', 'pg_hba.conf', 'base/5']) {
    const child = launch([...runner, fresh]);
    await expect.poll(() => isCreating(fresh, sign), { interval: 2, timeout: 20_000 }).toBe(true);
    await kill(child);
    expect(await readdir(fresh)).not.toContain('postgres');
  }
  const server = await listen(launch([...runner, fresh]));
  expect(server.answer).toMatch(/^ready /);
  expect((await readdir(fresh)).sort()).toEqual(['lock', 'postgres']);
  await stop(server);
});

it('ends with one sentence and leaves no files when the database cannot be written completely', async () => {
  const full = join(root, 'full');
  // A file size limit simulates the full disk without a mount: 1,024 blocks of 512 or 1,024 bytes.
  const server = await listen(launch(['/bin/sh', '-c', 'ulimit -f 1024; exec "$@"', 'sh', ...runner, full]));
  expect(server.answer).toMatch(/^failed StartError 无法在 .*postgres 创建数据库：.+。$/);
  expect(server.child.exitCode ?? (await once(server.child, 'exit'))[0]).toBe(1);
  expect(await readdir(full)).toEqual(['lock']);
});

it('works as an unprivileged user', async () => {
  const own = toDataDirectoryPath(join(root, 'own'));
  await mkdir(own);
  // as root: switch to an unprivileged user that every system has
  const user = await chooseDatabaseUser(own);
  if (user.uid !== undefined && user.gid !== undefined) await chown(own, user.uid, user.gid);
  const server = await listen(launch([...runner, own], user));
  expect(server.answer).toMatch(/^ready /);
  expect(await findCluster(own)).toBe(join(own, 'postgres'));
  expect(await query(server.answer.slice('ready '.length), 'select 1 as one')).toEqual([{ one: 1 }]);
  await stop(server);
});
