import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configs } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { settings } from './settings-definitions.ts';
import { createSettingsReader, loadSettings } from './settings.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const store = (key: string, configValue: string) =>
  app.database.db.update(configs).set({ configValue }).where(eq(configs.configKey, key));

describe('the public settings', () => {
  test('are read without a session, and they alone', async () => {
    const { data, status } = await app.send('GET', '/app-config');
    expect(status).toBe(200);
    const shown = Object.keys(data);
    const known = Object.entries(settings).filter(([, { isPublic }]) => isPublic);
    expect(shown.toSorted()).toStrictEqual(
      [...known.map(([key]) => key), 'login.captcha', 'server.version'].toSorted(),
    );
    expect(data).toMatchObject({
      'site.name': '智造报价',
      'login.captcha': 'off',
      'server.version': '0.0.0-test',
    });
  });
});

describe('a setting', () => {
  test('has its default while what is stored is no value of it', async () => {
    const broken: [keyof typeof settings, string][] = [
      ['quote.validDays', '0'],
      ['quote.validDays', '366'],
      ['quote.validDays', '15.5'],
      ['quote.validDays', '１５'],
      ['quote.cutOffHour', '25'],
      ['quote.holidays', '2027-13-01'],
      ['quote.holidays', 'tomorrow'],
      ['session.staffDays', ''],
      ['site.name', '   '],
      ['site.feedbackUrl', 'javascript:alert(1)'],
    ];
    const initial = await loadSettings(app.database.db);
    for (const [key, value] of broken) {
      await store(key, value);
      expect((await loadSettings(app.database.db))[key]).toStrictEqual(initial[key]);
      await store(key, settings[key].initial);
    }
    await app.database.db.delete(configs).where(eq(configs.configKey, 'quote.validDays'));
    expect((await loadSettings(app.database.db))['quote.validDays']).toBe(15);
  });

  test('takes effect where it is read', async () => {
    await store('quote.cutOffHour', '24');
    await store('quote.holidays', '2027-01-01，2027-01-04');
    expect(await loadSettings(app.database.db)).toMatchObject({
      'quote.cutOffHour': 24,
      'quote.holidays': ['2027-01-01', '2027-01-04'],
    });
  });

  test('is read once for a revision, anew for another, and again after a failure', async () => {
    const read = createSettingsReader(app.database.db);
    const first = await read(7);
    expect(await read(7)).toBe(first);
    expect(await read(8)).not.toBe(first);
    await app.database.pool.query('alter table sys_config rename to sys_config_away');
    await expect(read(9)).rejects.toThrow('sys_config');
    await app.database.pool.query('alter table sys_config_away rename to sys_config');
    expect(await read(9)).toMatchObject({ 'quote.cutOffHour': 24 });
  });
});

describe('typed settings', () => {
  interface Row {
    configKey: string;
    configValue: string;
    version: number;
  }
  const rowOf = async (key: string): Promise<Row> => {
    const { data } = await app.send('GET', '/set-config', { as: 'admin' });
    return (data as Row[]).find(({ configKey }) => configKey === key)!;
  };
  const save = (changes: object[]) => app.send('PUT', '/set-config', { as: 'admin', body: changes });

  test('are saved all or nothing, and act on the next request', async () => {
    const { version } = await rowOf('session.staffDays');
    const good = { configKey: 'session.staffDays', configValue: '3', version };
    const refused = await save([good, { configKey: 'quote.cutOffHour', configValue: '99', version: 1 }]);
    expect(refused).toMatchObject({
      status: 400,
      errors: { '1.configValue': expect.stringContaining('0 到 24') },
    });
    expect(await rowOf('session.staffDays')).toMatchObject({ configValue: '7', version });
    expect(await save([good])).toMatchObject({ status: 200 });
    expect(await rowOf('session.staffDays')).toMatchObject({ configValue: '3', version: version + 1 });
    expect(await save([good])).toMatchObject({ status: 409, error: 'record.changed' });
  });

  test('that are not public are hidden from customers', async () => {
    const { token } = await addPerson(app, { roleKey: 'customer' });
    expect((await app.send('GET', '/configKey/site.name', { token })).status).toBe(200);
    const hidden = await app.send('GET', '/configKey/session.staffDays', { token });
    const missing = await app.send('GET', '/configKey/nothing', { token });
    expect([hidden.status, missing.status]).toStrictEqual([404, 404]);
  });
});
