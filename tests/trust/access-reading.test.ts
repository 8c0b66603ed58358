import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import * as z from 'zod/mini';
import type { Envelope } from '#tests/support/app/api.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { inParallel } from '#tests/support/app/in-parallel.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { passwords } from '#tests/support/processes/run-server.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { testPasswords } from '#tests/support/app/test-database.ts';
import { validCalls, type ValidCall } from '#tests/support/app/valid-inputs.ts';
import { bar } from './bar.ts';

const settings = {
  metricsToken: 'metrics-token-that-is-a-secret',
  mail: {
    smtpUrl: 'smtp://mailer:smtp-password-that-is-a-secret@127.0.0.1:1',
    from: 'quote@example.com',
  },
};

let app: GateApp;
let calls: ValidCall[];
let admin: Person;
beforeAll(async () => {
  app = await createGateApp(settings);
  calls = await validCalls(app);
  admin = await addPerson(app, { roleKey: 'admin' });
});
afterAll(() => app.close());

const isRead = ({ endpoint }: ValidCall) => endpoint.method === 'GET' && endpoint.answer !== 'stream';

/** Parameters that could filter or order lists. */
const columns = [
  'passwordHash',
  'password_hash',
  'password',
  't1.password',
  'sys_user.password_hash',
  'user.passwordHash',
  'token',
  'tokenHash',
  'session.token_hash',
  'sessions.tokenHash',
  'secret',
  'secondFactor.secret',
];
const forms: ((column: string) => string)[] = [
  (column) => `${column}Order=asc`,
  (column) => `sort=${column}`,
  (column) => `order=${column}`,
  (column) => `orderBy=${column}`,
  (column) => `orderByColumn=${column}&isAsc=asc`,
  (column) => `${column}=x`,
  (column) => `filter=${column}`,
  (column) => `filter[${column}]=x`,
  (column) => `where=${column}%20like%20'x%25'`,
  (column) => `fields=${column}`,
  (column) => `populate=${column}`,
  (column) => `${column}_like=x`,
];

bar(14, 'no list filters or orders by passwords, tokens or other tables', async () => {
  const reads = calls.filter((call) => isRead(call) && call.endpoint.permission !== 'public');
  const before = await stateOf(app.database);
  let count = 0;
  const faults = await inParallel(reads, 4, async (call, at) => {
    const found: string[] = [];
    // At quick scale every value is used, but not for every read.
    for (const column of columns.filter((_, n) => (n + at) % atScale(columns.length, 1) === 0)) {
      for (const form of forms) {
        const query = new URLSearchParams(call.query).toString();
        const path = `${call.url}?${query}&${form(column)}`;
        const { status } = await app.send('GET', path, { token: admin.token });
        count += 1;
        if (status !== 400) found.push(`${path}: ${status}`);
      }
    }
    return found;
  });
  expect(faults.flat()).toEqual([]);
  expect(await stateOf(app.database)).toStrictEqual(before);
  return `${reads.length} reads, ${columns.length} columns, ${forms.length} query forms, ${count} requests: 400`;
});

bar(14, 'a search for part of a secret finds the same as a search for nonsense', async () => {
  const { rows } = await app.database.pool.query<{ hash: string; token: string }>(
    'select password_hash as hash, token_hash as token from sys_user join session using (user_id) limit 1',
  );
  const { hash, token } = rows[0]!;
  const right = [hash, hash.slice(0, 20), hash.slice(-20), token, token.slice(0, 12), admin.token];
  const wrong = (text: string) => text.replaceAll(/[a-z0-9]/gi, (char) => (char === 'q' ? 'z' : 'q'));
  let count = 0;
  for (const call of calls.filter((one) => isRead(one) && one.endpoint.query && !one.endpoint.answer)) {
    const filters = textFiltersOf(call);
    for (const filter of filters) {
      for (const guess of right.filter((_, n) => n % atScale(3, 1) === 0)) {
        const ask = async (value: string) => {
          const query = new URLSearchParams({ ...call.query, [filter]: value });
          const { headers: _headers, ...answer } = await app.send('GET', `${call.url}?${query.toString()}`, {
            token: admin.token,
            headers: { 'x-request-id': 'same-for-both' },
          });
          return { ...answer, data: JSON.stringify(answer.data).replace(/"maxUpdatedAt":"[^"]*"/, '') };
        };
        expect(await ask(guess), `${call.name} by ${filter}`).toStrictEqual(await ask(wrong(guess)));
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(20);
  return `${count} searches for parts of hashes and tokens in every text filter: as for invented ones`;
});

/** The filters that search in text. */
function textFiltersOf({ endpoint: { query } }: ValidCall): string[] {
  if (!(query instanceof z.ZodMiniObject)) return [];
  return Object.keys(query.shape).filter((key) => {
    const schema = query.shape[key];
    return schema !== undefined && z.safeParse(schema, 'any text ：').success;
  });
}

interface Leaf {
  key: string;
  value: unknown;
}
/** Every value in a response with its key. */
function leavesOf(value: unknown, key = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((element) => leavesOf(element, key));
  if (typeof value === 'object' && value !== null)
    return [
      { key, value: undefined },
      ...Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, name)),
    ];
  return [{ key, value }];
}
const suspicious = /pass|pwd|secret|token|hash|salt|answer|captcha|credential|private|api_?key|recovery/i;
/** Harmless keys with suspicious names. */
const harmless = new Set([
  'mustChangePassword',
  // The hash of a sealed document or of a picture, used for comparison.
  'hash',
  'recoveryCodesLeft',
  // Tells whether a captcha is required.
  'login.captcha',
  // Tells which message answers which question.
  'answersId',
  'answerId',
]);
/** Secrets returned once to the caller who requests them. */
const returnedOnce: Record<string, readonly string[]> = {
  'shares.create': ['token'],
  'authentication.login': ['token'],
  'secondFactor.begin': ['secret', 'address'],
};

bar(15, "no answer contains a hash, a secret, a captcha's solution or another user's token", async () => {
  const asking = await createTestApp({ loginCaptcha: true }, { url: app.url, drop: () => Promise.resolve() });
  for (let n = 0; n < 5; n += 1) await asking.send('GET', '/captcha');
  await asking.close();
  const known = async () => {
    const columnsOf = [
      ['sys_user', 'password_hash'],
      ['session', 'token_hash'],
      ['quotation_share', 'token_hash'],
      ['captcha', 'id'],
      ['second_factor', 'secret'],
      ['recovery_code', 'code_hash'],
      ['login_ticket', 'token_hash'],
      ['file', 'key'],
    ] as const;
    const found: string[] = [];
    for (const [table, column] of columnsOf) {
      const { rows } = await app.database.pool.query<{ secret: string }>(
        `select ${column} as secret from ${table}`,
      );
      found.push(...rows.map(({ secret }) => secret));
    }
    return found;
  };
  const { rows: answers } = await app.database.pool.query<{ answer: string }>('select answer from captcha');
  expect(answers.length).toBe(5);
  const isCaptchaAnswer = new Set(answers.map(({ answer }) => answer));
  const others = await addPerson(app, { roleKey: 'customer' });
  const begun = await app.send('POST', '/user/second-factor', {
    as: 'admin',
    body: { password: testPasswords.admin },
  });
  expect(begun.status).toBe(200);
  const databasePassword = new URL(app.url).password;
  const texts = [
    databasePassword,
    settings.metricsToken,
    'smtp-password-that-is-a-secret',
    others.token,
    admin.token,
    ...Object.values(testPasswords),
    ...Object.values(passwords),
    'another good one 7',
    '$argon2',
  ].filter((text) => text.length > 3);

  const faults: string[] = [];
  let leaves = 0;
  let asked = 0;
  const bodies: [name: string, body: string][] = [];
  const scan = (name: string, answer: Envelope, body: string) => {
    asked += 1;
    bodies.push([name, body]);
    const own = returnedOnce[name] ?? [];
    // The fields that a refusal names are those of the request.
    const { headers: _headers, errors: _errors, ...envelope } = answer;
    for (const { key, value } of leavesOf(envelope)) {
      leaves += 1;
      if (suspicious.test(key) && !harmless.has(key) && !own.includes(key))
        faults.push(`${name}: key ${key}`);
      if (typeof value === 'string' && isCaptchaAnswer.has(value.toLowerCase()))
        faults.push(`${name}: ${key} is the answer of a captcha`);
    }
  };
  const first = await known();
  const ask = async ({ name, endpoint, url, query, body }: ValidCall, more: Record<string, string> = {}) => {
    const search = new URLSearchParams({ ...query, ...more }).toString();
    const payload = body === undefined || endpoint.method === 'GET' ? undefined : JSON.stringify(body);
    const {
      status,
      headers,
      body: text,
    } = await app.exchange({
      method: endpoint.method,
      url: `/api/v1${url}?${search}`.replace(/\?$/, ''),
      headers: {
        authorization: `Bearer ${admin.token}`,
        'idempotency-key': randomUUID(),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(headers['content-type']).startsWith('application/json');
    const envelope: object = isJson ? JSON.parse(text) : {};
    scan(name, { ...(envelope as Envelope), status, headers }, text);
    return status;
  };
  const readAll = async () => {
    for (const call of calls.filter(isRead)) {
      const shape = call.endpoint.query instanceof z.ZodMiniObject ? call.endpoint.query.shape : {};
      const more = {
        ...('pageSize' in shape ? { pageSize: '1000' } : {}),
        ...('format' in shape ? { format: 'csv' } : {}),
      };
      const status = await ask(call, more);
      // The file belongs to another user.
      expect([call.name, status]).toEqual([
        call.name,
        call.name.startsWith('files.') && status === 404 ? 404 : 200,
      ]);
    }
  };
  await readAll();
  const isEnd = (name: string) => ['authentication.logout', 'authentication.setPassword'].includes(name);
  for (const call of calls.filter(
    (one) => !isRead(one) && one.endpoint.answer !== 'stream' && !isEnd(one.name),
  ))
    await ask(call);
  // The log of these writes and their results.
  for (const call of calls.filter(
    (one) => isRead(one) && /Logs\.|users\.|configs\.|onlineSessions\./.test(one.name),
  )) {
    await ask(
      call,
      'pageSize' in ((call.endpoint.query as { shape?: object } | undefined) ?? {})
        ? { pageSize: '1000' }
        : {},
    );
  }
  const metrics = await app.exchange({
    method: 'GET',
    url: '/metrics',
    headers: { authorization: `Bearer ${settings.metricsToken}` },
  });
  scan('metrics', { headers: {}, status: metrics.status } as Envelope, metrics.body);
  const secrets = [...new Set([...first, ...(await known()), ...texts])];
  for (const [name, body] of bodies)
    for (const secret of secrets) if (body.includes(secret)) faults.push(`${name} holds ${secret}`);
  expect(faults).toEqual([]);
  return `${asked} answers to an administrator, reads and writes, ${leaves} values: no key that looks like a secret except ${[...harmless].join(', ')}, none of the ${secrets.length + isCaptchaAnswer.size} real secrets of the database and the settings`;
});
