import { parentPort } from 'node:worker_threads';
import { markPdf } from './mark-pdf.ts';
import { drawQuotation, type QuotationToDraw } from './quotation-pdf.ts';

/** Draws a quotation, or prints words across a drawn one. */
export type PdfWork = { quotation: QuotationToDraw } | { file: Uint8Array; words: string };
/** The message to the thread, and its answer below. */
export type PdfTask = { id: number } & PdfWork;
export type PdfAnswer = { id: number; pdf: Uint8Array } | { id: number; failure: string };

parentPort?.on('message', ({ id, ...work }: PdfTask) => {
  done(work).then(
    (pdf) => answer({ id, pdf }),
    (error: unknown) => answer({ id, failure: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});

async function done(work: PdfWork): Promise<Uint8Array> {
  return 'quotation' in work ? drawQuotation(work.quotation) : markPdf(Buffer.from(work.file), work.words);
}

function answer(message: PdfAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}
