import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { head, rawFaults } from '#tests/support/app/raw-faults.ts';
import { sendBytes } from '#tests/support/app/raw-http.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

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
    expect(method === 'HEAD' ? [] : rawFaults(answer, url, { error: 'route.not_found' })).toStrictEqual([]);
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

  test('HEAD answers like GET, without the body', async () => {
    const bytes = (method: string) => head([`${method} /healthz HTTP/1.1`, 'Host: x', 'Connection: close']);
    const [got, headed] = [await sendBytes(port, bytes('GET')), await sendBytes(port, bytes('HEAD'))];
    expect(headed).toMatchObject({ status: 200, body: '' });
    expect(headed?.headers['content-type']).toBe(got?.headers['content-type']);
  });

  test('a foreign origin gets no permission, and no response sets a cookie', async () => {
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
