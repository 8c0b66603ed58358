import type { Database } from '#server/db/database.ts';
import type { Clock } from '#server/http/route.ts';
import { announcePlaced } from './announce-orders.ts';
import { remindOfExpiry } from './expiring-quotations.ts';
import { tellFirstOf } from './failure-series.ts';
import type { NewsDesk } from './news.service.ts';

const ANNOUNCE_EVERY_MS = 1_000;
const REMIND_EVERY_MS = 3_600_000;
const FIRST_REMINDER_MS = 30_000;

interface NewsJobsOptions {
  desk: Pick<NewsDesk, 'quotationsExpire'>;
  clock: Clock;
  onError: (error: unknown) => void;
}

/**
 * What is told without anybody's request: placed orders to the shop, within a second or two, and hourly the quotations
 * that soon expire. Every process does both; the database lets one at a time. The timers keep no process alive; `stop`
 * waits for what is under way.
 */
export function startNewsJobs(
  database: Database,
  { desk, clock, onError }: NewsJobsOptions,
): { stop: () => Promise<void> } {
  const announce = oneAtATime(() => announcePlaced(database, clock()), onError);
  const remind = oneAtATime(() => remindOfExpiry(database, desk, clock()), onError);
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

/** Runs `work` unless it still runs; of failures in a row the first goes to `onError`. */
function oneAtATime(work: () => Promise<unknown>, onError: (error: unknown) => void) {
  const outcome = tellFirstOf(onError);
  let running: Promise<unknown> | undefined;
  const run = () =>
    (running ??= work()
      .then(outcome.worked, outcome.failed)
      .finally(() => (running = undefined)));
  return Object.assign(run, { underWay: () => running });
}
