import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureFaults } from '#tests/support/answers.ts';
import { stateOf } from '#tests/support/database-state.ts';
import { addPerson } from '#tests/support/people.ts';
import { sendBytes, type RawAnswer } from '#tests/support/raw-http.ts';
import type { Envelope } from '#tests/support/api.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let port: number;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  port = (app.http.server.address() as AddressInfo).port;
  token = (await addPerson(app, { roleKey: 'admin' })).token;
});
afterAll(() => app.close());

const head = (lines: string[], body = '') => [...lines, '', body].join('\r\n');
const post = (lines: string[], body = '') =>
  head(['POST /api/v1/post HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, ...lines], body);

function faultsIn(answer: RawAnswer | undefined, hint: string, wanted: Partial<Envelope> = {}): string[] {
  if (answer === undefined) return [`${hint}: closed without a word`];
  const { status, headers, body } = answer;
  const faults: string[] = [];
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    return [`${hint}: ${status} ${headers['content-type']} ${body.slice(0, 80)}`];
  const envelope: object = JSON.parse(body);
  faults.push(...failureFaults({ ...(envelope as Envelope), status, headers }, hint, wanted));
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
    if (name in headers) faults.push(`${hint}: sends ${name}`);
  for (const name of ['content-security-policy', 'referrer-policy', 'cache-control'])
    if (!(name in headers)) faults.push(`${hint}: no ${name}`);
  return faults;
}

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
    'another server',
    () => head(['GET http://elsewhere.example/api/v1/post HTTP/1.1', 'Host: elsewhere.example']),
    401,
  ],
];

describe('what is hardly HTTP', () => {
  test.each(malformed)('%s is answered in the envelope', async (name, bytes, status) => {
    const before = await stateOf(app.database);
    const answer = await sendBytes(port, Buffer.from(bytes(), 'latin1'));
    expect(faultsIn(answer, name, { status })).toStrictEqual([]);
    expect(await stateOf(app.database)).toStrictEqual(before);
    expect((await app.send('GET', '/app-config')).status).toBe(200);
  });

  test('a request that trickles in is ended with 408', async () => {
    app.http.server.headersTimeout = 200;
    const answer = await sendBytes(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nA: ');
    app.http.server.headersTimeout = 10_000;
    expect(faultsIn(answer, 'slow headers', { status: 408, error: 'request.timeout' })).toStrictEqual([]);
  });

  test('a body that trickles in is ended with 408', async () => {
    app.http.server.requestTimeout = 300;
    app.http.server.headersTimeout = 200;
    const answer = await sendBytes(
      port,
      post(['Content-Type: application/json', 'Content-Length: 500'], '{"a'),
    );
    app.http.server.requestTimeout = 30_000;
    app.http.server.headersTimeout = 10_000;
    expect(faultsIn(answer, 'slow body', { status: 408, error: 'request.timeout' })).toStrictEqual([]);
  });
});

describe('methods', () => {
  const writes: [method: string, url: string][] = [
    ['GET', '/api/v1/login'],
    ['GET', '/api/v1/logout'],
    ['HEAD', '/api/v1/logout'],
    ['PUT', '/api/v1/order'],
    ['PATCH', '/api/v1/post/1'],
    ['OPTIONS', '/api/v1/post'],
    ['TRACE', '/api/v1/post'],
    ['PROPFIND', '/api/v1/post'],
    ['LINK', '/api/v1/post'],
    ['DELETE', '/api/v1/login'],
    ['POST', '/api/v1/post/1'],
  ];
  test.each(writes)('%s %s does not exist', async (method, url) => {
    const answer = await sendBytes(
      port,
      head([`${method} ${url} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, 'Connection: close']),
    );
    expect(answer?.status).toBe(404);
    expect(method === 'HEAD' ? [] : faultsIn(answer, url, { error: 'route.not_found' })).toStrictEqual([]);
  });

  test('a header that names another method changes nothing', async () => {
    const before = await stateOf(app.database);
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method']) {
      const bytes = head(
        [
          'GET /api/v1/post HTTP/1.1',
          'Host: x',
          `Authorization: Bearer ${token}`,
          `${name}: DELETE`,
          'Content-Type: application/json',
          'Content-Length: 11',
        ],
        '{"ids":[1]}',
      );
      expect((await sendBytes(port, Buffer.from(bytes)))?.status).toBe(200);
    }
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('HEAD answers what GET answers, without the body', async () => {
    const bytes = (method: string) => head([`${method} /healthz HTTP/1.1`, 'Host: x', 'Connection: close']);
    const [got, headed] = [await sendBytes(port, bytes('GET')), await sendBytes(port, bytes('HEAD'))];
    expect(headed).toMatchObject({ status: 200, body: '' });
    expect(headed?.headers['content-type']).toBe(got?.headers['content-type']);
  });

  test('a foreign origin gets no permission, and nobody gets a cookie', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const lines = [
        'Host: x',
        `Origin: ${origin}`,
        'Access-Control-Request-Method: POST',
        'Connection: close',
      ];
      for (const start of ['OPTIONS /api/v1/order HTTP/1.1', 'GET /api/v1/app-config HTTP/1.1']) {
        const names = Object.keys((await sendBytes(port, head([start, ...lines])))?.headers ?? {});
        expect(
          names.filter((name) => name.startsWith('access-control-') || name === 'set-cookie'),
        ).toStrictEqual([]);
      }
    }
  });
});

test('an expectation that nobody knows is passed over', async () => {
  const bytes = head(['GET /healthz HTTP/1.1', 'Host: x', 'Expect: a miracle']);
  expect(await sendBytes(port, bytes)).toMatchObject({ status: 200 });
});

test('two requests on one connection are two answers', async () => {
  const one = head(['GET /healthz HTTP/1.1', 'Host: x', 'X-Request-Id: first-1']);
  const two = head(['GET /nothing HTTP/1.1', 'Host: x', 'X-Request-Id: second-2', 'Connection: close']);
  const answer = await sendBytes(port, one + two);
  expect(answer).toMatchObject({ status: 200, headers: { 'x-request-id': 'first-1' } });
});

test('a request id that could break a log line is replaced', async () => {
  for (const given of ['a b', 'x'.repeat(65), 'é', '<script>', '']) {
    const answer = await app.send('GET', '/nothing', { headers: { 'x-request-id': given } });
    expect(answer.requestId).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect((await app.send('GET', '/nothing', { headers: { 'x-request-id': 'abc-1' } })).requestId).toBe(
    'abc-1',
  );
});
