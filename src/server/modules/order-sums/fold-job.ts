import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { reportFirstFailure } from '#server/system/report-first-failure.ts';
import { foldChanges } from './fold-sums.service.ts';

/** A board adds up what waits: some thousand changes on the busiest day. */
const FOLD_EVERY_MS = 5_000;

/**
 * Folds the changes of orders into the sums every five seconds, in every process; the database lets one at a time. The
 * timer keeps no process alive; `stop` waits for the batch under way.
 */
export function startFolding(
  database: Database,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const outcome = reportFirstFailure(onError);
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const fold = async () => {
    const { rows } = await database.db.execute<{ waits: boolean }>(
      sql`select exists (select from order_change) as waits`,
    );
    if (rows[0]?.waits === true) await foldChanges(database, stopping.signal);
  };
  const run = () => {
    running ??= fold()
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
