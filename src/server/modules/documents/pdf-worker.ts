import { parentPort } from 'node:worker_threads';
import { markPdf } from './mark-pdf.ts';
import { drawQuotation, type QuotationToDraw } from './quotation-pdf.ts';

/** Draws a quotation, or prints words across a drawn one. */
export type PdfWork = { quotation: QuotationToDraw } | { file: Uint8Array; words: string };
/** The answer to a `PdfWork`. */
export type PdfAnswer = { pdf: Uint8Array } | { failure: string };

parentPort?.on('message', (work: PdfWork) => {
  done(work).then(
    (pdf) => answer({ pdf }),
    (error: unknown) => answer({ failure: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});

async function done(work: PdfWork): Promise<Uint8Array> {
  return 'quotation' in work ? drawQuotation(work.quotation) : markPdf(Buffer.from(work.file), work.words);
}

function answer(message: PdfAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}
