import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#server/http/route.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { storeBytes } from '#server/modules/files/files.service.ts';
import { findUnarchived, insertArchived, listUnarchived } from './archive.queries.ts';
import { issueDocument, readOrDrawPdf, type DocumentDeps } from './documents.service.ts';

/** Orders beyond this number are left to `catchUp`, which runs at the start and every hour. */
const MAX_WAITING = 200;
const FIRST_WAIT_MS = 500;
/** Pause after each document, as a multiple of its duration, so that placing orders has priority. */
const PAUSE_FACTOR = 4;
const STOP_MS = 5_000;
const DAY_MS = 24 * 3_600_000;
/** `catchUp` covers orders placed within this period. */
const LOOK_BACK_MS = 60 * DAY_MS;
/** For this long after placing, `catchUp` leaves an order to the process that placed it. */
export const ARCHIVE_GRACE_MS = 5 * 60_000;

export interface ArchiveDeps extends DocumentDeps {
  store: FileStore;
}

/** Stores the documents of placed orders in the file store. */
export interface Archive {
  /** Archives in the background; placing an order does not wait for it. */
  add: (orderId: number) => void;
  /**
   * Adds placed orders that were not archived because of a failure, a shutdown or a burst of orders. Resolves with their number.
   * Throws the signal's reason when it aborts.
   */
  catchUp: (now: Date, signal: AbortSignal) => Promise<number>;
  /** Waits up to five seconds for the current document; the next start archives the others. */
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
    const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal, ref: false });
    await pause(FIRST_WAIT_MS);
    for (const orderId of waiting) {
      waiting.delete(orderId);
      const startedAt = performance.now();
      await archiveOrder(deps, orderId, clock()).catch(onError);
      await pause((performance.now() - startedAt) * PAUSE_FACTOR);
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
    async catchUp(now, signal) {
      signal.throwIfAborted();
      const since = new Date(now.getTime() - LOOK_BACK_MS);
      const missed = await listUnarchived(
        deps.database.db,
        since,
        new Date(now.getTime() - ARCHIVE_GRACE_MS),
        MAX_WAITING,
      );
      signal.throwIfAborted();
      for (const orderId of missed) add(orderId);
      return missed.length;
    },
    async stop() {
      waiting.clear();
      stopping.abort();
      await Promise.race([running, delay(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Archives the document of an order's current revision; does nothing if it is archived already.
 */
async function archiveOrder(deps: ArchiveDeps, orderId: number, now: Date): Promise<void> {
  const { db } = deps.database;
  const order = await findUnarchived(db, orderId);
  if (!order) return;
  const { userId, revision } = order;
  const owner = { userId, grant: { scope: { userId, all: true, deptIds: [], own: false } } };
  const { row } = await issueDocument(deps, orderId, revision, owner, now);
  const { name, body } = await readOrDrawPdf(deps, row);
  await storeBytes(deps.store, body, (stored) =>
    db.transaction((tx) =>
      insertArchived(tx, { orderId, revision }, { ...stored, name, ownerId: userId, createdAt: now }),
    ),
  );
}
