import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultReadingLimits } from '../model-reading.ts';
import type { WorkerRequest, WorkerReport } from './worker-report.ts';

/** A fake Worker that records its orders and reports on request. */
class FakeWorker extends EventTarget {
  readonly orders: WorkerRequest['type'][] = [];
  isEnded = false;
  constructor() {
    super();
    workers.push(this);
  }
  postMessage({ type }: WorkerRequest): void {
    this.orders.push(type);
  }
  terminate(): void {
    this.isEnded = true;
  }
  report(data: WorkerReport): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
let workers: FakeWorker[] = [];
const state = () => workers.map(({ orders, isEnded }) => `${orders.join(', ')}${isEnded ? ', ended' : ''}`);

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function reader() {
  const { readInWorker } = await import('./read-in-worker.ts');
  return (signal = new AbortController().signal) =>
    readInWorker(new File(['x'], 'a.step'), {
      limits: defaultReadingLimits,
      signal,
      onStage: () => undefined,
    });
}
/** Reports that the kernel is loading, then that the file is being read. */
function begin(worker: FakeWorker | undefined): void {
  worker?.report({ type: 'stage', stage: 'loading' });
  worker?.report({ type: 'stage', stage: 'reading' });
}
const failed: WorkerReport = { type: 'failed', failure: 'damaged' };

test('while a file is read, the kernel for the next one is loaded in a separate worker', async () => {
  const read = await reader();
  const first = read();
  expect(state()).toEqual(['read']);
  workers[0]?.report({ type: 'stage', stage: 'reading' });
  workers[0]?.report({ type: 'stage', stage: 'loading' });
  expect(state()).toEqual(['read']);
  workers[0]?.report({ type: 'stage', stage: 'reading' });
  expect(state()).toEqual(['read', 'prepare']);
  workers[0]?.report(failed);
  expect(await first).toEqual(failed);
  const second = read();
  expect(state()).toEqual(['read, ended', 'prepare, read']);
  begin(workers[1]);
  workers[1]?.report(failed);
  expect(await second).toEqual(failed);
  expect(state()).toEqual(['read, ended', 'prepare, read, ended', 'prepare']);
});

test('an expected file is read by the prepared worker', async () => {
  const read = await reader();
  const { prepareReading } = await import('./read-in-worker.ts');
  prepareReading();
  prepareReading();
  expect(state()).toEqual(['prepare']);
  void read();
  expect(state()).toEqual(['prepare, read']);
});

test('without Worker, preparing does nothing and reading fails', async () => {
  vi.stubGlobal('Worker', undefined);
  const read = await reader();
  const { prepareReading } = await import('./read-in-worker.ts');
  prepareReading();
  expect(await read()).toEqual({ type: 'failed', failure: 'kernel-missing' });
});

test('a prepared worker is terminated after a minute without a file', async () => {
  const read = await reader();
  const reading = read();
  begin(workers[0]);
  workers[0]?.report(failed);
  await reading;
  vi.advanceTimersByTime(59_000);
  expect(state()).toEqual(['read, ended', 'prepare']);
  vi.advanceTimersByTime(2_000);
  expect(state()).toEqual(['read, ended', 'prepare, ended']);
  void read();
  expect(state()).toEqual(['read, ended', 'prepare, ended', 'read']);
});

test.each(['report', 'error'] as const)('a worker that fails to prepare (%s) reads nothing', async (how) => {
  const read = await reader();
  void read();
  begin(workers[0]);
  if (how === 'error') workers[1]?.dispatchEvent(new Event('error'));
  else workers[1]?.report({ type: 'failed', failure: 'kernel-missing' });
  void read();
  expect(state()).toEqual(['read', 'prepare, ended', 'read']);
});

test('cancelling a reading terminates its worker and leaves the prepared one', async () => {
  const read = await reader();
  const abort = new AbortController();
  const reading = read(abort.signal);
  begin(workers[0]);
  abort.abort();
  expect(await reading).toEqual({ type: 'failed', failure: 'cancelled' });
  expect(state()).toEqual(['read, ended', 'prepare']);
});

test('a file that needs no kernel loads none for the next file', async () => {
  const read = await reader();
  void read();
  workers[0]?.report({ type: 'stage', stage: 'reading' });
  expect(state()).toEqual(['read']);
  vi.advanceTimersByTime(20_000);
  expect(state()).toEqual(['read, ended']);
});
