import { parentPort, workerData } from 'node:worker_threads';
import { readRows, type RowsRead } from './read-rows.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** The message to the thread, and its answer below. */
export interface TableTask {
  format: 'xlsx' | 'csv';
  bytes: Uint8Array;
}
export type TableAnswer = { read: RowsRead } | { unreadable: string };

const { format, bytes } = workerData as TableTask;
const answer = await readRows(format, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).then(
  (read): TableAnswer => ({ read }),
  (error: unknown): TableAnswer => {
    if (error instanceof UnreadableFile) return { unreadable: error.message };
    throw error;
  },
);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(answer);
