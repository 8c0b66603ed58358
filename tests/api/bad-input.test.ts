import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import { failureFaults, fieldFaults } from '#tests/support/answers.ts';
import {
  bodyFields,
  createContractProbe,
  faultsOf,
  nameOf,
  rawWith,
  type ContractProbe,
} from '#tests/support/contract-probe.ts';
import { inputSchema, withField, wrongValues, type Field } from '#tests/support/json-schema.ts';

const writes = listEndpoints()
  .filter(({ endpoint }) => endpoint.body !== undefined)
  .map(({ name }) => name);

let probe: ContractProbe;
beforeAll(async () => {
  probe = await createContractProbe();
});
afterAll(() => probe.app.close());

function valueAt(body: unknown, path: Field['path']): unknown {
  let value = body;
  for (const key of path) value = Reflect.get(Object(value), key);
  return value;
}

describe.each(writes)('the body of %s', (name) => {
  test('names a required field that is missing', async () => {
    const faults = await faultsOf(probe, async (found) => {
      const call = probe.callOf(name);
      const required = bodyFields(call).filter(({ isRequired, path }) => isRequired && path.at(-1) !== 0);
      if (required.length === 0) found.push('nothing is required');
      for (const { path } of required) {
        const answer = await probe.sendBody(call, withField(call.body, path, undefined));
        found.push(...fieldFaults(answer, nameOf(path), `${nameOf(path)} missing`));
      }
    });
    expect(faults).toStrictEqual([]);
  });

  test('refuses null, other types and what lies beyond a limit, naming the field', async () => {
    const faults = await faultsOf(probe, async (found) => {
      const call = probe.callOf(name);
      for (const { path, schema } of bodyFields(call)) {
        for (const value of wrongValues(schema)) {
          const hint = `${nameOf(path)} = ${JSON.stringify(value).slice(0, 60)}`;
          const answer = await probe.sendBody(call, withField(call.body, path, value));
          // A list with an element too many may be refused for its elements, which lie below it.
          const named = Object.keys(answer.errors ?? {}).find((key) => key.startsWith(nameOf(path)));
          found.push(...fieldFaults(answer, named ?? nameOf(path), hint));
        }
      }
    });
    expect(faults).toStrictEqual([]);
  });

  test('refuses numbers and text that no store keeps', async () => {
    const faults = await faultsOf(probe, async (found) => {
      const call = probe.callOf(name);
      for (const { path, schema } of bodyFields(call)) {
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
          const answer = await probe.sendRaw(call, rawWith(call, path, text));
          found.push(...fieldFaults(answer, nameOf(path), `${nameOf(path)} = ${text}`));
        }
      }
    });
    expect(faults).toStrictEqual([]);
  });

  test('refuses unknown, duplicate and prototype keys at every level', async () => {
    const faults = await faultsOf(probe, async (found) => {
      const call = probe.callOf(name);
      const fields = bodyFields(call);
      const ofObjects = fields.filter(({ path }) => typeof path.at(-1) === 'string');
      const parents = new Map(ofObjects.map(({ path }) => [nameOf(path.slice(0, -1)), path.slice(0, -1)]));
      for (const parent of parents.values()) {
        for (const key of ['isAdmin', 'toString', 'valueOf', 'hasOwnProperty', 'Items', 'id; drop']) {
          const path = [...parent, key];
          const answer = await probe.sendBody(call, withField(call.body, path, 1));
          found.push(...fieldFaults(answer, nameOf(path), nameOf(path)));
        }
        for (const key of ['__proto__', 'constructor', 'prototype', String.raw`__pr\u006fto__`]) {
          for (const value of ['1', '{"isAdmin":true}', 'null']) {
            const raw = rawWith(call, [...parent, 'hole'], value).replace('"hole":', () => `"${key}":`);
            found.push(...failureFaults(await probe.sendRaw(call, raw), raw, { error: 'request.invalid' }));
          }
        }
      }
      for (const { path } of fields) {
        const key = path.at(-1);
        if (typeof key !== 'string') continue;
        const value = JSON.stringify(valueAt(call.body, path) ?? 1);
        const answer = await probe.sendRaw(call, rawWith(call, path, `${value},"${key}":${value}`));
        found.push(...fieldFaults(answer, key, `${key} twice`));
      }
    });
    expect(faults).toStrictEqual([]);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  test('refuses what is not a JSON object', async () => {
    const faults = await faultsOf(probe, async (found) => {
      const call = probe.callOf(name);
      const isList = inputSchema(call.endpoint.body!).type === 'array';
      const { path } = bodyFields(call)[0]!;
      const noValues = ['NaN', 'Infinity', '0x10', '01', "'a'", '1_000', '+1', ','];
      const malformed = [
        ...noValues.map((text) => rawWith(call, path, text)),
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
        found.push(...failureFaults(await probe.sendRaw(call, raw), raw, { error: 'request.malformed' }));
      }
      for (const raw of ['[]', '[{}]', '"text"', '1', 'true', 'null', '{}', '']) {
        if (isList && raw === '[]') continue;
        found.push(...failureFaults(await probe.sendRaw(call, raw), raw, { error: 'request.invalid' }));
      }
    });
    expect(faults).toStrictEqual([]);
  });

  test('refuses bodies too deep or too large', async () => {
    const faults = await faultsOf(probe, async (found) => {
      const call = probe.callOf(name);
      const key = nameOf(bodyFields(call)[0]!.path);
      const deep = [
        `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
        `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
        `{"${key}":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
        '['.repeat(100_000),
      ];
      for (const raw of deep) {
        const answer = await probe.sendRaw(call, raw);
        found.push(...failureFaults(answer, raw.slice(0, 20), { error: 'request.malformed' }));
      }
      const limit = call.endpoint.maxBytes ?? 256 * 1024;
      for (const size of [limit + 1, 2 * limit + 1]) {
        const answer = await probe.sendRaw(call, `"${'a'.repeat(size - 2)}"`);
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
    const faults = await faultsOf(probe, async (found) => {
      const call = probe.callOf(name);
      for (const type of types) {
        const answer = await probe.sendRaw(call, JSON.stringify(call.body), { 'content-type': type });
        found.push(...failureFaults(answer, type, { error: 'request.media_type' }));
      }
    });
    expect(faults).toStrictEqual([]);
  });
});

test('the content types that axios and fetch send are taken', async () => {
  const call = probe.callOf('quotes.quote');
  const types = ['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'];
  const answers = types.map((type) =>
    probe.sendRaw(call, JSON.stringify(call.body), { 'content-type': type }),
  );
  expect((await Promise.all(answers)).map((answer) => answer.status)).toStrictEqual([200, 200, 200]);
});
