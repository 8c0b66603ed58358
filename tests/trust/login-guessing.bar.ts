import { like } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import { throttles } from '#server/db/schema.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import type { Envelope, SendOptions } from '#tests/support/app/api.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { forgetGuesses, newAddress } from '#tests/support/app/sign-in.ts';
import { createSkewedClock, type SkewedClock } from '#tests/support/processes/skewed-clock.ts';
import { bar } from './bar.ts';

const password = 'a long enough password 1';
let clock: SkewedClock;
let app: ServedApp;
let passwordHash: string;
beforeAll(async () => {
  clock = await createSkewedClock();
  app = await createServedApp({ env: clock.env });
  passwordHash = await hashPassword(password);
});
afterAll(async () => {
  await app.close();
  await clock.remove();
});

const signIn = (username: string, options: SendOptions & { fields?: object } = {}) => {
  const { fields, ...rest } = options;
  const body = { username, password, ...fields };
  return app.send('POST', '/login', { remoteAddress: newAddress(), body, ...rest });
};

/** The response as seen by the client, without request id and time. */
const seen = ({ requestId: _requestId, headers, ...answer }: Envelope) => {
  const { date: _date, 'x-request-id': _id, 'content-security-policy': _policy, ...rest } = headers;
  return { ...answer, headers: rest };
};

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

bar(
  21,
  'unknown, disabled and deleted users get the answer of a wrong password, after the same time',
  async () => {
    const add = async (user = {}) => (await addPerson(app, { user: { passwordHash, ...user } })).username;
    const known = await add();
    const disabled = await add({ status: '1' });
    const deleted = await add({ deletedAt: new Date() });
    const tries: Record<string, () => Promise<Envelope>> = {
      'a wrong password': () => signIn(known, { fields: { password: 'wrong password' } }),
      'an unknown user': () => signIn('nobody-of-that-name'),
      'a disabled user': () => signIn(disabled),
      'a deleted user': () => signIn(deleted),
    };
    const expected = seen(await tries['a wrong password']!());
    expect(expected).toMatchObject({
      status: 400,
      code: 400,
      msg: '用户名或密码错误',
      error: 'login.failed',
    });
    const times = new Map(Object.keys(tries).map((kind) => [kind, [] as number[]]));
    const count = atScale(10, 200);
    for (let round = 0; round < count; round += 1) {
      await forgetGuesses(app);
      // Rotates the order, so that other load affects all kinds equally.
      const kinds = Object.entries(tries);
      for (const [kind, attempt] of [...kinds.slice(round % 4), ...kinds.slice(0, round % 4)]) {
        const startedAt = performance.now();
        const answer = await attempt();
        times.get(kind)?.push(performance.now() - startedAt);
        expect(seen(answer), kind).toStrictEqual(expected);
      }
    }
    const [wrong = 0, ...others] = [...times.values()].map(median);
    const differences = others.map((ms) => (Math.abs(ms - wrong) / wrong) * 100);
    assertBelow(Math.max(...differences), 10, '% between the times of refusals');

    // There is no password reset without a session that could reveal user names.
    const unsigned = listEndpoints().filter(({ endpoint }) => endpoint.permission === 'public');
    expect(
      unsigned.filter(({ endpoint }) => /pwd|password|reset|forgot|recover/i.test(endpoint.path)),
    ).toEqual([]);
    const rounded = differences.map((difference) => difference.toFixed(1)).join(', ');
    return `${count} tries each, median ${wrong.toFixed(1)} ms; unknown, disabled and deleted users differ by ${rounded} %; there is no reset without a session`;
  },
);

/** Headers in which a caller could claim another address. */
const claims = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-client-ip',
  'x-originating-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-cluster-client-ip',
  'x-forwarded',
  'via',
];
const variantsOf = (name: string): string[] => [
  name,
  name.toUpperCase(),
  ` ${name}`,
  `${name} `,
  `${name}\t`,
  `\n${name}\n`,
  `\u00a0${name}\u3000`,
  name.replace('p', 'ｐ'),
  name.replace('p', '\u{1d429}'),
  name.replace('p', 'р'),
  name.replace('p', 'p\u0301'),
  `${name}\u200b`,
  `\ufeff${name}`,
  `${name}\u00ad`,
  `${name}\u202e`,
  name.normalize('NFD'),
  `${name}%00`,
  `${name}--`,
];

bar(
  22,
  'wrong passwords throttle the account and the address, even when everything else varies',
  async () => {
    const { username } = await addPerson(app, { user: { passwordHash } });
    const remoteAddress = newAddress();
    const wrong = { remoteAddress, fields: { password: 'wrong password' } };
    // The server's clock is stopped between the steps, so this machine's speed does not matter.
    const startedAt = Date.now();
    const at = (aheadMs: number) => clock.set(aheadMs - (Date.now() - startedAt));
    const signInAt = (aheadMs: number, ...[name, options]: Parameters<typeof signIn>) => {
      at(aheadMs);
      return signIn(name, options);
    };
    const first = [];
    for (let n = 0; n < 20; n += 1) first.push(await signInAt(0, username, wrong));
    // Five are free and the sixth is still checked; then the delay doubles, starting at one second.
    expect(first.map(({ error }) => error)).toStrictEqual([
      ...Array<string>(6).fill('login.failed'),
      ...Array<string>(14).fill('login.throttled'),
    ]);
    const held = first.filter(({ status }) => status === 429);
    expect(held.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);

    // A patient attacker waits for each delay, which grows to a quarter of an hour.
    let aheadMs = 0;
    let delayS = 0;
    for (let n = 0; delayS < 900; n += 1) {
      const answer = await signInAt(aheadMs, username, { remoteAddress });
      expect(answer, `after ${delayS} s`).toMatchObject({ status: 429, error: 'login.throttled' });
      delayS = Math.max(delayS, Number(answer.headers['retry-after']));
      // After the delay and after the address's own minute.
      aheadMs += (Number(answer.headers['retry-after']) + 61) * 1000;
      expect((await signInAt(aheadMs, username, wrong)).status).toBe(400);
      expect(n).toBeLessThan(15);
    }
    // A clock that goes back a little, such as that of another replica, does not end the longest delay.
    expect((await signInAt(aheadMs - 1_000, username, { remoteAddress })).error).toBe('login.throttled');
    const failures = () =>
      app.database.db
        .select()
        .from(throttles)
        .where(like(throttles.key, `login/${username}/%`));
    const before = await failures();
    expect(before).toHaveLength(1);

    const spellings = variantsOf(username);
    const opened: string[] = [];
    for (const name of spellings) {
      aheadMs += 3_000; // thirty a minute for the address
      const answer = await signInAt(aheadMs, name, { remoteAddress });
      if (answer.status === 200) opened.push(JSON.stringify(name));
      expect(['login.throttled', 'login.failed', 'request.invalid']).toContain(answer.error);
    }
    expect(opened).toStrictEqual([]);
    aheadMs += 61_000;
    at(aheadMs);
    for (const name of claims) {
      const headers = { [name]: name === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7' };
      expect(await signIn(username, { remoteAddress, headers }), name).toMatchObject({
        error: 'login.throttled',
      });
    }
    const extra = { ip: '203.0.113.7', deviceId: 'x', userName: 'other', remember: true };
    for (const [key, value] of Object.entries({
      ...extra,
      constructor: {},
      email: username,
      identifier: 'x',
    })) {
      const answer = await signIn(username, { remoteAddress, fields: { [key]: value } });
      expect(answer.status, key).toBe(400);
      expect(answer.error, key).toBe('request.invalid');
    }
    expect(await signIn(username, { remoteAddress })).toMatchObject({ error: 'login.throttled' });
    expect(await failures()).toStrictEqual(before);

    const owner = await signIn(username);
    expect(owner.status).toBe(200);
    clock.set(0);
    return `of 20 in a row ${held.length} answered 429; delays to ${delayS} s; ${spellings.length} spellings, ${claims.length} headers and 7 keys reset nothing; the owner got in from another address`;
  },
);
