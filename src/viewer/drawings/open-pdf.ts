import {
  getDocument,
  PDFWorker,
  version,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- Vite makes it the URL of the file
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import {
  DrawingError,
  MAX_PAGES,
  MAX_PDF_BYTES,
  startWorker,
  withTimeLimit,
  type Drawing,
  type Sheet,
} from './drawing.ts';

/** Time limit for reading a file and for drawing a page. */
const MAX_WORK_MS = 60_000;
/** Enough to zoom from a fitted A0 sheet to a line of its smallest text. */
const MAX_ZOOM = 40;
/** Larger images in a file are not drawn. */
const MAX_IMAGE_PIXELS = 100_000_000;

/** Character maps and fonts that a file lacks, served by `scripts/vite-pdf-files.ts`. */
const resourceUrl = (name: string) => new URL(`/assets/pdfjs-${version}/${name}/`, location.href).href;

/**
 * Opens a PDF file, which is read in a separate worker.
 * @throws DrawingError; the reason of `signal` when that aborts
 */
export async function openPdf(file: Blob, signal: AbortSignal): Promise<Drawing> {
  if (file.size > MAX_PDF_BYTES) throw new DrawingError('too-large');
  // If pdf.js started the worker itself, it could fall back to the main thread.
  const worker = startWorker(() => new Worker(workerUrl, { type: 'module' }));
  const close = () => worker.terminate();
  try {
    const data = new Uint8Array(await file.arrayBuffer());
    signal.throwIfAborted();
    const task = getDocument({
      data,
      worker: PDFWorker.create({ port: worker }),
      isEvalSupported: false,
      // The policy of the page forbids WebAssembly; pdf.js falls back to JavaScript decoders.
      useWasm: false,
      enableXfa: false,
      maxImageSize: MAX_IMAGE_PIXELS,
      cMapUrl: resourceUrl('cmaps'),
      standardFontDataUrl: resourceUrl('standard_fonts'),
      wasmUrl: resourceUrl('wasm'),
      verbosity: 0,
    });
    const document = await withTimeLimit(task.promise, { timeoutMs: MAX_WORK_MS, signal, worker });
    const pages = Math.min(document.numPages, MAX_PAGES);
    return {
      pages,
      note: document.numPages > pages ? `共 ${document.numPages} 页，只显示前 ${pages} 页` : undefined,
      openPage: (page) => openPage(document, page),
      close,
    };
  } catch (error) {
    close();
    throw drawingErrorOf(error, signal);
  }
}

function drawingErrorOf(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted === true || error instanceof DrawingError) return error;
  const isLocked = error instanceof Error && error.name === 'PasswordException';
  return new DrawingError(isLocked ? 'locked' : 'damaged', { cause: error });
}

async function openPage(document: PDFDocumentProxy, number: number): Promise<Sheet> {
  const page = await document.getPage(number).catch((error: unknown) => {
    throw drawingErrorOf(error);
  });
  const { width, height } = page.getViewport({ scale: 1 });
  if (!(width > 0 && height > 0)) throw new DrawingError('damaged');
  return {
    width,
    height,
    maxZoom: MAX_ZOOM,
    isPaper: true,
    draw: async (canvas, { scale, x, y }, _pixelRatio, signal) => {
      try {
        await drawPage(page, canvas, { scale, offsetX: x, offsetY: y }, signal);
      } catch (error) {
        throw drawingErrorOf(error, signal);
      }
    },
  };
}

async function drawPage(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  view: { scale: number; offsetX: number; offsetY: number },
  signal: AbortSignal,
): Promise<void> {
  const task = page.render({ canvas, viewport: page.getViewport(view) });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  try {
    await withTimeLimit(task.promise, { timeoutMs: MAX_WORK_MS, signal });
  } finally {
    task.cancel();
  }
}
