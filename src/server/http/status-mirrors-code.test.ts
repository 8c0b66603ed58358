import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function setMirroring(value: 'on' | 'off') {
  const { data } = await app.send('GET', '/set-config/typed', { as: 'admin' });
  const key = 'wire.statusMirrorsCode';
  const { version } = (data as { configKey: string; version: number }[]).find(
    ({ configKey }) => configKey === key,
  )!;
  const body = [{ configKey: key, configValue: value, version }];
  expect(await app.send('PUT', '/set-config', { as: 'admin', body })).toMatchObject({ status: 200 });
  // The next call of any user reads the settings.
  await app.send('GET', '/set-config/typed', { as: 'admin' });
}

const failures = [
  ['GET', '/post/999999', 404, 'record.not_found'],
  ['GET', '/nothing', 404, 'route.not_found'],
  ['GET', '/post?pageSize=0', 400, 'request.invalid'],
] as const;

describe('an error of the API', () => {
  test('has its code as HTTP status', async () => {
    for (const [method, path, code, error] of failures) {
      const answer = await app.send(method, path, { as: 'admin' });
      expect(answer).toMatchObject({ status: code, code, error });
      expect(answer.headers).not.toHaveProperty('x-status-code');
    }
  });

  test('has HTTP status 200 if so configured, and its code in body, header and operation log', async () => {
    await setMirroring('off');
    for (const [method, path, code, error] of failures) {
      const answer = await app.send(method, path, { as: 'admin' });
      expect(answer).toMatchObject({ status: 200, code, error });
      expect(answer.headers).toMatchObject({ 'x-status-code': String(code) });
    }
    const refused = await app.send('POST', '/post', { as: 'admin', body: {} });
    expect(refused).toMatchObject({ status: 200, code: 400 });
    const signedOut = await app.send('GET', '/getinfo');
    expect(signedOut).toMatchObject({ status: 200, code: 401 });
    const log = await app.send('GET', '/sys-opera-log?requestMethod=POST&operUrl=/post', { as: 'admin' });
    expect(log.data).toMatchObject({ list: [{ code: 400, status: '2' }] });
    await setMirroring('on');
    expect(await app.send('GET', '/post/999999', { as: 'admin' })).toMatchObject({ status: 404 });
  });
});
