import type { Database } from '#server/db/database.ts';
import type { Clock } from '#server/http/route.ts';
import { announcePlaced } from './announce-orders.ts';
import { reportFirstFailure } from '#server/system/report-first-failure.ts';

const ANNOUNCE_EVERY_MS = 1_000;

interface AnnouncingOptions {
  clock: Clock;
  onError: (error: unknown) => void;
}

/**
 * Notifies staff of placed orders, within a second or two. Every process runs it; a lock in the database admits one at a
 * time. The timer does not keep the process alive; `stop` waits for running work.
 */
export function startAnnouncing(
  database: Database,
  { clock, onError }: AnnouncingOptions,
): { stop: () => Promise<void> } {
  const outcome = reportFirstFailure(onError);
  let running: Promise<unknown> | undefined;
  const announce = () =>
    (running ??= announcePlaced(database, clock())
      .then(outcome.worked, outcome.failed)
      .finally(() => (running = undefined)));
  const timer = setInterval(() => void announce(), ANNOUNCE_EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
