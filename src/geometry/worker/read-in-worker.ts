import type { ReadingLimits } from '../model-reading.ts';
import type { ReadingOutcome, WorkerOrder, WorkerReport } from './worker-report.ts';

/** Longest reading of a file, without the download of the reading program. */
const MAX_READING_MS = 20_000;
/** Longest download of the reading program, 5 MB. */
const MAX_LOADING_MS = 120_000;

interface WorkerOptions {
  limits: ReadingLimits;
  onStage: (stage: 'loading' | 'reading') => void;
  signal: AbortSignal;
}

/** Reads a file in a worker of its own, which ends with it. Never rejects: a failure is an outcome. */
export async function readInWorker(
  file: File,
  { limits, onStage, signal }: WorkerOptions,
): Promise<ReadingOutcome> {
  if (file.size > limits.maxBytes) return { type: 'failed', failure: 'too-large' };
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let worker: Worker | undefined;
    const end = (outcome: ReadingOutcome) => {
      clearTimeout(timer);
      worker?.terminate();
      resolve(outcome);
    };
    const limit = (timeoutMs: number, failure: 'kernel-missing' | 'out-of-time') => {
      clearTimeout(timer);
      timer = setTimeout(() => end({ type: 'failed', failure }), timeoutMs);
    };
    signal.addEventListener('abort', () => end({ type: 'failed', failure: 'cancelled' }));
    try {
      worker = new Worker(new URL('./read-model.worker.ts', import.meta.url), { type: 'module' });
    } catch {
      // Without workers, and where a policy forbids them.
      return end({ type: 'failed', failure: 'kernel-missing' });
    }
    // The script of the worker cannot be loaded, or its memory is exhausted.
    worker.addEventListener('error', () => end({ type: 'failed', failure: 'kernel-missing' }));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReport>) => {
      if (data.type !== 'stage') return end(data);
      onStage(data.stage);
      if (data.stage === 'loading') limit(MAX_LOADING_MS, 'kernel-missing');
      else limit(MAX_READING_MS, 'out-of-time');
    });
    limit(MAX_LOADING_MS, 'kernel-missing');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage({ file, limits } satisfies WorkerOrder);
  });
}
