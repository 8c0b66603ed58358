import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationLog } from '#contract/system/logs.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { operationsOnRecord } from './operation-logs.queries.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let boss: Person;
beforeAll(async () => {
  app = await createTestApp();
  boss = await addPerson(app, { roleKey: 'admin' });
});
afterAll(() => app.close());

async function historyOf(record: string, who = boss): Promise<OperationLog[]> {
  const address = `/sys-opera-log?record=${encodeURIComponent(record)}`;
  const answer = await app.send('GET', address, { token: who.token });
  expect(answer).toMatchObject({ status: 200 });
  const data: { list: OperationLog[]; count: number } = answer.data;
  expect(data.count).toBe(data.list.length);
  return data.list;
}
const titles = async (record: string) => (await historyOf(record)).map(({ title }) => title);
const write = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object) => {
  const answer = await app.send(method, path, { token: boss.token, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.data;
};

test('the history of a record has only its successful operations, newest first', async () => {
  const post = { postName: '车工', postCode: 'turner', sort: 1, status: 2 };
  const id: number = await write('POST', '/post', post);
  const other: number = await write('POST', '/post', { ...post, postCode: 'other' });
  await write('PUT', `/post/${id}`, { ...post, postName: '数控车工', version: 1 });
  const stale = { ...post, version: 1 };
  expect(await app.send('PUT', `/post/${id}`, { token: boss.token, body: stale })).toMatchObject({
    code: 409,
  });
  expect(await titles(`admin:sysPost/${id}`)).toEqual(['修改岗位', '新增岗位']);
  expect((await historyOf(`admin:sysPost/${id}`))[0]?.changes).toMatchObject({
    postName: ['车工', '数控车工'],
  });
  await write('DELETE', '/post', { ids: [id, other] });
  expect(await titles(`admin:sysPost/${id}`)).toEqual(['删除岗位', '修改岗位', '新增岗位']);
  expect(await titles(`admin:sysPost/${other}`)).toEqual(['删除岗位', '新增岗位']);
  // The same id of another resource is another record.
  expect(await titles(`admin:sysRole/${id}`)).toEqual([]);
});

test('the history of a material has the prices saved in the price table', async () => {
  const { rows } = await app.database.db.execute<{ materialId: number; processId: number }>(
    sql`select material_id as "materialId", process_id as "processId" from material_process order by 1, 2 limit 1`,
  );
  const { materialId, processId } = rows[0]!;
  const table = await app.send('GET', '/price-table', { token: boss.token });
  const { cells }: { cells: [number, number, number, number][] } = table.data;
  const [, , price, time] = cells.find(([m, p]) => m === materialId && p === processId)!;
  const change = {
    materialId,
    optionId: processId,
    before: { price, time },
    after: { price: price + 1, time },
  };
  await write('PUT', '/price-table', { cells: [change], confirmJumps: true });
  const [entry, ...rest] = await historyOf(`mfr:material/${materialId}`);
  expect(rest).toEqual([]);
  expect(entry?.changes).toMatchObject({
    prices: [{ materialId, before: { price }, after: { price: price + 1 } }],
  });
});

test('the history of a parameter has the changes made on the settings page', async () => {
  const settings = await app.send('GET', '/set-config/typed', { token: boss.token });
  const list: { configKey: string; configValue: string; version: number }[] = settings.data;
  const days = list.find(({ configKey }) => configKey === 'quote.validDays')!;
  const body = [{ configKey: days.configKey, configValue: '21', version: days.version }];
  expect(await app.send('PUT', '/set-config', { token: boss.token, body })).toMatchObject({ status: 200 });
  const raw = await app.send('GET', '/config?configKey=quote.', { token: boss.token });
  const configs: { list: { id: number; configKey: string }[] } = raw.data;
  const idOf = (key: string) => configs.list.find(({ configKey }) => configKey === key)!.id;
  const [entry, ...more] = await historyOf(`admin:sysConfig/${idOf('quote.validDays')}`);
  expect(more).toEqual([]);
  expect(entry?.changes).toMatchObject({ 'quote.validDays': [days.configValue, '21'] });
  expect(configs.list.length).toBeGreaterThan(1);
  const other = configs.list.find(({ configKey }) => configKey !== 'quote.validDays')!;
  expect(await historyOf(`admin:sysConfig/${other.id}`)).toEqual([]);
});

test('the history of a user has the changes of the own profile, and never a password', async () => {
  const password = 'Geheim-und-lang-12345';
  const id: number = await write('POST', '/sys-user', {
    username: 'historian',
    password,
    nickName: '史官',
    roleIds: [],
    postIds: [],
    status: '2',
  });
  await write('PUT', '/user/pwd/reset', { userId: id, password: `${password}-2` });
  const history = await historyOf(`admin:sysUser/${id}`);
  expect(history.map(({ title }) => title)).toEqual(['重置密码', '新增用户']);
  expect(JSON.stringify(history)).not.toContain(password);
  const own = await addPerson(app, { user: { nickName: '旧名' } });
  const profile = { phone: '', email: '', companyTitle: '', taxNumber: '', address: '', version: 1 };
  const body = { ...profile, nickName: '新名' };
  expect(await app.send('PUT', '/user/profile', { token: own.token, body })).toMatchObject({ code: 200 });
  const [change] = await historyOf(`admin:sysUser/${own.userId}`);
  expect(change).toMatchObject({ title: '修改个人资料', changes: { nickName: ['旧名', '新名'] } });
});

test('a reader of the log sees only the operations of users within the data scope', async () => {
  const dept = await addDept(app);
  const post = { postName: '钳工', postCode: 'fitter', sort: 1, status: 2 };
  const id: number = await write('POST', '/post', post);
  const reader = (dataScope: string) =>
    addPerson(app, {
      permissions: ['admin:sysOperLog:list'],
      isStaff: true,
      dataScope,
      scopeDeptIds: [dept.deptId],
    });
  expect(await historyOf(`admin:sysPost/${id}`, await reader('2'))).toEqual([]);
  expect(await historyOf(`admin:sysPost/${id}`, await reader('1'))).toHaveLength(1);
  const guest = await addPerson(app, { permissions: ['admin:sysPost:list'], isStaff: true });
  const refused = await app.send('GET', `/sys-opera-log?record=admin:sysPost/${id}`, { token: guest.token });
  expect(refused).toMatchObject({ status: 403 });
});

test('an index finds the operations of a record among many, even without statistics', async () => {
  await app.database.db.execute(sql`
    insert into sys_opera_log (title, permission, request_method, oper_url, oper_name, oper_ip, user_agent, code, msg, status,
      request_id, latency_ms, changes)
    select '修改岗位', 'admin:sysPost:edit', 'PUT', '/api/v1/post/1', 'x', '', '', 200, '', '1', '', 1,
      jsonb_build_object('id', 1000 + n) from generate_series(1, 20000) as n`);
  const { rows } = await app.database.db.execute(sql`explain
    select id from ${operationsOnRecord('admin:sysPost/1500')} order by oper_time desc, id desc limit 20`);
  const plan = JSON.stringify(rows);
  expect(plan).toContain('sys_opera_log_records');
  expect(plan).not.toContain('sys_opera_log_time');
  expect(await titles('admin:sysPost/1500')).toEqual(['修改岗位']);
});
