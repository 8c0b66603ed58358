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
/** After this idle time the thread ends and frees the memory of its fonts. */
const IDLE_MS = 60_000;

let thread: Thread | undefined;

/**
 * Draws a quotation in a worker thread, so that the server keeps answering. The same quotation always gives the same
 * bytes. Throws `server.busy` after ten seconds; other waiting documents are still drawn.
 */
export const renderPdf = (quotation: QuotationToDraw, timeoutMs = timeLimit(TIMEOUT_MS)): Promise<Buffer> =>
  drawings.run('server', () => inThread({ quotation }, timeoutMs).then(pdfOf));

/** Prints words across every page of a drawn quotation, see `markPdf`. Throws `server.busy` after ten seconds. */
export const renderMark = (file: Buffer, words: string): Promise<Buffer> =>
  drawings.run('server', () => inThread({ file, words }, timeLimit(TIMEOUT_MS)).then(pdfOf));

/** The characters of a text that no font of the documents has, each once. Throws `server.busy` after ten seconds. */
export async function unprintableIn(text: string): Promise<string> {
  // The fonts have all common characters.
  if (isCommonText(text)) return '';
  const answer = await drawings.run('server', () => inThread({ text }, timeLimit(TIMEOUT_MS)));
  return 'missing' in answer ? answer.missing : '';
}

function pdfOf(answer: Exclude<PdfAnswer, { failure: string }>): Buffer {
  if ('pdf' in answer) return Buffer.from(answer.pdf);
  throw new Error('the thread answered something else');
}

interface Thread {
  worker: Worker;
  idle?: NodeJS.Timeout;
}

/** Draws in the thread, one document at a time. A thread that fails or is too slow ends. */
async function inThread(work: PdfWork, timeoutMs: number): Promise<Exclude<PdfAnswer, { failure: string }>> {
  const used = (thread ??= openThread());
  clearTimeout(used.idle);
  const answer = await answerOf(used.worker, work, timeoutMs).catch((error: unknown) => {
    close(used);
    throw error;
  });
  used.idle = setTimeout(() => close(used), IDLE_MS).unref();
  if (!('failure' in answer)) return answer;
  throw new Error(`the quotation could not be drawn: ${answer.failure}`);
}

/** Throws `server.busy` after the timeout, or the error that ended the thread. */
async function answerOf(worker: Worker, work: PdfWork, timeoutMs: number): Promise<PdfAnswer> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  worker.postMessage(work);
  try {
    const [answer] = (await once(worker, 'message', { signal: late.signal })) as [PdfAnswer];
    return answer;
  } catch (cause) {
    throw late.signal.aborted ? new AppError('server.busy', { retryAfterSeconds: 5, cause }) : cause;
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
  worker.on('error', () => close(opened));
  return opened;
}

/** Ends a thread; the next call starts a new one. */
function close(ended: Thread): void {
  if (thread === ended) thread = undefined;
  clearTimeout(ended.idle);
  void ended.worker.terminate();
}
