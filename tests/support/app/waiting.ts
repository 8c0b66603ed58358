import type pg from 'pg';
import { expect } from 'vitest';

/** The connections that wait for a lock of the connection `$1`, or behind one that does. */
const waiting = `
  with recursive waiting as (
    select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))
    union
    select next.pid from pg_stat_activity next join waiting on waiting.pid = any(pg_blocking_pids(next.pid))
  )
  select count(*)::int as count from waiting`;

/** Resolves once this many connections wait for locks of the transaction of `holder`, directly or behind one another. */
export async function untilBlockedBy(
  pool: pg.Pool,
  holder: Pick<pg.ClientBase, 'query'>,
  count = 1,
): Promise<void> {
  const { rows: own } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const countWaiting = async () => {
    const { rows } = await pool.query<{ count: number }>(waiting, [own[0]!.pid]);
    return rows[0]!.count;
  };
  await expect.poll(countWaiting).toBe(count);
}
