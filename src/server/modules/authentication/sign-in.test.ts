import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginLogs, sessions, type users } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import type { SendOptions } from '#tests/support/app/api.ts';
import { newAddress, solveCaptcha } from '#tests/support/app/sign-in.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { alphabet } from './captcha-drawing.ts';
import { hashPassword } from './passwords.service.ts';

const password = 'a long enough 密码 1';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await createTestApp({ loginCaptcha: true });
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());

const newPerson = (user: Partial<typeof users.$inferInsert> = {}): Promise<Person> =>
  addPerson(app, { user: { passwordHash, ...user } });

async function signIn(
  username: string,
  { remoteAddress = newAddress(), headers = {}, ...body }: { [field: string]: unknown } & SendOptions = {},
) {
  const captcha = await solveCaptcha(app);
  return app.send('POST', '/login', {
    body: { username, password, ...captcha, ...body },
    remoteAddress,
    headers,
  });
}

const lastLog = async () =>
  (await app.database.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1))[0];

describe('signing in', () => {
  test('returns a token, the main role and the expiry', async () => {
    const answer = await app.send('POST', '/login', {
      body: { username: 'demo', password: 'demo-for-tests-1', ...(await solveCaptcha(app)) },
    });
    expect(answer).toMatchObject({
      status: 200,
      code: 200,
      msg: '登录成功',
      success: true,
      authority: 'customer',
      currentAuthority: 'customer',
      mustChangePassword: false,
    });
    expect(answer['token']).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Date.parse(String(answer['expire']))).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const stored = await app.database.db.select().from(sessions);
    expect(JSON.stringify(stored)).not.toContain(answer['token']);
  });

  test('accepts the usual misreadings of a captcha', async () => {
    const misread: Record<string, string> = {
      a: '4',
      c: 'O',
      e: 'F',
      h: 'K',
      j: 'U',
      p: 'r',
      x: 'Y',
      '3': '8',
      '6': 'G',
      '9': 'q',
    };
    const { uuid, code } = await solveCaptcha(app);
    const typed = Array.from(code, (character) => misread[character] ?? character).join('');
    expect((await signIn((await newPerson()).username, { uuid, code: ` ${typed} ` })).status).toBe(200);
    for (const drawn of Object.values(misread)) expect(alphabet).not.toContain(drawn.toUpperCase());
  });

  test('checks the whole password to its last character, in any Unicode composition', async () => {
    const long = 'long words and 表情 😀 '.repeat(6).slice(0, 127);
    const person = await newPerson({ passwordHash: await hashPassword(`${long}é`) });
    expect((await signIn(person.username, { password: `${long}é` })).status).toBe(200);
    expect(
      (await signIn(person.username, { password: `${long}é`.normalize('NFD').slice(0, 128) })).status,
    ).not.toBe(500);
    expect((await signIn(person.username, { password: `${long}e` })).status).toBe(400);
    expect((await signIn(person.username, { password: long })).status).toBe(400);
    expect((await signIn(person.username, { password: `X${long.slice(1)}é` })).status).toBe(400);
  });

  test('accepts the name in any case and width, with surrounding spaces', async () => {
    const { username } = await newPerson();
    for (const name of [username.toUpperCase(), ` ${username}\t`, username.replace('p', 'ｐ')])
      expect((await signIn(name)).status).toBe(200);
  });
});

describe('the throttle', () => {
  const at = (seconds: number) => app.setNow(new Date(Date.parse('2027-02-01T00:00:00Z') + seconds * 1000));
  const fail = (username: string, options: SendOptions & { [field: string]: unknown }) =>
    signIn(username, { password: 'wrong password', ...options });

  test('delays an account at one address after five failures, longer each time, and not at other addresses', async () => {
    const { username } = await newPerson();
    const remoteAddress = newAddress();
    at(0);
    for (let count = 0; count < 5; count += 1)
      expect((await fail(username, { remoteAddress })).status).toBe(400);
    // The sixth is still checked; from then on each failure doubles the delay.
    let clock = 0;
    for (const delay of [1, 2, 4, 8, 16]) {
      expect((await fail(username, { remoteAddress })).status).toBe(400);
      const throttled = await signIn(username, { remoteAddress });
      expect(throttled).toMatchObject({ status: 429, error: 'login.throttled' });
      expect(throttled.headers['retry-after']).toBe(String(delay));
      expect((await signIn(username)).status).toBe(200);
      clock += 61 + delay; // past the delay, and past the address' one-minute window
      at(clock);
    }
    expect((await signIn(username, { remoteAddress })).status).toBe(200);
    expect((await fail(username, { remoteAddress })).status).toBe(400);
    app.setNow(undefined);
  });

  test('recognises a name in every spelling and ignores forwarded addresses', async () => {
    const { username } = await newPerson();
    const remoteAddress = newAddress();
    at(100_000);
    const spellings = [
      username,
      username.toUpperCase(),
      ` ${username}`,
      username.replace('p', 'ｐ'),
      `${username}\t`,
      username,
    ];
    for (const [index, name] of spellings.entries()) {
      const headers = {
        'x-forwarded-for': `203.0.113.${index}`,
        'x-real-ip': `203.0.113.${index}`,
        forwarded: `for=203.0.113.${index}`,
      };
      expect((await fail(name, { remoteAddress, headers })).status).toBe(400);
    }
    for (const name of spellings) expect((await fail(name, { remoteAddress })).error).toBe('login.throttled');
    const rows = await app.database.db
      .select({ ip: loginLogs.ipaddr })
      .from(loginLogs)
      .where(eq(loginLogs.username, username));
    expect(rows.every(({ ip }) => ip === remoteAddress)).toBe(true);
    app.setNow(undefined);
  });

  test('counts a whole IPv6 network as one address, and a mapped IPv4 address as IPv4', async () => {
    at(200_000);
    const networks = [
      [
        '2001:db8:0:7::1',
        '2001:db8:0:7::2',
        '2001:db8:0:7:a:b:c:d',
        '2001:0db8:0000:0007:0:0:0:9',
        '2001:DB8:0:7::',
        '2001:db8:0:7:ffff::',
      ],
      [
        '::ffff:198.51.100.7',
        '198.51.100.7',
        '::ffff:198.51.100.7',
        '198.51.100.7',
        '::ffff:198.51.100.7',
        '198.51.100.7',
      ],
    ];
    for (const addresses of networks) {
      const { username } = await newPerson();
      for (const remoteAddress of addresses)
        expect((await fail(username, { remoteAddress })).status).toBe(400);
      for (const remoteAddress of addresses)
        expect((await fail(username, { remoteAddress })).status).toBe(429);
    }
    const { username } = await newPerson();
    for (const remoteAddress of [
      '2001:db8:0:8::1',
      '2001:db8:0:9::1',
      '::1',
      '2001:db8::1',
      '2001:db8:1::1',
      'fe80::1',
    ])
      expect((await fail(username, { remoteAddress })).status).toBe(400);
    expect((await fail(username, { remoteAddress: '2001:db8:0:a::1' })).status).toBe(400);
    app.setNow(undefined);
  });

  test('accepts 30 sign-ins per minute from an address, for any users', async () => {
    at(300_000);
    const remoteAddress = newAddress();
    const errors: unknown[] = [];
    for (let index = 0; index < 31; index += 1)
      errors.push((await signIn(`nobody${index}`, { remoteAddress, code: 'zzzz' })).error);
    expect(new Set(errors.slice(0, 30))).toStrictEqual(new Set(['login.captcha']));
    expect(errors[30]).toBe('request.throttled');
    // The limit applies before the body is read: this one is not JSON.
    expect((await app.send('POST', '/login', { raw: '{', remoteAddress })).error).toBe('request.throttled');
    expect((await app.send('POST', '/login', { raw: '{', remoteAddress: newAddress() })).status).toBe(400);
    const throttled = await signIn('nobody', { remoteAddress });
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
    at(300_061);
    expect((await signIn('nobody', { remoteAddress })).error).toBe('login.failed');
    app.setNow(undefined);
  });
});

describe('the login log', () => {
  test('keeps hostile names and devices on one short line', async () => {
    const agent = `Evil\u001b[31m\u0085\u2028\u202e<script>alert(1)</script>${'x'.repeat(10_000)}`;
    await signIn('evil\r\nname\u202egnp', { headers: { 'user-agent': agent } });
    const row = await lastLog();
    expect(row?.username).toBe('evil  name gnp');
    expect(row?.userAgent).toMatch(/^Evil \[31m {3}<script>alert\(1\)<\/script>x+$/);
    expect(row?.userAgent.length).toBeLessThanOrEqual(300);
    const person = await newPerson();
    await signIn(person.username, { headers: { 'user-agent': agent } });
    const opened = await app.database.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, person.userId))
      .orderBy(desc(sessions.id));
    expect(opened[0]?.userAgent).toBe(row?.userAgent);
  });
});

test('without a captcha, none is created or required', async () => {
  const open = await createTestApp({ loginCaptcha: false });
  expect(await open.send('GET', '/captcha')).toMatchObject({ status: 200, id: '', data: '', enabled: false });
  const body = { username: 'demo', password: 'demo-for-tests-1' };
  expect(await open.send('POST', '/login', { body })).toMatchObject({ status: 200 });
  await open.close();
});
