import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import { errors } from '#contract/errors.ts';
import { permissions } from '#contract/permissions.ts';
import { failureFaults } from '#tests/support/answers.ts';
import { stateOf } from '#tests/support/database-state.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import type { Envelope } from '#tests/support/api.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { validCalls, type ValidCall } from '#tests/support/valid-inputs.ts';

/** Everything that may be called without signing in. A new public endpoint is added here on purpose. */
const publicCalls = [
  'sessions.captcha',
  'sessions.login',
  'registration.register',
  'settings.appConfig',
  'settings.byKey',
  'documents.verify',
  'documents.compare',
  'shares.open',
  'shares.pdf',
];
/** What every signed-in user may call, with no permission of its own. */
const isSession = (call: ValidCall) => call.endpoint.permission === 'session';

const all = listEndpoints();
const guarded = all.filter(({ endpoint }) => endpoint.permission !== 'public').map(({ name }) => name);
const withCode = all.filter(({ endpoint }) => endpoint.permission in permissions).map(({ name }) => name);
const codes = [...new Set(all.map(({ endpoint }) => endpoint.permission))].filter(
  (code) => code in permissions,
);

let app: TestApp;
let calls: Map<string, ValidCall>;
beforeAll(async () => {
  app = await createTestApp();
  calls = new Map((await validCalls(app)).map((call) => [call.name, call]));
});
afterAll(() => app.close());
const callOf = (name: string): ValidCall => calls.get(name)!;

function sendTo(call: ValidCall, headers: Record<string, string> = {}, body: unknown = call.body) {
  const query = new URLSearchParams(call.query).toString();
  return app.send(call.endpoint.method, query === '' ? call.url : `${call.url}?${query}`, {
    headers: { 'idempotency-key': randomUUID(), ...headers },
    ...(body === undefined || call.endpoint.method === 'GET' ? {} : { body }),
  });
}
const as = (token: string) => ({ authorization: `Bearer ${token}` });
const withoutCode: string = errors['permission.denied'].msg;
/** Files have no envelope. */
const statusOf = (answer: Envelope) => answer.status;

test('only the calls of this list need no session', () => {
  const known = all.filter(({ endpoint }) => endpoint.permission === 'public').map(({ name }) => name);
  expect(known.filter((name) => !publicCalls.includes(name))).toStrictEqual([]);
});

test('every code that an endpoint asks for is a code of the list', () => {
  const unknown = all.filter(({ endpoint: { permission } }) => !/^(public|session)$/.test(permission));
  expect(
    unknown.map(({ endpoint }) => endpoint.permission).filter((code) => !(code in permissions)),
  ).toStrictEqual([]);
});

describe.each(guarded)('%s', (name) => {
  test('refuses everybody without a valid token', async () => {
    const before = await stateOf(app.database);
    const faults: string[] = [];
    const call = callOf(name);
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Basic YWRtaW46YWRtaW4=',
      `Bearer ${'A'.repeat(43)}`,
    ]) {
      const answer = await sendTo(call, authorization === undefined ? {} : { authorization });
      faults.push(...failureFaults(answer, `${name} with ${authorization}`, { status: 401 }));
    }
    expect(faults).toStrictEqual([]);
    expect(await stateOf(app.database)).toStrictEqual(before);
  });
});

test('without its code an endpoint is refused, whatever other codes one holds', async () => {
  // Two people for each binary digit of a code's place: whoever differs from a code in a digit lacks it, and together
  // they hold every other code.
  const digits = Array.from({ length: Math.ceil(Math.log2(codes.length)) }, (_, digit) => digit);
  const digitOf = (place: number, digit: number) => (place >> digit) & 1;
  const people: [Person, Person][] = [];
  for (const digit of digits) {
    const holding = (bit: number) =>
      addPerson(app, { permissions: codes.filter((_, place) => digitOf(place, digit) === bit) });
    people.push([await holding(0), await holding(1)]);
  }
  const before = await stateOf(app.database);
  const faults: string[] = [];
  for (const name of withCode) {
    const call = callOf(name);
    const place = codes.indexOf(call.endpoint.permission);
    for (const digit of digits) {
      const { token } = people[digit]![1 - digitOf(place, digit)]!;
      const answer = await sendTo(call, as(token));
      faults.push(...failureFaults(answer, name, { status: 403, error: 'permission.denied' }));
      // Who may not call it learns nothing of its rules either.
      const probe = await sendTo(call, as(token), call.body === undefined ? undefined : {});
      faults.push(...failureFaults(probe, `${name} with an empty body`, { status: 403 }));
    }
  }
  expect(faults).toStrictEqual([]);
  expect(await stateOf(app.database)).toStrictEqual(before);
});

test('names that are near a code grant nothing', async () => {
  const near = codes.flatMap((code) => [
    `${code}s`,
    code.slice(0, -1),
    code.toUpperCase(),
    ` ${code}`,
    `${code.slice(0, code.lastIndexOf(':'))}:*`,
    `${code.split(':')[0]}:*:*`,
    code.replaceAll(':', '.'),
  ]);
  const wild = ['*', '*:*', '*:*:', '*:*:*x', '*:*:*:*', '**:*:*', '%:%:%', '*:*:* ', '', 'admin', 'all'];
  const { token } = await addPerson(app, { permissions: [...near, ...wild] });
  const faults: string[] = [];
  for (const name of withCode) {
    const answer = await sendTo(callOf(name), as(token));
    faults.push(...failureFaults(answer, name, { status: 403, error: 'permission.denied' }));
  }
  expect(faults).toStrictEqual([]);
});

test('its code alone opens an endpoint', async () => {
  // All of them first: some of the calls delete what a person is made of.
  const people = new Map<string, Person>();
  for (const code of codes) people.set(code, await addPerson(app, { permissions: [code], isStaff: true }));
  const faults: string[] = [];
  for (const name of withCode) {
    const call = callOf(name);
    const { token } = people.get(call.endpoint.permission)!;
    for (const body of [call.body === undefined ? undefined : {}, call.body]) {
      const answer = await sendTo(call, as(token), body);
      // Some refuse to give away what the caller does not hold: that is no lack of the code.
      const isRefused = answer.status === 401 || (answer.status === 403 && answer.msg === withoutCode);
      if (isRefused || answer.status >= 500) faults.push(`${name}: ${answer.status} ${answer.msg}`);
    }
  }
  expect(faults).toStrictEqual([]);
});

test('a session alone opens what needs no code, and *:*:* opens everything', async () => {
  const faults: string[] = [];
  const nobody = await addPerson(app);
  for (const call of [...calls.values()].filter(isSession)) {
    const status = statusOf(
      await sendTo(call, as((await addPerson(app)).token), call.body === undefined ? undefined : {}),
    );
    if (status === 401 || status === 403 || status >= 500) faults.push(`${call.name}: ${status}`);
  }
  const answer = await app.send('GET', '/getinfo', { token: nobody.token });
  expect(answer.data).toMatchObject({ roles: [], permissions: [], buttons: [] });
  for (const name of withCode) {
    const { token } = await addPerson(app, { roleKey: 'admin' });
    const status = statusOf(
      await sendTo(callOf(name), as(token), callOf(name).body === undefined ? undefined : {}),
    );
    if (status === 401 || status === 403 || status >= 500) faults.push(`${name} as admin: ${status}`);
  }
  expect(faults).toStrictEqual([]);
});

test('until a generated password is changed, nothing that needs a code opens', async () => {
  const { token } = await addPerson(app, { roleKey: 'admin', user: { mustChangePassword: true } });
  const faults: string[] = [];
  for (const name of withCode) {
    const answer = await sendTo(callOf(name), as(token));
    faults.push(...failureFaults(answer, name, { status: 403, error: 'password.must_change' }));
  }
  expect(faults).toStrictEqual([]);
  expect(await app.send('GET', '/getinfo', { token })).toMatchObject({
    status: 200,
    data: { mustChangePassword: true },
  });
});

describe('other spellings of an address', () => {
  const spellings = [
    '/api/v1/post/',
    '/api/v1//post',
    '//api/v1/post',
    '/API/v1/post',
    '/api/v1/POST',
    '/api/v1/post;x=1',
    '/api/v1/./post',
    '/api/v1/x/../post',
    '/api/v1/%2e%2e/v1/post',
    '/api/v1/..%2fv1/post',
    String.raw`/api\v1\post`,
    '/api/v1/post%00',
    '/api/v1/post%20',
    '/api/v1/post.json',
    '/api/v1/%70ost',
    '/%61pi/v1/post',
    '/api%2fv1%2fpost',
    '/api/v1/post%2f',
    'http://127.0.0.1/api/v1/post',
  ];

  test.each(spellings)('%s opens nothing to a customer or a stranger', async (url) => {
    const { token } = await addPerson(app, { roleKey: 'customer' });
    const faults: string[] = [];
    for (const headers of [{}, as(token)]) {
      const answer = await app.http.inject({ method: 'GET', url, headers });
      const envelope: Envelope = { ...answer.json(), status: answer.statusCode, headers: answer.headers };
      faults.push(...failureFaults(envelope, url));
      if (![400, 401, 403, 404].includes(answer.statusCode)) faults.push(`${url}: ${answer.statusCode}`);
    }
    expect(faults).toStrictEqual([]);
  });
});
