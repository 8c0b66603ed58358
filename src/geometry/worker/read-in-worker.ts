import type { ReadingLimits } from '../model-reading.ts';
import type { ReadingOutcome, WorkerRequest, WorkerReport } from './worker-report.ts';

/** Time limit for reading a file once the kernel is loaded. */
const MAX_READING_MS = 20_000;
/** Time limit for loading the kernel, a download of 5 MB. */
const MAX_LOADING_MS = 120_000;
/** An idle spare worker ends after this time: its kernel uses 110 MB. */
const SPARE_MS = 60_000;

interface WorkerOptions {
  limits: ReadingLimits;
  onStage: (stage: 'loading' | 'reading', percent?: number) => void;
  signal: AbortSignal;
}

/** A worker with a loaded and warm kernel for the next file: loading takes longer than reading most files. */
let spare: Worker | undefined;
let spareTimer: ReturnType<typeof setTimeout> | undefined;

const newWorker = () => new Worker(new URL('./read-model.worker.ts', import.meta.url), { type: 'module' });

function takeWorker(): Worker {
  const worker = spare ?? newWorker();
  forgetSpare();
  return worker;
}

/** Loads the kernel for a file expected soon. Does nothing where workers are unsupported or forbidden. */
export function prepareReading(): void {
  try {
    prepareSpare();
  } catch {
    // The failure is reported when the file is read.
  }
}

function prepareSpare(): void {
  if (spare) return;
  const worker = newWorker();
  const dropSpare = () => {
    if (spare !== worker) return;
    worker.terminate();
    forgetSpare();
  };
  // After a failure the next file starts another worker.
  worker.addEventListener('error', dropSpare);
  worker.addEventListener('message', dropSpare);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage({ type: 'prepare' } satisfies WorkerRequest);
  spare = worker;
  spareTimer = setTimeout(dropSpare, SPARE_MS);
}

function forgetSpare(): void {
  clearTimeout(spareTimer);
  spare = undefined;
}

/** Reads a file in its own worker, which ends afterwards. Never rejects: failures are outcomes. */
export async function readInWorker(
  file: File,
  { limits, onStage, signal }: WorkerOptions,
): Promise<ReadingOutcome> {
  if (file.size > limits.maxBytes) return { type: 'failed', failure: 'too-large' };
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let worker: Worker | undefined;
    let needsKernel = false;
    const end = (outcome: ReadingOutcome) => {
      clearTimeout(timer);
      worker?.terminate();
      resolve(outcome);
    };
    const setTimeLimit = (timeoutMs: number, failure: 'kernel-missing' | 'out-of-time') => {
      clearTimeout(timer);
      timer = setTimeout(() => end({ type: 'failed', failure }), timeoutMs);
    };
    signal.addEventListener('abort', () => end({ type: 'failed', failure: 'cancelled' }));
    try {
      worker = takeWorker();
    } catch {
      // Workers are unsupported, or a policy forbids them.
      return end({ type: 'failed', failure: 'kernel-missing' });
    }
    // The worker script failed to load, or ran out of memory.
    worker.addEventListener('error', () => end({ type: 'failed', failure: 'kernel-missing' }));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReport>) => {
      if (data.type !== 'stage') return end(data);
      onStage(data.stage, data.percent);
      if (data.stage === 'loading') {
        needsKernel = true;
        return setTimeLimit(MAX_LOADING_MS, 'kernel-missing');
      }
      setTimeLimit(MAX_READING_MS, 'out-of-time');
      if (needsKernel) prepareSpare();
    });
    setTimeLimit(MAX_LOADING_MS, 'kernel-missing');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage({ type: 'read', file, limits } satisfies WorkerRequest);
  });
}
