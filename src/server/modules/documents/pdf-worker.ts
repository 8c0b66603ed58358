import { parentPort } from 'node:worker_threads';
import { markPdf } from './mark-pdf.ts';
import { missingIn } from './pdf-fonts.ts';
import { drawQuotation, type QuotationToDraw } from './quotation-pdf.ts';

/** Draws a quotation, prints words across a drawn one, or finds the characters of a text that cannot be printed. */
export type PdfWork = { quotation: QuotationToDraw } | { file: Uint8Array; words: string } | { text: string };
/** The answer to a `PdfWork`. */
export type PdfAnswer = { pdf: Uint8Array } | { missing: string } | { failure: string };

parentPort?.on('message', (work: PdfWork) => {
  done(work).then(answer, (error: unknown) =>
    answer({ failure: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});

async function done(work: PdfWork): Promise<PdfAnswer> {
  if ('text' in work) return { missing: missingIn(work.text) };
  if ('quotation' in work) return { pdf: await drawQuotation(work.quotation) };
  return { pdf: markPdf(Buffer.from(work.file), work.words) };
}

function answer(message: PdfAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}
