import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { isCommonText } from '#domain/documents/common-characters.ts';
import { drawings } from '#server/fairness/limits.ts';
import { AppError } from '#server/http/app-error.ts';
import { startWorker } from '#server/system/start-worker.ts';
import { timeLimit } from '#server/system/time-limit.ts';
import type { PdfAnswer, PdfWork } from './pdf-worker.ts';
import type { QuotationToDraw } from './quotation-pdf.ts';

const TIMEOUT_MS = 10_000;
/** The thread ends after this idle time, to free the memory of its fonts. */
const IDLE_MS = 60_000;

let thread: Thread | undefined;

/**
 * Draws a quotation in a worker thread, so that it does not block the server. The same quotation always gives the same
 * bytes. Throws `server.busy` after ten seconds; documents that wait behind it are still drawn.
 */
export const renderPdf = (quotation: QuotationToDraw, timeoutMs = timeLimit(TIMEOUT_MS)): Promise<Buffer> =>
  drawings.run('server', () => runInThread({ quotation }, timeoutMs).then(toPdf));

/** Prints words across every page of a drawn quotation; see `markPdf`. Throws `server.busy` after ten seconds. */
export const renderMark = (file: Buffer, words: string): Promise<Buffer> =>
  drawings.run('server', () => runInThread({ file, words }, timeLimit(TIMEOUT_MS)).then(toPdf));

/** The distinct characters of a text that the documents cannot print. Throws `server.busy` after ten seconds. */
export async function unprintableIn(text: string): Promise<string> {
  // The fonts have all common characters.
  if (isCommonText(text)) return '';
  const answer = await drawings.run('server', () => runInThread({ text }, timeLimit(TIMEOUT_MS)));
  return 'missing' in answer ? answer.missing : '';
}

function toPdf(answer: Exclude<PdfAnswer, { failure: string }>): Buffer {
  if ('pdf' in answer) return Buffer.from(answer.pdf);
  throw new Error('the thread sent an unexpected answer');
}

interface Thread {
  worker: Worker;
  idle?: NodeJS.Timeout;
}

/** Runs work in the thread, one item at a time. Ends a thread that fails or is too slow. */
async function runInThread(
  work: PdfWork,
  timeoutMs: number,
): Promise<Exclude<PdfAnswer, { failure: string }>> {
  const current = (thread ??= openThread());
  clearTimeout(current.idle);
  const answer = await answerOf(current.worker, work, timeoutMs).catch((error: unknown) => {
    closeThread(current);
    throw error;
  });
  current.idle = setTimeout(() => closeThread(current), IDLE_MS).unref();
  if (!('failure' in answer)) return answer;
  throw new Error(`the quotation could not be drawn: ${answer.failure}`);
}

/** Throws `server.busy` after the timeout, or the error that ended the thread. */
async function answerOf(worker: Worker, work: PdfWork, timeoutMs: number): Promise<PdfAnswer> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  worker.postMessage(work);
  try {
    const [answer] = (await once(worker, 'message', { signal: timeout.signal })) as [PdfAnswer];
    return answer;
  } catch (cause) {
    throw timeout.signal.aborted ? new AppError('server.busy', { retryAfterSeconds: 5, cause }) : cause;
  } finally {
    clearTimeout(timer);
  }
}

function openThread(): Thread {
  const worker = startWorker(import.meta.url, 'pdf-worker', {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const opened: Thread = { worker };
  worker.unref();
  worker.on('error', () => closeThread(opened));
  return opened;
}

/** Ends a thread; the next call starts a new one. */
function closeThread(ended: Thread): void {
  if (thread === ended) thread = undefined;
  clearTimeout(ended.idle);
  void ended.worker.terminate();
}
