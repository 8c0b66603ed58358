import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectionStringOf, type ConnectionString } from '#server/db/connection-string.ts';
import { choosePort } from '#server/db/private-postgres/address.ts';
import { prepareBinaries, type Binaries } from '#server/db/private-postgres/binaries.ts';
import { systemHome, postgresEnvironment } from '#server/db/private-postgres/cluster.ts';
import { chooseDatabaseUser, type DatabaseUser } from '#server/db/private-postgres/database-user.ts';
import { hasEnded, killOnExit } from '#server/db/private-postgres/kill-on-exit.ts';
import { createTemporaryDirectory, signalCluster } from './run-server.ts';

const run = promisify(execFile);
const START_WITHIN_MS = 60_000;

/** One of two PostgreSQL servers. */
export interface PostgresNode {
  port: number;
  directory: string;
  process?: ChildProcess;
}

/**
 * Two servers of the private PostgreSQL's programs: the leader acknowledges a commit when the standby has it on disk. It
 * does explicitly what Patroni does automatically.
 */
export interface PostgresPair {
  leader: PostgresNode;
  standby: PostgresNode;
  /** The product's database on a node. */
  urlOf(node: PostgresNode): ConnectionString;
  /** Kills every process of a node at once. */
  kill(node: PostgresNode): Promise<void>;
  /** Restarts a killed node with its data. */
  start(node: PostgresNode): Promise<void>;
  /** Makes the standby the leader, which then waits for no standby. The two exchange their roles. */
  promote(): Promise<void>;
  /** Replaces the standby's data with a copy, and makes the leader wait for it again. */
  rebuildStandby(): Promise<void>;
  /** Resolves when the standby confirms the leader's commits. */
  standbyConfirms(): Promise<void>;
  close(): Promise<void>;
}

export async function startPair(): Promise<PostgresPair> {
  const home = await createTemporaryDirectory('quotemill-pair-');
  const user = await chooseDatabaseUser(home.path);
  if (user.uid !== undefined && user.gid !== undefined) await chown(home.path, user.uid, user.gid);
  const binaries = await prepareBinaries(user, process.getuid?.() === 0 ? systemHome : home.path);
  const pristine = home.at('pristine');
  await initialise(pristine, binaries, user);
  const nodes = await Promise.all(
    ['first', 'second'].map(async (name): Promise<PostgresNode> => {
      const address = await choosePort();
      if (address.kind !== 'port') throw new Error('no port');
      return { port: address.port, directory: home.at(name) };
    }),
  );
  const [first, second] = nodes as [PostgresNode, PostgresNode];

  /** A copy of the new cluster; with `from` it replays all later changes. */
  async function copy(node: PostgresNode, from?: PostgresNode): Promise<void> {
    await rm(node.directory, { recursive: true, force: true, maxRetries: 5 });
    await run('cp', ['-a', pristine, node.directory], { ...user, cwd: '/' });
    const settings = [`port = ${node.port}`];
    if (from) {
      settings.push(`primary_conninfo = 'host=127.0.0.1 port=${from.port} user=postgres'`);
      await writeFile(join(node.directory, 'standby.signal'), '');
    }
    await appendFile(join(node.directory, 'postgresql.conf'), `${settings.join('\n')}\n`);
  }

  async function start(node: PostgresNode): Promise<void> {
    await rm(join(node.directory, 'postmaster.pid'), { force: true });
    const child = spawn(binaries.postgres, ['-D', node.directory], {
      ...user,
      env: postgresEnvironment,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-4_000)));
    killOnExit(child, 'SIGINT');
    node.process = child;
    await until('PostgreSQL answers', () => {
      if (hasEnded(child)) throw new Error(`PostgreSQL ended: ${words}`);
      return ask(node, 'select 1').then(
        () => true,
        () => false,
      );
    });
  }

  async function kill({ directory, process: child }: PostgresNode): Promise<void> {
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    await signalCluster(directory, 'SIGKILL');
    await ended;
  }

  async function standbyConfirms(): Promise<void> {
    await until('the standby confirms', async () => {
      const [found] = await ask(pair.leader, 'select sync_state from pg_stat_replication');
      return found?.['sync_state'] === 'sync';
    });
  }

  const pair: PostgresPair = {
    leader: first,
    standby: second,
    urlOf: ({ port }) =>
      connectionStringOf(new URL(`postgresql://quotemill:none@127.0.0.1:${port}/quotemill`)),
    kill,
    start,
    async promote() {
      await ask(pair.standby, 'select pg_promote(true, 30)');
      [pair.leader, pair.standby] = [pair.standby, pair.leader];
      await waitForStandby(pair.leader, false);
    },
    async rebuildStandby() {
      await kill(pair.standby);
      await copy(pair.standby, pair.leader);
      await start(pair.standby);
      const streaming = "select from pg_stat_replication where state = 'streaming'";
      await until('the standby streams', async () => (await ask(pair.leader, streaming)).length === 1);
      await waitForStandby(pair.leader, true);
      await standbyConfirms();
    },
    standbyConfirms,
    async close() {
      await Promise.all(nodes.map(kill));
      await home.remove();
    },
  };
  await copy(first);
  await start(first);
  await ask(first, 'create role quotemill login');
  await ask(first, 'create database quotemill owner quotemill');
  await pair.rebuildStandby();
  return pair;
}

/** Whether the commits of a leader wait for its standby. */
async function waitForStandby(node: PostgresNode, isOn: boolean): Promise<void> {
  await ask(node, `alter system set synchronous_standby_names = '${isOn ? '*' : ''}'`);
  await ask(node, 'select pg_reload_conf()');
}

async function initialise(directory: string, { initdb }: Binaries, user: DatabaseUser): Promise<void> {
  const options = [
    '--encoding=UTF8',
    '--locale=C',
    '--auth=trust',
    '--username=postgres',
    '--no-instructions',
  ];
  await run(initdb, ['-D', directory, ...options], { ...user, env: postgresEnvironment, cwd: '/' });
  const settings = [
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'shared_buffers = 64MB',
    'wal_keep_size = 4GB',
    'wal_retrieve_retry_interval = 200ms',
    'jit = off',
  ];
  await appendFile(join(directory, 'postgresql.conf'), `${settings.join('\n')}\n`);
}

/** Runs a statement as the superuser. */
export async function ask(
  { port }: PostgresNode,
  statement: string,
  database = 'postgres',
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database,
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(statement)).rows as Record<string, unknown>[];
  } finally {
    client.end().catch(() => undefined);
  }
}

/** Polls until the check succeeds. `expect.poll` works only inside a test. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + START_WITHIN_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${START_WITHIN_MS / 1_000} s`);
    await delay(50);
  }
}
