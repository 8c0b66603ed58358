import type { Worker } from 'node:worker_threads';
import { AppError } from '#server/http/app-error.ts';
import type { Upload } from '#server/http/read-call.ts';
import { startWorker } from '#server/system/start-worker.ts';
import { timeLimit } from '#server/system/time-limit.ts';
import type { TableRows, TableUse } from './sheet-rows.ts';
import type { TableAnswer, TableTask } from './table-worker.ts';

const TIMEOUT_MS = 10_000;
const MAX_AT_ONCE = 2;
const limits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

let running = 0;

/**
 * Reads an uploaded table in a worker thread with limits of time and memory, so that no file can block the server.
 * Throws `import.unreadable`, or `server.busy` while two others are being read.
 */
export async function readTable(
  { format, bytes }: Upload,
  { use = 'import', timeoutMs = timeLimit(TIMEOUT_MS) }: { use?: TableUse; timeoutMs?: number } = {},
): Promise<TableRows> {
  if (running >= MAX_AT_ONCE) throw new AppError('server.busy', { retryAfterSeconds: 2 });
  running += 1;
  const workerData: TableTask = { format, bytes, use };
  const worker = startWorker(import.meta.url, 'table-worker', { workerData, resourceLimits: limits });
  try {
    const answer = await answerOf(worker, timeoutMs);
    if ('unreadable' in answer) throw new AppError('import.unreadable', { msg: answer.unreadable });
    return answer.read;
  } finally {
    running -= 1;
    await worker.terminate();
  }
}

function answerOf(worker: Worker, timeoutMs: number): Promise<TableAnswer> {
  return new Promise((resolve, reject) => {
    const rejectAsTooLarge = (cause?: unknown) =>
      reject(new AppError('import.unreadable', { msg: '表格过大或过于复杂，无法读取', cause }));
    const timer = setTimeout(rejectAsTooLarge, timeoutMs);
    worker.once('message', (answer: TableAnswer) => resolve(answer));
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') rejectAsTooLarge(error);
      else reject(error);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      // Has no effect after an answer or an error.
      rejectAsTooLarge();
    });
  });
}
