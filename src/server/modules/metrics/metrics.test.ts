import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let guarded: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  guarded = await createTestApp({ metricsToken: 'a-token-of-the-scraper' });
});
afterAll(async () => {
  await app.close();
  await guarded.close();
});

const read = (target: TestApp, options: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  target.http.inject({ url: '/metrics', ...options });

test('requests are counted by route, not by URL', async () => {
  await guarded.send('GET', '/order/987654', { as: 'admin' });
  await guarded.send('GET', '/order/987655', { as: 'admin' });
  const { body, headers } = await read(guarded, {
    headers: { authorization: 'Bearer a-token-of-the-scraper' },
  });
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain(
    'quotemill_http_requests_total{method="GET",route="/api/v1/order/:id",code="404"} 2',
  );
  expect(body).toMatch(
    /quotemill_http_request_seconds_bucket\{le="10",method="GET",route="\/api\/v1\/order\/:id"\} 2/,
  );
  expect(body).not.toContain('98765');
  expect(body).toMatch(/quotemill_database_connections\{state="idle"\} \d/);
  expect(body).toContain('quotemill_jobs{kind="sweep-rows",state="waiting"} 0');
  expect(body).toContain('quotemill_jobs_oldest_seconds{kind="sweep-rows"} 0');
  expect(body).toContain('quotemill_build_info{version="0.0.0-test"} 1');
  expect(body).toContain('nodejs_eventloop_lag_seconds');
});

test.each([
  ['this machine', {}],
  ['another machine', { remoteAddress: '192.0.2.7' }],
  ['a proxy on this machine that adds no header', { headers: { host: 'quote.example.com' } }],
  ['an empty token', { headers: { authorization: 'Bearer ' } }],
  ['an undefined token', { headers: { authorization: 'Bearer undefined' } }],
])('without a configured token, %s gets 404', async (_who, options) => {
  const answer = await read(app, options);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 404, error: 'route.not_found' });
});

test.each([
  ['no token', {}],
  ['another token', { authorization: 'Bearer a-token-of-the-scrapes' }],
  ['a longer token', { authorization: 'Bearer a-token-of-the-scraper2' }],
  ['the token without Bearer', { authorization: 'a-token-of-the-scraper' }],
])('with a configured token, %s is refused from any address', async (_which, headers) => {
  expect((await read(guarded, { headers })).statusCode).toBe(404);
});

test('the token allows reading from any address', async () => {
  const headers = { authorization: 'Bearer a-token-of-the-scraper' };
  expect((await read(guarded, { headers, remoteAddress: '192.0.2.7' })).statusCode).toBe(200);
});
