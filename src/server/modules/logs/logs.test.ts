import { afterAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/order-data.ts';
import { loginLogs, operationLogs } from '#server/db/schema.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { startLogs, admin } from './logs.test-data.ts';

const { app } = await startLogs();
afterAll(() => app.close());

const countOf = (answer: Envelope) => (answer.data as { count: number }).count;
const count = async (path: string) => countOf(await app.send('GET', path, admin));

test('every sign-in and every type of failure is found by filters', async () => {
  expect(await count('/sys-login-log?username=ADM&status=1')).toBe(1);
  expect(await count('/sys-login-log?username=admin&status=2')).toBe(1);
  expect(await count('/sys-login-log?username=body-h')).toBe(1);
  expect(await count('/sys-login-log?ipaddr=7.7')).toBe(1);
  expect(await count('/sys-login-log?ipaddr=10')).toBe(1);
  expect(await count('/sys-login-log?ipaddr=7_7')).toBe(0);
  expect(await count('/sys-login-log?beginTime=2020-01-01&endTime=2020-02-01')).toBe(0);
  const [row] = listOf<{ id: number }>(await app.send('GET', '/sys-login-log?status=1', admin));
  const one = await app.send('GET', `/sys-login-log/${row?.id}`, admin);
  expect(one.data).toStrictEqual(row);
});

test('no log contains a password', async () => {
  const { db } = app.database;
  const text = JSON.stringify([await db.select().from(loginLogs), await db.select().from(operationLogs)]);
  expect(text).not.toContain('a secret that must not be kept');
});

test('operations are found by title, user, IP address, result and time, newest first', async () => {
  expect(await count('/sys-opera-log?title=岗位&operName=admin')).toBe(3);
  expect(await count('/sys-opera-log?title=岗位&requestMethod=DELETE&status=2&code=404')).toBe(1);
  expect(await count('/sys-opera-log?operName=dmi&title=岗位')).toBe(3);
  expect(await count('/sys-opera-log?operName=nobody')).toBe(0);
  expect(await count('/sys-opera-log?title=没有')).toBe(0);
  expect(await count('/sys-opera-log?operUrl=v1/post&operName=admin')).toBe(3);
  const rows = listOf<{ id: number; changes: unknown }>(
    await app.send('GET', '/sys-opera-log?title=岗位&operName=admin', admin),
  );
  expect(rows.map((row) => row.id)).toStrictEqual(rows.map((row) => row.id).toSorted((a, b) => b - a));
  expect(rows.at(-1)?.changes).toMatchObject({ postCode: [null, 'one'] });
  const slow = listOf<{ latencyMs: number }>(
    await app.send('GET', '/sys-opera-log?latencyMsOrder=desc', admin),
  );
  const times = slow.map((row) => row.latencyMs);
  expect(times).toStrictEqual(times.toSorted((a, b) => b - a));
});

test('deleting rows is all or nothing, and is itself in the operation log', async () => {
  const { username, token } = await addPerson(app, { permissions: ['admin:sysPost:add'], isStaff: true });
  for (let n = 0; n < 2; n += 1) await app.send('POST', '/post', { token, body: {} });
  const own = `/sys-opera-log?title=新增岗位&operName=${username}`;
  const rows = listOf<{ id: number }>(await app.send('GET', own, admin));
  const ids = rows.map((row) => row.id);
  const half = await app.send('DELETE', '/sys-opera-log', { ...admin, body: { ids: [...ids, 999_999] } });
  expect(half).toMatchObject({ status: 404, error: 'record.not_found' });
  expect(await count(own)).toBe(2);
  const removed = await app.send('DELETE', '/sys-opera-log', { ...admin, body: { ids } });
  expect(removed.data).toHaveLength(2);
  const [last] = listOf(await app.send('GET', '/sys-opera-log?pageSize=1', admin));
  expect(last).toMatchObject({ title: '删除操作日志', operName: 'admin', status: '1', changes: { ids } });
  await app.send('POST', '/login', { body: { username, password: 'x' } });
  const failed = `/sys-login-log?status=1&username=${username}`;
  const logins = listOf<{ id: number }>(await app.send('GET', failed, admin));
  expect(logins).toHaveLength(1);
  await app.send('DELETE', '/sys-login-log', { ...admin, body: { ids: logins.map((row) => row.id) } });
  expect(await count(failed)).toBe(0);
  expect(await count('/sys-opera-log?title=删除登录日志&operName=admin')).toBe(1);
});

test('online users are listed within the scope, and an ended session is refused at once', async () => {
  const dept = await addDept(app);
  const worker = await addPerson(app, { permissions: ['mfr:order:list'], deptId: dept.deptId });
  const codes = ['admin:onlineSession:list', 'admin:onlineSession:remove'];
  const watcher = await addPerson(app, {
    permissions: codes,
    isStaff: true,
    dataScope: '2',
    scopeDeptIds: [dept.deptId],
  });
  const asWatcher = { token: watcher.token };
  const seen = listOf<{ id: number; username: string }>(await app.send('GET', '/online-session', asWatcher));
  expect(seen.map((row) => row.username)).toStrictEqual([worker.username]);

  const all = listOf<{ id: number; username: string; isCurrent: boolean }>(
    await app.send('GET', '/online-session?createdAtOrder=asc', admin),
  );
  expect(all.filter((row) => row.isCurrent).map((row) => row.username)).toStrictEqual(['admin']);
  const foreign = all.find((row) => row.username === 'admin')!.id;
  const refused = await app.send('DELETE', '/online-session', { ...asWatcher, body: { ids: [foreign] } });
  expect(refused).toMatchObject({ status: 404 });

  const ids = seen.map((row) => row.id);
  expect(await app.send('DELETE', '/online-session', { ...asWatcher, body: { ids } })).toMatchObject({
    status: 200,
    data: ids,
  });
  expect(await app.send('GET', '/order', { token: worker.token })).toMatchObject({
    status: 401,
    error: 'session.expired',
  });
});

test('staff can see and delete only the rows of users within their data scope', async () => {
  const { deptId } = await addDept(app);
  const employee = { permissions: ['admin:sysLoginLog:list', 'admin:sysPost:add'], isStaff: true };
  const near = await addPerson(app, { ...employee, deptId });
  const codes = ['LoginLog', 'OperLog'].flatMap((log) =>
    ['list', 'query', 'remove', 'export'].map((action) => `admin:sys${log}:${action}`),
  );
  const clerk = await addPerson(app, { permissions: codes, isStaff: true, dataScope: '3', deptId });
  const by = { token: clerk.token };
  await app.send('POST', '/login', { body: { username: near.username, password: 'x' } });
  await app.send('POST', '/post', { token: near.token, body: {} });
  const namesIn = async (path: string, field: 'username' | 'operName') =>
    listOf<Record<string, unknown>>(await app.send('GET', path, by)).map((row) => row[field]);
  expect(await namesIn('/sys-login-log', 'username')).toStrictEqual([near.username]);
  expect(await namesIn('/sys-opera-log', 'operName')).toStrictEqual([near.username]);

  for (const path of ['/sys-login-log', '/sys-opera-log']) {
    const csv = await app.http.inject({
      url: `/api/v1${path}/export?format=csv`,
      headers: { authorization: `Bearer ${clerk.token}` },
    });
    expect(csv.payload).toContain(near.username);
    expect(csv.payload).not.toContain(',admin,');
    const [mine] = listOf<{ id: number }>(await app.send('GET', path, by));
    const others = listOf<{ id: number; username?: string; operName?: string }>(
      await app.send('GET', path, admin),
    ).filter((row) => ![near.username, clerk.username].includes(row.username ?? row.operName ?? ''));
    expect(others.length).toBeGreaterThan(0);
    for (const { id } of others.slice(0, 3)) {
      expect((await app.send('GET', `${path}/${id}`, by)).status).toBe(404);
      expect((await app.send('DELETE', path, { ...by, body: { ids: [mine!.id, id] } })).status).toBe(404);
    }
    expect((await app.send('GET', `${path}/${mine?.id}`, by)).status).toBe(200);
    expect((await app.send('DELETE', path, { ...by, body: { ids: [mine!.id] } })).status).toBe(200);
  }
});

test('an operation on an order has its number, even if only the id was sent', async () => {
  const items = [buildItem(await readCatalogue(app))];
  const placed = await place(app, { as: 'demo' }, await buildOrder(app, { as: 'demo' }, items));
  const { orderNo } = (await app.send('GET', `/order/${String(placed.data)}`, admin)).data as Order;
  const path = `/sys-opera-log?title=${encodeURIComponent('提交订单')}`;
  const [row] = listOf<{ id: number; changes: object }>(await app.send('GET', path, admin));
  expect(row!.changes).toMatchObject({ id: placed.data, orderNo });
  const one = await app.send('GET', `/sys-opera-log/${row!.id}`, admin);
  expect(one.data).toMatchObject({ changes: { orderNo } });
});
