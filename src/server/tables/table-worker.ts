import { parentPort, workerData } from 'node:worker_threads';
import { readRows } from './read-rows.ts';
import type { TableRows, TableUse } from './sheet-rows.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** The thread's `workerData`; it answers with a `TableAnswer`. */
export interface TableTask {
  format: 'xlsx' | 'csv';
  bytes: Uint8Array;
  use: TableUse;
}
export type TableAnswer = { read: TableRows } | { unreadable: string };

const { format, bytes, use } = workerData as TableTask;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(readTask());

function readTask(): TableAnswer {
  try {
    return { read: readRows(format, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), use) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message };
    throw error;
  }
}
