import { expect, test } from 'vitest';
import { addPerson } from '#tests/support/people.ts';
import { createTestApp } from '#tests/support/test-app.ts';

test('of a flood of exports by one user four are made, and those of others are not refused', async () => {
  const app = await createTestApp();
  const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(app, { roleKey: 'admin' })));
  const [flooding, ...others] = people.map(({ token }) => ({ authorization: `Bearer ${token}` }));
  const exportAs = (headers = {}) => app.http.inject({ url: '/api/v1/post/export', headers });
  const flood = Array.from({ length: 40 }, () => exportAs(flooding));
  const theirs = await Promise.all(others.map(exportAs));
  expect(theirs.map(({ statusCode }) => statusCode)).toStrictEqual(others.map(() => 200));
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(36);
  for (const { headers } of refused) expect(headers['retry-after']).toBe('2');
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
  expect((await exportAs(flooding)).statusCode).toBe(200);
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
