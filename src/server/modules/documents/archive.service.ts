import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#server/http/route.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { keepBytes } from '#server/modules/files/files.service.ts';
import type { Chore } from '#server/sweep.ts';
import { findToArchive, insertArchived, listToArchive } from './archive.queries.ts';
import { issue, pdfOf, type DocumentDeps } from './documents.service.ts';

/** More wait for the hourly look. */
const MAX_WAITING = 200;
const FIRST_WAIT_MS = 500;
/** Rest between two documents, in times of what one took: placing orders comes first. */
const REST = 4;
const STOP_MS = 5_000;
const DAY_MS = 24 * 3_600_000;
/** How far back the hourly look goes, and from when on it takes an order for missed. */
const LOOK_BACK_MS = 60 * DAY_MS;
const MISSED_MS = 5 * 60_000;

export interface ArchiveDeps extends DocumentDeps {
  store: FileStore;
}

/** Puts the document of every order that is placed into the file store. */
export interface Archive {
  /** Does so in the background; whoever places an order does not wait for it. */
  add: (orderId: number) => void;
  /** Adds what was placed and not archived: after a failure, a stop, a rush. */
  catchUp: Chore;
  /** Lets the document under way be finished, for five seconds; the others wait for the next start. */
  stop: () => Promise<void>;
}

export function createArchive(
  deps: ArchiveDeps,
  { clock, onError }: { clock: Clock; onError: (error: unknown) => void },
): Archive {
  const waiting = new Set<number>();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    const rest = (ms: number) => delay(ms, undefined, { signal: stopping.signal, ref: false });
    await rest(FIRST_WAIT_MS);
    for (const orderId of waiting) {
      waiting.delete(orderId);
      const startedAt = performance.now();
      await archiveOrder(deps, orderId, clock()).catch(onError);
      await rest((performance.now() - startedAt) * REST);
    }
  }

  const add = (orderId: number) => {
    if (stopping.signal.aborted || waiting.size >= MAX_WAITING) return;
    waiting.add(orderId);
    running ??= work()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error);
      })
      .finally(() => (running = undefined));
  };

  return {
    add,
    async catchUp(db, now) {
      const since = new Date(now.getTime() - LOOK_BACK_MS);
      const missed = await listToArchive(db, since, new Date(now.getTime() - MISSED_MS), MAX_WAITING);
      for (const orderId of missed) add(orderId);
      return { 'documents to archive': missed.length };
    },
    async stop() {
      waiting.clear();
      stopping.abort();
      await Promise.race([running, delay(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** Archives the document of an order's current revision once it is placed; nothing happens when that has been done. */
async function archiveOrder(deps: ArchiveDeps, orderId: number, now: Date): Promise<void> {
  const { db } = deps.database;
  const order = await findToArchive(db, orderId);
  if (!order) return;
  const { userId, revision } = order;
  const owner = { userId, grant: { scope: { userId, all: true, deptIds: [], own: false } } };
  const { row } = await issue(deps, orderId, revision, owner, now);
  const { name, body } = await pdfOf(db, row);
  await keepBytes(deps.store, body, (kept) =>
    db.transaction((tx) =>
      insertArchived(tx, { orderId, revision }, { ...kept, name, ownerId: userId, createdAt: now }),
    ),
  );
}
