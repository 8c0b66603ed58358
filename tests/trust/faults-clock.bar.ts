import { afterAll, beforeAll, expect } from 'vitest';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { clientOf } from '#tests/support/app/api-client.ts';
import { startLoad, unexpectedAnswers } from '#tests/support/load/load.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type Replica, type ServedApp } from '#tests/support/processes/served-app.ts';
import { newAddress, solveCaptcha } from '#tests/support/app/sign-in.ts';
import { createSkewedClock, type SkewedClock } from '#tests/support/processes/skewed-clock.ts';
import { bar } from './bar.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const password = 'a long enough password 1';
let clock: SkewedClock;
let app: ServedApp;
let customer: Person;
let admin: Person;
beforeAll(async () => {
  clock = await createSkewedClock();
  app = await createServedApp({ env: { LOGIN_CAPTCHA: 'on', ...clock.env } });
  const user = { passwordHash: await hashPassword(password) };
  customer = await addPerson(app, { roleKey: 'customer', user });
  admin = await addPerson(app, { roleKey: 'admin', user });
});
afterAll(async () => {
  await app.close();
  await clock.remove();
});

interface Line {
  level: number;
  ms?: number;
  msg: string;
  err?: { stack: string };
}
const linesOf = ({ server }: Pick<Replica, 'server'>): Line[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

/** A busy machine answers slowly or gives a job no connection in time; the job runs again. Requests must not fail. */
const isOfBusyMachine = ({ msg, err }: Line) =>
  msg === 'slow statement' ||
  (msg === 'job failed' &&
    /timeout exceeded when trying to connect|connection timeout/.test(err?.stack ?? ''));

bar(
  82,
  'a clock that jumps an hour ahead and back, and five minutes back, breaks nothing under load',
  async () => {
    const client = clientOf(app.address, customer.token);
    const order = await client.composeOrder(3);
    const load = startLoad(client, order, atScale(2, 16));
    const tokens: string[] = [];
    const captchas: { uuid: string; code: string }[] = [];
    const statuses: number[] = [];
    const signIn = async (captcha: object, remoteAddress: string) => {
      const answer = await app.send('POST', '/login', {
        body: { username: customer.username, password, ...captcha },
        remoteAddress,
      });
      statuses.push(answer.status);
      return answer;
    };

    const ahead = [0, HOUR, 0];
    const back = [-HOUR, 5 * MINUTE, 0];
    const jumps = Array.from({ length: atScale(1, 10) }, () => [...ahead, ...back]).flat();
    const counter = newAddress();
    for (const [index, offset] of jumps.entries()) {
      clock.set(offset);
      // Requests that started before the jump end after it or are refused.
      const before = captchas.at(-1);
      if (before) expect([200, 400]).toContain((await signIn(before, newAddress())).status);
      const inTime = await signIn(await solveCaptcha(app), newAddress());
      expect(inTime.status).toBe(200);
      tokens.push(String(inTime['token']));
      captchas.push(await solveCaptcha(app));
      const post = { postName: '钳工', postCode: `clock${index}`, sort: 1, status: 2 };
      const staff = { token: admin.token };
      expect((await app.send('POST', '/post', { ...staff, body: post })).status).toBe(200);
      expect((await app.send('GET', '/sys-opera-log', staff)).status).toBe(200);
      expect((await app.send('GET', '/online-session', staff)).status).toBe(200);
      // Every session so far is valid at every time so far: none is idle for too long.
      for (const token of tokens) statuses.push((await app.send('GET', '/getinfo', { token })).status);
      // An address with few requests is never throttled because of requests at another time.
      for (let n = 0; n < 9; n += 1)
        statuses.push((await app.send('GET', '/captcha', { remoteAddress: counter })).status);
      const sent = load.sent.length;
      await expect
        .poll(() => load.sent.length - sent, { interval: 20, timeout: 60_000 })
        .toBeGreaterThanOrEqual(atScale(10, 300));
    }
    await load.stop();
    clock.set(0);
    const lines = linesOf(app);
    expect(lines.filter((line) => line.level >= 40 && !isOfBusyMachine(line))).toStrictEqual([]);
    expect(unexpectedAnswers(load.sent, [200])).toStrictEqual([]);
    expect(statuses.filter((status) => status !== 200 && status !== 400)).toStrictEqual([]);

    const placed = load.sent.filter(({ what, answer }) => what === 'order' && answer?.status === 200);
    const { rows } = await app.database.pool.query<{
      id: number;
      orderNo: string;
      day: string;
      number: number;
    }>(
      `select id::int as id, order_no as "orderNo", substr(order_no, 2, 8) as day, substr(order_no, 11)::int as number
     from orders order by id`,
    );
    const ids = placed.map(({ answer }) => Number(answer?.body['data']));
    expect(new Set(ids).size).toBe(placed.length);
    expect(rows.map(({ id }) => id)).toStrictEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(rows.map(({ orderNo }) => orderNo)).size).toBe(rows.length);
    for (const day of new Set(rows.map((row) => row.day))) {
      const numbers = rows.filter((row) => row.day === day).map(({ number }) => number);
      expect(numbers.toSorted((a, b) => a - b)).toStrictEqual(numbers.map((_, index) => index + 1));
    }

    const durations = lines.flatMap(({ ms }) => (ms === undefined ? [] : [ms]));
    expect(durations.length).toBeGreaterThan(load.sent.length);
    expect(durations.filter((ms) => !(ms >= 0) || ms > 10 * MINUTE)).toStrictEqual([]);
    const logged = await app.database.pool.query<{ n: number; lowest: number; highest: number }>(
      'select count(*)::int as n, min(latency_ms) as lowest, max(latency_ms) as highest from sys_opera_log',
    );
    const { n, lowest, highest } = logged.rows[0]!;
    expect(n).toBeGreaterThanOrEqual(placed.length);
    expect(lowest).toBeGreaterThanOrEqual(0);
    expect(highest).toBeLessThan(10 * MINUTE);
    return `${jumps.length - 1} jumps under load: ${load.sent.length} answers, 0 of them 5xx; ${placed.length} orders, ids and numbers distinct, no gap in a day; ${tokens.length} sessions of all moments valid at all others; ${durations.length} durations in the log, none negative`;
  },
);
