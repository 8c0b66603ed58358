import { startWorker } from '#server/system/start-worker.ts';
import type { ReplayOutcome } from './replay-orders.ts';
import type { WorkerMessage, WorkerTask } from './replay-worker.ts';

/** Generous: a batch, a result and the catalogue need some megabytes each. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

interface Options {
  signal: AbortSignal;
  /** Called in order, one at a time. When it throws, the replay ends with its error. */
  onProgress: (progress: number, total: number) => Promise<void>;
}

/**
 * Runs a replay in its own thread. Undefined when its draft was deleted or published. Throws the signal's reason, or the
 * thread's error.
 */
export async function replayInWorker(
  task: WorkerTask,
  { signal, onProgress }: Options,
): Promise<ReplayOutcome | undefined> {
  signal.throwIfAborted();
  const worker = startWorker(import.meta.url, 'replay-worker', { workerData: task, resourceLimits });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      let latest: { progress: number; total: number } | undefined;
      let isReporting = false;
      // While one report is written, only the latest of the following ones is kept.
      async function report(): Promise<void> {
        if (isReporting) return;
        isReporting = true;
        while (latest) {
          const { progress, total } = latest;
          latest = undefined;
          await onProgress(progress, total);
        }
        isReporting = false;
      }
      worker.on('message', (message: WorkerMessage) => {
        if ('outcome' in message) resolve(message.outcome);
        else {
          latest = message;
          report().catch(reject);
        }
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread of the replay ended without a result')));
    });
  } finally {
    await worker.terminate();
  }
}
