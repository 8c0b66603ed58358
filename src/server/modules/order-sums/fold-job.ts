import { reportFirstFailure } from '#server/system/report-first-failure.ts';

/** Dashboards add up the changes that are not folded yet, so these must stay few. */
const FOLD_EVERY_MS = 5_000;

/**
 * Folds the changes of orders every five seconds, into the sums or the parts. Every process runs it; a lock in the database admits
 * one. The timer does not keep the process alive; `stop` waits for the running batch.
 */
export function startFolding(
  fold: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const outcome = reportFirstFailure(onError);
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const run = () => {
    running ??= fold(stopping.signal)
      .then(outcome.worked, outcome.failed)
      .finally(() => (running = undefined));
  };
  const timer = setInterval(run, FOLD_EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
