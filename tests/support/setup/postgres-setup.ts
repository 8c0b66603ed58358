import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import {
  openDataDirectory,
  toDataDirectoryPath,
  type DataDirectory,
} from '#server/data-directory/data-directory.ts';
import { stopClusterProcesses } from '#server/db/private-postgres/cluster-processes.ts';
import { findCluster } from '#server/db/private-postgres/cluster.ts';
import { connectionStringOf } from '#server/db/connection-string.ts';
import { startPrivatePostgres } from '#server/db/private-postgres/private-postgres.ts';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { sourceHash } from '../../../scripts/build-stamp.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The connection string of the run's cluster; see createTestDatabase. */
    postgresUrl: ConnectionString;
    /** The database that createTestDatabase clones. Its name changes with the sources, which migrate and fill it. */
    postgresTemplate: string;
  }
}

interface TestCluster {
  url: ConnectionString;
  stop(): Promise<void>;
}

/** Each project loads this file separately, so the shared state is attached to the process. */
const shared = Symbol.for('quotemill.test-cluster');
const registry: typeof globalThis & { [shared]?: { cluster: Promise<TestCluster>; users: number } } =
  globalThis;

const parent = join(tmpdir(), `quotemill-tests-${userInfo().username}`);
const log = {
  info: () => undefined,
  warn: (...args: unknown[]) => console.warn('test database:', ...args),
  error: (...args: unknown[]) => console.error('test database:', ...args),
};

/** Starts one private PostgreSQL for the whole run, regardless of the number of projects. `TEST_POSTGRES_URL` uses a running one instead. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('postgresTemplate', `quotemill_template_${sourceHash().slice(0, 12)}`);
  const given = process.env['TEST_POSTGRES_URL'];
  if (given) return project.provide('postgresUrl', connectionStringOf(new URL(given)));
  const entry = (registry[shared] ??= { cluster: startCluster(), users: 0 });
  entry.users += 1;
  project.provide('postgresUrl', (await entry.cluster).url);
}

export async function teardown(): Promise<void> {
  const entry = registry[shared];
  if (!entry) return;
  entry.users -= 1;
  if (entry.users > 0) return;
  delete registry[shared];
  await (await entry.cluster).stop();
}

/** A private PostgreSQL without durability, for tests. */
async function startCluster(): Promise<TestCluster> {
  await mkdir(parent, { recursive: true, mode: 0o711 });
  await removeLeftovers();
  const directory = await openDataDirectory(
    toDataDirectoryPath(join(parent, `run-${randomBytes(6).toString('hex')}`)),
  );
  const postgres = await startPrivatePostgres({
    dataDirectory: directory,
    logger: log,
    settings: {
      // No data needs to survive the run.
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      // There is a worker for each core, whose app has a pool of ten and listening connections.
      max_connections: String(200 + 20 * availableParallelism()),
    },
  });
  return {
    url: postgres.connectionString,
    async stop() {
      await postgres.stop();
      await remove(directory);
    },
  };
}

/** Removes the cluster of a killed run, which could neither stop nor remove it. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = toDataDirectoryPath(join(parent, name));
    // A run that starts has made its directory and locks it next.
    if (!(await wasLocked(path))) continue;
    const directory = await openDataDirectory(path).catch(() => undefined);
    if (!directory) continue; // a run in progress
    await findCluster(path)
      .then(stopClusterProcesses)
      .catch(() => undefined); // it may have no cluster yet
    await remove(directory);
  }
}

/** A lock's files have numbers, see `lockDirectory`. */
async function wasLocked(path: string): Promise<boolean> {
  const files = await readdir(join(path, 'lock')).catch(() => []);
  return files.some((file) => /^\d+$/.test(file));
}

/** Removes a locked directory. Without its lock, another run would take it for a leftover. */
async function remove(directory: DataDirectory): Promise<void> {
  await rm(directory.path, { recursive: true, force: true, maxRetries: 5 });
  // May fail: the lock's file has been removed too.
  await directory.release().catch(() => undefined);
}
