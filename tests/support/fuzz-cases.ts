import fc from 'fast-check';
import { anyJson, hostileText, near } from './fuzz-inputs.ts';
import { contentTypes, literals, spellingsOf, strangeHeaders, strangeMethods } from './fuzz-words.ts';
import { BOUNDARY, form, formPart, formType, samples } from './files.ts';
import { fieldsOf, inputSchema, limitValues, withField, wrongValues, type Field } from './json-schema.ts';
import type { ValidCall } from './valid-inputs.ts';

/** A request as it goes out, every part as it is. */
export interface FuzzCase {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** Method and path are those of the contract, so that it is a call of the operation, whatever else it is. */
  isRouted: boolean;
}

type Change = Partial<FuzzCase>;

/** Requests around one operation: near its schemas, or a valid call with one thing wrong. */
export function casesOf(call: ValidCall): fc.Arbitrary<FuzzCase> {
  const kinds: { weight: number; arbitrary: fc.Arbitrary<Change> }[] = [
    { weight: 4, arbitrary: nearCall(call) },
    { weight: 1, arbitrary: queryTrick(call) },
    { weight: 1, arbitrary: pathTrick(call) },
    { weight: 1, arbitrary: methodTrick },
    { weight: 1, arbitrary: headerTrick },
  ];
  if (call.endpoint.body) {
    const fields = fieldsOf(inputSchema(call.endpoint.body));
    if (fields.length > 0) kinds.push({ weight: 4, arbitrary: fieldChange(call, fields) });
    kinds.push(
      { weight: 3, arbitrary: textTrick(call, fields) },
      { weight: 1, arbitrary: typeTrick(JSON.stringify(call.body)) },
    );
  }
  if (call.endpoint.upload) kinds.push({ weight: 6, arbitrary: bytesOf(call.endpoint.upload) });
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

/** A valid body with one field missing, of another type, on or past a limit, or strange. */
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

const deep = (depth: number) => [
  `${'['.repeat(depth)}${']'.repeat(depth)}`,
  `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
];

/** The text of a valid body, damaged: literals, keys, depth, length, encoding. */
function textTrick(call: ValidCall, fields: readonly Field[]): fc.Arbitrary<Change> {
  const text = JSON.stringify(call.body);
  const hole = '@@hole@@';
  const holes = fields.map(({ path }) => JSON.stringify(withField(call.body, path, hole)));
  const filled = (into: string, literal: string) => into.replace(`"${hole}"`, () => literal);
  const keys = ['__proto__', 'constructor', 'prototype', String.raw`__pr\u006fto__`, 'isAdmin', ''];
  const inHole = fc
    .tuple(fc.constantFrom(...holes, `"${hole}"`), fc.constantFrom(...literals, ...deep(30), ...deep(10_000)))
    .map(([into, literal]) => filled(into, literal));
  const twice = fc.constantFrom(...fields.map(({ path }) => path), []).map((path) => {
    const key = JSON.stringify(String(path.at(-1) ?? 'a'));
    const into = path.length === 0 ? `{"a":"${hole}"}` : JSON.stringify(withField(call.body, path, hole));
    return filled(into, `1,${key}:1`);
  });
  const withKey = fc
    .tuple(fc.constantFrom(...keys), fc.constantFrom('1', 'null', '{"isAdmin":true}', '[]'))
    .map(([key, value]) => text.replace('{', () => `{"${key}":${value},`));
  const cut = fc.nat({ max: text.length }).map((end) => text.slice(0, end));
  const garbage = fc
    .constantFrom('\ufeff', '{}', ',', '\u0000', ' '.repeat(300_000))
    .map((tail) => text + tail);
  const bytes = fc.constantFrom<Buffer>(
    Buffer.from(text, 'utf16le'),
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80, 0x7d])]),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
    Buffer.alloc(1),
  );
  const large = fc.constantFrom(`[${'0,'.repeat(999_999)}0]`, `"${'a'.repeat(400_000)}"`);
  const whole = fc.constantFrom('[]', '[{}]', '1', 'true', 'null', '""', '{}', '', '{"a":1,}', '[1,2');
  return fc
    .oneof<{ weight: number; arbitrary: fc.Arbitrary<string | Buffer> }[]>(
      { weight: 12, arbitrary: inHole },
      { weight: 4, arbitrary: twice },
      { weight: 4, arbitrary: withKey },
      { weight: 3, arbitrary: cut },
      { weight: 3, arbitrary: whole },
      { weight: 2, arbitrary: garbage },
      { weight: 2, arbitrary: bytes },
      { weight: 1, arbitrary: large },
    )
    .map((body) => ({ body }));
}

const typeTrick = (body: string): fc.Arbitrary<Change> =>
  fc.constantFrom(...contentTypes).map((type) => ({ body, headers: { 'content-type': type } }));

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

function pathTrick({ url }: ValidCall): fc.Arbitrary<Change> {
  return fc.constantFrom(...spellingsOf(url)).map((spelled) => ({ url: spelled, isRouted: false }));
}

const methodTrick: fc.Arbitrary<Change> = fc
  .constantFrom(...strangeMethods)
  .map((method) => ({ method, isRouted: false }));

const headerTrick: fc.Arbitrary<Change> = fc
  .constantFrom(...strangeHeaders)
  .map(([name, value]) => ({ headers: { [name]: value } }));

/** Files of the right and of every other kind, damaged at any place, and forms that are hardly forms. */
function bytesOf(upload: 'table' | 'pdf' | 'form'): fc.Arbitrary<Change> {
  const tables = [Buffer.from('材料,工艺,价格\r\n1,2,3\r\n'), Buffer.from('\ufeff"a\n'), samples.zip];
  const file = fc.constantFrom<Buffer>(...Object.values(samples), ...tables, Buffer.alloc(0));
  const damaged = fc
    .tuple(file, fc.nat({ max: 300 }), fc.uint8Array({ maxLength: 40 }))
    .map(([whole, at, bytes]) =>
      Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + bytes.length)]),
    );
  const content = fc.oneof(file, damaged);
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const right = { table: ['text/csv', sheet], pdf: ['application/pdf'], form: [formType] }[upload];
  const type = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...contentTypes) },
  );
  if (upload !== 'form')
    return fc.tuple(content, type).map(([body, type]) => ({ body, headers: { 'content-type': type } }));
  const name = fc.oneof(
    fc.constantFrom('图纸.pdf', 'a.step', 'a.png', 'a.svg', undefined),
    hostileText.map((text) => text.replaceAll(/["\r\n]/g, '')),
  );
  const part = fc
    .tuple(fc.constantFrom('file', 'files', '__proto__', ''), name, content)
    .map(([field, name, content]) => formPart(field, name, content));
  const whole = fc.array(part, { maxLength: 3 }).map((parts) => form(...parts));
  const broken = fc.tuple(whole, fc.nat({ max: 400 })).map(([body, end]) => body.subarray(0, end));
  const nonsense = fc.constantFrom<Buffer>(
    Buffer.from(`--${BOUNDARY}\r\n\r\n\r\n--${BOUNDARY}--\r\n`),
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data\r\n\r\nx\r\n--${BOUNDARY}--`),
    Buffer.from(`--${BOUNDARY}\r\n${'a: b\r\n'.repeat(3_000)}\r\nx\r\n--${BOUNDARY}--`),
  );
  return fc
    .tuple(
      fc.oneof(
        { weight: 4, arbitrary: whole },
        { weight: 2, arbitrary: broken },
        { weight: 1, arbitrary: nonsense },
      ),
      type,
    )
    .map(([body, type]) => ({ body, headers: { 'content-type': type } }));
}
