import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { afterAll, afterEach } from 'vitest';
import { toDataDirectoryPath, type DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { privateDatabase } from '../load/order-ledger.ts';
import { killLeftovers } from './run-server.ts';
import { withClient } from '../app/with-client.ts';

/** A directory of a test file for data directories: their processes end with each test, the directory with the file. */
export interface OwnDirectory {
  path: DataDirectoryPath;
  at(name: string): DataDirectoryPath;
}

/**
 * For the top of a test file. Hooks that must run after the processes have ended, such as an unmount, are declared
 * before: vitest runs the last declared first.
 */
export function ownDirectory(prefix: string): OwnDirectory {
  const path = toDataDirectoryPath(mkdtempSync(join(tmpdir(), prefix)));
  // The database's user passes through it when we are root.
  chmodSync(path, 0o711);
  const used = new Set<DataDirectoryPath>();
  afterEach(() => killLeftovers(...used));
  afterAll(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
  return {
    path,
    at(name) {
      const inside = toDataDirectoryPath(join(path, name));
      used.add(inside);
      return inside;
    },
  };
}

/** Runs a statement in the private database of a data directory. */
export const queryPrivate = async <Row extends QueryResultRow>(
  dataDir: DataDirectoryPath,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> =>
  withClient(await privateDatabase(dataDir), async (client) => (await client.query<Row>(text, values)).rows);
