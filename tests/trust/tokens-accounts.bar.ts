import { desc, gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { loginLogs, throttles } from '#server/db/schema.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { sendBytes } from '#tests/support/app/raw-http.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { newAddress, solveCaptcha } from '#tests/support/app/sign-in.ts';
import { createEmptyDatabase } from '#tests/support/app/test-database.ts';
import type { Envelope, SendOptions } from '#tests/support/app/api.ts';
import { bar } from './bar.ts';

const usualPairs =
  `admin/admin admin/admin123 admin/123456 admin/password admin/admin888 admin/12345678 admin/admin@123
  admin/Admin@123 admin/admin1234 admin/1234567890 admin/quotemill admin/demo admin/changeme admin/admin-for-tests-1
  demo/demo demo/demo123 demo/123456 demo/password demo/12345678 demo/demo-for-tests-1 superadmin/superadmin
  superadmin/123456 root/root root/123456 root/toor administrator/administrator administrator/password ry/admin123
  test/test test/123456 user/user guest/guest customer/customer sales/123456 engineer/123456 system/system
  admin@admin.com/admin admin@example.com/password postgres/postgres quotemill/quotemill`
    .split(/\s+/)
    .map((pair) => pair.split('/') as [string, string]);

bar(
  29,
  'no account of a new installation accepts a common pair, and printed passwords must be changed',
  async () => {
    const installations = atScale(1, 3);
    const pairs = usualPairs.slice(0, atScale(10, usualPairs.length));
    const printed = new Set<string>();
    for (let n = 0; n < installations; n += 1) {
      const database = await createEmptyDatabase();
      const app = await createServedApp({ database, env: { ADMIN_PASSWORD: '', CUSTOMER_PASSWORD: '' } });
      try {
        const signIn = (username: string, password: string) =>
          app.send('POST', '/login', { body: { username, password }, remoteAddress: newAddress() });
        for (const [username, password] of pairs)
          expect((await signIn(username, password)).error, username).toBe('login.failed');
        const { rows } = await usersOf(app);
        expect(rows.map(({ username }) => username).toSorted()).toStrictEqual(['admin', 'demo']);
        for (const username of ['admin', 'demo']) {
          const password = new RegExp(`${username} +密码 (\\S{20})（`).exec(app.server.output())?.[1] ?? '';
          printed.add(password);
          const answer = await signIn(username, password);
          expect(answer).toMatchObject({ status: 200, mustChangePassword: true });
          const token = String(answer['token']);
          for (const path of ['/order', '/material', '/sys-user', '/set-config'])
            expect((await app.send('GET', path, { token })).error).toBe('password.must_change');
        }
      } finally {
        await app.close();
        await database.drop();
      }
    }
    expect(printed.size).toBe(2 * installations);
    return `${installations} new installations with 2 accounts each: ${pairs.length} usual pairs refused; ${printed.size} printed passwords, all different`;
  },
);

const usersOf = (app: ServedApp) =>
  app.database.pool.query<{ username: string }>('select username from sys_user');

let app: ServedApp;
let passwordHash: string;
const password = 'a long enough password 1';
beforeAll(async () => {
  app = await createServedApp({ env: { LOGIN_CAPTCHA: 'on' } });
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());

/** The rows added by an attempt. */
async function rowsAfter(attempt: () => Promise<unknown>) {
  const [last] = await app.database.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1);
  await attempt();
  return app.database.db
    .select()
    .from(loginLogs)
    .where(gt(loginLogs.id, last?.id ?? 0));
}
/** Control characters, line separators and marks that change the writing direction. */
const unsafeCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

bar(
  34,
  'each sign-in and each kind of failure leaves one clean row with user, address, time and reason',
  async () => {
    const add = (user = {}) => addPerson(app, { user: { passwordHash, ...user } });
    const [person, disabled] = [await add(), await add({ status: '1' })];
    const secret = 'a secret that no log may keep';
    const signIn = async (
      username: string,
      { fields = {}, ...options }: SendOptions & { fields?: object } = {},
    ) =>
      app.send('POST', '/login', {
        body: { username, password, ...(await solveCaptcha(app)), ...fields },
        remoteAddress: newAddress(),
        ...options,
      });
    // Throttled as after many failures.
    const [held, spent] = [newAddress(), newAddress()];
    const addressOf = (address: string) => address.replace('10.', '127.');
    await app.database.db.insert(throttles).values([
      {
        key: `login/${person.username}/${addressOf(held)}`,
        count: 12,
        since: new Date(),
        blockedUntil: new Date(Date.now() + 600_000),
      },
      { key: `login-address/${addressOf(spent)}`, count: 31, since: new Date() },
    ]);
    await app.database.pool.query(
      "update sys_config set config_value = 'on' where config_key = 'registration.enabled'",
    );
    const { uuid } = await solveCaptcha(app);
    const newcomer = {
      username: 'newcomer',
      password: `${secret} 7`,
      nickName: '访客',
      companyTitle: '示例客户公司',
      phone: '021-1234',
      email: 'visitor@example.com',
    };
    const register = (fields: object) => (options: SendOptions) =>
      app.send('POST', '/register', { ...options, body: { ...newcomer, ...fields } });
    const solved = () => solveCaptcha(app);

    let token = '';
    type Attempt = (options: SendOptions) => Promise<Envelope>;
    const kinds: [kind: string, attempt: Attempt, row: { status: string; msg: string; userId?: number | null }][] = [
    [
      'success',
      async (options) => {
        const answer = await signIn(person.username, options);
        token = String(answer['token']);
        return answer;
      },
      { status: '2', msg: '登录成功', userId: person.userId },
    ],
    ['sign-out', (options) => app.send('POST', '/logout', { ...options, token }), { status: '2', msg: '退出成功', userId: person.userId }],
    ['wrong password', (options) => signIn(person.username, { ...options, fields: { password: secret } }), { status: '1', msg: '用户名或密码错误', userId: person.userId }],
    ['unknown', (options) => signIn('nobody', options), { status: '1', msg: '用户名或密码错误', userId: null }],
    ['disabled', (options) => signIn(disabled.username, options), { status: '1', msg: '用户已停用', userId: disabled.userId }],
    ['wrong captcha', (options) => signIn(person.username, { ...options, fields: { code: 'zzzz' } }), { status: '1', msg: '验证码错误', userId: null }],
    ['held account', (options) => signIn(person.username, { ...options, remoteAddress: held }), { status: '1', msg: '尝试过于频繁', userId: null }],
    ['held address', (options) => signIn('nobody', { ...options, remoteAddress: spent }), { status: '1', msg: '尝试过于频繁', userId: null }],
    ['registration, wrong captcha', register({ uuid, code: 'zzzz' }), { status: '1', msg: '注册：验证码错误', userId: null }],
    ['registration', async (options) => register(await solved())(options), { status: '2', msg: '注册并登录' }],
    ['registration, name taken', async (options) => register(await solved())(options), { status: '1', msg: '注册：用户名已被使用', userId: null }],
  ]; // prettier-ignore
    for (const [kind, attempt, expected] of kinds) {
      const agent = `probe/${kind}`;
      const remoteAddress = newAddress();
      const startedAt = Date.now();
      let answer: Envelope | undefined;
      const rows = await rowsAfter(async () => {
        answer = await attempt({ remoteAddress, headers: { 'user-agent': agent } });
      });
      expect(rows, kind).toHaveLength(1);
      const [row] = rows;
      expect(row, kind).toMatchObject({ ...expected, userAgent: agent });
      expect(answer?.status === 200, kind).toBe(row?.status === '2');
      const from = { 'held account': held, 'held address': spent }[kind] ?? remoteAddress;
      expect(row?.ipaddr, kind).toBe(addressOf(from));
      expect(row!.loginTime.getTime()).toBeGreaterThanOrEqual(startedAt);
      expect(row!.loginTime.getTime()).toBeLessThanOrEqual(Date.now());
    }

    const long = 'x'.repeat(10_000);
    const names = [
      'evil\r\nname',
      '<script>alert(1)</script>',
      'a\u202egnp.exe',
      'a\u0085b\u2028c',
      '=cmd|calc',
      "' or 1=1 --",
    ];
    const agents = [
      '<script>alert(1)</script>',
      '=1+1',
      'é\u00a0agent',
      `Mozilla/5.0 ${long}`,
      '{"level":60}',
      '%0d%0aSet-Cookie: a=b',
      '\u0085\u009b31m',
    ];
    let clean = 0;
    for (const name of names) {
      const rows = await rowsAfter(() => signIn(name));
      expect(rows, name).toHaveLength(1);
      expect(rows[0]!.username).toBe(name.replaceAll(new RegExp(unsafeCharacters, 'gu'), ' '));
      clean += 1;
    }
    for (const agent of agents) {
      const rows = await rowsAfter(() => signIn('nobody', { headers: { 'user-agent': agent } }));
      expect(rows, agent).toHaveLength(1);
      expect(rows[0]!.userAgent).not.toMatch(unsafeCharacters);
      expect(rows[0]!.userAgent.length).toBeLessThanOrEqual(300);
      clean += 1;
    }
    // Names that the contract refuses never become an attempt.
    for (const name of ['\u001b[31mred', 'nul\0', long, `${long}\r\n`, '\ud800'])
      expect(await rowsAfter(() => signIn(name))).toStrictEqual([]);
    // Bytes that no client library sends: a broken or folded header line, an escape sequence.
    for (const agent of ['a\r\n b', 'a\rb', 'a\nb', 'a\u001b[2J', 'a\r\nx-forwarded-for: 9.9.9.9', 'a\0b']) {
      const body = JSON.stringify({ username: 'nobody', password, ...(await solved()) });
      const rows = await rowsAfter(() =>
        sendBytes(
          app.port,
          `POST /api/v1/login HTTP/1.1\r\nHost: x\r\nUser-Agent: ${agent}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        ),
      );
      expect(rows.length).toBeLessThanOrEqual(1);
      for (const row of rows) {
        expect(row.userAgent).not.toMatch(unsafeCharacters);
        expect(row.ipaddr).toBe('127.0.0.1');
      }
      clean += 1;
    }
    const all = JSON.stringify(await app.database.db.select().from(loginLogs));
    for (const hidden of [secret, password, token, uuid]) expect(all).not.toContain(hidden);
    const lines = app.server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    for (const line of lines) {
      expect(line).not.toMatch(unsafeCharacters);
      expect(() => JSON.parse(line) as unknown).not.toThrow();
      for (const hidden of [secret, password, token, uuid]) expect(line).not.toContain(hidden);
    }
    return `${kinds.length} kinds, one row each; ${clean} hostile names and devices stored in one short line or refused; no password, token or captcha in ${lines.length} lines and all rows`;
  },
);
