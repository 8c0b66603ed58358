import { afterAll, beforeAll, expect } from 'vitest';
import { listCommonPasswords } from '#server/modules/authentication/common-passwords.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { eq } from 'drizzle-orm';
import { roles, users } from '#server/db/schema.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { addPerson, openSession, type Person } from '#tests/support/data/people.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type Replica, type ServedApp } from '#tests/support/processes/served-app.ts';
import { forgetGuesses, newAddress } from '#tests/support/app/sign-in.ts';
import { bar } from './bar.ts';

const password = 'a long enough password 1';
let app: ServedApp;
let replica: Replica;
let passwordHash: string;
let admin: Person;
beforeAll(async () => {
  app = await createServedApp();
  replica = await app.addReplica();
  passwordHash = await hashPassword(password);
  admin = await addPerson(app, { roleKey: 'admin' });
  await app.database.pool.query(
    "update sys_config set config_value = 'on' where config_key = 'registration.enabled'",
  );
});
afterAll(() => app.close());

type RoleKey = 'customer' | 'sales';
const add = (roleKey: RoleKey) => addPerson(app, { roleKey, user: { passwordHash } });
const signIn = (username: string, word: string) =>
  app.send('POST', '/login', { body: { username, password: word }, remoteAddress: newAddress() });
const change = (token: string, oldPassword: unknown, newPassword: unknown) =>
  app.send('PUT', '/user/pwd/set', { token, body: { oldPassword, newPassword } });

let lastName = 0;
const newName = () => `visitor${(lastName += 1)}`;
const register = (word: string) =>
  app.send('POST', '/register', {
    remoteAddress: newAddress(),
    body: {
      username: newName(),
      password: word,
      nickName: '访客',
      companyTitle: '示例客户公司',
      phone: '021-1234',
      email: 'visitor@example.com',
    },
  });

/** The four ways to set a password, for customers and staff. */
async function waysFor(roleKey: RoleKey): Promise<Record<string, (word: string) => Promise<Envelope>>> {
  const own = await add(roleKey);
  const other = await add(roleKey);
  const [role] = await app.database.db.select().from(roles).where(eq(roles.roleKey, roleKey));
  return {
    'changing the own': (word) => change(own.token, password, word),
    'creating a user': (word) =>
      app.send('POST', '/sys-user', {
        token: admin.token,
        body: {
          username: newName(),
          nickName: '某人',
          password: word,
          roleIds: [role?.roleId],
          status: '2',
        },
      }),
    "setting somebody's": (word) =>
      app.send('PUT', '/user/pwd/reset', {
        token: admin.token,
        body: { userId: other.userId, password: word },
      }),
    ...(roleKey === 'customer' ? { registering: register } : {}),
  };
}

const refusal = { status: 400, error: 'request.invalid' };

bar(
  23,
  'passwords must be long and uncommon, nothing else is required, and every character counts',
  async () => {
    const users = () => app.database.pool.query('select user_id, password_hash, username from sys_user');
    const ways = { customer: await waysFor('customer'), sales: await waysFor('sales') };
    const before = (await users()).rows;
    const tooShort: Record<RoleKey, string[]> = {
      customer: ['7 chars', '', '😀😀😀'],
      sales: ['eleven char', '只有八个汉字密码'],
    };
    const common = [
      'password123',
      'PASSWORD123',
      '88888888',
      'Admin@123',
      'qwertyuiop',
      'aaaaaaaaaaaa',
      '19900101',
      'Woaini@123',
      '１２３４５６７８',
    ];
    let refused = 0;
    for (const roleKey of ['customer', 'sales'] as const) {
      for (const [way, attempt] of Object.entries(ways[roleKey])) {
        for (const word of [...tooShort[roleKey], ...common, `${password}${'x'.repeat(128)}`]) {
          expect(await attempt(word), `${way}: ${word}`).toMatchObject(refusal);
          refused += 1;
        }
      }
    }
    // All combinations of words that attackers try, on an endpoint that checks before hashing.
    const list = listCommonPasswords().filter((word) => word.length >= 8);
    const step = Math.max(1, Math.floor(list.length / atScale(20, list.length)));
    const asked = list.filter((_, index) => index % step === 0);
    for (const word of asked) {
      const answer = await register(word);
      if (!answer.errors?.['password']) expect(word).toBe('refused');
      expect(answer.status).toBe(400);
    }
    expect((await users()).rows).toStrictEqual(before);

    const good = [
      '八个汉字 好用啊',
      'x 7 w o q',
      '7294618350',
      'only lower case letters',
      'ONLY UPPER',
      ' lead&trail ',
      '😀🙃😉🤖👍🎉🧲🪛',
    ];
    for (const word of good) {
      const person = await add('customer');
      expect((await change(person.token, password, word)).status, word).toBe(200);
      expect((await signIn(person.username, word)).status, word).toBe(200);
      expect((await signIn(person.username, word.trim() === word ? `${word} ` : word.trim())).status).toBe(
        400,
      );
    }
    expect((await change((await add('sales')).token, password, 'twelve chars')).status).toBe(200);

    let changed = 0;
    for (const length of [64, 128]) {
      const letters = Array.from('long words with 表情 😀 and   spaces '.repeat(5)).slice(0, length);
      const person = await add('sales');
      expect((await change(person.token, password, letters.join(''))).status).toBe(200);
      expect((await signIn(person.username, letters.join(''))).status).toBe(200);
      const places = letters.map((_, index) => index);
      const tried = atScale(0, 1) === 1 ? places : places.filter((n) => [0, 62, 63, 72, 127].includes(n));
      for (const place of tried) {
        await forgetGuesses(app);
        const almost = letters.with(place, letters[place] === 'x' ? 'y' : 'x').join('');
        expect((await signIn(person.username, almost)).status, `place ${place}`).toBe(400);
        changed += 1;
      }
      expect((await signIn(person.username, letters.slice(0, -1).join(''))).status).toBe(400);
    }
    return `${refused} short, common and too long ones refused in 4 ways; ${asked.length} of the ${list.length} listed ones refused; ${changed} single characters changed: no sign-in`;
  },
);

bar(
  24,
  'a password changes only with the current one, and all other sessions end on every replica',
  async () => {
    const rounds = atScale(2, 20);
    let slowestMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      const person = await add(round % 2 === 0 ? 'customer' : 'sales');
      const others = await Promise.all([1, 2, 3].map(() => openSession(app.database.db, person.userId)));
      const info = (token: string, at: Pick<Replica, 'send'>) => at.send('GET', '/getinfo', { token });
      for (const current of [
        undefined,
        null,
        '',
        'wrong password',
        password.toUpperCase(),
        `${password} `,
        [password],
      ])
        expect(await change(person.token, current, 'quite another one')).toMatchObject(refusal);
      for (const token of others) expect(await info(token, replica)).toMatchObject({ status: 200 });
      expect((await signIn(person.username, 'quite another one')).status).toBe(400);
      await app.database.pool.query('delete from throttle');

      const changed = await change(person.token, password, 'quite another one');
      expect(changed.status).toBe(200);
      const { token } = changed.data as { token: string };
      const startedAt = performance.now();
      for (const at of [replica, app])
        for (const ended of [...others, person.token])
          expect((await info(ended, at)).error).toBe('session.expired');
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      expect((await info(token, replica)).status).toBe(200);
      expect((await signIn(person.username, password)).status).toBe(400);
      expect((await signIn(person.username, 'quite another one')).status).toBe(200);

      // A reset by another user ends all sessions, this one included.
      const reset = { userId: person.userId, password: 'a third good one 7' };
      await app.send('PUT', '/user/pwd/reset', { token: admin.token, body: reset });
      expect((await info(token, replica)).status).toBe(401);
      const [row] = await app.database.db.select().from(users).where(eq(users.userId, person.userId));
      expect(row?.mustChangePassword).toBe(true);
    }
    assertBelow(slowestMs, 1_000, 'ms until other sessions end');
    return `${rounds} changes: 3 other sessions and the token of before refused on two replicas by the next request (${Math.round(slowestMs)} ms for all eight)`;
  },
);
