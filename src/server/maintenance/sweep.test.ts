import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDatabase } from '#server/db/database.ts';
import { startSweeper, sweep, type Chore } from './sweep.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const now = new Date('2026-11-20T00:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

async function count(table: string): Promise<number> {
  const { rows } = await app.database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return rows[0]?.count ?? 0;
}

test('removes what has expired and keeps the rest', async () => {
  const { db } = app.database;
  for (const days of [179, 181]) {
    await db.execute(sql`insert into sys_login_log (username, status, ipaddr, user_agent, msg, login_time)
      values ('a', '2', '', '', '', ${daysAgo(days)})`);
    await db.execute(sql`insert into sys_opera_log (title, permission, request_method, oper_url, oper_name, oper_ip,
      user_agent, code, msg, status, request_id, latency_ms, oper_time)
      values ('t', '', 'PUT', '', 'a', '', '', 200, '', '1', '', 1, ${daysAgo(days)})`);
  }
  for (const [hash, idle, end] of [
    ['open', -1, -2],
    ['idle', 1, -2],
    ['over', -1, 1],
  ] as const) {
    await db.execute(sql`insert into session (token_hash, user_id, ip, user_agent, idle_until, expires_at)
      values (${hash}, 1, '', '', ${daysAgo(idle)}, ${daysAgo(end)})`);
  }
  for (const days of [-1, 2]) {
    await db.execute(sql`insert into captcha values (${`c${days}`}, 'x', ${daysAgo(days)})`);
    await db.execute(
      sql`insert into login_challenge values (${`c${days}`}, 'a', '10.0.0.1', 1, ${daysAgo(days)})`,
    );
    await db.execute(sql`insert into throttle values (${`t${days}`}, 1, ${daysAgo(days)})`);
    await db.execute(sql`insert into import_draft values (${`d${days}`}, 1, '[]', ${daysAgo(days)})`);
  }

  for (const days of [89, 91]) {
    await db.execute(sql`insert into notification (user_id, kind, title, body, created_at)
      values (1, 'order_moved', '', '', ${daysAgo(days)})`);
    await db.execute(sql`insert into mail_outbox (recipient, subject, body, created_at, next_try_at)
      values ('a@b.cn', '', '', ${daysAgo(days)}, ${daysAgo(days)})`);
  }

  for (const days of [179, 181])
    await db.execute(sql`insert into known_device values (${`h${days}`}, 1, ${daysAgo(days)})`);

  expect(await sweep(app.database, now)).toStrictEqual({
    sys_login_log: 1,
    sys_opera_log: 1,
    session: 2,
    captcha: 1,
    login_challenge: 1,
    known_device: 1,
    throttle: 1,
    import_draft: 1,
    idempotency_key: 0,
    notification: 1,
    mail_outbox: 1,
    quotation_share: 0,
  });
  expect(await count('session')).toBe(1);
  expect(await count('captcha')).toBe(1);
});

test('the retention of logs is a setting', async () => {
  const before = await count('sys_login_log');
  await app.database.db.execute(
    sql`update sys_config set config_value = '30' where config_key = 'log.retentionDays'`,
  );
  expect(await sweep(app.database, now)).toMatchObject({ sys_login_log: 1, sys_opera_log: 1 });
  expect(await count('sys_login_log')).toBe(before - 1);
});

test('one process sweeps at a time', async () => {
  const other = await app.database.pool.connect();
  try {
    await other.query('select pg_advisory_lock(7150114)');
    expect(await sweep(app.database, now)).toBeUndefined();
  } finally {
    await other.query('select pg_advisory_unlock_all()');
    other.release();
  }
  expect(await sweep(app.database, now)).toBeDefined();
});

test('one of several processes does a due chore, and again only when it is due again', async () => {
  const done: string[] = [];
  const note = (what: string) => () => {
    done.push(what);
    return Promise.resolve({});
  };
  const another = openDatabase(app.url, 1, () => undefined);
  /** Two newly started processes that both check for due work. */
  async function lookOfBoth(daily?: Chore): Promise<string[]> {
    done.splice(0);
    const sweepers = [app.database, another].map((database, n) =>
      startSweeper(database, {
        clock: () => now,
        onSwept: () => undefined,
        onError: (error) => done.push(String(error)),
        hourly: note('hourly'),
        daily: daily ?? note('daily'),
        local: note(`local ${n}`),
      }),
    );
    await Promise.all(sweepers.map((sweeper) => sweeper.runDue()));
    await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    return done.toSorted();
  }
  const age = (key: string, minutes: number) =>
    app.database.db.execute(
      sql`update throttle set since = now() - make_interval(mins => ${minutes}) where key like ${`sweep/${key}`}`,
    );
  const locals = ['local 0', 'local 1'];
  try {
    // First both at the same time, then one after the other.
    await lookOfBoth();
    expect(done.filter((what) => !what.startsWith('local')).toSorted()).toStrictEqual(['daily', 'hourly']);
    expect(await lookOfBoth()).toStrictEqual(locals);
    await age('hourly', 58);
    expect(await lookOfBoth()).toStrictEqual(['hourly', ...locals]);
    await age('%', 24 * 60);
    expect(await lookOfBoth()).toStrictEqual(['daily', 'hourly', ...locals]);
    // The clock was put back, and the work failed.
    await age('daily', -600);
    expect(await lookOfBoth(() => Promise.reject(new Error('not through')))).toContain('Error: not through');
    // The lock is free once the database has noticed the closed connection.
    await expect.poll(() => lookOfBoth(), { timeout: 5_000 }).toContain('daily');
  } finally {
    await another.close();
  }
});

test('one connection is enough, and the next sweep finds the lock free', async () => {
  const single = openDatabase(app.url, 1, () => undefined);
  try {
    expect(await sweep(single, now)).toBeDefined();
    expect(await sweep(app.database, now)).toBeDefined();
  } finally {
    await single.close();
  }
});

test('a stop aborts a running sweep and returns its connection', async () => {
  await app.database.db.execute(sql`delete from throttle where key like 'sweep/%'`);
  const failures: unknown[] = [];
  const asked: AbortSignal[] = [];
  // Simulates a file store that never answers.
  const daily: Chore = (_db, _now, signal) => {
    asked.push(signal);
    return new Promise(() => undefined);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  try {
    const single = openDatabase(app.url, 1, () => undefined);
    const sweeper = startSweeper(single, {
      clock: () => now,
      onSwept: () => undefined,
      onError: (error) => failures.push(error),
      daily,
    });
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await expect.poll(() => asked).toHaveLength(1);
    await sweeper.stop();
    expect(asked[0]?.aborted).toBe(true);
    await single.close();
    expect(failures).toStrictEqual([]);
    // The lock is free once the database has noticed the closed connection.
    await expect.poll(() => sweep(app.database, now), { timeout: 5_000 }).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});
