import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database, Db } from './db/database.ts';
import * as schema from './db/schema.ts';
import type { Clock } from './http/route.ts';
import { loadSettings } from './modules/settings/settings.service.ts';

/** Any number that no other program on the same database uses. */
const SWEEP_LOCK = 7_150_114;
/** Rows a statement: none holds its locks for long or comes near the limit of a statement's time. */
const BATCH = 10_000;
const NEWS_DAYS = 90;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How many rows of each table were removed. */
export type Swept = Record<string, number>;

/** Further work of a sweep, on its one connection, until the signal; says how many of what it has done. */
export type Chore = (db: Db, now: Date, signal: AbortSignal) => Promise<Swept>;

interface Chores {
  /** At each look, every hour. */
  hourly?: Chore;
  /** With the removal of old rows. */
  daily?: Chore;
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
    const db = drizzle(client, { schema });
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

/**
 * Sweeps once a day, and does some chores every hour; a server that is often restarted sweeps as well, since the first look is
 * soon after the start. The timer keeps no process alive; `stop` breaks off a sweep under way.
 */
export function startSweeper(
  database: Database,
  { clock, onSwept, onError, hourly, daily }: SweeperOptions,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let lastAt = 0;
  let running: Promise<void> | undefined;
  const look = () => {
    const now = clock();
    if (running) return;
    const isDue = now.getTime() - lastAt >= DAY_MS;
    const chores = [isDue && removeAll, hourly, isDue && daily].filter(
      (chore) => typeof chore === 'function',
    );
    if (chores.length === 0) return;
    running = sweep(database, now, chores, stopping.signal)
      .then((swept) => {
        if (isDue) lastAt = now.getTime();
        if (swept && Object.values(swept).some((count) => count > 0)) onSwept(swept);
      })
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error);
      })
      .finally(() => (running = undefined));
  };
  const first = setTimeout(look, 60_000).unref();
  const timer = setInterval(look, HOUR_MS).unref();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
