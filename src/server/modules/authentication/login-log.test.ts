import { asc, gte } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loginLogs } from '#server/db/schema.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { createLoginLog } from './login-log.service.ts';

let app: TestApp;
let hasRoom = true;
let minute = Date.parse('2027-01-01T00:00:00Z');
beforeAll(async () => {
  app = await createTestApp({ hasDiskSpace: () => Promise.resolve(hasRoom) });
});
afterAll(() => app.close());
beforeEach(() => {
  hasRoom = true;
  minute += 3_600_000;
  app.setNow(new Date(minute));
});

const rows = () =>
  app.database.db
    .select()
    .from(loginLogs)
    .where(gte(loginLogs.loginTime, new Date(minute)))
    .orderBy(asc(loginLogs.id));

const signIn = (remoteAddress: string, password = 'wrong password') =>
  app.send('POST', '/login', { body: { username: 'demo', password }, remoteAddress });

test('the login log has one row for all throttled sign-ins of an address within a minute', async () => {
  const remoteAddress = newAddress();
  const answers = [];
  for (let n = 0; n < 60; n += 1) answers.push((await signIn(remoteAddress)).error);
  expect(answers.filter((error) => error === 'login.failed')).toHaveLength(6);
  // First the delay of the account, then the limit of the address.
  expect(answers.filter((error) => error === 'login.throttled')).toHaveLength(24);
  expect(answers.filter((error) => error === 'request.throttled')).toHaveLength(30);
  expect((await rows()).map(({ msg }) => msg)).toStrictEqual([
    ...Array<string>(6).fill('用户名或密码错误'),
    '尝试过于频繁',
  ]);
  app.setNow(new Date(minute + 61_000));
  for (let n = 0; n < 40; n += 1) await signIn(remoteAddress);
  expect((await rows()).filter(({ msg }) => msg === '尝试过于频繁')).toHaveLength(2);
});

test('the login log has one row for each of 300 failures a minute and counts the others', async () => {
  // Skips password hashing, which is slow.
  const log = createLoginLog({ hasDiskSpace: () => Promise.resolve(true), onSkipped: () => undefined });
  const write = (ok: boolean, msg: string, now: number) =>
    log.write(app.database.db, {
      username: 'demo',
      userId: null,
      ok,
      ip: '192.0.2.1',
      userAgent: '',
      msg,
      now: new Date(now),
    });
  for (let n = 0; n < 310; n += 1) await write(false, '用户名或密码错误', minute);
  expect(await rows()).toHaveLength(300);
  await write(true, '登录成功', minute + 61_000);
  expect((await rows()).slice(300)).toMatchObject([
    { msg: '另有 10 次失败的登录未逐条记录', status: '1' },
    { msg: '登录成功', username: 'demo' },
  ]);
});

test('no sign-in is logged when the disk is nearly full, and users can still sign in and out', async () => {
  hasRoom = false;
  expect((await signIn(newAddress())).status).toBe(400);
  const answer = await signIn(newAddress(), 'demo-for-tests-1');
  expect(answer.status).toBe(200);
  expect((await app.send('POST', '/logout', { token: String(answer['token']) })).status).toBe(200);
  expect(await rows()).toStrictEqual([]);
});
