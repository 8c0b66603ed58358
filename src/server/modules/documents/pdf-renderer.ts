import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { isCommonText } from '#domain/documents/common-characters.ts';
import { documentRendering } from '#server/fairness/limits.ts';
import { AppError } from '#server/http/app-error.ts';
import { startWorker } from '#server/system/start-worker.ts';
import { timeLimit } from '#server/system/time-limit.ts';
import type { PdfResponse, PdfRequest } from './pdf-worker.ts';
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
  documentRendering.run('server', () => runInThread({ quotation }, timeoutMs).then(toPdf));

/** Prints a label across every page of a drawn quotation; see `markPdf`. Throws `server.busy` after ten seconds. */
export const renderMark = (file: Buffer, label: string): Promise<Buffer> =>
  documentRendering.run('server', () => runInThread({ file, label }, timeLimit(TIMEOUT_MS)).then(toPdf));

/** The distinct characters of a text that the documents cannot print. Throws `server.busy` after ten seconds. */
export async function unprintableIn(text: string): Promise<string> {
  // The fonts have all common characters.
  if (isCommonText(text)) return '';
  const response = await documentRendering.run('server', () => runInThread({ text }, timeLimit(TIMEOUT_MS)));
  return 'missing' in response ? response.missing : '';
}

function toPdf(response: Exclude<PdfResponse, { failure: string }>): Buffer {
  if ('pdf' in response) return Buffer.from(response.pdf);
  throw new Error('the thread sent an unexpected response');
}

interface Thread {
  worker: Worker;
  idle?: NodeJS.Timeout;
}

/** Sends a request to the thread, one at a time. Ends a thread that fails or is too slow. */
async function runInThread(
  request: PdfRequest,
  timeoutMs: number,
): Promise<Exclude<PdfResponse, { failure: string }>> {
  const current = (thread ??= openThread());
  clearTimeout(current.idle);
  const response = await waitForResponse(current.worker, request, timeoutMs).catch((error: unknown) => {
    closeThread(current);
    throw error;
  });
  current.idle = setTimeout(() => closeThread(current), IDLE_MS).unref();
  if (!('failure' in response)) return response;
  throw new Error(`the quotation could not be drawn: ${response.failure}`);
}

/** Throws `server.busy` after the timeout, or the error that ended the thread. */
async function waitForResponse(worker: Worker, request: PdfRequest, timeoutMs: number): Promise<PdfResponse> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  worker.postMessage(request);
  try {
    const [response] = (await once(worker, 'message', { signal: timeout.signal })) as [PdfResponse];
    return response;
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
