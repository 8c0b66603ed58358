import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import { failureFaults, fieldFaults } from '#tests/support/answers.ts';
import { stateOf } from '#tests/support/database-state.ts';
import {
  fieldsOf,
  inputSchema,
  limitValues,
  sample,
  withField,
  wrongValues,
  type Field,
} from '#tests/support/json-schema.ts';
import { addPerson } from '#tests/support/people.ts';
import { createTestApp, type Envelope, type TestApp } from '#tests/support/test-app.ts';
import { validCalls, type ValidCall } from '#tests/support/valid-inputs.ts';

const all = listEndpoints();
const writes = all.filter(({ endpoint }) => endpoint.body !== undefined).map(({ name }) => name);
const reads = all.filter(({ endpoint }) => endpoint.method === 'GET').map(({ name }) => name);

let app: TestApp;
let token: string;
let calls: Map<string, ValidCall>;
let address = 0;
beforeAll(async () => {
  app = await createTestApp();
  calls = new Map((await validCalls(app)).map((call) => [call.name, call]));
  // All rights: whatever is refused is refused for its input.
  token = (await addPerson(app, { roleKey: 'admin' })).token;
});
afterAll(() => app.close());

const callOf = (name: string): ValidCall => calls.get(name)!;

/** Sends the raw body to an endpoint, each time from another address, so that no throttle answers first. */
function sendRaw(call: ValidCall, raw: string, headers: Record<string, string> = {}): Promise<Envelope> {
  address += 1;
  return app.send(call.endpoint.method, call.url, {
    ...(call.endpoint.permission === 'public' ? {} : { token }),
    ...(call.endpoint.method === 'GET' ? {} : { raw }),
    headers: { 'idempotency-key': randomUUID(), ...headers },
    remoteAddress: `10.0.${address >> 8}.${address & 255}`,
  });
}
const sendBody = (call: ValidCall, body: unknown) => sendRaw(call, JSON.stringify(body));

/** The body as text, with the field's value replaced by text that need not be JSON. */
const rawWith = (call: ValidCall, path: Field['path'], text: string) =>
  JSON.stringify(withField(call.body, path, '@@hole@@')).replace('"@@hole@@"', () => text);

/** What `work` found wrong, and whether anything was written meanwhile. */
async function faultsOf(work: (faults: string[]) => Promise<void>): Promise<string[]> {
  const faults: string[] = [];
  const before = await stateOf(app.database);
  await work(faults);
  if (!isDeepStrictEqual(await stateOf(app.database), before)) faults.push('something was written');
  return faults;
}

const bodyFields = (name: string) => fieldsOf(inputSchema(callOf(name).endpoint.body!));
const nameOf = (path: Field['path']) => path.join('.');

function valueAt(body: unknown, path: Field['path']): unknown {
  let value = body;
  for (const key of path) value = Reflect.get(Object(value), key);
  return value;
}

describe.each(writes)('the body of %s', (name) => {
  test('names a required field that is missing', async () => {
    const faults = await faultsOf(async (found) => {
      const call = callOf(name);
      const required = bodyFields(name).filter(({ isRequired, path }) => isRequired && path.at(-1) !== 0);
      if (required.length === 0) found.push('nothing is required');
      for (const { path } of required) {
        const answer = await sendBody(call, withField(call.body, path, undefined));
        found.push(...fieldFaults(answer, nameOf(path), `${nameOf(path)} missing`));
      }
    });
    expect(faults).toStrictEqual([]);
  });

  test('refuses null, other types and what lies beyond a limit, naming the field', async () => {
    const faults = await faultsOf(async (found) => {
      const call = callOf(name);
      for (const { path, schema } of bodyFields(name)) {
        for (const value of wrongValues(schema)) {
          const hint = `${nameOf(path)} = ${JSON.stringify(value).slice(0, 60)}`;
          const answer = await sendBody(call, withField(call.body, path, value));
          // A list with an element too many may be refused for its elements, which lie below it.
          const named = Object.keys(answer.errors ?? {}).find((key) => key.startsWith(nameOf(path)));
          found.push(...fieldFaults(answer, named ?? nameOf(path), hint));
        }
      }
    });
    expect(faults).toStrictEqual([]);
  });

  test('refuses numbers and text that no store keeps', async () => {
    const faults = await faultsOf(async (found) => {
      const call = callOf(name);
      for (const { path, schema } of bodyFields(name)) {
        const texts =
          schema.type === 'string'
            ? [
                String.raw`"a\u0000b"`,
                String.raw`"\ud800"`,
                String.raw`"\udfff\ud800"`,
                String.raw`"\u001b[31m"`,
              ]
            : ['1e400', '-1e400', '1e999999'];
        for (const text of texts) {
          const answer = await sendRaw(call, rawWith(call, path, text));
          found.push(...fieldFaults(answer, nameOf(path), `${nameOf(path)} = ${text}`));
        }
        for (const text of ['NaN', 'Infinity', '0x10', '01', "'a'", '1_000', '+1', ',']) {
          const answer = await sendRaw(call, rawWith(call, path, text));
          found.push(...failureFaults(answer, `${nameOf(path)} = ${text}`, { error: 'request.malformed' }));
        }
      }
    });
    expect(faults).toStrictEqual([]);
  });

  test('refuses unknown, duplicate and prototype keys at every level', async () => {
    const faults = await faultsOf(async (found) => {
      const call = callOf(name);
      const fields = bodyFields(name);
      const parents = new Map(fields.map(({ path }) => [nameOf(path.slice(0, -1)), path.slice(0, -1)]));
      for (const parent of parents.values()) {
        if (Array.isArray(valueAt(call.body, parent))) continue;
        for (const key of ['isAdmin', 'toString', 'valueOf', 'hasOwnProperty', 'Items', 'id; drop']) {
          const path = [...parent, key];
          const answer = await sendBody(call, withField(call.body, path, 1));
          found.push(...fieldFaults(answer, nameOf(path), nameOf(path)));
        }
        for (const key of ['__proto__', 'constructor', 'prototype', String.raw`__pr\u006fto__`]) {
          for (const value of ['1', '{"isAdmin":true}', 'null']) {
            const raw = rawWith(call, [...parent, 'hole'], value).replace('"hole":', () => `"${key}":`);
            found.push(...failureFaults(await sendRaw(call, raw), raw, { error: 'request.invalid' }));
          }
        }
      }
      for (const { path } of fields) {
        const key = path.at(-1);
        if (typeof key !== 'string') continue;
        const value = JSON.stringify(valueAt(call.body, path) ?? 1);
        const answer = await sendRaw(call, rawWith(call, path, `${value},"${key}":${value}`));
        found.push(...fieldFaults(answer, key, `${key} twice`));
      }
    });
    expect(faults).toStrictEqual([]);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  test('refuses what is not a JSON object', async () => {
    const faults = await faultsOf(async (found) => {
      const call = callOf(name);
      const isList = inputSchema(call.endpoint.body!).type === 'array';
      const malformed = [
        '{',
        '{"a":1,}',
        '[1,2',
        '"',
        'nul',
        "{'a':1}",
        '{"a":1}{}',
        '\u{feff}{}',
        '{"a":\u0001}',
      ];
      for (const raw of malformed) {
        found.push(...failureFaults(await sendRaw(call, raw), raw, { error: 'request.malformed' }));
      }
      for (const raw of ['[]', '[{}]', '"text"', '1', 'true', 'null', '{}', '']) {
        if (isList && raw === '[]') continue;
        found.push(...failureFaults(await sendRaw(call, raw), raw, { error: 'request.invalid' }));
      }
    });
    expect(faults).toStrictEqual([]);
  });

  test('refuses bodies too deep or too large', async () => {
    const faults = await faultsOf(async (found) => {
      const call = callOf(name);
      const key = nameOf(bodyFields(name)[0]!.path);
      const deep = [
        `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
        `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
        `{"${key}":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
        '['.repeat(100_000),
      ];
      for (const raw of deep) {
        const answer = await sendRaw(call, raw);
        found.push(...failureFaults(answer, raw.slice(0, 20), { error: 'request.malformed' }));
      }
      const limit = call.endpoint.maxBytes ?? 256 * 1024;
      for (const size of [limit + 1, 2 * limit + 1]) {
        const answer = await sendRaw(call, `"${'a'.repeat(size - 2)}"`);
        found.push(...failureFaults(answer, String(size), { error: 'request.too_large' }));
      }
    });
    expect(faults).toStrictEqual([]);
  });

  test('is JSON in UTF-8 and nothing else', async () => {
    const types = [
      'application/json\tx',
      'application/json x',
      'application/json;charset=utf-7',
      'application/json; charset=gbk',
      'application/json; charset=utf-8; charset=utf-7',
      'application/json, application/json',
      'application/jsonp',
      'application/vnd.api+json',
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'json',
      '*/*',
      ';',
      ' ',
    ];
    const faults = await faultsOf(async (found) => {
      const call = callOf(name);
      for (const type of types) {
        const answer = await sendRaw(call, JSON.stringify(call.body), { 'content-type': type });
        found.push(...failureFaults(answer, type, { error: 'request.media_type' }));
      }
    });
    expect(faults).toStrictEqual([]);
  });
});

test('a field takes the values on its limits', async () => {
  const faults: string[] = [];
  for (const name of writes) {
    const call = callOf(name);
    for (const { path, schema } of bodyFields(name)) {
      for (const value of limitValues(schema)) {
        const answer = await sendBody(call, withField(call.body, path, value));
        const complaint = answer.error === 'request.invalid' ? answer.errors?.[nameOf(path)] : undefined;
        // Whether the password is right, or the type exists, is a question of its own.
        const isRefused = complaint !== undefined && !/旧密码不正确|不存在/.test(complaint);
        if (answer.status >= 500 || isRefused)
          faults.push(`${name} ${nameOf(path)} = ${String(value)}: ${answer.status} ${complaint}`);
      }
    }
  }
  expect(faults).toStrictEqual([]);
});

test('the content types that axios and fetch send are taken', async () => {
  const call = callOf('quotes.quote');
  const types = ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'];
  const answers = types.map((type) => sendRaw(call, JSON.stringify(call.body), { 'content-type': type }));
  expect((await Promise.all(answers)).map((answer) => answer.status)).toStrictEqual([200, 200, 200]);
});

describe('a query', () => {
  const get = (name: string, query: string) => {
    const { url, endpoint } = callOf(name);
    return app.send('GET', `${url}?${query}`, endpoint.permission === 'public' ? {} : { token });
  };
  const search = (name: string, change: Record<string, string>) =>
    get(name, new URLSearchParams({ ...callOf(name).query, ...change }).toString());

  test.each(reads)('of %s has only the parameters that are declared', async (name) => {
    const faults: string[] = [];
    const undeclared =
      'undeclared toString __proto__ constructor filter a[b] token access_token orderByColumn isAsc orderBy sortBy ' +
      'passwordOrder passwordHashOrder tokenOrder username.passwordOrder t1.idOrder deletedAtOrder 1Order Order';
    for (const key of undeclared.split(' ')) {
      for (const value of ['asc', '(select pg_sleep(9))'])
        faults.push(...fieldFaults(await search(name, { [key]: value }), key, `${key}=${value}`));
    }
    expect(faults).toStrictEqual([]);
  });

  test.each(reads)('of %s refuses values of another form, and lists', async (name) => {
    const faults: string[] = [];
    const { endpoint, query } = callOf(name);
    const properties = endpoint.query ? inputSchema(endpoint.query).properties : undefined;
    for (const [key, property] of Object.entries(properties ?? {})) {
      const wrong = ['a'.repeat(201), 'a\u0000b', '\u001b[2J'];
      if (property.enum || property.pattern !== undefined)
        wrong.push(
          '-1',
          '1.5',
          '0x10',
          '1e3',
          'NaN',
          ' 1',
          'asc; drop table orders',
          '(select 1)',
          'ASC',
          'null',
        );
      if (/^(pageIndex|pageSize)$/.test(key)) wrong.push('', '0', '1000001', '99999999999999999999');
      if (key === 'pageSize') wrong.push('1001');
      for (const value of wrong)
        faults.push(
          ...fieldFaults(await search(name, { [key]: value }), key, `${key}=${value.slice(0, 30)}`),
        );
      const value = encodeURIComponent(query[key] ?? String(sample(property)));
      for (const doubled of [
        `${key}=${value}&${key}=${value}`,
        `${key}%5B%5D=${value}`,
        `${key}%5Bx%5D=${value}`,
      ])
        faults.push(...failureFaults(await get(name, doubled), doubled, { status: 400 }));
    }
    expect(faults).toStrictEqual([]);
  });

  test('whose page lies beyond the last answers an empty list', async () => {
    const answer = await search('orders.list', { pageIndex: '1000000', pageSize: '1000' });
    expect(answer).toMatchObject({ status: 200, data: { list: [], pageIndex: 1_000_000 } });
  });
});

test('an id in a path is a positive whole number', async () => {
  const faults: string[] = [];
  const bad = [
    '0',
    '-1',
    '1.5',
    '0x1',
    '1e2',
    'abc',
    'NaN',
    'null',
    '%00',
    '%20',
    '2147483648',
    '1%27',
    '1;x',
    '%D9%A1',
  ];
  for (const call of calls.values()) {
    if (!call.endpoint.path.includes(':id')) continue;
    for (const id of bad) {
      const url = call.endpoint.path.replace(':id', id);
      faults.push(...fieldFaults(await sendBody({ ...call, url }, call.body ?? {}), 'id', url));
    }
    const url = call.endpoint.path.replace(':id', '1'.repeat(101));
    faults.push(...failureFaults(await sendBody({ ...call, url }, call.body ?? {}), 'a long id'));
  }
  expect(faults).toStrictEqual([]);
});
