import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inArray, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { captchas, sessions, throttles } from '#server/db/schema.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type Replica, type ServedApp } from '#tests/support/processes/served-app.ts';
import { forgetGuesses, newAddress, solveCaptcha } from '#tests/support/app/sign-in.ts';
import { createSkewedClock, type SkewedClock } from '#tests/support/processes/skewed-clock.ts';
import { bar } from './bar.ts';

const password = 'a long enough 密码 1';
let clock: SkewedClock;
let app: ServedApp;
let replica: Replica;
let person: Person;
beforeAll(async () => {
  clock = await createSkewedClock();
  app = await createServedApp({ env: { LOGIN_CAPTCHA: 'on', LOG_LEVEL: 'trace', ...clock.env } });
  replica = await app.addReplica();
  person = await addPerson(app, { user: { passwordHash: await hashPassword(password) } });
});
afterAll(async () => {
  await app.close();
  await clock.remove();
});

const signIn = (fields: object = {}, to: Pick<Replica, 'send'> = app) =>
  to.send('POST', '/login', {
    body: { username: person.username, password, ...fields },
    remoteAddress: newAddress(),
  });
const countedFailures = () =>
  app.database.db.select().from(throttles).where(like(throttles.key, 'login/%')).orderBy(throttles.key);
const openSessions = async () => (await app.database.db.select({ id: sessions.id }).from(sessions)).length;

bar(17, 'the right password without a captcha is refused and not counted as an attempt', async () => {
  const { uuid, code } = await solveCaptcha(app);
  const missing = [{}, { uuid }, { code }, { uuid, code: '' }, { uuid: '', code }, { uuid, code: ' ' }];
  const wrongTypes = [null, 0, 1234, true, false, [], [code], [uuid], {}, { $ne: '' }, 'x'.repeat(1000)];
  const misshapen = wrongTypes.flatMap((value) => [
    { uuid, code: value },
    { uuid: value, code },
  ]);
  const before = { failures: await countedFailures(), sessions: await openSessions() };
  for (const captcha of missing) {
    expect(await signIn(captcha), JSON.stringify(captcha)).toMatchObject({
      status: 400,
      error: 'login.captcha',
    });
  }
  for (const captcha of misshapen) {
    expect(await signIn(captcha), JSON.stringify(captcha)).toMatchObject({
      status: 400,
      error: 'request.invalid',
    });
  }
  expect({ failures: await countedFailures(), sessions: await openSessions() }).toStrictEqual(before);
  expect((await signIn(await solveCaptcha(app))).status).toBe(200);
  return `${missing.length} kinds of missing, ${misshapen.length} of misshapen captchas: 0 passwords checked`;
});

bar(18, 'a captcha is valid once, even for twenty simultaneous attempts on two replicas', async () => {
  const uses = [{}, { password: 'wrong password' }, { code: 'zzzz' }];
  const errorsOfFirst = [undefined, 'login.failed', 'login.captcha'];
  for (const [index, use] of uses.entries()) {
    const captcha = await solveCaptcha(app);
    expect((await signIn({ ...captcha, ...use })).error).toBe(errorsOfFirst[index]);
    for (const to of [app, replica]) expect((await signIn(captcha, to)).error).toBe('login.captcha');
  }
  const rounds = atScale(2, 50);
  for (let round = 0; round < rounds; round += 1) {
    await forgetGuesses(app);
    const captcha = await solveCaptcha(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        signIn({ ...captcha, password: 'wrong password' }, n % 2 === 0 ? app : replica),
      ),
    );
    const errors = answers.map(({ error }) => error);
    expect(errors.filter((error) => error === 'login.failed')).toHaveLength(1);
    expect(errors.filter((error) => error === 'login.captcha')).toHaveLength(19);
  }
  return `${rounds} × 20 at the same time: 1 of 20 checked each time`;
});

/** Every value in an answer except request ids, which are random and may contain anything. */
const valuesOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? [String(value)]
    : Object.entries(value).flatMap(([key, inner]) => (/^req(uest)?Id$/i.test(key) ? [] : valuesOf(inner)));
const says = (text: string, word: string) => new RegExp(`(?<![a-z0-9])${word}(?![a-z0-9])`, 'i').test(text);

bar(19, 'an old, foreign or guessed captcha is refused, and nothing reveals the solution', async () => {
  const guesses = ['0000', 'null', 'undefined', 'true', '%', '____', '.*', "' or 1=1 --", '[object Object]'];
  for (const code of guesses)
    expect(await signIn({ ...(await solveCaptcha(app)), code })).toMatchObject({ error: 'login.captcha' });
  const [one, other] = [await solveCaptcha(app), await solveCaptcha(app)];
  for (const uuid of [other.uuid, 'x'.repeat(22), '%', "' or 1=1 --", one.uuid.toLowerCase(), '0'])
    expect(await signIn({ uuid, code: `${one.code}x` })).toMatchObject({ error: 'login.captcha' });

  const captchasOf = (count: number) => Promise.all(Array.from({ length: count }, () => solveCaptcha(app)));
  const [inTime, late] = await captchasOf(2);
  clock.set(595_000);
  expect((await signIn(inTime)).status).toBe(200);
  clock.set(600_000);
  expect((await signIn(late)).error).toBe('login.captcha');
  clock.set(0);

  const looks = atScale(20, 200);
  const issued: { answer: string; responses: string[] }[] = [];
  for (let index = 0; index < looks; index += 1) {
    const { body, headers } = await app.exchange({
      method: 'GET',
      url: '/api/v1/captcha',
      headers: {},
      remoteAddress: newAddress(),
    });
    const { id, data, enabled } = JSON.parse(body) as { id: string; data: string; enabled: boolean };
    expect(enabled).toBe(true);
    // Only pixels: outlines or texts of the characters would name them.
    expect(data).toMatch(/^data:image\/png;base64,/);
    const picture = Buffer.from(data.split(',')[1] ?? '', 'base64').toString('latin1');
    expect(
      [...picture.matchAll(/(?:IHDR|PLTE|IDAT|tEXt|iTXt|zTXt|eXIf|IEND)/g)].map(([name]) => name),
    ).toEqual(['IHDR', 'IDAT', 'IEND']);
    const [row] = await app.database.db
      .select()
      .from(captchas)
      .where(inArray(captchas.id, [id]));
    const answer = row?.answer ?? '';
    expect(answer).toMatch(/^[a-z0-9]{6}$/);
    issued.push({
      answer,
      responses: [...valuesOf({ ...JSON.parse(body), data: picture }), JSON.stringify(headers)],
    });
    await signIn({ uuid: id, code: answer });
  }
  const logged = [app, replica].flatMap(({ server }) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .flatMap((line) => valuesOf(JSON.parse(line))),
  );
  expect(logged.length).toBeGreaterThan(looks);
  for (const { answer, responses } of issued)
    expect([...responses, ...logged].filter((text) => says(text, answer))).toStrictEqual([]);
  return `${guesses.length} guesses refused, one of 2 min refused; ${looks} answers contained no solution, nor did a log`;
});

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
/** CPU time of a process in milliseconds, on Linux. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

bar(
  20,
  'captchas are distinct, evenly spread, cheap, and limited to twenty a minute for each address',
  async () => {
    const addresses = atScale(4, 50);
    const ids: string[] = [];
    const before = cpuMs(app.server.pid);
    for (let index = 0; index < addresses; index += 1) {
      const remoteAddress = newAddress();
      for (let n = 0; n < 20; n += 1)
        ids.push(String((await app.send('GET', '/captcha', { remoteAddress }))['id']));
    }
    const eachMs = (cpuMs(app.server.pid) - before) / ids.length;
    const rows = await app.database.db.select().from(captchas).where(inArray(captchas.id, ids));
    expect(rows.length).toBe(ids.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => Buffer.from(id, 'base64url').length === 16)).toBe(true);
    const counts = new Map<string, number>();
    for (const { answer } of rows) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    const mostFrequent = Math.max(...counts.values());
    // 0.5 % of a thousand; for fewer captchas, coincidences are allowed.
    expect(mostFrequent).toBeLessThanOrEqual(atScale(2, 5));
    assertBelow(eachMs, 20, 'ms of CPU for a captcha');

    const remoteAddress = newAddress();
    const answers = [];
    for (let n = 0; n < 100; n += 1) answers.push(await app.send('GET', '/captcha', { remoteAddress }));
    expect(answers.map(({ status }) => status)).toStrictEqual([
      ...Array<number>(20).fill(200),
      ...Array<number>(80).fill(429),
    ]);
    expect(answers.slice(20).every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    return `${ids.length} captchas, all ids distinct, the most frequent answer ${mostFrequent} times, ${eachMs.toFixed(1)} ms of CPU each; of 100 from one address 80 answered 429`;
  },
);
