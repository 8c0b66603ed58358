import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { reportFirstFailure } from '#server/system/report-first-failure.ts';
import { foldChanges } from './fold-sums.service.ts';

/** Dashboards add up the changes that are not folded yet, so these must stay few. */
const FOLD_EVERY_MS = 5_000;

/**
 * Folds the changes of orders into the sums every five seconds. Every process runs it; a lock in the database admits one.
 * The timer does not keep the process alive; `stop` waits for the running batch.
 */
export function startFolding(
  database: Database,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const outcome = reportFirstFailure(onError);
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const fold = async () => {
    const { rows } = await database.db.execute<{ hasChanges: boolean }>(
      sql`select exists (select from order_change) as "hasChanges"`,
    );
    if (rows[0]?.hasChanges === true) await foldChanges(database, stopping.signal);
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
