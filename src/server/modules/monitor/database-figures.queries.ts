import { sql } from 'drizzle-orm';
import type { ServerStatus } from '#contract/system/monitor.ts';
import type { Database } from '#server/db/database.ts';

const MAX_ROWS = 10;

type Overview = Pick<
  ServerStatus['database'],
  'version' | 'size' | 'connections' | 'maxConnections' | 'cacheHitPercent'
> & { startedAt: string };

/** The database's own figures, and the slowest statements of this process. */
export async function readDatabaseFigures({ db, statements }: Database): Promise<ServerStatus['database']> {
  const overview = await db.execute<Overview>(sql`
    select
      current_setting('server_version') as "version",
      pg_database_size(current_database())::float8 as "size",
      (select count(*)::int from pg_stat_activity where datname = current_database()) as "connections",
      current_setting('max_connections')::int as "maxConnections",
      (select round(100.0 * blks_hit / greatest(1, blks_hit + blks_read), 2)::float8
        from pg_stat_database where datname = current_database()) as "cacheHitPercent",
      to_char(pg_postmaster_start_time() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt"`);
  const tables = await db.execute<ServerStatus['database']['largestTables'][number]>(sql`
    select relname as "name", pg_total_relation_size(relid)::float8 as "size", n_live_tup::float8 as "rows"
    from pg_stat_user_tables order by 2 desc, 1 limit ${MAX_ROWS}`);
  const [figures] = overview.rows;
  if (!figures) throw new Error('the database did not describe itself');
  return { ...figures, largestTables: tables.rows, slowestStatements: statements.slowest(MAX_ROWS) };
}
