import { DrawingError, type DrawingFailure } from '../drawing.ts';
import type { DxfPicture } from './dxf-picture.ts';
import { readDxf } from './read-dxf.ts';

export type DxfReport = { picture: DxfPicture } | { failure: DrawingFailure };

// oxlint-disable-next-line no-console -- the parser logs every unknown group, and a hostile file has millions
console.log = () => undefined;

/** Reads one file; the page ends the worker afterwards. */
globalThis.addEventListener('message', ({ data }: MessageEvent<Blob>) => void read(data));

async function read(file: Blob): Promise<void> {
  try {
    const picture = readDxf(new Uint8Array(await file.arrayBuffer()));
    report(
      { picture },
      picture.strokes.map(({ steps }) => steps.buffer),
    );
  } catch (error) {
    report({ failure: error instanceof DrawingError ? error.failure : 'damaged' });
  }
}

const report = (message: DxfReport, transfer: Transferable[] = []) =>
  globalThis.postMessage(message, { transfer });
