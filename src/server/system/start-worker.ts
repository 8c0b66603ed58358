import { Worker, type WorkerOptions } from 'node:worker_threads';
import { programFile } from './program-file.ts';

/** Starts a worker thread: the program `name` beside the caller, bundled, or in development its source through tsx. */
export function startWorker(callerUrl: string, name: string, options: WorkerOptions): Worker {
  const { url, isSource } = programFile(callerUrl, name);
  if (!isSource) return new Worker(url, options);
  const source = JSON.stringify(url.href);
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(code, { ...options, eval: true });
}
