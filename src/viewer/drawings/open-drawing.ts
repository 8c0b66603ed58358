import { DrawingError, type Drawing } from './drawing.ts';

const PDF_MARK = /%PDF-\d/;
/** Where the mark of a PDF may be. */
const HEAD_BYTES = 1024;

/**
 * Opens a PDF or DXF file, recognised by its content. The program for it is loaded first.
 * @throws DrawingError; the reason of `signal` when that aborts
 */
export async function openDrawing(file: Blob, signal: AbortSignal): Promise<Drawing> {
  const head = await file.slice(0, HEAD_BYTES).text();
  signal.throwIfAborted();
  if (PDF_MARK.test(head)) {
    const { openPdf } = await loaded(import('./open-pdf.ts'));
    signal.throwIfAborted();
    return openPdf(file, signal);
  }
  const { openDxf } = await loaded(import('./open-dxf.ts'));
  signal.throwIfAborted();
  return openDxf(file, signal);
}

const loaded = <T>(program: Promise<T>): Promise<T> =>
  program.catch((cause: unknown) => {
    throw new DrawingError('unavailable', { cause });
  });
