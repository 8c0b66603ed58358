import { createDxfPainter } from './draw-dxf.ts';
import { DrawingError, MAX_DXF_BYTES, startWorker, withTimeLimit, type Drawing } from '../drawing.ts';
import type { DxfPicture } from './dxf-picture.ts';
import type { DxfReport } from './read-dxf.worker.ts';

/** Time limit for reading a file, including the download of the worker. */
const MAX_READING_MS = 30_000;
/** Details can be this many times smaller than the drawing. */
const MAX_ZOOM = 1_000;

/**
 * Opens a DXF file, which is read in a separate worker.
 * @throws DrawingError; the reason of `signal` when that aborts
 */
export async function openDxf(file: Blob, signal: AbortSignal): Promise<Drawing> {
  if (file.size > MAX_DXF_BYTES) throw new DrawingError('too-large');
  const picture = await readInWorker(file, signal);
  const { width, height, missing, isTruncated } = picture;
  const notes = [
    ...(isTruncated ? ['文件不完整，只显示读到的部分'] : []),
    ...(missing > 0 ? [`剖面线等 ${missing} 个对象没有显示，完整内容请下载查看`] : []),
  ];
  const sheet = { width, height, maxZoom: MAX_ZOOM, isPaper: false, draw: createDxfPainter(picture) };
  return {
    pages: 1,
    note: notes.length > 0 ? notes.join('；') : undefined,
    openPage: () => Promise.resolve(sheet),
    close: () => undefined,
  };
}

async function readInWorker(file: Blob, signal: AbortSignal): Promise<DxfPicture> {
  const worker = startWorker(
    () => new Worker(new URL('./read-dxf.worker.ts', import.meta.url), { type: 'module' }),
  );
  try {
    const report = new Promise<DxfReport>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<DxfReport>) => resolve(data));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(file);
    const data = await withTimeLimit(report, { timeoutMs: MAX_READING_MS, signal, worker });
    if ('failure' in data) throw new DrawingError(data.failure);
    return data.picture;
  } finally {
    worker.terminate();
  }
}
