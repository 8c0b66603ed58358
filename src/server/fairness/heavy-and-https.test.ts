import { expect, test } from 'vitest';
import { addPerson } from '#tests/support/data/people.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { withClient } from '#tests/support/app/with-client.ts';

test('of many exports at once by one user four run, and exports of others are not refused', async () => {
  const app = await createTestApp();
  const people = await Promise.all(Array.from({ length: 6 }, () => addPerson(app, { roleKey: 'admin' })));
  const [flooding, ...others] = people.map(({ token }) => ({ authorization: `Bearer ${token}` }));
  const exportAs = (headers = {}) => app.http.inject({ url: '/api/v1/post/export', headers });
  const ended = { refused: 0 };
  const { flood, theirs } = await withClient(app.url, async (client) => {
    // No export can run before all of them have arrived.
    await client.query('begin');
    await client.query('lock table sys_post in access exclusive mode');
    const flood = Array.from({ length: 40 }, async () => {
      const answer = await exportAs(flooding);
      if (answer.statusCode === 429) ended.refused += 1;
      return answer;
    });
    const theirs = others.map(exportAs);
    await expect.poll(() => ended.refused).toBe(36);
    await client.query('rollback');
    return { flood: await Promise.all(flood), theirs: await Promise.all(theirs) };
  });
  expect(theirs.map(({ statusCode }) => statusCode)).toStrictEqual(others.map(() => 200));
  const refused = flood.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(36);
  for (const { headers } of refused) expect(headers['retry-after']).toBe('2');
  expect(flood.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
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
