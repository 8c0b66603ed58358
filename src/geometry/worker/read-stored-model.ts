import type { ModelReading } from '../model-reading.ts';
import { shopLimits } from '../checks/shop-limits.ts';
import { readInWorker } from './read-in-worker.ts';

/** Reads a stored model, with default limits rather than the current ones. The message of an error is for the user. */
export async function readStoredModel(file: File, signal: AbortSignal): Promise<ModelReading> {
  const outcome = await readInWorker(file, {
    limits: shopLimits({}).reading,
    signal,
    onStage: () => undefined,
  });
  if (outcome.type === 'failed') throw new Error('这个文件在浏览器里读不出来，请下载后用其他软件查看');
  return outcome.reading;
}
