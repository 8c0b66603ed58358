import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread of the server. Beside the caller lies the bundled worker in `dist`, its source otherwise: that one needs
 * tsx to be read.
 */
export function startWorker(callerUrl: string, name: string, options: WorkerOptions): Worker {
  if (!callerUrl.endsWith('.ts')) return new Worker(new URL(`${name}.js`, callerUrl), options);
  const source = JSON.stringify(new URL(`${name}.ts`, callerUrl).href);
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(code, { ...options, eval: true });
}
