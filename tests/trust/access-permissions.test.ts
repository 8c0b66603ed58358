import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import { errors } from '#contract/kernel/errors.ts';
import { permissions } from '#contract/kernel/permissions.ts';
import { failureFaults } from '#tests/support/app/answers.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { inParallel } from '#tests/support/app/in-parallel.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { sendBytes } from '#tests/support/app/raw-http.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { validCalls, type ValidCall } from '#tests/support/app/valid-inputs.ts';
import { bar } from './bar.ts';

/** Every public endpoint. New ones must be added here explicitly. */
const publicCalls = [
  'authentication.captcha',
  'authentication.login',
  'secondFactor.login',
  'registration.register',
  'appConfig.read',
  'documents.verify',
  'documents.compare',
  'shares.answer',
  'shares.open',
  'shares.pdf',
];

const all = listEndpoints();
const guarded = all.filter(({ endpoint }) => endpoint.permission !== 'public').map(({ name }) => name);
const withCode = all.filter(({ endpoint }) => endpoint.permission in permissions).map(({ name }) => name);
const codes = Object.keys(permissions);

let app: GateApp;
let calls: Map<string, ValidCall>;
beforeAll(async () => {
  app = await createGateApp({ hasPages: true });
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
const emptied = (call: ValidCall) => (call.body === undefined ? undefined : {});
const isOpen = ({ status }: Envelope) => status !== 401 && status !== 403 && status < 500;

// The last test deletes records that the others need.
describe('calls of every endpoint', { shuffle: false }, () => {
  bar(6, 'a call without a valid token gets 401 everywhere except on the public list', async () => {
    const known = all.filter(({ endpoint }) => endpoint.permission === 'public').map(({ name }) => name);
    expect(known.toSorted()).toStrictEqual(publicCalls.toSorted());
    const strange = all.filter(({ endpoint: { permission } }) => !/^(public|session)$/.test(permission));
    expect(
      strange.map(({ endpoint }) => endpoint.permission).filter((code) => !(code in permissions)),
    ).toEqual([]);

    const before = await stateOf(app.database);
    const none = [undefined, '', 'Bearer', 'Bearer ', 'Basic YWRtaW46YWRtaW4=', `Bearer ${'A'.repeat(43)}`];
    const faults = await inParallel(guarded, 4, async (name) => {
      const found: string[] = [];
      for (const authorization of none) {
        const answer = await sendTo(callOf(name), authorization === undefined ? {} : { authorization });
        found.push(...failureFaults(answer, `${name} with ${authorization}`, { status: 401 }));
      }
      return found;
    });
    expect(faults.flat()).toStrictEqual([]);
    expect(await stateOf(app.database)).toStrictEqual(before);
    return `${guarded.length} endpoints × ${none.length} ways to have no token: 401; public are ${publicCalls.join(', ')}`;
  });

  /** Spellings of a URL path, some of which mislead checks that compare text. */
  const spellings: ((path: string) => string)[] = [
    (path) => path,
    (path) => `${path}/`,
    (path) => path.replace('/v1/', '/v1//'),
    (path) => `/${path}`,
    (path) => path.replace('/api', '/API'),
    (path) => path.slice(0, -1) + path.slice(-1).toUpperCase(),
    (path) => `${path};x=1`,
    (path) => path.replace('/v1/', '/v1;x/'),
    (path) => path.replace('/v1/', '/v1/./'),
    (path) => path.replace('/v1/', '/v1/x/../'),
    (path) => path.replace('/v1/', '/%2e%2e/v1/'),
    (path) => path.replace('/v1/', '/..%2fv1/'),
    (path) => path.replaceAll('/', '\\').replace('\\', '/'),
    (path) => `${path}%00`,
    (path) => `${path}%20`,
    (path) => `${path}.json`,
    (path) => path.replace(/\/v1\/(.)/, (_, first: string) => `/v1/%${first.codePointAt(0)?.toString(16)}`),
    (path) => path.replace('/api', '/%61pi'),
    (path) => path.slice(0, 1) + path.slice(1).replaceAll('/', '%2f'),
    (path) => `${path}%2f`,
    (path) => `${path}#x`,
    (path) => `http://127.0.0.1${path}`,
  ];

  bar(7, 'a customer is refused on every staff endpoint, however its address is written', async () => {
    const customer = await addPerson(app, { roleKey: 'customer' });
    const held = (await app.send('GET', '/getinfo', { token: customer.token })).data as {
      permissions: string[];
    };
    const staffOnly = withCode.filter((name) => !held.permissions.includes(callOf(name).endpoint.permission));
    const before = await stateOf(app.database);
    const notFoundPage = (await app.exchange({ method: 'GET', url: '/404', headers: {} })).body;
    // Each endpoint in some spellings and each spelling with some endpoints; at full scale all combinations.
    const few = atScale(2, spellings.length);
    const requests = staffOnly.flatMap((name, at) =>
      spellings
        .filter((_, n) => (n + at) % spellings.length < few || n === 0)
        .map((spell) => ({ name, spell })),
    );
    const seen = new Map<number, number>();
    const faults = await inParallel(requests, 4, async ({ name, spell }) => {
      const call = callOf(name);
      const isRead = call.endpoint.method === 'GET';
      const body = call.body === undefined || isRead ? '' : JSON.stringify(call.body);
      const query = isRead ? new URLSearchParams(call.query).toString() : '';
      const path = spell(`/api/v1${call.url}`) + (query === '' ? '' : `?${query}`);
      const lines = [
        `${call.endpoint.method} ${path} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        `Authorization: Bearer ${customer.token}`,
        ...(body === ''
          ? []
          : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
      ];
      const answer = await sendBytes(app.port, [...lines, '', body].join('\r\n'));
      const status = answer?.status ?? 0;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      const isRefused = [400, 401, 403, 404].includes(status);
      const saysNothing = answer?.body === notFoundPage || answer?.body.includes('"data":null');
      return isRefused && saysNothing ? [] : [`${name} as ${path}: ${status} ${answer?.body.slice(0, 200)}`];
    });
    expect(faults.flat()).toStrictEqual([]);
    expect(await stateOf(app.database)).toStrictEqual(before);
    const answers = [...seen].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    return `${staffOnly.length} endpoints, ${spellings.length} spellings, ${requests.length} requests: ${answers.join(', ')}`;
  });

  bar(8, 'an endpoint is refused without its code, even to a user with all other codes', async () => {
    // Two users for each binary digit of a code's index, with the codes that have 0 or 1 there. Those without a code
    // together have all others.
    const digits = Array.from({ length: Math.ceil(Math.log2(codes.length)) }, (_, digit) => digit);
    const digitOf = (place: number, digit: number) => (place >> digit) & 1;
    const people: [Person, Person][] = [];
    for (const digit of digits) {
      const holding = (bit: number) =>
        addPerson(app, { permissions: codes.filter((_, place) => digitOf(place, digit) === bit) });
      people.push([await holding(0), await holding(1)]);
    }
    const before = await stateOf(app.database);
    const faults = await inParallel(withCode, 4, async (name) => {
      const call = callOf(name);
      const place = codes.indexOf(call.endpoint.permission);
      const found: string[] = [];
      for (const digit of digits) {
        const { token } = people[digit]![1 - digitOf(place, digit)]!;
        const answer = await sendTo(call, as(token));
        found.push(...failureFaults(answer, name, { status: 403, error: 'permission.denied' }));
      }
      // A caller without permission learns nothing about its rules.
      const probe = await sendTo(call, as(people[0]![1 - digitOf(place, 0)]!.token), emptied(call));
      return [...found, ...failureFaults(probe, `${name} with an empty body`, { status: 403 })];
    });
    expect(faults.flat()).toStrictEqual([]);
    expect(await stateOf(app.database)).toStrictEqual(before);
    return `${withCode.length} endpoints, each for ${digits.length} people who together hold all codes but its own: 403`;
  });

  bar(8, 'a user with one permission is refused on every endpoint of another', async () => {
    const chosen = codes.filter((_, place) => place % atScale(Math.ceil(codes.length / 3), 1) === 0);
    const before: Person[] = [];
    for (const code of chosen) before.push(await addPerson(app, { permissions: [code], isStaff: true }));
    const state = await stateOf(app.database);
    let count = 0;
    const faults = await inParallel(chosen, 4, async (code, at) => {
      const found: string[] = [];
      for (const name of withCode.filter((other) => callOf(other).endpoint.permission !== code)) {
        const answer = await sendTo(callOf(name), as(before[at]!.token));
        count += 1;
        if (answer.status !== 403) found.push(`${name} with ${code}: ${answer.status}`);
      }
      return found;
    });
    expect(faults.flat()).toStrictEqual([]);
    expect(await stateOf(app.database)).toStrictEqual(state);
    return `${chosen.length} people with one code each, ${count} calls of other codes' endpoints: 403`;
  });

  bar(8, 'misspelt codes grant nothing', async () => {
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
    const { token } = await addPerson(app, { permissions: [...near, ...wild], isStaff: true });
    const faults = await inParallel(withCode, 4, async (name) =>
      failureFaults(await sendTo(callOf(name), as(token)), name, { status: 403, error: 'permission.denied' }),
    );
    expect(faults.flat()).toStrictEqual([]);
    return `${near.length + wild.length} near names in one role: ${withCode.length} endpoints answer 403`;
  });

  bar(8, 'an endpoint with a code is refused until a generated password is changed', async () => {
    const { token } = await addPerson(app, { roleKey: 'admin', user: { mustChangePassword: true } });
    const faults = await inParallel(withCode, 4, async (name) =>
      failureFaults(await sendTo(callOf(name), as(token)), name, {
        status: 403,
        error: 'password.must_change',
      }),
    );
    expect(faults.flat()).toStrictEqual([]);
    const info = await app.send('GET', '/getinfo', { token });
    expect(info).toMatchObject({ status: 200, data: { mustChangePassword: true } });
  });

  bar(
    8,
    'a session without codes opens endpoints without a code, and *:*:* opens every endpoint',
    async () => {
      const withoutRole = await addPerson(app);
      const info = await app.send('GET', '/getinfo', { token: withoutRole.token });
      expect(info.data).toMatchObject({ roles: [], permissions: [], buttons: [] });
      const { token } = await addPerson(app, { roleKey: 'admin' });
      const faults = await inParallel(guarded, 4, async (name) => {
        const isForAll = callOf(name).endpoint.permission === 'session';
        const who = isForAll ? (await addPerson(app)).token : token;
        const answer = await sendTo(callOf(name), as(who), emptied(callOf(name)));
        return isOpen(answer) ? [] : [`${name}: ${answer.status}`];
      });
      expect(faults.flat()).toStrictEqual([]);
    },
  );

  bar(8, 'a user with only its code may call an endpoint', async () => {
    // All of them first: some calls delete records that a user depends on.
    const people = new Map<string, Person>();
    for (const code of codes) {
      people.set(code, await addPerson(app, { permissions: [code], isStaff: true, dataScope: '1' }));
    }
    const statuses = new Map<number, number>();
    const opened = async (name: string) => {
      const call = callOf(name);
      const { token } = people.get(call.endpoint.permission)!;
      const probe = await sendTo(call, as(token), emptied(call));
      const answer = call.body === undefined ? probe : await sendTo(call, as(token));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const isLacking = ({ status, msg }: Envelope) => status === 403 && msg === withoutCode;
      const isFault = [probe, answer].some(
        (given) => given.status === 401 || given.status >= 500 || isLacking(given),
      );
      // Some writes refuse to grant what the caller lacks; that is not a missing permission code.
      const isRead = call.endpoint.method === 'GET';
      return isFault || (isRead && answer.status !== 200) ? [`${name}: ${answer.status} ${answer.msg}`] : [];
    };
    const isRead = (name: string) => callOf(name).endpoint.method === 'GET';
    // Reads first, while all records are unchanged.
    const reads = withCode.filter(isRead);
    const faults = await inParallel(reads, 4, opened);
    for (const name of withCode.filter((one) => !isRead(one))) faults.push(await opened(name));
    expect(faults.flat()).toStrictEqual([]);
    const answers = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status}`);
    return `${withCode.length} endpoints, each with its code alone: ${reads.length} reads 200; all ${answers.join(', ')}, none for a missing code`;
  });
});
