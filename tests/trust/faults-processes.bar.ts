import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { countMigrations, migrate } from '#server/db/migrate.ts';
import {
  databaseProcesses,
  killLeftovers,
  launchServer,
  runServer,
} from '#tests/support/processes/run-server.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { spread } from '#tests/support/load/spread.ts';
import { createEmptyDatabase } from '#tests/support/app/test-database.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { ownDirectory } from '#tests/support/processes/own-directory.ts';
import { bar } from './bar.ts';
import { withClient } from '#tests/support/app/with-client.ts';

const timeout = 3_600_000;
/** The full run has an idle machine; the small run shares its machine with other tests. */
const REFUSED_WITHIN_MS = 2_000;

const directory = ownDirectory('quotemill-processes-');
const dataDir = directory.at('data');

bar(
  79,
  'a second process on a data directory is refused with the name of the first, and takes over once that is killed',
  async () => {
    const refusedMs: number[] = [];
    let first = await runServer(dataDir);
    const seconds = atScale(2, 20);
    for (let n = 0; n < seconds; n += 1) {
      const before = (await readdir(dataDir, { recursive: true })).length;
      const { code, stdout, stderr, elapsedMs } = await launchServer(dataDir).ended;
      refusedMs.push(elapsedMs);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^数据目录 ${dataDir} 正被进程 ${first.pid} 使用.*。\n$`));
      expect((await readdir(dataDir, { recursive: true })).length).toBe(before);
      expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
      if (n % 5 > 0) continue;
      await first.kill();
      first = await runServer(dataDir);
    }
    // One of two servers that start together on a free directory succeeds.
    await first.kill();
    const both = [launchServer(dataDir), launchServer(dataDir)];
    const loser = await Promise.race(both.map(({ ended }) => ended));
    expect(loser.stderr).toMatch(/正被进程 \d+ 使用/);
    const winner = both.find(({ pid }) => loser.stderr.includes(`进程 ${pid} `));
    await expect.poll(() => winner?.output() ?? '', { timeout: 20_000 }).toContain('http://');
    expect((await readdir(dataDir)).sort()).toEqual(['files', 'lock', 'postgres']);
    await killLeftovers(dataDir);
    expect(await databaseProcesses(dataDir)).toEqual([]);
    assertBelow(Math.max(...refusedMs), REFUSED_WITHIN_MS, 'ms until a second server is refused');
    return `${seconds} second processes refused, naming the first: ${spread(refusedMs)}`;
  },
  { timeout },
);

bar(
  79,
  'one of several starting servers migrates, even when one of them is killed',
  async () => {
    const rounds = atScale(1, 20);
    const replicas = atScale(3, 8);
    const wanted = await withDatabase(async (url) => {
      await migrate(url);
      return readSchema(url);
    });
    let started = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const applied of [0, 1 + (round % (countMigrations() - 1))]) {
        await withDatabase(async (url) => {
          if (applied > 0) await migrate(url, { upTo: applied });
          const launched = Array.from({ length: replicas }, (_, n) =>
            launchServer(directory.at(`replica-${n}`), { env: { DATABASE_URL: url } }),
          );
          const all = launched.map(async ({ ended }) => (await ended).code);
          // Kills one of them, at a different point each time.
          const victim = launched[round % replicas]!;
          await expect.poll(() => hasGotTo(url, round), { interval: 2, timeout: 60_000 }).toBe(true);
          process.kill(victim.pid, 'SIGKILL');
          const others = launched.filter(({ pid }) => pid !== victim.pid);
          for (const other of others)
            await expect.poll(() => other.output(), { interval: 20, timeout: 90_000 }).toContain('http://');
          started += others.length;
          await killLeftovers();
          expect((await Promise.all(all)).filter((code) => code !== null)).toEqual([]);
          expect(await readSchema(url)).toEqual(wanted);
          expect(await countFirstData(url)).toEqual({ admins: 1, demos: 1 });
        });
      }
    }
    return (
      `${rounds} times ${replicas} servers at once on an empty database and on an older one, one of them killed: each of ` +
      `${countMigrations()} migrations once, the same schema, the first data once; ${started} servers came up`
    );
  },
  { timeout },
);

bar(79, 'a database with other migrations, or in another order, is refused', async () => {
  const changes = [
    `update drizzle.__drizzle_migrations set hash = 'another' where id = 2`,
    `update drizzle.__drizzle_migrations set created_at = created_at + case id when 2 then 1e13 else 0 end`,
  ];
  for (const change of changes) {
    await withDatabase(async (url) => {
      await migrate(url);
      await query(url, change);
      const before = await readSchema(url);
      const { code, stderr } = await launchServer(directory.path, { env: { DATABASE_URL: url } }).ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/^数据库无法使用或升级：数据库中已执行的升级步骤与本程序的 0001_shop 不同。\n$/);
      expect(await readSchema(url)).toEqual(before);
    });
  }
});

async function withDatabase<T>(work: (url: ConnectionString) => Promise<T>): Promise<T> {
  const database = await createEmptyDatabase();
  try {
    return await work(database.url);
  } finally {
    await killLeftovers();
    await database.drop();
  }
}

async function query(url: ConnectionString, text: string): Promise<Record<string, unknown>[]> {
  const { rows } = await withClient(url, (client) => client.query<Record<string, unknown>>(text));
  return rows;
}

/** Whether the servers have reached this round's point: connected, at the lock, or past the first migration. */
async function hasGotTo(url: ConnectionString, round: number): Promise<boolean> {
  const [state] = await query(
    url,
    `select (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
       (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
       to_regclass('sys_user') is not null as tables`,
  );
  if (!state) return false;
  return [Number(state['connections']) > 1, Number(state['locks']) > 0, state['tables'] === true][round % 3]!;
}

/** Every column, index and constraint, and the migrations in their order. */
async function readSchema(url: ConnectionString): Promise<unknown> {
  return [
    await query(url, 'select hash from drizzle.__drizzle_migrations order by id'),
    await query(
      url,
      `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
       where table_schema = 'public' order by 1, 2`,
    ),
    await query(url, `select indexdef from pg_indexes where schemaname = 'public' order by 1`),
    await query(
      url,
      `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint
       where connamespace = 'public'::regnamespace order by 1, 2`,
    ),
  ];
}

async function countFirstData(url: ConnectionString): Promise<unknown> {
  const [found] = await query(
    url,
    `select count(*) filter (where username = 'admin')::int as admins,
       count(*) filter (where username = 'demo')::int as demos from sys_user`,
  );
  return found;
}
