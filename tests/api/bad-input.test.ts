import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import { failureFaults, fieldFaults } from '#tests/support/app/answers.ts';
import {
  bodyFields,
  createContractProbe,
  faultsOf,
  nameOf,
  rawWith,
  type ContractProbe,
} from '#tests/support/app/contract-probe.ts';
import { inputSchema, withField, wrongValues, type Field } from '#tests/support/app/json-schema.ts';
import type { ValidCall } from '#tests/support/app/valid-inputs.ts';

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

/** Bodies that the parser refuses before any endpoint runs: each endpoint gets some, and each body goes to some endpoints. */
const shareFor = ({ name }: ValidCall, bodies: readonly string[]) =>
  bodies.filter((_, at) => (at + writes.indexOf(name)) % 4 === 0);

/** The checks of an endpoint with bad bodies; each pushes the faults that it finds. */
const cases: Record<string, (call: ValidCall, found: string[]) => Promise<void>> = {
  async 'names a required field that is missing'(call, found) {
    const required = bodyFields(call).filter(({ isRequired, path }) => isRequired && path.at(-1) !== 0);
    if (required.length === 0) found.push('nothing is required');
    for (const { path } of required) {
      const answer = await probe.sendBody(call, withField(call.body, path, undefined));
      found.push(...fieldFaults(answer, nameOf(path), `${nameOf(path)} missing`));
    }
  },
  async 'refuses null, wrong types and values beyond a limit, naming the field'(call, found) {
    for (const { path, schema } of bodyFields(call)) {
      for (const value of wrongValues(schema)) {
        const hint = `${nameOf(path)} = ${JSON.stringify(value).slice(0, 60)}`;
        const answer = await probe.sendBody(call, withField(call.body, path, value));
        // A list that is too long may be refused because of one of its elements.
        const named = Object.keys(answer.errors ?? {}).find((key) => key.startsWith(nameOf(path)));
        found.push(...fieldFaults(answer, named ?? nameOf(path), hint));
      }
    }
  },
  async 'refuses numbers and text that the database cannot store'(call, found) {
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
      for (const text of shareFor(call, texts)) {
        const answer = await probe.sendRaw(call, rawWith(call, path, text));
        found.push(...fieldFaults(answer, nameOf(path), `${nameOf(path)} = ${text}`));
      }
    }
  },
  async 'refuses a repeated key'(call, found) {
    for (const { path } of bodyFields(call)) {
      const key = path.at(-1);
      if (typeof key !== 'string') continue;
      const value = JSON.stringify(valueAt(call.body, path) ?? 1);
      const answer = await probe.sendRaw(call, rawWith(call, path, `${value},"${key}":${value}`));
      found.push(...fieldFaults(answer, key, `${key} twice`));
    }
  },
  async 'refuses a body that is not a JSON object'(call, found) {
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
    for (const raw of shareFor(call, malformed)) {
      found.push(...failureFaults(await probe.sendRaw(call, raw), raw, { error: 'request.malformed' }));
    }
    for (const raw of ['[]', '[{}]', '"text"', '1', 'true', 'null', '{}', '']) {
      if (isList && raw === '[]') continue;
      found.push(...failureFaults(await probe.sendRaw(call, raw), raw, { error: 'request.invalid' }));
    }
  },
};

test.each(writes)('%s refuses bad bodies', async (name) => {
  const faults = await faultsOf(probe, async (all) => {
    for (const [title, check] of Object.entries(cases)) {
      const found: string[] = [];
      await check(probe.callOf(name), found);
      all.push(...found.map((fault) => `${title}: ${fault}`));
    }
  });
  expect(faults).toStrictEqual([]);
});
