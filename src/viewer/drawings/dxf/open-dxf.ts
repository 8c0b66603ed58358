import { createDxfPainter } from './draw-dxf.ts';
import { DrawingError, MAX_DXF_BYTES, type Drawing } from '../drawing.ts';
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

function readInWorker(file: Blob, signal: AbortSignal): Promise<DxfPicture> {
  return new Promise((resolve, reject) => {
    let worker: Worker | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const done = new AbortController();
    const end = () => {
      done.abort();
      clearTimeout(timer);
      worker?.terminate();
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    signal.addEventListener('abort', () => fail(signal.reason), { signal: done.signal });
    timer = setTimeout(() => fail(new DrawingError('too-complex')), MAX_READING_MS);
    try {
      worker = new Worker(new URL('./read-dxf.worker.ts', import.meta.url), { type: 'module' });
    } catch (cause) {
      return fail(new DrawingError('unavailable', { cause }));
    }
    // The worker script failed to load, or ran out of memory.
    worker.addEventListener('error', () => fail(new DrawingError('unavailable')));
    worker.addEventListener('message', ({ data }: MessageEvent<DxfReport>) => {
      if ('failure' in data) return fail(new DrawingError(data.failure));
      end();
      resolve(data.picture);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(file);
  });
}
