import type { Worker } from 'node:worker_threads';
import { AppError } from '#server/http/app-error.ts';
import { startWorker } from '#server/system/start-worker.ts';
import type { PdfAnswer, PdfTask, PdfWork } from './pdf-worker.ts';
import type { QuotationToDraw } from './quotation-pdf.ts';

const TIMEOUT_MS = 10_000;
/** After this idle time the thread ends and frees the memory of its fonts. */
const IDLE_MS = 60_000;

interface Waiting {
  resolve: (pdf: Buffer) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

let thread: { worker: Worker; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout } | undefined;
let lastId = 0;

/**
 * Draws a quotation in a worker thread, so that the server keeps answering. The same quotation always gives the same
 * bytes. Throws `server.busy` after ten seconds.
 */
export const renderPdf = (quotation: QuotationToDraw): Promise<Buffer> => inThread({ quotation });

/** Prints words across every page of a drawn quotation, see `markPdf`. Throws `server.busy` after ten seconds. */
export const renderMark = (file: Buffer, words: string): Promise<Buffer> => inThread({ file, words });

function inThread(work: PdfWork): Promise<Buffer> {
  const { worker, waiting } = (thread ??= openThread());
  clearTimeout(thread.idle);
  const id = (lastId += 1);
  return new Promise<Buffer>((resolve, reject) => {
    const timer = setTimeout(() => close(new AppError('server.busy', { retryAfterSeconds: 5 })), TIMEOUT_MS);
    waiting.set(id, { resolve, reject, timer });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    worker.postMessage({ id, ...work } satisfies PdfTask);
  });
}

function openThread(): NonNullable<typeof thread> {
  const opened: NonNullable<typeof thread> = {
    worker: startWorker(import.meta.url, 'pdf-worker', { resourceLimits: { maxOldGenerationSizeMb: 512 } }),
    waiting: new Map(),
  };
  opened.worker.unref();
  opened.worker.on('message', (answer: PdfAnswer) => {
    const waiting = opened.waiting.get(answer.id);
    if (!waiting) return;
    opened.waiting.delete(answer.id);
    clearTimeout(waiting.timer);
    if ('pdf' in answer) waiting.resolve(Buffer.from(answer.pdf));
    else waiting.reject(new Error(`the quotation could not be drawn: ${answer.failure}`));
    if (opened.waiting.size === 0) opened.idle = setTimeout(() => close(new Error('idle')), IDLE_MS).unref();
  });
  opened.worker.on('error', close);
  return opened;
}

/** Ends the thread and rejects all pending tasks; the next call starts a new thread. */
function close(reason: unknown): void {
  const closed = thread;
  thread = undefined;
  if (!closed) return;
  clearTimeout(closed.idle);
  for (const { reject, timer } of closed.waiting.values()) {
    clearTimeout(timer);
    reject(reason);
  }
  void closed.worker.terminate();
}
