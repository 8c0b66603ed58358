import { reportFirstFailure } from './report-first-failure.ts';

/**
 * Repeats the work, one run at a time, in every process; work for a single process takes a lock in the database. The
 * timer does not keep the process alive; `stop` aborts and waits for the current run.
 */
export function repeatWork(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const failureReporter = reportFirstFailure(onError);
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const run = () => {
    running ??= work(stopping.signal)
      .then(failureReporter.succeeded, (error: unknown) => {
        if (!stopping.signal.aborted) failureReporter.failed(error);
      })
      .finally(() => (running = undefined));
  };
  const timer = setInterval(run, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
