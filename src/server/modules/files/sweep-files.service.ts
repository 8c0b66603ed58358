import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/db/database.ts';
import { undefinedIfMissing } from '#server/system/file-errors.ts';
import { fileKeyOf, type FileStore } from './file-store.ts';
import { deleteUnused, listKnownKeys } from './files.queries.ts';
import { removeContents } from './files.service.ts';

const DAY_MS = 24 * 3_600_000;
const UNUSED_MS = 7 * DAY_MS;
/** Age of contents without a row, left by an interrupted upload: longer than any upload takes. */
const STRAY_MS = DAY_MS;
const BATCH = 200;

type SweptFiles = Record<'file' | 'stray files', number>;

/**
 * Deletes uploads that were unused for a week, and contents without a row. Reads the whole store. Throws the signal's
 * reason as soon as it aborts.
 */
export async function sweepFiles(
  db: Db,
  store: FileStore,
  now: Date,
  signal: AbortSignal,
): Promise<SweptFiles> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return {
    file: await removeUnused(db, store, ago(UNUSED_MS), signal),
    'stray files': await removeStrays(db, store, ago(STRAY_MS), signal),
  };
}

async function removeUnused(db: Db, store: FileStore, until: Date, signal: AbortSignal): Promise<number> {
  for (let removed = 0; ;) {
    signal.throwIfAborted();
    const rows = await deleteUnused(db, until, BATCH);
    await removeContents(store, rows);
    removed += rows.length;
    if (rows.length < BATCH) return removed;
  }
}

async function removeStrays(db: Db, store: FileStore, until: Date, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for await (const batch of store.list()) {
    signal.throwIfAborted();
    const old = batch.filter(({ modifiedAt }) => modifiedAt < until);
    if (old.length === 0) continue;
    const knownKeys = await listKnownKeys(db, [...new Set(old.map(({ key }) => fileKeyOf(key)))]);
    for (const { key } of old) {
      if (knownKeys.has(fileKeyOf(key))) continue;
      signal.throwIfAborted();
      await store.remove(key);
      removed += 1;
    }
  }
  return removed;
}

/** Deletes local files of uploads that were neither stored nor cleaned up. */
export async function clearIncoming(
  { incoming }: FileStore,
  now: Date,
  signal: AbortSignal,
): Promise<Record<'unfinished files', number>> {
  const until = new Date(now.getTime() - STRAY_MS);
  let removed = 0;
  for (const name of await readdir(incoming)) {
    signal.throwIfAborted();
    const path = join(incoming, name);
    const stats = await stat(path).catch(undefinedIfMissing);
    if (!stats || stats.mtime >= until) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return { 'unfinished files': removed };
}
