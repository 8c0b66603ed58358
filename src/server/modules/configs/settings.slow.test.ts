import { inArray } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Config } from '#contract/system/settings.ts';
import { configs } from '#server/db/schema.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { addMissingSettings } from '#server/modules/settings/settings.service.ts';
import { startSettings, admin } from './settings.test-data.ts';

const { app, one, save } = await startSettings();
afterAll(() => app.close());

describe('typed settings', () => {
  test('include the time of model uploads, and refuse other values for it', async () => {
    expect(await one('model.uploadTime')).toMatchObject({
      group: '三维模型',
      kind: 'choice',
      options: { order: '下单时上传', chosen: '选择后立即上传' },
      configValue: 'order',
      isFrontend: '1',
    });
    const refused = await save({ configKey: 'model.uploadTime', configValue: 'later', version: 1 });
    expect(refused).toMatchObject({ status: 400, error: 'request.invalid' });
    expect((await save({ configKey: 'model.uploadTime', configValue: 'chosen', version: 1 })).status).toBe(
      200,
    );
    expect((await app.send('GET', '/app-config')).data).toMatchObject({ 'model.uploadTime': 'chosen' });
  });

  test.each([
    ['site.feedbackUrl', 'javascript:alert(1)'],
    ['quote.cutOffHour', '25'],
    ['quote.workWeek', '4'],
    ['quote.holidays', '2026-13-01'],
    ['site.name', ' '],
    ['constructor', 'x'],
  ])('%s refuses %s', async (configKey, configValue) => {
    expect(await save({ configKey, configValue, version: 1 })).toMatchObject({
      status: 400,
      errors: { '0.configValue': expect.any(String) },
    });
  });

  test('saved all at once by key change only where they differ', async () => {
    const { data: values } = await app.send('GET', '/set-config', admin);
    const before = await one('quote.validDays');
    const name = await one('site.name');
    const body = { ...Object(values), 'site.name': '全部' };
    expect(await app.send('PUT', '/set-config', { ...admin, body })).toMatchObject({ status: 200 });
    expect(await one('quote.validDays')).toStrictEqual(before);
    expect(await one('site.name')).toMatchObject({ configValue: '全部', version: name.version + 1 });
  });
});

describe('raw parameters', () => {
  test('of the product keep key and type and cannot be deleted', async () => {
    const [row] = listOf<Config>(await app.send('GET', '/config?configKey=quote.cutOff', admin));
    const edit = (change: Partial<Config>) =>
      app.send('PUT', `/config/${row!.id}`, { ...admin, body: { ...row, ...change } });
    expect(await edit({ configKey: 'other' })).toMatchObject({
      status: 400,
      errors: { configKey: '内置参数的键名不能修改' },
    });
    expect(await edit({ configValue: '99' })).toMatchObject({
      status: 400,
      errors: { configValue: '当日截单时间（时）应为 0 到 24 的整数' },
    });
    expect(await edit({ configValue: '17' })).toMatchObject({ status: 200, data: { configType: 'Y' } });
    expect(await app.send('DELETE', '/config', { ...admin, body: { ids: [row!.id] } })).toMatchObject({
      status: 409,
      msg: '当日截单时间（时） 是内置参数，不能删除',
    });
  });
});

const introduction = ['site.intro', 'site.materials', 'site.example'] as const;

test('only the first start writes texts for the login page; a later start adds empty ones', async () => {
  const publicSettings = async () => (await app.send('GET', '/app-config')).data as Record<string, string>;
  const first = await publicSettings();
  expect(first['site.materials']).toContain('铝合金');
  expect(first['site.example']).toContain('以实时报价为准');
  await app.database.db.delete(configs).where(inArray(configs.configKey, [...introduction]));
  await addMissingSettings(app.database.db);
  const later = await publicSettings();
  expect(introduction.map((key) => later[key])).toStrictEqual(['', '', '']);
});
