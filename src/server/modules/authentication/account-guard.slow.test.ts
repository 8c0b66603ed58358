import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginLogs, notifications } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { untilBlockedBy } from '#tests/support/app/waiting.ts';
import { hashPassword } from './passwords.service.ts';

const password = 'a long enough 密码 1';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await createTestApp({ mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'shop@example.com' } });
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());

describe('guessing at one account from many addresses', () => {
  test('answers login.failed when the warning fails, and stores no part of the warning', async () => {
    const errors: unknown[] = [];
    const logger = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line)) });
    const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'shop@example.com' };
    const broken = await createTestApp({ mail, logger });
    const { pool, db } = broken.database;
    try {
      await pool.query(`alter table mail_outbox add constraint no_mail check (subject = '')`);
      const { username, userId } = await addPerson(broken, {
        user: { passwordHash, email: 'broken@example.com' },
      });
      const answers = new Set<string>();
      for (let n = 0; n < 20; n += 1) {
        const body = { username, password: 'wrong password' };
        const { status, error } = await broken.send('POST', '/login', { body, remoteAddress: newAddress() });
        answers.add(`${status} ${error}`);
      }
      expect([...answers]).toStrictEqual(['400 login.failed']);
      await expect.poll(() => errors.length).toBe(1);
      expect(errors).toMatchObject([{ userId, msg: 'owner not warned of wrong passwords' }]);
      expect(await db.select().from(notifications).where(eq(notifications.userId, userId))).toStrictEqual([]);
      const rows = await db.select().from(loginLogs).where(eq(loginLogs.username, username));
      expect(rows.filter(({ msg }) => msg.includes('密码错误 20 次'))).toStrictEqual([]);
    } finally {
      await broken.close();
    }
  });

  test('is answered before the warning is written, and the server waits for the warning when it stops', async () => {
    const slow = await createTestApp();
    const { pool } = slow.database;
    const { username, userId } = await addPerson(slow, { user: { passwordHash } });
    const blocking = await pool.connect();
    try {
      await blocking.query('begin');
      await blocking.query('lock table notification in exclusive mode');
      for (let n = 0; n < 20; n += 1) {
        const body = { username, password: 'wrong password' };
        const sent = slow.send('POST', '/login', { body, remoteAddress: newAddress() });
        expect((await sent).error).toBe('login.failed');
      }
      let isClosed = false;
      const closed = slow.http.close().then(() => (isClosed = true));
      await untilBlockedBy(pool, blocking);
      expect(isClosed).toBe(false);
      await blocking.query('commit');
      await closed;
      const { rowCount } = await pool.query('select from notification where user_id = $1', [userId]);
      expect(rowCount).toBe(1);
    } finally {
      blocking.release(true);
      await slow.close();
    }
  });
});
