import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const kept = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  app = await createTestApp({ logger: pino({ level: 'info' }, kept) });
});
afterAll(() => app.close());

test('a call logs one line with its request id, without query, body or token', async () => {
  const token = await app.signIn('admin');
  lines.length = 0;
  const answer = await app.send('GET', '/order?orderNo=SECRET-QUERY', { token });
  expect(answer.status).toBe(200);
  await app.send('POST', '/post', { token, body: { postName: 'SECRET-BODY' } });
  await app.http.inject('/healthz');
  const share = 'A'.repeat(43);
  await app.send('GET', `/public/share/${share}`);
  await app.http.inject(`/share/${share}`);
  expect(lines.join('')).not.toContain(share);
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests).toHaveLength(4);
  expect(requests[0]).toMatchObject({
    reqId: answer.requestId,
    method: 'GET',
    path: '/api/v1/order',
    route: '/api/v1/order',
    status: 200,
    ip: '127.0.0.1',
  });
  expect(requests[1]).toMatchObject({ method: 'POST', path: '/api/v1/post', status: 400 });
  const text = lines.join('');
  for (const secret of ['SECRET', token]) expect(text).not.toContain(secret);
});
