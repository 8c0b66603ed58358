import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { sweepRows } from './sweep.ts';

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

test('a sweep removes only expired rows; the retention of logs is a setting', async () => {
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
  }

  for (const days of [89, 91]) {
    await db.execute(sql`insert into notification (user_id, kind, title, body, created_at)
      values (1, 'order_moved', '', '', ${daysAgo(days)})`);
    await db.execute(sql`insert into mail_outbox (recipient, subject, body, created_at, next_try_at)
      values ('a@b.cn', '', '', ${daysAgo(days)}, ${daysAgo(days)})`);
  }

  for (const days of [179, 181])
    await db.execute(sql`insert into known_device values (${`h${days}`}, 1, ${daysAgo(days)})`);

  expect(await sweepRows(app.database.db, now)).toStrictEqual({
    sys_login_log: 1,
    sys_opera_log: 1,
    session: 2,
    captcha: 1,
    login_challenge: 1,
    known_device: 1,
    throttle: 1,
    idempotency_key: 0,
    notification: 1,
    mail_outbox: 1,
    quotation_share: 0,
  });
  expect(await count('session')).toBe(1);
  expect(await count('captcha')).toBe(1);

  const before = await count('sys_login_log');
  await app.database.db.execute(
    sql`update sys_config set config_value = '30' where config_key = 'log.retentionDays'`,
  );
  expect(await sweepRows(app.database.db, now)).toMatchObject({ sys_login_log: 1, sys_opera_log: 1 });
  expect(await count('sys_login_log')).toBe(before - 1);
});

test('a stop ends a sweep between two statements', async () => {
  const stopped = new Error('the server stops');
  await expect(sweepRows(app.database.db, now, AbortSignal.abort(stopped))).rejects.toBe(stopped);
});
