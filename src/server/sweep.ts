import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database, Db } from './db/database.ts';
import type { Clock } from './http/route.ts';
import { loadSettings } from './modules/settings/settings.service.ts';

/** Any number that no other program on the same database uses. */
const SWEEP_LOCK = 7_150_114;
/** Rows a statement: none holds its locks for long or comes near the limit of a statement's time. */
const BATCH = 10_000;
const NEWS_DAYS = 90;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A look that comes a little early counts: timers are not exact, and the last look took its time. */
const SLACK_MS = 5 * MINUTE_MS;

/** How many rows of each table were removed. */
export type Swept = Record<string, number>;

/** Further work of a sweep, on its one connection, until the signal; says how many of what it has done. */
export type Chore = (db: Db, now: Date, signal: AbortSignal) => Promise<Swept>;

interface Chores {
  /** Once an hour, by one of the processes of a database. */
  hourly?: Chore;
  /** Once a day, by one of them. */
  daily?: Chore;
  /** Once a day by each: of what is this machine's alone. */
  local?: (now: Date, signal: AbortSignal) => Promise<Swept>;
}

/**
 * Removes what is no longer needed: logs past their retention (a setting), sessions and captchas that have ended,
 * idempotency keys after seven days, counters of attempts and previews of imports after one, news, mail and ended shares after 90.
 * Undefined, and nothing removed, while another process of the same database sweeps. Other `chores` take the place of that.
 * The signal ends it at once, whatever a chore waits for; then its reason is thrown.
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
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [
      SWEEP_LOCK,
    ]);
    if (rows[0]?.ours !== true) {
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
    // A connection that is closed gives its locks back.
    client.release(!isUnlocked);
  }
}

/** Never resolved; unhandled, it harms nobody. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  stopped.catch(() => undefined);
  return stopped;
}

/**
 * The chore, unless some process has done it within the last `everyMs`; it counts when it is through. The database's clock is
 * the one that all processes share; when it has been put back, the chore is due.
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
    ['idempotency_key', 'created_at', before(7 * DAY_MS)],
    // Failures are forgotten after an hour and block for a quarter of one.
    ['throttle', 'since', before(DAY_MS)],
    ['import_draft', 'created_at', before(DAY_MS)],
    ['notification', 'created_at', before(NEWS_DAYS * DAY_MS)],
    ['mail_outbox', 'created_at', before(NEWS_DAYS * DAY_MS)],
    ['quotation_share', 'expires_at', before(NEWS_DAYS * DAY_MS)],
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
  /** Does what is due now. */
  look: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Looks every hour whether something is due, the first time soon after the start, so that a server that is often restarted
 * sweeps as well. Of several processes on a database one does what they share; what failed is due again at the next look.
 * The timer keeps no process alive; `stop` breaks off what is under way.
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
  const tell = (error: unknown) => {
    if (!stopping.signal.aborted) onError(error);
  };
  let localAt = 0;
  let running: Promise<void> | undefined;
  async function work(): Promise<void> {
    const now = clock();
    const swept: Swept = {};
    if (local && Math.abs(now.getTime() - localAt) >= DAY_MS) {
      // Trouble on this machine must not keep the tables from being cleared.
      Object.assign(swept, await local(now, stopping.signal).catch(tell));
      localAt = now.getTime();
    }
    Object.assign(swept, await sweep(database, now, shared, stopping.signal));
    if (Object.values(swept).some((count) => count > 0)) onSwept(swept);
  }
  const look = () =>
    (running ??= work()
      .catch(tell)
      .finally(() => (running = undefined)));
  const first = setTimeout(() => void look(), MINUTE_MS).unref();
  const timer = setInterval(() => void look(), HOUR_MS).unref();
  return {
    look,
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
