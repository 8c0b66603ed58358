import { afterAll, beforeAll, expect } from 'vitest';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { head, rawFaults } from '#tests/support/app/raw-faults.ts';
import { sendBytes } from '#tests/support/app/raw-http.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

let app: ServedApp;
let token: string;
beforeAll(async () => {
  app = await createServedApp();
  token = (await addPerson(app, { roleKey: 'admin' })).token;
});
afterAll(() => app.close());

const post = (lines: string[], body = '') =>
  head(['POST /api/v1/post HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, ...lines], body);

/** Requests that fail before or in the framework, with their expected status. */
const malformed: [string, () => string, number][] = [
  ['no HTTP at all', () => 'hello\r\n\r\n', 400],
  ['TLS on the plain port', () => '\u0016\u0003\u0001\u0002\u0000\u0001', 400],
  ['a header without a colon', () => head(['GET /healthz HTTP/1.1', 'Host: x', 'Nonsense']), 400],
  ['a space before the colon', () => head(['GET /healthz HTTP/1.1', 'Host : x']), 400],
  ['a folded header', () => head(['GET /healthz HTTP/1.1', 'Host: x', 'A: b', ' c']), 400],
  ['a control character in a header', () => head(['GET /healthz HTTP/1.1', 'Host: x', 'A: b\u0001c']), 400],
  ['NUL in the address', () => head(['GET /healthz\u0000 HTTP/1.1', 'Host: x']), 400],
  ['a bare line feed', () => 'GET /healthz HTTP/1.1\nHost: x\n\n', 400],
  ['two lengths', () => post(['Content-Length: 5', 'Content-Length: 6'], 'hello'), 400],
  ['a negative length', () => post(['Content-Length: -5'], 'hello'), 400],
  ['a length that is no number', () => post(['Content-Length: 0x5'], 'hello'), 400],
  ['a length and chunks', () => post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'), 400],
  [
    'a chunk of no size',
    () => post(['Content-Type: application/json', 'Transfer-Encoding: chunked'], 'zz\r\nhello\r\n'),
    400,
  ],
  ['chunks not last', () => post(['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'), 400],
  ['an unknown transfer coding', () => post(['Transfer-Encoding: gibberish'], 'x'), 400],
  ['HTTP/9.9', () => head(['GET /healthz HTTP/9.9', 'Host: x']), 400],
  ['HTTP/2 without TLS', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['an unknown method', () => head(['BREW /healthz HTTP/1.1', 'Host: x']), 400],
  ['a method in lower case', () => head(['get /healthz HTTP/1.1', 'Host: x']), 400],
  ['an address without a slash', () => head(['GET healthz HTTP/1.1', 'Host: x']), 400],
  ['no host', () => head(['GET /healthz HTTP/1.1']), 400],
  ['headers of 20 KB', () => head(['GET /healthz HTTP/1.1', 'Host: x', `A: ${'a'.repeat(20_000)}`]), 431],
  ['an address of 20 KB', () => head([`GET /${'a'.repeat(20_000)} HTTP/1.1`, 'Host: x']), 431],
  [
    '3000 headers',
    () => head(['GET /healthz HTTP/1.1', 'Host: x', ...Array.from({ length: 3000 }, (_, i) => `h${i}: 1`)]),
    431,
  ],
  ['a broken escape', () => head(['GET /api/v1/post/%zz HTTP/1.1', 'Host: x']), 400],
  ['an overlong escape', () => head(['GET /api/v1/%c0%ae%c0%ae/post HTTP/1.1', 'Host: x']), 400],
  [
    'a body shorter than JSON',
    () => post(['Content-Type: application/json', 'Content-Length: 5'], '{"a":'),
    400,
  ],
  [
    'a body that is not UTF-8',
    () => post(['Content-Type: application/json', 'Content-Length: 2'], '\u00ff\u00fe'),
    400,
  ],
  ['a body without a type', () => post([`Content-Length: 2`], '{}'), 415],
  ['an announced giant', () => post(['Content-Type: application/json', 'Content-Length: 99999999999']), 413],
  [
    'chunks beyond the limit',
    () =>
      post(
        ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
        `50000\r\n${' '.repeat(0x50000)}\r\n0\r\n\r\n`,
      ),
    413,
  ],
  ['CONNECT', () => head(['CONNECT example.com:443 HTTP/1.1', 'Host: example.com']), 405],
  ['TRACE', () => head(['TRACE /api/v1/post HTTP/1.1', 'Host: x']), 404],
  ['OPTIONS *', () => head(['OPTIONS * HTTP/1.1', 'Host: x']), 404],
  [
    'a path parameter of 101 characters',
    () => head([`GET /api/v1/post/${'1'.repeat(101)} HTTP/1.1`, 'Host: x']),
    404,
  ],
  [
    'an address that nothing has',
    () => head(['GET /api/v1/nothing HTTP/1.1', 'Host: x', 'Connection: close']),
    404,
  ],
  [
    'a method that the address lacks',
    () => head(['PATCH /api/v1/post HTTP/1.1', 'Host: x', 'Connection: close']),
    404,
  ],
  [
    'no JSON',
    () => post(['Content-Type: application/json', 'Content-Length: 3', 'Connection: close'], '{a}'),
    400,
  ],
  [
    'a body that the schema refuses',
    () => post(['Content-Type: application/json', 'Content-Length: 2', 'Connection: close'], '[]'),
    400,
  ],
  [
    'a form that is none',
    () =>
      head(
        [
          'POST /api/v1/public/uploadFile HTTP/1.1',
          'Host: x',
          `Authorization: Bearer ${token}`,
          'Content-Type: multipart/form-data',
          'Content-Length: 2',
          'Connection: close',
        ],
        '{}',
      ),
    400,
  ],
  [
    'an asset that is not there',
    () => head(['GET /assets/nothing.js HTTP/1.1', 'Host: x', 'Connection: close']),
    404,
  ],
  [
    'another server',
    () => head(['GET http://elsewhere.example/api/v1/post HTTP/1.1', 'Host: elsewhere.example']),
    401,
  ],
];

bar(59, 'malformed HTTP and every refusal of the framework is answered in the envelope', async () => {
  const before = await stateOf(app.database);
  const faults: string[] = [];
  for (const [name, bytes, status] of malformed) {
    const answer = await sendBytes(app.port, Buffer.from(bytes(), 'latin1'));
    faults.push(...rawFaults(answer, name, { status }));
    expect((await app.send('GET', '/app-config')).status, name).toBe(200);
  }
  expect(faults).toStrictEqual([]);
  expect(await stateOf(app.database)).toStrictEqual(before);
  const statuses = new Set(malformed.map(([, , status]) => status));
  return `${malformed.length} kinds of failure with ${statuses.size} statuses, each in the envelope`;
});

bar(59, 'each request on a connection gets its own answer, and its id cannot break a log line', async () => {
  const expecting = head(['GET /healthz HTTP/1.1', 'Host: x', 'Expect: a miracle']);
  expect(await sendBytes(app.port, expecting)).toMatchObject({ status: 200 });
  const one = head(['GET /healthz HTTP/1.1', 'Host: x', 'X-Request-Id: first-1']);
  const two = head(['GET /nothing HTTP/1.1', 'Host: x', 'X-Request-Id: second-2', 'Connection: close']);
  expect(await sendBytes(app.port, one + two)).toMatchObject({
    status: 200,
    headers: { 'x-request-id': 'first-1' },
  });
  const refused = ['a b', 'x'.repeat(65), 'é', '<script>', ''];
  for (const given of refused) {
    const answer = await app.send('GET', '/nothing', { headers: { 'x-request-id': given } });
    expect(answer.requestId).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect((await app.send('GET', '/nothing', { headers: { 'x-request-id': 'abc-1' } })).requestId).toBe(
    'abc-1',
  );
});
