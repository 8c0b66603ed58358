// Polyfills for old browsers: a worker does not share those of its page (src/providers/old-browsers.ts).
import 'core-js/modules/es.array.find-last.js';
import 'core-js/modules/es.array.to-reversed.js';
import 'core-js/modules/es.array.to-sorted.js';
import igesWasm from '@bitbybit-dev/occt/bitbybit-dev-occt/bitbybit-dev-occt.wasm?url';
import occtWasm from 'replicad-opencascadejs/wasm?url';
import { replaceFunctionConstructor } from '../kernel/binding-functions.ts';
import { lazyKernel, type Kernel } from '../kernel/load.ts';
import { ReadingError, type ModelReading, type ReadingLimits } from '../model-reading.ts';
import { readModel } from '../read-model.ts';
import sample from './sample.step?raw';
import type { WorkerRequest, WorkerReport } from './worker-report.ts';

replaceFunctionConstructor();

/** Reads one file; the page ends the worker afterwards, because the memory of the kernel never shrinks. */
globalThis.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.type === 'read') void read(data.file, data.limits);
  else warmUp().catch(() => report({ type: 'failed', failure: 'kernel-missing' }));
});

/** Whether a file is waiting for the kernel, so that the page shows the progress of the download. */
let isAwaited = false;

/* File sizes, defined in vite.config.ts. */
declare const OCCT_BYTES: number;
declare const IGES_BYTES: number;

/** Each WebAssembly file is separate, so that it can be replaced. */
const kernel = lazyKernel(
  { occt: { url: occtWasm, bytes: OCCT_BYTES }, iges: { url: igesWasm, bytes: IGES_BYTES } },
  (percent) => {
    if (isAwaited) report({ type: 'stage', stage: 'loading', percent });
  },
);

/** Browsers compile WebAssembly functions on their first call, which takes longer than reading a small file. */
async function warmUp(): Promise<void> {
  await readModel(new TextEncoder().encode(sample), 'sample.step', kernel);
}

async function read(file: File, limits: ReadingLimits): Promise<void> {
  try {
    report({ type: 'stage', stage: 'reading' });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const reading = await readModel(bytes, file.name, withLoadingStage(kernel), limits);
    report({ type: 'read', reading }, buffersOf(reading));
  } catch (error) {
    if (error instanceof KernelMissing) return report({ type: 'failed', failure: 'kernel-missing' });
    report({ type: 'failed', failure: error instanceof ReadingError ? error.failure : 'damaged' });
  }
}

const report = (message: WorkerReport, transfer: Transferable[] = []) =>
  globalThis.postMessage(message, { transfer });

/** The kernel could not be loaded: no connection, or the browser refuses WebAssembly. */
class KernelMissing extends Error {}

/** Reports when loading begins and ends: the time limit for reading starts after it. */
function withLoadingStage({ occt, iges }: Kernel): Kernel {
  const loadWithReports = async <T>(load: () => Promise<T>): Promise<T> => {
    report({ type: 'stage', stage: 'loading' });
    isAwaited = true;
    const kernel = await load().catch((cause: unknown) => {
      throw new KernelMissing('The kernel is missing.', { cause });
    });
    isAwaited = false;
    report({ type: 'stage', stage: 'reading' });
    return kernel;
  };
  return { occt: () => loadWithReports(occt), iges: () => loadWithReports(iges) };
}

const buffersOf = ({ bodies, wholeMesh }: ModelReading): Transferable[] => [
  ...new Set(
    [...bodies.map(({ mesh }) => mesh), ...(wholeMesh ? [wholeMesh] : [])]
      .flatMap((mesh) => [mesh.positions, mesh.normals, mesh.indices, mesh.edges])
      .map(({ buffer }) => buffer),
  ),
];
