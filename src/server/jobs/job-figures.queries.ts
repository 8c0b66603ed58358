import { sql } from 'drizzle-orm';
import type { JobFigures } from '#contract/system/monitor.ts';
import type { Db } from '#server/db/database.ts';
import { jobNames } from './job-queue.ts';

/**
 * Waiting, running and failed jobs by kind. The queue keeps failed jobs for seven days. Its states are ordered:
 * created, retry, active, completed, cancelled, failed.
 */
export async function readJobFigures(db: Db): Promise<JobFigures[]> {
  const { rows } = await db.execute<JobFigures & Record<string, unknown>>(sql`
    select name,
      (count(*) filter (where state < 'active'))::int as "waiting",
      (count(*) filter (where state = 'active'))::int as "running",
      (count(*) filter (where state = 'failed'))::int as "failed",
      coalesce(round(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))), 0)::float8
        as "oldestSeconds"
    from pgboss.job where state < 'completed' or state = 'failed'
    group by name`);
  const figures = new Map(rows.map((row) => [row.name, row]));
  return jobNames.map(
    (name) => figures.get(name) ?? { name, waiting: 0, running: 0, failed: 0, oldestSeconds: 0 },
  );
}
