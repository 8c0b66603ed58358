import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { settings } from './settings-definitions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a holiday is an existing date: another one would break every quotation', async () => {
  const { read } = settings['quote.holidays'];
  expect(read('2028-02-29、2027-01-01；2027-01-02\n2027-01-03 2027-01-04')).toHaveLength(5);
  expect(read('2028-02-29，2027-01-01')).toStrictEqual(['2028-02-29', '2027-01-01']);
  for (const text of ['2027-02-29', '2027-02-30', '2027-04-31', '2027-13-01', '2027-1-1', '2027-01-00'])
    expect(read(text), text).toBeUndefined();
  const body = [{ configKey: 'quote.holidays', configValue: '2027-02-30', version: 1 }];
  expect(await app.send('PUT', '/set-config', { as: 'admin', body })).toMatchObject({ status: 400 });
});

test('a non-public parameter is readable with the permission to read parameters only', async () => {
  const read = async (permissions: string[]) => {
    const { token } = await addPerson(app, { permissions, isStaff: true, dataScope: '1' });
    return (await app.send('GET', '/configKey/log.retentionDays', { token })).status;
  };
  expect(await read(['admin:sysPost:list'])).toBe(404);
  expect(await read(['admin:sysConfig:query'])).toBe(200);
});
