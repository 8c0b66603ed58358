import { afterAll, beforeAll, expect } from 'vitest';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { bar } from './bar.ts';

let app: GateApp;
beforeAll(async () => {
  app = await createGateApp();
});
afterAll(() => app.close());

interface Row {
  id: number;
  username?: string;
  operName?: string;
}
const logs = ['/sys-login-log', '/sys-opera-log'] as const;
const nameOf = ({ username, operName }: Row) => username ?? operName ?? '';

bar(92, 'both logs obey the data scope in list, record, export and deletion', async () => {
  const rights = ['LoginLog', 'OperLog'].flatMap((log) =>
    ['list', 'query', 'remove', 'export'].map((action) => `admin:sys${log}:${action}`),
  );
  const [here, there] = [await addDept(app), await addDept(app)];
  const worker = (deptId: number) => addPerson(app, { permissions: ['admin:sysPost:add'], deptId });
  const [near, far] = [await worker(here.deptId), await worker(there.deptId)];
  const admin = await addPerson(app, { roleKey: 'admin' });
  const act = async ({ token, username }: Person) => {
    const body = { username, password: 'x' };
    await app.send('POST', '/login', { remoteAddress: newAddress(), body });
    await app.send('POST', '/post', { token, body: {} });
  };
  await Promise.all([near, far, admin].map(act));
  await app.send('POST', '/login', {
    remoteAddress: newAddress(),
    body: { username: 'mistyped', password: 'x' },
  });
  const cases = [
    {
      who: await addPerson(app, {
        permissions: rights,
        dataScope: '2',
        scopeDeptIds: [here.deptId, there.deptId],
      }),
      sees: [near, far],
    },
    { who: await addPerson(app, { permissions: rights, dataScope: '5' }), sees: [] },
    { who: await addPerson(app, { permissions: rights, dataScope: '2', scopeDeptIds: [] }), sees: [] },
    { who: await addPerson(app, { permissions: rights, dataScope: '3', deptId: here.deptId }), sees: [near] },
  ];
  let checked = 0;
  for (const { who, sees } of cases) {
    const names = new Set([...sees.map(({ username }) => username), who.username]);
    for (const path of logs) {
      const own = listOf<Row>(await app.send('GET', `${path}?pageSize=1000`, who));
      expect(own.filter((row) => !names.has(nameOf(row)))).toEqual([]);
      for (const { username } of sees) expect(own.map(nameOf)).toContain(username);
      const csv = await app.exchange({
        method: 'GET',
        url: `/api/v1${path}/export?format=csv`,
        headers: { authorization: `Bearer ${who.token}` },
      });
      for (const { username } of [near, far, admin])
        expect([path, username, csv.body.includes(username)]).toEqual([path, username, names.has(username)]);
      const others = listOf<Row>(await app.send('GET', `${path}?pageSize=1000`, { token: admin.token }))
        .filter((row) => !names.has(nameOf(row)))
        .slice(0, 5);
      expect(others.length).toBeGreaterThan(0);
      for (const { id } of others) {
        expect((await app.send('GET', `${path}/${id}`, who)).status).toBe(404);
        expect((await app.send('DELETE', path, { ...who, body: { ids: [id] } })).status).toBe(404);
        checked += 2;
      }
    }
  }
  const clerk = cases.at(-1);
  const [row] = listOf<Row>(await app.send('GET', '/sys-login-log', clerk!.who));
  const removed = await app.send('DELETE', '/sys-login-log', { ...clerk!.who, body: { ids: [row!.id] } });
  expect(removed.status).toBe(200);
  return `${cases.length} scopes: list, count and export of both logs; ${checked} reads and deletions of rows outside: 404`;
});
