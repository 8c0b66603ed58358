import { desc, eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captchas, loginLogs, sessions, throttles, type users } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import type { Envelope, SendOptions } from '#tests/support/api.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { hashPassword } from './passwords.service.ts';

const password = 'a long enough 密码 1';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await createTestApp({ loginCaptcha: true });
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());

let lastAddress = 0;
/** An address that no test has used. */
const newAddress = () => `10.1.${Math.floor((lastAddress += 1) / 256)}.${lastAddress % 256}`;
const newPerson = (user: Partial<typeof users.$inferInsert> = {}): Promise<Person> =>
  addPerson(app, { user: { passwordHash, ...user } });

/** A captcha with its answer, which only the database knows. */
async function newCaptcha(): Promise<{ uuid: string; code: string }> {
  const { id } = (await app.send('GET', '/captcha', { remoteAddress: newAddress() })) as Envelope & {
    id: string;
  };
  const [row] = await app.database.db.select().from(captchas).where(eq(captchas.id, id));
  return { uuid: id, code: row!.answer };
}

async function signIn(
  username: string,
  { remoteAddress = newAddress(), headers = {}, ...body }: { [field: string]: unknown } & SendOptions = {},
) {
  const captcha = await newCaptcha();
  return app.send('POST', '/login', {
    body: { username, password, ...captcha, ...body },
    remoteAddress,
    headers,
  });
}

const lastLog = async () =>
  (await app.database.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1))[0];
const failureRows = () => app.database.db.select().from(throttles).where(eq(throttles.count, 1));
const withoutIds = ({ status, code, msg, error, data, errors }: Envelope) => ({
  status,
  code,
  msg,
  error,
  data,
  errors,
});

describe('signing in', () => {
  test('answers a token, the main role and when it ends', async () => {
    const answer = await app.send('POST', '/login', {
      body: { username: 'demo', password: 'demo-for-tests-1', ...(await newCaptcha()) },
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

  test('says the same of an unknown name, a wrong password, a disabled and a deleted user', async () => {
    const known = await newPerson();
    const disabled = await newPerson({ status: '1' });
    const deleted = await newPerson({ deletedAt: new Date() });
    const answers = [
      await signIn('nobody-of-that-name'),
      await signIn(known.username, { password: 'wrong password' }),
      await signIn(disabled.username),
      await signIn(deleted.username),
    ].map(withoutIds);
    expect(answers[0]).toMatchObject({ status: 400, error: 'login.failed', msg: '用户名或密码错误' });
    for (const answer of answers) expect(answer).toStrictEqual(answers[0]);
  });

  test('needs the whole password, to its last character, in any composition of its letters', async () => {
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

  test('takes the name in any case and width, with spaces around it', async () => {
    const { username } = await newPerson();
    for (const name of [username.toUpperCase(), ` ${username}\t`, username.replace('p', 'ｐ')])
      expect((await signIn(name)).status).toBe(200);
  });
});

describe('the captcha', () => {
  test('is good for one use, whatever came of the first', async () => {
    const { username } = await newPerson();
    const afterSuccess = await newCaptcha();
    expect((await signIn(username, afterSuccess)).status).toBe(200);
    const afterFailure = await newCaptcha();
    expect((await signIn(username, { ...afterFailure, password: 'wrong password' })).error).toBe(
      'login.failed',
    );
    const afterTypo = await newCaptcha();
    expect((await signIn(username, { ...afterTypo, code: 'zzzz' })).error).toBe('login.captcha');
    for (const used of [afterSuccess, afterFailure, afterTypo])
      expect(await signIn(username, used)).toMatchObject({ status: 400, error: 'login.captcha' });
  });

  test('that is missing, wrong, of another picture or of another type stops before the password', async () => {
    const { username } = await newPerson();
    const [one, other] = [await newCaptcha(), await newCaptcha()];
    const before = await failureRows();
    const wrong: object[] = [
      { uuid: undefined },
      { code: undefined },
      { code: '' },
      { uuid: '' },
      { uuid: one.uuid, code: other.code === one.code ? 'zzzz' : other.code },
      { uuid: 'x'.repeat(22) },
      { uuid: "' or 1=1 --" },
      { code: '%' },
      { code: 'null' },
      { code: '0000' },
    ];
    const errors = [];
    for (const change of wrong) errors.push((await signIn(username, { ...change })).error);
    expect(errors).toStrictEqual(wrong.map(() => 'login.captcha'));
    for (const change of [
      { code: null },
      { code: 1234 },
      { code: ['a'] },
      { uuid: {} },
      { uuid: null },
      { uuid: true },
    ])
      expect(await signIn(username, { ...change })).toMatchObject({ status: 400, error: 'request.invalid' });
    const counted = (await failureRows()).filter(({ key }) => key.startsWith('login/'));
    expect(counted).toStrictEqual(before.filter(({ key }) => key.startsWith('login/')));
  });

  test('lives for two minutes', async () => {
    const { username } = await newPerson();
    app.setNow(new Date('2027-01-01T00:00:00Z'));
    const [inTime, late] = [await newCaptcha(), await newCaptcha()];
    app.setNow(new Date('2027-01-01T00:01:59Z'));
    const body = (captcha: object) => ({ username, password, ...captcha });
    const send = (captcha: object) =>
      app.send('POST', '/login', { body: body(captcha), remoteAddress: newAddress() });
    expect((await send(inTime)).status).toBe(200);
    app.setNow(new Date('2027-01-01T00:02:00Z'));
    expect((await send(late)).error).toBe('login.captcha');
    app.setNow(undefined);
  });

  test('lets at most one of 20 simultaneous sign-ins through to the password', async () => {
    const { username } = await newPerson();
    const captcha = await newCaptcha();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.send('POST', '/login', {
          body: { username, password: 'wrong password', ...captcha },
          remoteAddress: newAddress(),
        }),
      ),
    );
    const errors = answers.map(({ error }) => error);
    expect(errors.filter((error) => error === 'login.failed')).toHaveLength(1);
    expect(errors.filter((error) => error === 'login.captcha')).toHaveLength(19);
  });

  test('gives away nothing: outlines instead of text, and ids that nobody guesses', async () => {
    const ids = new Set<string>();
    for (let index = 0; index < 30; index += 1) {
      const answer = await app.send('GET', '/captcha', { remoteAddress: newAddress() });
      const { id, data, enabled } = answer as unknown as { id: string; data: string; enabled: boolean };
      const svg = Buffer.from(data.split(',')[1] ?? '', 'base64').toString();
      const [row] = await app.database.db.select().from(captchas).where(eq(captchas.id, id));
      expect(enabled).toBe(true);
      expect(svg).toMatch(/^<svg/);
      expect(svg).not.toMatch(/<text|<title|<desc|<script/i);
      expect(JSON.stringify({ ...answer, data: '' })).not.toContain(`"${row!.answer}"`);
      ids.add(id);
    }
    expect(ids.size).toBe(30);
    expect([...ids].every((id) => Buffer.from(id, 'base64url').length === 16)).toBe(true);
  });

  test('is issued 20 times a minute to an address', async () => {
    const remoteAddress = newAddress();
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1)
      statuses.push((await app.send('GET', '/captcha', { remoteAddress })).status);
    expect(statuses).toStrictEqual([...Array<number>(20).fill(200), 429]);
  });
});

describe('the throttle', () => {
  const at = (seconds: number) => app.setNow(new Date(Date.parse('2027-02-01T00:00:00Z') + seconds * 1000));
  const fail = (username: string, options: SendOptions & { [field: string]: unknown }) =>
    signIn(username, { password: 'wrong password', ...options });

  test('holds an account back at one address after five failures, longer each time, and elsewhere never', async () => {
    const { username } = await newPerson();
    const remoteAddress = newAddress();
    at(0);
    for (let count = 0; count < 5; count += 1)
      expect((await fail(username, { remoteAddress })).status).toBe(400);
    // The sixth is still looked at; from then on each failure doubles the delay.
    let clock = 0;
    for (const delay of [1, 2, 4, 8, 16]) {
      expect((await fail(username, { remoteAddress })).status).toBe(400);
      const held = await signIn(username, { remoteAddress });
      expect(held).toMatchObject({ status: 429, error: 'login.throttled' });
      expect(held.headers['retry-after']).toBe(String(delay));
      expect((await signIn(username)).status).toBe(200);
      clock += 61 + delay; // past the delay, and past the address's own minute
      at(clock);
    }
    expect((await signIn(username, { remoteAddress })).status).toBe(200);
    expect((await fail(username, { remoteAddress })).status).toBe(400);
    app.setNow(undefined);
  });

  test('knows a name in every spelling and ignores what a request says of its address', async () => {
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

  test('counts a whole IPv6 network as one address, and a mapped IPv4 address as itself', async () => {
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

  test('takes 30 sign-ins a minute from an address, whoever they are for', async () => {
    at(300_000);
    const remoteAddress = newAddress();
    const errors: unknown[] = [];
    for (let index = 0; index < 31; index += 1)
      errors.push((await signIn(`nobody${index}`, { remoteAddress, code: 'zzzz' })).error);
    expect(new Set(errors.slice(0, 30))).toStrictEqual(new Set(['login.captcha']));
    expect(errors[30]).toBe('request.throttled');
    const held = await signIn('nobody', { remoteAddress });
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    at(300_061);
    expect((await signIn('nobody', { remoteAddress })).error).toBe('login.failed');
    app.setNow(undefined);
  });
});

describe('the login log', () => {
  test('has one row for each success and each kind of failure', async () => {
    const person = await newPerson();
    const disabled = await newPerson({ status: '1' });
    const count = async () => (await app.database.db.select({ id: loginLogs.id }).from(loginLogs)).length;
    const throttledAddress = newAddress();
    for (let index = 0; index < 6; index += 1)
      await signIn(person.username, { password: 'wrong password', remoteAddress: throttledAddress });
    const cases: [() => Promise<Envelope>, object][] = [
      [() => signIn(person.username), { status: '2', msg: '登录成功', userId: person.userId }],
      [
        () => signIn(person.username, { password: 'wrong password' }),
        { status: '1', msg: '用户名或密码错误', userId: person.userId },
      ],
      [() => signIn('nobody-of-that-name'), { status: '1', msg: '用户名或密码错误', userId: null }],
      [() => signIn(disabled.username), { status: '1', msg: '用户已停用', userId: disabled.userId }],
      [() => signIn(person.username, { code: 'zzzz' }), { status: '1', msg: '验证码错误', userId: null }],
      [
        () => signIn(person.username, { remoteAddress: throttledAddress }),
        { status: '1', msg: '尝试过于频繁', userId: null },
      ],
      [
        () => app.send('POST', '/logout', { token: person.token }),
        { status: '2', msg: '退出成功', userId: person.userId },
      ],
    ];
    for (const [attempt, row] of cases) {
      const before = await count();
      await attempt();
      expect(await count()).toBe(before + 1);
      expect(await lastLog()).toMatchObject(row);
    }
  });

  test('never holds a password, a token or a captcha', async () => {
    const secret = `secret ${randomBytes(8).toString('hex')}`;
    const person = await newPerson({ passwordHash: await hashPassword(secret) });
    const captcha = await newCaptcha();
    const answer = await signIn(person.username, { password: secret, ...captcha });
    await signIn(person.username, { password: `${secret}x` });
    await app.send('POST', '/logout', { token: String(answer['token']) });
    const text = JSON.stringify(await app.database.db.select().from(loginLogs));
    expect(text).toContain(person.username);
    for (const hidden of [secret, String(answer['token']), captcha.uuid]) expect(text).not.toContain(hidden);
  });

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

test('with the captcha switched off it is neither made nor asked for', async () => {
  const open = await createTestApp({ loginCaptcha: false });
  expect(await open.send('GET', '/captcha')).toMatchObject({ status: 200, id: '', data: '', enabled: false });
  const body = { username: 'demo', password: 'demo-for-tests-1' };
  expect(await open.send('POST', '/login', { body })).toMatchObject({ status: 200 });
  await open.close();
});
