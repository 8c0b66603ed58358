import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database, Db } from '#server/db/database.ts';
import type { Clock } from '#server/http/route.ts';
import { DEVICE_DAYS } from '#server/modules/authentication/known-devices.queries.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';

/** Any number that no other program on the same database uses. */
const SWEEP_LOCK = 7_150_114;
/** Rows per statement: short locks, and far below the statement timeout. */
const BATCH = 10_000;
const NOTIFICATION_DAYS = 90;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A check may be slightly early, because timers are inexact and the previous run took some time. */
const SLACK_MS = 5 * MINUTE_MS;

/** Removed rows per table. */
export type Swept = Record<string, number>;

/** Work on the sweep's connection, until the signal aborts it; resolves with the number of removed items by name. */
export type Chore = (db: Db, now: Date, signal: AbortSignal) => Promise<Swept>;

interface Chores {
  /** Runs once an hour in one of the processes of a database. */
  hourly?: Chore;
  /** Runs once a day in one of the processes. */
  daily?: Chore;
  /** Runs once a day in every process, for local files. */
  local?: (now: Date, signal: AbortSignal) => Promise<Swept>;
}

/**
 * Removes expired data: logs past their retention (a setting), ended sessions, captchas and challenges, devices unused for half
 * a year, idempotency keys after seven days, counters of attempts and import previews after one, notifications, mail and ended shares after 90.
 * Resolves with undefined, and removes nothing, while another process of the same database sweeps. `chores` replaces
 * this default.
 * The signal aborts any chore at once; its reason is thrown.
 */
export async function sweep(
  database: Database,
  now: Date,
  chores: readonly Chore[] = [removeAll],
  signal: AbortSignal = new AbortController().signal,
): Promise<Swept | undefined> {
  const client = await database.pool.connect();
  let isUnlocked = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      SWEEP_LOCK,
    ]);
    if (rows[0]?.locked !== true) {
      isUnlocked = true;
      return undefined;
    }
    const db = drizzle(client);
    const swept: Swept = {};
    const stopped = rejectionOf(signal);
    for (const chore of chores) {
      signal.throwIfAborted();
      Object.assign(swept, await Promise.race([chore(db, now, signal), stopped]));
    }
    await client.query('select pg_advisory_unlock($1)', [SWEEP_LOCK]);
    isUnlocked = true;
    return swept;
  } finally {
    // Closing the connection releases its locks.
    client.release(!isUnlocked);
  }
}

/** Never resolves. The rejection is handled here, because a sweep that ends before the signal never awaits it. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  stopped.catch(() => undefined);
  return stopped;
}

/**
 * Runs the chore unless a process has completed it within the last `everyMs`. Uses the database's clock, which all
 * processes share; after it was put back, the chore is due.
 */
function onceIn(everyMs: number, name: string, chore: Chore): Chore {
  const key = `sweep/${name}`;
  return async (db, now, signal) => {
    const { rowCount } = await db.execute(sql`
      select from throttle where key = ${key}
      and since between now() - make_interval(secs => ${(everyMs - SLACK_MS) / 1000}) and now()`);
    if (rowCount !== 0) return {};
    const swept = await chore(db, now, signal);
    await db.execute(sql`
      insert into throttle (key, count, since) values (${key}, 1, now())
      on conflict (key) do update set count = throttle.count + 1, since = now()`);
    return swept;
  };
}

async function removeAll(db: Db, now: Date): Promise<Swept> {
  const { 'log.retentionDays': retentionDays } = await loadSettings(db);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const logsUntil = before(retentionDays * DAY_MS);
  const swept: Swept = {};
  for (const [table, column, until] of [
    ['sys_login_log', 'login_time', logsUntil],
    ['sys_opera_log', 'oper_time', logsUntil],
    ['session', 'expires_at', now],
    ['session', 'idle_until', now],
    ['captcha', 'expires_at', now],
    ['login_challenge', 'expires_at', now],
    ['known_device', 'last_used_at', before(DEVICE_DAYS * DAY_MS)],
    ['idempotency_key', 'created_at', before(7 * DAY_MS)],
    // Failures count for an hour and block for a quarter of an hour.
    ['throttle', 'since', before(DAY_MS)],
    ['import_draft', 'created_at', before(DAY_MS)],
    ['notification', 'created_at', before(NOTIFICATION_DAYS * DAY_MS)],
    ['mail_outbox', 'created_at', before(NOTIFICATION_DAYS * DAY_MS)],
    ['quotation_share', 'expires_at', before(NOTIFICATION_DAYS * DAY_MS)],
  ] as const) {
    swept[table] = (swept[table] ?? 0) + (await removeUntil(db, table, column, until));
  }
  return swept;
}

async function removeUntil(db: Db, table: string, column: string, until: Date): Promise<number> {
  const from = sql.identifier(table);
  let removed = 0;
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from ${from} where ctid = any(array(
        select ctid from ${from} where ${sql.identifier(column)} < ${until.toISOString()} limit ${BATCH}
      ))`);
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return removed;
  }
}

interface SweeperOptions extends Chores {
  clock: Clock;
  onSwept: (swept: Swept) => void;
  onError: (error: unknown) => void;
}

export interface Sweeper {
  /** Runs the chores that are due. */
  runDue: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Checks every hour for due chores, and a minute after the start, so that a frequently restarted server sweeps as
 * well. Shared chores run in one of the processes of a database; a failed chore is due again at the next check.
 * The timers do not keep the process alive; `stop` aborts running work.
 */
export function startSweeper(
  database: Database,
  { clock, onSwept, onError, hourly, daily, local }: SweeperOptions,
): Sweeper {
  const stopping = new AbortController();
  const shared = [
    onceIn(DAY_MS, 'rows', removeAll),
    hourly && onceIn(HOUR_MS, 'hourly', hourly),
    daily && onceIn(DAY_MS, 'daily', daily),
  ].filter((chore) => chore !== undefined);
  const report = (error: unknown) => {
    if (!stopping.signal.aborted) onError(error);
  };
  let localSweptAt = 0;
  let running: Promise<void> | undefined;
  async function work(): Promise<void> {
    const now = clock();
    const swept: Swept = {};
    if (local && Math.abs(now.getTime() - localSweptAt) >= DAY_MS) {
      // A failure on this machine must not prevent the tables from being cleaned.
      Object.assign(swept, await local(now, stopping.signal).catch(report));
      localSweptAt = now.getTime();
    }
    Object.assign(swept, await sweep(database, now, shared, stopping.signal));
    if (Object.values(swept).some((count) => count > 0)) onSwept(swept);
  }
  const runDue = () =>
    (running ??= work()
      .catch(report)
      .finally(() => (running = undefined)));
  const first = setTimeout(() => void runDue(), MINUTE_MS).unref();
  const timer = setInterval(() => void runDue(), HOUR_MS).unref();
  return {
    runDue,
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
