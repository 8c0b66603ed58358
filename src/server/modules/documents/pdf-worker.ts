import { parentPort } from 'node:worker_threads';
import { markPdf } from './mark-pdf.ts';
import { missingCharacters } from './pdf-fonts.ts';
import { drawQuotation, type QuotationToDraw } from './quotation-pdf.ts';

/** Draw a quotation, print words across a drawn one, or find the characters of a text that cannot be printed. */
export type PdfWork = { quotation: QuotationToDraw } | { file: Uint8Array; words: string } | { text: string };
export type PdfAnswer = { pdf: Uint8Array } | { missing: string } | { failure: string };

parentPort?.on('message', (work: PdfWork) => {
  execute(work).then(answer, (error: unknown) =>
    answer({ failure: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});

async function execute(work: PdfWork): Promise<PdfAnswer> {
  if ('text' in work) return { missing: missingCharacters(work.text) };
  if ('quotation' in work) return { pdf: await drawQuotation(work.quotation) };
  return { pdf: markPdf(Buffer.from(work.file), work.words) };
}

function answer(message: PdfAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}
