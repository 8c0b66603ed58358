import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { loginLogs, notifications } from '#server/db/schema.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { solveChallenge } from '#tests/support/app/solve-challenge.ts';
import { bar } from './bar.ts';

const password = 'a long enough password 1';
let app: ServedApp;
beforeAll(async () => {
  app = await createServedApp();
});
afterAll(() => app.close());

bar(
  99,
  'of 1,000 guesses from 200 addresses at one account at most 30 are checked, and its owner signs in',
  async (tell) => {
    const person = await addPerson(app, { user: { passwordHash: await hashPassword(password) } });
    const { username } = person;
    const signIn = (fields: object = {}, remoteAddress = newAddress()) =>
      app.send('POST', '/login', { body: { username, password, ...fields }, remoteAddress });
    const { device } = await signIn();

    const addresses = Array.from({ length: 200 }, newAddress);
    const answers: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (let first = 0; first < addresses.length; first += 4) {
        const some = addresses.slice(first, first + 4);
        const wrong = { password: 'wrong password' };
        const sent = await Promise.all(some.map((address) => signIn(wrong, address)));
        answers.push(...sent.map(({ error }) => error ?? 'signed in'));
      }
    }
    const count = (error: string) => answers.filter((one) => one === error).length;

    const known = await signIn({ device });
    const others: number[] = [];
    const solveMs: number[] = [];
    for (let n = 0; n < atScale(1, 10); n += 1) {
      const remoteAddress = newAddress();
      const { data } = await signIn({}, remoteAddress);
      const before = process.cpuUsage();
      const proof = solveChallenge(data);
      solveMs.push(process.cpuUsage(before).user / 1_000);
      others.push((await signIn({ proof }, remoteAddress)).status);
      expect((await signIn({ proof }, remoteAddress)).error).toBe('login.proof');
    }
    const { db } = app.database;
    const rows = await db.select().from(loginLogs).where(eq(loginLogs.username, username));
    const alarms = rows.filter(({ msg }) => msg.startsWith('24 小时内密码错误'));
    const warnings = await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, person.userId), like(notifications.kind, 'account_guessed')));
    const meanMs = solveMs.reduce((sum, ms) => sum + ms, 0) / solveMs.length;
    tell(
      `1,000 guesses from 200 addresses: ${count('login.failed')} checked, ${count('login.proof')} challenged, ` +
        `${rows.length} rows in the login log; the owner's known device: ${known.status}; ` +
        `${others.length} new devices after ${(meanMs / 1_000).toFixed(1)} s of a core each: ${[...new Set(others)].join(', ')}; ` +
        `${warnings.length} notification, ${alarms.length} row of alarm`,
    );
    expect(count('login.failed')).toBeLessThanOrEqual(30);
    expect(count('login.failed') + count('login.proof')).toBe(1_000);
    expect(rows.length).toBeLessThan(60);
    expect(known.status).toBe(200);
    expect(others.every((status) => status === 200)).toBe(true);
    expect(warnings).toHaveLength(1);
    expect(alarms).toHaveLength(1);
    // A single number is found after a second on average only; ten say more.
    expect(meanMs).toBeGreaterThan(atScale(0, 800));
  },
  { timeout: 300_000 },
);
