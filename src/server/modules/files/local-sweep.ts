import type { FileStore } from './file-store.ts';
import { clearIncoming } from './sweep-files.service.ts';

const FIRST_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Clears the local directory of interrupted uploads once a day in every process, and a minute after the start. The timers do
 * not keep the process alive; `stop` aborts a running sweep.
 */
export function startLocalSweep(
  store: FileStore,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const sweep = () => {
    running = clearIncoming(store, new Date(), stopping.signal).then(
      () => undefined,
      (error: unknown) => {
        if (!stopping.signal.aborted) onError(error);
      },
    );
  };
  const first = setTimeout(sweep, FIRST_MS).unref();
  const timer = setInterval(sweep, DAY_MS).unref();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
