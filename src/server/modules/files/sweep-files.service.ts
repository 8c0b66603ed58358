import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/db/database.ts';
import { errorCode } from '#server/file-errors.ts';
import { fileKeyOf, type FileStore } from './file-store.ts';
import { deleteForgotten, listKnownKeys } from './files.queries.ts';
import { removeContents } from './files.service.ts';

const DAY_MS = 24 * 3_600_000;
/** Sent and never used. */
const FORGOTTEN_MS = 7 * DAY_MS;
/** In the store without a row: of an upload that was cut off, longer ago than any lasts. */
const STRAY_MS = DAY_MS;
const BATCH = 200;

/** How many of each were removed. */
export type SweptFiles = Record<'file' | 'stray files', number>;

/** Removes files that nobody has used for a week, and contents that belong to no file. */
export async function sweepFiles(db: Db, store: FileStore, now: Date): Promise<SweptFiles> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return {
    file: await removeForgotten(db, store, before(FORGOTTEN_MS)),
    'stray files':
      (await removeStrays(db, store, before(STRAY_MS))) + (await clearIncoming(store, before(STRAY_MS))),
  };
}

async function removeForgotten(db: Db, store: FileStore, until: Date): Promise<number> {
  for (let removed = 0; ;) {
    const rows = await deleteForgotten(db, until, BATCH);
    await removeContents(store, rows);
    removed += rows.length;
    if (rows.length < BATCH) return removed;
  }
}

async function removeStrays(db: Db, store: FileStore, until: Date): Promise<number> {
  let removed = 0;
  for await (const batch of store.list()) {
    const old = batch.filter(({ modifiedAt }) => modifiedAt < until);
    if (old.length === 0) continue;
    const known = await listKnownKeys(db, [...new Set(old.map(({ key }) => fileKeyOf(key)))]);
    for (const { key } of old) {
      if (known.has(fileKeyOf(key))) continue;
      await store.remove(key);
      removed += 1;
    }
  }
  return removed;
}

async function clearIncoming({ incoming }: FileStore, until: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
    if (!found || found.mtime >= until) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
