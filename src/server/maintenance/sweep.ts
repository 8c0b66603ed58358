import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { DEVICE_DAYS } from '#server/modules/authentication/known-devices.queries.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';

/** Rows per statement: short locks, and far below the statement timeout. */
const BATCH = 10_000;
const NOTIFICATION_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

/** Numbers of removed items by name. */
export type SweepCounts = Record<string, number>;

/**
 * Removes expired rows: logs past their retention (a setting), ended sessions, captchas and challenges, devices unused
 * for half a year, idempotency keys after 7 days, counters of attempts after 1 day, and notifications, mail and expired
 * shares after 90 days. Throws the signal's reason as soon as it aborts.
 */
export async function sweepRows(
  db: Db,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<SweepCounts> {
  const { 'log.retentionDays': retentionDays } = await loadSettings(db);
  const timeAgo = (ms: number) => new Date(now.getTime() - ms);
  const logsUntil = timeAgo(retentionDays * DAY_MS);
  const swept: SweepCounts = {};
  for (const [table, column, until] of [
    ['sys_login_log', 'login_time', logsUntil],
    ['sys_opera_log', 'oper_time', logsUntil],
    ['session', 'expires_at', now],
    ['session', 'idle_until', now],
    ['captcha', 'expires_at', now],
    ['login_challenge', 'expires_at', now],
    ['known_device', 'last_used_at', timeAgo(DEVICE_DAYS * DAY_MS)],
    ['idempotency_key', 'created_at', timeAgo(7 * DAY_MS)],
    // Failures count for an hour and block for a quarter of an hour.
    ['throttle', 'since', timeAgo(DAY_MS)],
    ['notification', 'created_at', timeAgo(NOTIFICATION_DAYS * DAY_MS)],
    ['mail_outbox', 'created_at', timeAgo(NOTIFICATION_DAYS * DAY_MS)],
    ['quotation_share', 'expires_at', timeAgo(NOTIFICATION_DAYS * DAY_MS)],
  ] as const) {
    swept[table] = (swept[table] ?? 0) + (await removeUntil(db, table, column, until, signal));
  }
  return swept;
}

async function removeUntil(
  db: Db,
  table: string,
  column: string,
  until: Date,
  signal: AbortSignal,
): Promise<number> {
  const tableName = sql.identifier(table);
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await db.execute(sql`
      delete from ${tableName} where ctid = any(array(
        select ctid from ${tableName} where ${sql.identifier(column)} < ${until.toISOString()} limit ${BATCH}
      ))`);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return removed;
  }
}
