import { expect, test } from 'vitest';
import { createTestApp } from '#tests/support/test-app.ts';

test('a flood of exports gets Retry-After while other requests are answered', async () => {
  const app = await createTestApp();
  const token = await app.signIn('admin');
  const headers = { authorization: `Bearer ${token}` };
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => app.http.inject({ url: '/api/v1/post/export', headers })),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(40 - refused.length);
  for (const { headers: refusalHeaders } of refused) expect(refusalHeaders['retry-after']).toBe('2');
  expect((await app.http.inject({ url: '/api/v1/post/export', headers })).statusCode).toBe(200);
  await app.close();
});

test('HSTS is set only when a trusted proxy reports https', async () => {
  const overHttps = { 'x-forwarded-proto': 'https' };
  const plain = await createTestApp();
  const behindProxy = await createTestApp({ trustProxy: ['127.0.0.1'] });
  const header = async (
    app: typeof plain,
    url: string,
    headers: Record<string, string>,
    remoteAddress = '127.0.0.1',
  ) => (await app.http.inject({ url, headers, remoteAddress })).headers['strict-transport-security'];
  const lasting = 'max-age=31536000; includeSubDomains';
  for (const url of ['/healthz', '/api/v1/getinfo', '/api/v1/nowhere']) {
    expect(await header(behindProxy, url, overHttps)).toBe(lasting);
    expect(await header(behindProxy, url, {})).toBeUndefined();
    expect(await header(behindProxy, url, overHttps, '10.1.2.3')).toBeUndefined();
    expect(await header(plain, url, overHttps)).toBeUndefined();
  }
  await plain.close();
  await behindProxy.close();
});
