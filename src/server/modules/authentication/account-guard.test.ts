import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownDevices, loginChallenges, loginLogs, notifications, throttles } from '#server/db/schema.ts';
import { enrol } from '#tests/support/app/authenticator.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { newAddress, solveCaptcha } from '#tests/support/app/sign-in.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { hashPassword } from './passwords.service.ts';

const password = 'a long enough 密码 1';
let app: TestApp;
let passwordHash: string;
beforeAll(async () => {
  app = await createTestApp({ mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'shop@example.com' } });
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());

const newPerson = async () =>
  addPerson(app, { user: { passwordHash, email: `p${newAddress().replaceAll('.', '-')}@example.com` } });

interface Fields {
  password?: string;
  device?: unknown;
  proof?: unknown;
  remoteAddress?: string;
}

const signIn = (username: string, { remoteAddress = newAddress(), ...fields }: Fields = {}) =>
  app.send('POST', '/login', { body: { username, password, ...fields }, remoteAddress });
const guess = (username: string, fields: Fields = {}) =>
  signIn(username, { ...fields, password: 'wrong password' });

/** Guesses at the account from many addresses until unknown devices are challenged. */
async function guessUntilChallenged(username: string): Promise<number> {
  for (let checked = 0; checked < 100; checked += 1) {
    const { error } = await guess(username);
    if (error === 'login.proof') return checked;
    expect(error).toBe('login.failed');
  }
  throw new Error('100 guesses were checked');
}

/** The answer to the challenge in the data of `login.proof`, which only the database knows. */
async function proofOf(data: unknown, { database }: Pick<TestApp, 'database'> = app) {
  const { id } = data as { id: string };
  const [row] = await database.db.select().from(loginChallenges).where(eq(loginChallenges.id, id));
  return { id, number: row?.answer ?? -1 };
}

/** The rows of the warning, written after the answer to the 20th wrong password. */
const alarmsOf = async (username: string) =>
  (await logOf(username)).filter((msg) => msg.includes('密码错误 20 次'));
async function alarmRaised(username: string): Promise<void> {
  await expect.poll(() => alarmsOf(username)).toHaveLength(1);
}

const logOf = async (username: string) =>
  (await app.database.db.select().from(loginLogs).where(eq(loginLogs.username, username))).map(
    ({ msg }) => msg,
  );

describe('guessing at one account from many addresses', () => {
  test('is challenged after 20 wrong passwords, even for an unknown name, and writes no row per attempt', async () => {
    const { username } = await newPerson();
    for (const name of [username, `nobody-${newAddress()}`]) {
      expect(await guessUntilChallenged(name)).toBe(20);
      await alarmRaised(name);
      const rows = await logOf(name);
      for (let n = 0; n < 5; n += 1) {
        const refused = await guess(name);
        expect(refused).toMatchObject({ status: 428, code: 428, error: 'login.proof' });
        expect(refused.msg).toBe('近期有人多次输错该账号的密码，登录须通过安全验证，请在登录页面重试');
        expect(refused.data).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
      }
      expect(await logOf(name)).toStrictEqual(rows);
    }
  });

  test('warns the owner once, by notification, mail and a row in the login log', async () => {
    const person = await newPerson();
    await guessUntilChallenged(person.username);
    await alarmRaised(person.username);
    const { data } = await guess(person.username);
    await guess(person.username, { proof: await proofOf(data) });
    const warnings = await app.database.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, person.userId), eq(notifications.kind, 'account_guessed')));
    expect(warnings.map(({ title }) => title)).toStrictEqual(['有人多次输错您账号的密码']);
    // A guess may have been right.
    expect(warnings.map(({ body }) => body)).toStrictEqual([
      '过去 24 小时内，有人多次输错您账号的密码。您常用的设备不受影响；在新设备上登录时，须先通过安全验证。\n' +
        '如果不是您本人操作，建议换一个更长的密码；如果是您本人忘记了密码，请联系管理员重置。',
    ]);
    const mails = await app.database.pool.query(
      'select subject from mail_outbox where recipient = (select email from sys_user where user_id = $1)',
      [person.userId],
    );
    expect(mails.rows).toStrictEqual([{ subject: '有人多次输错您账号的密码 - 智造报价' }]);
    expect(await alarmsOf(person.username)).toHaveLength(1);
  });

  test('does not lock the owner out: a known device signs in as usual, a new one solves the challenge', async () => {
    const { username } = await newPerson();
    const { device } = await signIn(username);
    await guessUntilChallenged(username);
    expect(await signIn(username, { device })).toMatchObject({ status: 200, device });
    const { error, data } = await signIn(username);
    expect(error).toBe('login.proof');
    const remoteAddress = newAddress();
    expect(await signIn(username, { remoteAddress, proof: await proofOf(data) })).toMatchObject({
      error: 'login.proof',
    });
    const { data: own } = await signIn(username, { remoteAddress });
    const signedIn = await signIn(username, { remoteAddress, proof: await proofOf(own) });
    expect(signedIn.status).toBe(200);
    expect(signedIn['device']).not.toBe(device);
  });

  test('is challenged for a day', async () => {
    const { username } = await newPerson();
    app.setNow(new Date('2027-03-01T00:00:00Z'));
    await guessUntilChallenged(username);
    app.setNow(new Date('2027-03-01T23:59:00Z'));
    expect((await signIn(username)).error).toBe('login.proof');
    app.setNow(new Date('2027-03-02T00:01:00Z'));
    expect((await signIn(username)).status).toBe(200);
    app.setNow(undefined);
  });
});

describe('a challenge', () => {
  test('is valid for one attempt, one name, one address and ten minutes; a wrong answer consumes it', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    app.setNow(new Date('2027-04-01T00:00:00Z'));
    for (const { username } of [one, other]) await guessUntilChallenged(username);
    const remoteAddress = newAddress();
    const challenge = async () => proofOf((await signIn(one.username, { remoteAddress })).data);
    const answer = (proof: unknown, username = one.username) => signIn(username, { remoteAddress, proof });

    const used = await challenge();
    expect((await answer({ ...used, number: used.number === 0 ? 1 : used.number - 1 })).error).toBe(
      'login.proof',
    );
    expect((await answer(used)).error).toBe('login.proof');
    expect((await answer(await challenge(), other.username)).error).toBe('login.proof');
    const late = await challenge();
    const slow = await challenge();
    app.setNow(new Date('2027-04-01T00:09:59Z'));
    expect((await answer(slow)).status).toBe(200);
    app.setNow(new Date('2027-04-01T00:10:01Z'));
    expect((await answer(late)).error).toBe('login.proof');
    const proof = await challenge();
    const answers = await Promise.all(Array.from({ length: 8 }, () => answer(proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    app.setNow(undefined);
    const left = await app.database.db.select().from(loginChallenges).where(eq(loginChallenges.id, proof.id));
    expect(left).toStrictEqual([]);
  });

  describe('with a captcha', () => {
    let strict: TestApp;
    beforeAll(async () => {
      strict = await createTestApp({ loginCaptcha: true });
      const since = new Date('2027-05-01T00:00:00Z');
      strict.setNow(since);
      await strict.database.db.insert(throttles).values({ key: 'account/demo', count: 20, since });
    });
    afterAll(() => strict.close());
    const send = (fields: object, remoteAddress: string) =>
      strict.send('POST', '/login', {
        body: { username: 'demo', password: 'demo-for-tests-1', ...fields },
        remoteAddress,
      });

    test('keeps the captcha valid, so that the same form can be sent again within ten minutes', async () => {
      const captcha = await solveCaptcha(strict);
      const remoteAddress = newAddress();
      const first = await send(captcha, remoteAddress);
      expect(first.error).toBe('login.proof');
      const proof = await proofOf(first.data, strict);
      strict.setNow(new Date('2027-05-01T00:09:59Z'));
      expect((await send({ ...captcha, proof }, remoteAddress)).status).toBe(200);
    });

    test('is not consumed by a wrong captcha, and is valid for one password attempt', async () => {
      const remoteAddress = newAddress();
      const { data } = await send(await solveCaptcha(strict), remoteAddress);
      const proof = await proofOf(data, strict);
      const wrong = { ...(await solveCaptcha(strict)), code: '????' };
      expect((await send({ ...wrong, proof }, remoteAddress)).error).toBe('login.captcha');
      const captchas = await Promise.all(Array.from({ length: 6 }, () => solveCaptcha(strict)));
      const answers = await Promise.all(
        captchas.map((captcha) => send({ ...captcha, proof }, remoteAddress)),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([
        200, 428, 428, 428, 428, 428,
      ]);
    });
  });
});

describe('a known device', () => {
  test('is bound to its accounts and forgotten on a password change, unless the change is made on it', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const elsewhere = (await signIn(one.username))['device'];
    const { device, token } = await signIn(one.username);
    for (const { username } of [one, other]) await guessUntilChallenged(username);
    expect((await signIn(other.username, { device })).error).toBe('login.proof');
    const body = { oldPassword: password, newPassword: 'another long 密码 2', device };
    const changed = await app.send('PUT', '/user/pwd/set', { token: String(token), body });
    expect(changed.status).toBe(200);
    const renewed = (changed.data as { device: string }).device;
    const as = (sent: unknown) => signIn(one.username, { password: body.newPassword, device: sent });
    for (const forgotten of [device, elsewhere]) expect((await as(forgotten)).error).toBe('login.proof');
    expect(await as(renewed)).toMatchObject({ status: 200, device: renewed });
    const known = await app.database.db
      .select()
      .from(knownDevices)
      .where(eq(knownDevices.userId, one.userId));
    expect(known).toHaveLength(1);
  });

  test('of several accounts keeps its token when one of them changes the password', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const { device } = await signIn(other.username);
    const { token } = await signIn(one.username, { device });
    const body = { oldPassword: password, newPassword: 'another long 密码 2', device };
    const { data } = await app.send('PUT', '/user/pwd/set', { token: String(token), body });
    expect(data).toMatchObject({ device });
    for (const { username } of [one, other]) await guessUntilChallenged(username);
    expect((await signIn(one.username, { password: body.newPassword, device })).status).toBe(200);
    expect((await signIn(other.username, { device })).status).toBe(200);
  });

  test('stays known when it confirms a second factor', async () => {
    const { username } = await newPerson();
    const { device, token } = await signIn(username);
    const confirmed = await enrol(app, String(token), password, Date.now(), String(device));
    await guessUntilChallenged(username);
    expect((await signIn(username, { device: confirmed.deviceToken })).error).toBe('login.second_factor');
  });

  test('serves several accounts of one browser; a token that we did not issue is replaced', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const { device } = await signIn(one.username);
    expect(await signIn(other.username, { device })).toMatchObject({ device });
    const invented = await signIn(one.username, { device: 'x'.repeat(43) });
    expect(invented['device']).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(invented['device']).not.toBe('x'.repeat(43));
    const stored = JSON.stringify(await app.database.db.select().from(knownDevices));
    expect(stored).not.toContain(String(device));
  });

  test('counts as unknown after 10 wrong passwords of its own', async () => {
    const { username } = await newPerson();
    const { device } = await signIn(username);
    await guessUntilChallenged(username);
    for (let n = 0; n < 10; n += 1) expect((await guess(username, { device })).error).toBe('login.failed');
    expect((await guess(username, { device })).error).toBe('login.proof');
  });

  test('is one of 20 per user', async () => {
    const { username, userId } = await newPerson();
    for (let n = 0; n < 22; n += 1) await signIn(username);
    const known = await app.database.db.select().from(knownDevices).where(eq(knownDevices.userId, userId));
    expect(known).toHaveLength(20);
    const counted = await app.database.db
      .select()
      .from(throttles)
      .where(like(throttles.key, `%${username}%`));
    expect(counted).toStrictEqual([]);
  });
});
