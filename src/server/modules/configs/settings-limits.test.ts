import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configs } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { Config, TypedSetting } from '#contract/system/settings.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import { settings } from '#server/modules/settings/settings-definitions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a holiday must be an existing date, because any other would break every quotation', async () => {
  const { read } = settings['quote.holidays'];
  expect(read('2028-02-29、2027-01-01；2027-01-02\n2027-01-03 2027-01-04')).toHaveLength(5);
  expect(read('2028-02-29，2027-01-01')).toStrictEqual(['2028-02-29', '2027-01-01']);
  for (const text of ['2027-02-29', '2027-02-30', '2027-04-31', '2027-13-01', '2027-1-1', '2027-01-00'])
    expect(read(text), text).toBeUndefined();
  const body = [{ configKey: 'quote.holidays', configValue: '2027-02-30', version: 1 }];
  expect(await app.send('PUT', '/set-config', { as: 'admin', body })).toMatchObject({ status: 400 });
});

test('a limit by material tag accepts labels and codes; a refusal lists the existing tags', async () => {
  const typed = async () => {
    const { data } = await app.send('GET', '/set-config/typed', { as: 'admin' });
    return (data as TypedSetting[]).find(({ configKey }) => configKey === 'model.pocketWidth')!;
  };
  const save = (configValue: string) =>
    app.send('PUT', '/set-config', { as: 'admin', body: [{ configKey: 'model.pocketWidth', configValue }] });
  const { data } = await app.send('GET', '/dict-data/option-select?dictType=material_tag', { as: 'admin' });
  const [tag] = data as { label: string; value: string }[];
  expect(await save(`2， ${tag!.label} = 3`)).toMatchObject({ status: 200 });
  expect(await typed()).toMatchObject({ configValue: `2, ${tag!.value}=3`, isByTag: true });
  expect(await save(`2, ${tag!.value}=4`)).toMatchObject({ status: 200 });
  const refused = await save('2, 木头=5');
  expect(refused).toMatchObject({ status: 400 });
  expect(refused.errors?.['0.configValue']).toContain(`没有材料分类“木头”，可填 ${tag!.label}、`);

  const list = await app.send('GET', '/config?configKey=model.pocketWidth', { as: 'admin' });
  const [row] = (list.data as { list: Config[] }).list;
  const edit = (configValue: string) =>
    app.send('PUT', `/config/${row!.id}`, { as: 'admin', body: { ...row!, configValue } });
  expect(await edit('2, 木头=5')).toMatchObject({ status: 400 });
  expect(await edit(`2, ${tag!.label}=6`)).toMatchObject({ status: 200 });
  expect(await typed()).toMatchObject({ configValue: `2, ${tag!.value}=6` });
});

test('machines and the usual longest edge are set by material tag; a refusal names the right format', async () => {
  const { data } = await app.send('GET', '/dict-data/option-select?dictType=material_tag', { as: 'admin' });
  const [tag] = data as { label: string; value: string }[];
  const save = (configKey: string, configValue: string) =>
    app.send('PUT', '/set-config', { as: 'admin', body: [{ configKey, configValue }] });
  expect(await save('model.mills', `900×500×400, ${tag!.label}=600×400×300`)).toMatchObject({ status: 200 });
  expect(await save('model.lathes', `300×600，${tag!.label}＝无`)).toMatchObject({ status: 200 });
  expect(await save('model.usualEdge', `5-2000, ${tag!.label}=5-800`)).toMatchObject({ status: 200 });
  const config = (await app.send('GET', '/app-config', {})).data as Record<string, string>;
  const { checksFor } = shopLimits(config);
  expect(checksFor(tag!.value)).toMatchObject({
    millsMm: [[600, 400, 300]],
    lathesMm: [],
    usualLongestEdgeMm: [5, 800],
  });
  expect(checksFor('other')).toMatchObject({ millsMm: [[900, 500, 400]], usualLongestEdgeMm: [5, 2000] });

  const refused = async (key: string, value: string) => (await save(key, value)).errors?.['0.configValue'];
  expect(await refused('model.mills', `900×500×400, ${tag!.label}=600×400`)).toMatch(
    /^铣床行程（mm）的格式不正确。长×宽×高/,
  );
  expect(await refused('model.usualEdge', '2000-5')).toMatch(/^常见最长边（mm）的格式不正确。最小–最大/);
  expect(await refused('model.usualEdge', '')).toBe('请输入常见最长边（mm）');
  expect(await refused('model.lathes', '300×600, 木头=1×1')).toContain('没有材料分类“木头”');
});

test('the hint is that of this version, whatever an earlier version stored', async () => {
  const key = 'model.holeRatio';
  await app.database.db.update(configs).set({ remark: '如 4, plastic=6' }).where(eq(configs.configKey, key));
  const { data } = await app.send('GET', '/set-config/typed', { as: 'admin' });
  const listed = (data as TypedSetting[]).find(({ configKey }) => configKey === key);
  expect(listed?.remark).toBe(settings[key].remark);
});

test('a tag of the stored or default value stays allowed after its removal from the dictionary', async () => {
  const { data } = await app.send('GET', '/dict-data/option-select?dictType=material_tag', { as: 'admin' });
  expect(data).toEqual(expect.not.arrayContaining([expect.objectContaining({ value: 'resin' })]));
  await app.database.db
    .update(configs)
    .set({ configValue: '2, resin=3' })
    .where(eq(configs.configKey, 'model.pocketRatio'));
  const save = (configKey: string, configValue: string) =>
    app.send('PUT', '/set-config', { as: 'admin', body: [{ configKey, configValue }] });
  expect(await save('model.pocketRatio', '4, resin=3')).toMatchObject({ status: 200 });
  expect(await save('model.setups', '4, resin=3')).toMatchObject({ status: 400 });
  expect(await save('model.thinWall', '0.8, plastic=1.5')).toMatchObject({ status: 200 });
});

test('a non-public parameter can be read only with the permission for parameters', async () => {
  const read = async (permissions: string[]) => {
    const { token } = await addPerson(app, { permissions, isStaff: true, dataScope: '1' });
    return (await app.send('GET', '/configKey/log.retentionDays', { token })).status;
  };
  expect(await read(['admin:sysPost:list'])).toBe(404);
  expect(await read(['admin:sysConfig:query'])).toBe(200);
});
