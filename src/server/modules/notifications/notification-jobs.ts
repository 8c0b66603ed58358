import type { Database } from '#server/db/database.ts';
import type { Clock } from '#server/http/route.ts';
import { announcePlaced } from './announce-orders.ts';
import { remindOfExpiry } from './expiring-quotations.ts';
import { reportFirstFailure } from '#server/system/report-first-failure.ts';
import type { Notifier } from './notifications.service.ts';

const ANNOUNCE_EVERY_MS = 1_000;
const REMIND_EVERY_MS = 3_600_000;
const FIRST_REMINDER_MS = 30_000;

interface NotificationJobsOptions {
  notifier: Pick<Notifier, 'quotationsExpire'>;
  clock: Clock;
  onError: (error: unknown) => void;
}

/**
 * Runs the periodic notifications: placed orders for staff, within a second or two, and hourly the quotations about to
 * expire. Every process runs both jobs; locks in the database admit one at a time. The timers do not keep the process
 * alive; `stop` waits for running work.
 */
export function startNotificationJobs(
  database: Database,
  { notifier, clock, onError }: NotificationJobsOptions,
): { stop: () => Promise<void> } {
  const announce = oneAtATime(() => announcePlaced(database, clock()), onError);
  const remind = oneAtATime(() => remindOfExpiry(database, notifier, clock()), onError);
  const first = setTimeout(() => void remind(), FIRST_REMINDER_MS).unref();
  const timers = [
    setInterval(() => void announce(), ANNOUNCE_EVERY_MS).unref(),
    setInterval(() => void remind(), REMIND_EVERY_MS).unref(),
  ];
  return {
    async stop() {
      clearTimeout(first);
      timers.forEach((timer) => clearInterval(timer));
      await Promise.all([announce.underWay(), remind.underWay()]);
    },
  };
}

/** Runs `work` unless it is still running; reports only the first of consecutive failures. */
function oneAtATime(work: () => Promise<unknown>, onError: (error: unknown) => void) {
  const outcome = reportFirstFailure(onError);
  let running: Promise<unknown> | undefined;
  const run = () =>
    (running ??= work()
      .then(outcome.worked, outcome.failed)
      .finally(() => (running = undefined)));
  return Object.assign(run, { underWay: () => running });
}
