import { parentPort } from 'node:worker_threads';
import { markPdf } from './mark-pdf.ts';
import { missingCharacters } from './pdf-fonts.ts';
import { drawQuotation, type QuotationToDraw } from './quotation-pdf.ts';

/** Draw a quotation, print a label across a drawn one, or find the characters of a text that cannot be printed. */
export type PdfRequest =
  { quotation: QuotationToDraw } | { file: Uint8Array; label: string } | { text: string };
export type PdfResponse = { pdf: Uint8Array } | { missing: string } | { failure: string };

parentPort?.on('message', (request: PdfRequest) => {
  execute(request).then(respond, (error: unknown) =>
    respond({ failure: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});

async function execute(request: PdfRequest): Promise<PdfResponse> {
  if ('text' in request) return { missing: missingCharacters(request.text) };
  if ('quotation' in request) return { pdf: await drawQuotation(request.quotation) };
  return { pdf: markPdf(Buffer.from(request.file), request.label) };
}

function respond(message: PdfResponse): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}
