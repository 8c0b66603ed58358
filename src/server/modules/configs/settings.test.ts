import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Config } from '#contract/system/settings.ts';
import { readDayList } from '#domain/delivery/day-list.ts';
import { shipDate } from '#domain/delivery/ship-date.ts';
import { configs } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, listOf, readCatalogue } from '#tests/support/data/quotations.ts';
import { startSettings, admin } from './settings.test-data.ts';

const { app, typed, one, save } = await startSettings();
afterAll(() => app.close());

describe('typed settings', () => {
  test('have their group, type, range and default', async () => {
    expect(await one('quote.validDays')).toMatchObject({
      group: '报价',
      kind: 'whole',
      min: 1,
      max: 365,
      initial: '15',
      configValue: '15',
      updatedBy: '',
      configName: '报价有效天数',
      isFrontend: '1',
      version: 1,
    });
    expect((await typed()).map((row) => row.group)).toContain('日志');
  });

  test('a change takes effect on the next request and records who made it', async () => {
    const saved = await save({ configKey: 'site.name', configValue: '新名', version: 1 });
    expect(saved.status).toBe(200);
    expect(await one('site.name')).toMatchObject({
      configValue: '新名',
      version: 2,
      updatedBy: '系统管理员',
    });
    expect((await app.send('GET', '/app-config')).data).toMatchObject({ 'site.name': '新名' });
    const [row] = listOf(await app.send('GET', '/sys-opera-log?title=修改参数设置&pageSize=1', admin));
    expect(row).toMatchObject({ changes: { 'site.name': ['智造报价', '新名'] } });
  });

  test('a change in any way refreshes the caches of the settings', async () => {
    const demo = { as: 'demo' };
    const items = [buildItem(await readCatalogue(app))];
    const shipsOn = async () => {
      const quoted = await app.send('POST', '/quote', { ...demo, body: { items } });
      return (quoted.data as { promisedDate: string }).promisedDate;
    };
    const first = await shipsOn();
    await save({ configKey: 'quote.holidays', configValue: first, version: 1 });
    const second = await shipsOn();
    expect(second).not.toBe(first);
    const [row] = listOf<Config>(await app.send('GET', '/config?configKey=quote.holidays', admin));
    const configValue = `${first}, ${second}`;
    await app.send('PUT', `/config/${row!.id}`, { ...admin, body: { ...row, configValue } });
    expect([first, second]).not.toContain(await shipsOn());
  });

  test('the working days of the week determine the shipping day', async () => {
    const [week] = listOf<Config>(await app.send('GET', '/config?configKey=quote.workWeek', admin));
    await save({ configKey: 'quote.workWeek', configValue: '7', version: week!.version });
    const listed = (key: string) => one(key).then(({ configValue }) => readDayList(configValue));
    const calendar = {
      daysPerWeek: 7,
      cutOffHour: Number((await one('quote.cutOffHour')).configValue),
      holidays: await listed('quote.holidays'),
      workdays: await listed('quote.workdays'),
    };
    const body = { items: [buildItem(await readCatalogue(app), { num: 100 })] };
    const before = new Date();
    const { data } = await app.send('POST', '/quote', { as: 'demo', body });
    const { promisedDate, delivery_time: days } = data as { promisedDate: string; delivery_time: number };
    // The cut-off hour may pass between the calls.
    const expected = [before, new Date()].map((now) => shipDate({ now, days, ...calendar }));
    expect(expected).toContain(promisedDate);
    expect(expected).not.toContain(shipDate({ now: before, days, ...calendar, daysPerWeek: 5 }));
  });

  test('one invalid value or stale version prevents saving all', async () => {
    const good = { configKey: 'quote.validDays', configValue: '20', version: 1 };
    const bad = await save(good, { configKey: 'log.retentionDays', configValue: '6', version: 1 });
    expect(bad).toMatchObject({
      status: 400,
      errors: { '1.configValue': '日志保留天数应为 7 到 3650 的整数' },
    });
    const { version } = await one('site.name');
    const stale = await save(good, { configKey: 'site.name', configValue: '旧', version: version + 1 });
    expect(stale).toMatchObject({ status: 409, error: 'record.changed' });
    expect(stale.data).toContainEqual(expect.objectContaining({ configKey: 'site.name', version }));
    expect(await one('quote.validDays')).toMatchObject({ configValue: '15', version: 1 });
  });
});

describe('raw parameters', () => {
  const input = {
    configName: '传真',
    configKey: 'shop.fax',
    configValue: '021',
    isFrontend: '0',
    remark: '',
  };

  test('are added, read by key, edited and deleted; public ones are readable without a session', async () => {
    const { data: id } = await app.send('POST', '/config', { ...admin, body: input });
    const customer = await addPerson(app, { permissions: ['mfr:quote:add'] });
    const asCustomer = { token: customer.token };
    expect((await app.send('GET', '/configKey/shop.fax', admin)).data).toMatchObject({ configValue: '021' });
    expect(await app.send('GET', '/configKey/shop.fax', asCustomer)).toMatchObject({ status: 404 });
    const edit = { ...input, isFrontend: '1', version: 1 };
    const saved = await app.send('PUT', `/config/${String(id)}`, { ...admin, body: edit });
    expect(saved.data).toMatchObject({ configType: 'N', isFrontend: '1', version: 2 });
    expect((await app.send('GET', '/configKey/shop.fax', asCustomer)).data).toMatchObject({
      configKey: 'shop.fax',
    });
    expect((await app.send('GET', '/config?configType=N&configKey=shop', admin)).data).toMatchObject({
      count: 1,
    });
    expect(await app.send('POST', '/config', { ...admin, body: input })).toMatchObject({ status: 409 });
    await app.send('DELETE', '/config', { ...admin, body: { ids: [id] } });
    expect(await app.send('GET', '/configKey/shop.fax', admin)).toMatchObject({ status: 404 });
    expect((await app.send('GET', '/app-config')).data).not.toHaveProperty('shop.fax');
    // The key is free again.
    expect(await app.send('POST', '/config', { ...admin, body: input })).toMatchObject({ status: 200 });
  });

  test("a value with a secret's name is not in the operation log", async () => {
    const body = { ...input, configKey: 'mail.password', configValue: 'hunter2-hunter2' };
    await app.send('POST', '/config', { ...admin, body });
    const [row] = listOf(await app.send('GET', '/sys-opera-log?pageSize=1', admin));
    expect(row).toMatchObject({ title: '新增参数', changes: { configKey: [null, 'mail.password'] } });
    expect(JSON.stringify(row)).not.toContain('hunter2');
  });
});

test('parameters shown without a session are public, even if an older version stored them as private', async () => {
  await app.database.db
    .update(configs)
    .set({ isFrontend: '0' })
    .where(eq(configs.configKey, 'company.phone'));
  const { data } = await app.send('GET', '/app-config');
  for (const key of ['site.intro', 'site.example', 'company.name', 'company.phone', 'quote.taxNote'])
    expect(data).toHaveProperty([key]);
  expect(data).not.toHaveProperty(['login.secondFactor']);
});
