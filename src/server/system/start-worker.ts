import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker thread. In `dist`, the bundled worker is next to the caller; in development its source is, loaded
 * with tsx.
 */
export function startWorker(callerUrl: string, name: string, options: WorkerOptions): Worker {
  if (!callerUrl.endsWith('.ts')) return new Worker(new URL(`${name}.js`, callerUrl), options);
  const source = JSON.stringify(new URL(`${name}.ts`, callerUrl).href);
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(code, { ...options, eval: true });
}
