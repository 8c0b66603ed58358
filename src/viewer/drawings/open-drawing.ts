import { DrawingError, type Drawing } from './drawing.ts';

const PDF_MARK = /%PDF-\d/;
/** Where the mark of a PDF may be. */
const HEAD_BYTES = 1024;

/** Browsers remember a program that failed to load until the page is reloaded: without a network it is not even tried. */
function program<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined;
  return async () => {
    if (loaded) return loaded;
    if (!navigator.onLine) throw new DrawingError('unavailable');
    try {
      return (loaded = await load());
    } catch (cause) {
      throw new DrawingError('unavailable', { cause });
    }
  };
}

const loadPdf = program(() => import('./open-pdf.ts'));
const loadDxf = program(() => import('./dxf/open-dxf.ts'));

/**
 * Opens a PDF or DXF file, recognised by its content. The program for it is loaded first.
 * @throws DrawingError; the reason of `signal` when that aborts
 */
export async function openDrawing(file: Blob, signal: AbortSignal): Promise<Drawing> {
  const head = await file.slice(0, HEAD_BYTES).text();
  signal.throwIfAborted();
  if (PDF_MARK.test(head)) {
    const { openPdf } = await loadPdf();
    signal.throwIfAborted();
    return openPdf(file, signal);
  }
  const { openDxf } = await loadDxf();
  signal.throwIfAborted();
  return openDxf(file, signal);
}
