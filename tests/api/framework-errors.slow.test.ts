import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  token = (await addPerson(app, { roleKey: 'admin' })).token;
  port = (app.http.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

describe('a slow sender', () => {
  test('is answered 408 when its request trickles in', async () => {
    app.http.server.headersTimeout = 200;
    const answer = await sendBytes(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nA: ');
    app.http.server.headersTimeout = 10_000;
    expect(rawFaults(answer, 'slow headers', { status: 408, error: 'request.timeout' })).toStrictEqual([]);
  });

  test('is answered 408 when its body trickles in', async () => {
    app.http.server.requestTimeout = 300;
    app.http.server.headersTimeout = 200;
    const answer = await sendBytes(
      port,
      head(
        [
          'POST /api/v1/post HTTP/1.1',
          'Host: x',
          `Authorization: Bearer ${token}`,
          'Content-Type: application/json',
          'Content-Length: 500',
        ],
        '{"a',
      ),
    );
    app.http.server.requestTimeout = 30_000;
    app.http.server.headersTimeout = 10_000;
    expect(rawFaults(answer, 'slow body', { status: 408, error: 'request.timeout' })).toStrictEqual([]);
  });
});
