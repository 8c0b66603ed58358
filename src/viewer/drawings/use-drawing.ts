import { useEffect, useState } from 'react';
import { type Drawing, type Sheet, DrawingError } from './drawing.ts';

type OpenResult =
  { state: 'opening' } | { state: 'failed'; message: string } | { state: 'open'; drawing: Drawing };

const OPENING: OpenResult = { state: 'opening' };

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '图纸打不开，请下载查看');

/** Opens a file while the component is shown; `retry` tries again. `load` must be the same function in every render. */
export function useDrawing(load: (signal: AbortSignal) => Promise<Blob>) {
  const [attempt, setAttempt] = useState({});
  const [latest, setLatest] = useState<{ result: OpenResult; attempt: object }>();
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const finish = (result: OpenResult) => setLatest({ result, attempt });
    const open = async () => {
      const drawing = await openDrawing(await load(signal), signal);
      signal.addEventListener('abort', drawing.close);
      if (signal.aborted) drawing.close();
      else finish({ state: 'open', drawing });
    };
    open().catch((error: unknown) => {
      if (!signal.aborted) finish({ state: 'failed', message: messageOf(error) });
    });
    return () => abort.abort();
  }, [load, attempt]);
  const result = latest?.attempt === attempt ? latest.result : OPENING;
  return { result, retry: () => setAttempt({}) };
}

/** A page of the drawing: undefined until it is read; a message if that fails. */
export function useSheet(drawing: Drawing, page: number): { sheet?: Sheet; message?: string } {
  const [latest, setLatest] = useState<{ page: number; sheet?: Sheet; message?: string }>({ page: 0 });
  useEffect(() => {
    let isStale = false;
    const show = (result: { sheet?: Sheet; message?: string }) => {
      if (!isStale) setLatest({ page, ...result });
    };
    drawing.openPage(page).then(
      (sheet) => show({ sheet }),
      (error: unknown) => show({ message: messageOf(error) }),
    );
    return () => {
      isStale = true;
    };
  }, [drawing, page]);
  return latest.page === page ? latest : {};
}

const PDF_MARK = /%PDF-\d/;
/** The mark of a PDF is within this many bytes of its start. */
const HEAD_BYTES = 1024;

/** Browsers cache a failed import until the page is reloaded, so none is tried while offline. */
function lazyImport<T>(load: () => Promise<T>): () => Promise<T> {
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

const loadPdf = lazyImport(() => import('./open-pdf.ts'));
const loadDxf = lazyImport(() => import('./dxf/open-dxf.ts'));

/**
 * Opens a PDF or DXF file, recognised by its content, after importing the code for it.
 * @throws DrawingError; the reason of `signal` when that aborts
 */
async function openDrawing(file: Blob, signal: AbortSignal): Promise<Drawing> {
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
