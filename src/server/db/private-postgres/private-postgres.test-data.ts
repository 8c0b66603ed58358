import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openDataDirectory,
  toDataDirectoryPath,
  type DataDirectory,
  type DataDirectoryPath,
} from '#server/data-directory/data-directory.ts';
import { withClient } from '#tests/support/app/with-client.ts';
import { startPrivatePostgres, type PrivatePostgres } from './private-postgres.ts';

/** A data directory in a path with spaces, and the private database that is started there. */
export interface PrivatePlace {
  root: DataDirectoryPath;
  /** Locks the directory and starts its database. */
  start: (path?: DataDirectoryPath) => Promise<PrivatePostgres>;
  stop: () => Promise<void>;
  /** Stops, and forgets the warnings. */
  clear: () => Promise<void>;
  warnings: () => readonly unknown[];
  remove: () => Promise<void>;
}

export async function openPrivatePlace(): Promise<PrivatePlace> {
  const root = toDataDirectoryPath(await mkdtemp(join(tmpdir(), '库 "1" ')));
  await chmod(root, 0o711); // under root the database runs as another user
  let directory: DataDirectory | undefined;
  let postgres: PrivatePostgres | undefined;
  let warnings: unknown[] = [];
  const warn = (...args: unknown[]) => void warnings.push(args);
  const stop = async () => {
    await postgres?.stop();
    await directory?.release();
    postgres = undefined;
  };
  return {
    root,
    warnings: () => warnings,
    async start(path = root) {
      directory = await openDataDirectory(path);
      postgres = await startPrivatePostgres({
        dataDirectory: directory,
        logger: { info: () => undefined, warn, error: warn },
      });
      return postgres;
    },
    stop,
    async clear() {
      await stop();
      warnings = [];
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const { rows } = await withClient(url, (client) => client.query<Row>(text));
  return rows;
}
