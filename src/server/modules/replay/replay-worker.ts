import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ConnectionString } from '#server/db/connection-string.ts';
import { openDatabase } from '#server/db/database.ts';
import { replayDraft, type DraftTask } from './replay-draft.ts';
import type { ReplayOutcome } from './replay-orders.ts';

/*
 * A separate thread for one replay, with its own connection: the server's event loop and its pool stay free.
 */

export interface WorkerTask extends DraftTask {
  connectionString: ConnectionString;
}

export type WorkerMessage =
  | { progress: number; total: number }
  /** Undefined when the draft was published or deleted before the replay began. */
  | { outcome: ReplayOutcome | undefined };

/** On a busy machine, the thread gets a tenth of the processor time that a thread serving requests gets. */
const NICENESS = 10;
// On Linux this is the priority of the calling thread only; elsewhere it would be the server's.
if (process.platform === 'linux') setPriority(NICENESS);

const { connectionString, ...task } = workerData as WorkerTask;
const database = openDatabase(connectionString, 1, () => undefined);
try {
  send({ outcome: await replayDraft(database, task, (progress, total) => send({ progress, total })) });
} finally {
  await database.close();
}

function send(message: WorkerMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}
