import { parentPort } from 'node:worker_threads';
import { drawQuotation, type QuotationToDraw } from './quotation-pdf.ts';

/** The message to the thread, and its answer below. */
export interface PdfTask {
  id: number;
  quotation: QuotationToDraw;
}
export type PdfAnswer = { id: number; pdf: Uint8Array } | { id: number; failure: string };

parentPort?.on('message', ({ id, quotation }: PdfTask) => {
  drawQuotation(quotation).then(
    (pdf) => answer({ id, pdf }),
    (error: unknown) => answer({ id, failure: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});

function answer(message: PdfAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}
