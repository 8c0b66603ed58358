import fc from 'fast-check';
import { anyJson, hostileText, near } from './fuzz-inputs.ts';
import { strangeHeaders } from './fuzz-headers.ts';
import {
  fieldsOf,
  inputSchema,
  limitValues,
  withField,
  wrongValues,
  type Field,
} from '../app/json-schema.ts';
import type { ValidCall } from '../app/valid-inputs.ts';

/** A raw request; every part is sent unchanged. */
export interface FuzzCase {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Whether the path is that of the contract, so that the request calls the operation. */
  isRouted: boolean;
}

type Change = Partial<FuzzCase>;

/**
 * Random requests around one operation: near its schemas, or a valid call with one field, its query or a header changed.
 * What can be listed has tests that go through the list: malformed JSON in tests/api/bad-input.test.ts, prototype keys, media
 * types and deep bodies in input-bodies, methods in configuration-methods, spellings of addresses in access-permissions and
 * injection-addresses, files and forms in injection-files and injection-uploads.
 */
export function casesOf(call: ValidCall): fc.Arbitrary<FuzzCase> {
  const kinds: { weight: number; arbitrary: fc.Arbitrary<Change> }[] = [
    { weight: 4, arbitrary: nearCall(call) },
    { weight: 1, arbitrary: queryTrick(call) },
    { weight: 1, arbitrary: headerTrick },
  ];
  if (call.endpoint.body) {
    const fields = fieldsOf(inputSchema(call.endpoint.body));
    if (fields.length > 0) kinds.push({ weight: 4, arbitrary: fieldChange(call, fields) });
  }
  return fc.tuple(fc.uuid(), fc.oneof(...kinds)).map(([key, { headers, ...change }]) => ({
    method: call.endpoint.method,
    url: withQuery(call.url, new URLSearchParams(call.query).toString()),
    isRouted: true,
    ...bodyOf(call),
    ...change,
    headers: {
      'idempotency-key': key,
      ...(call.endpoint.body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
  }));
}

const withQuery = (url: string, query: string) => (query === '' ? url : `${url}?${query}`);
const bodyOf = (call: ValidCall): Change =>
  call.endpoint.body && call.endpoint.method !== 'GET' ? { body: JSON.stringify(call.body) } : {};

const inUrl = (text: string) => encodeURIComponent(text.toWellFormed());
const anyText = fc.oneof(hostileText, anyJson.map(String));

/** Body, query and ids of about the right form. */
function nearCall(call: ValidCall): fc.Arbitrary<Change> {
  const { body, query, path, method } = call.endpoint;
  const names = Object.keys((query && inputSchema(query).properties) ?? {});
  const search = fc.dictionary(fc.constantFrom(...names, 'undeclared', '__proto__'), anyText, {
    maxKeys: 3,
    noNullPrototype: true,
  });
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
    { weight: 1, arbitrary: fc.constantFrom('0', '-1', '1.5', '2147483648', '1e2', '0x1', '%D9%A1') },
    { weight: 1, arbitrary: hostileText.map(inUrl) },
  );
  const ids = fc.tuple(...[...path.matchAll(/:\w+/g)].map(() => part));
  return fc
    .record({
      value: body ? near(inputSchema(body)) : fc.constant(undefined),
      query: query ? fc.option(search, { freq: 3, nil: {} }) : fc.constant({}),
      ids,
      isOwn: fc.boolean(),
    })
    .map(({ value, query, ids, isOwn }) => {
      const parts = [...ids];
      const filled = path.replaceAll(/:\w+/g, () => parts.shift() ?? '1');
      const search = Object.entries(query).map(([key, text]) => `${inUrl(key)}=${inUrl(String(text))}`);
      return {
        url: withQuery(isOwn ? call.url : filled, search.join('&')),
        isRouted: isOwn || ids.every((id) => /^\d{1,9}$/.test(id)),
        ...(value === undefined || method === 'GET' ? {} : { body: JSON.stringify(value) }),
      };
    });
}

/** A valid body with one field missing, of another type, at or beyond a limit, or unusual. */
function fieldChange(call: ValidCall, fields: readonly Field[]): fc.Arbitrary<Change> {
  return fc
    .constantFrom(...fields)
    .chain(({ path, schema }) =>
      fc
        .oneof(
          fc.constantFrom(undefined, ...wrongValues(schema), ...limitValues(schema)),
          hostileText,
          anyJson,
        )
        .map((value) => ({ body: JSON.stringify(withField(call.body, path, value)) })),
    );
}

function queryTrick({ url, endpoint: { query } }: ValidCall): fc.Arbitrary<Change> {
  const names = Object.keys((query && inputSchema(query).properties) ?? {});
  const name = fc.constantFrom(...names, 'pageSize', 'idOrder', 'filter', 'token', 'undeclared');
  const pair = fc
    .tuple(name, anyText.map(inUrl))
    .chain(([key, value]) =>
      fc.constantFrom(
        `${key}=${value}`,
        `${key}=${value}&${key}=${value}`,
        `${key}[]=${value}`,
        `${key}[b]=${value}`,
        `${key}[__proto__][isAdmin]=1`,
        `__proto__[${key}]=${value}`,
        `constructor.prototype.${key}=1`,
        key,
        `=${value}`,
        `${key}=%00`,
        `${key}=%zz`,
        `${key}=%ed%a0%80`,
        `${key}=%c0%ae`,
        `${key}=${'a'.repeat(9_000)}`,
        `%6e${key}=1`,
      ),
    );
  return fc
    .tuple(pair, fc.constantFrom('?', '??', '?&', '?#', ';'), fc.option(pair, { nil: '' }))
    .map(([first, mark, second]) => ({
      url: `${url}${mark}${first}${second === '' ? '' : `&${second}`}`,
      isRouted: mark.startsWith('?'),
    }));
}

const headerTrick: fc.Arbitrary<Change> = fc
  .constantFrom(...strangeHeaders)
  .map(([name, value]) => ({ headers: { [name]: value } }));
