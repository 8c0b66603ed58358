import { afterAll, beforeAll, expect } from 'vitest';
import { API_BASE, type Endpoint } from '#contract/kernel/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

/** The endpoints to change a password, set up a second factor, or sign out. */
const allowed = new Set([
  'POST /logout',
  'GET /getinfo',
  'GET /menurole',
  'PUT /user/pwd/set',
  'GET /user/second-factor',
  'POST /user/second-factor',
  'POST /user/second-factor/confirm',
]);

let app: GateApp;
beforeAll(async () => {
  app = await createGateApp();
});
afterAll(() => app.close());

const calls = Object.values(endpoints)
  .flatMap((group): Endpoint[] => Object.values(group))
  .filter(({ permission }) => permission !== 'public')
  .map(({ method, path }) => ({
    method,
    path: path.replaceAll(/:\w+/g, '1'),
    name: `${method} ${path}`,
  }));

/** Calls all endpoints with this session; returns those not refused with this error. */
async function openTo({ token }: Person, error: string): Promise<string[]> {
  const open: string[] = [];
  for (const { method, path, name } of calls) {
    if (name === 'POST /logout') continue;
    const answer = await app.exchange({
      method,
      url: API_BASE + path,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { payload: '{}' }),
    });
    const isRefused = answer.status === 403 && answer.body.includes(`"${error}"`);
    if (!isRefused) open.push(name);
  }
  return open;
}

const wanted = calls.map(({ name }) => name).filter((name) => allowed.has(name) && name !== 'POST /logout');

bar(94, 'a session with a first password opens only what changes it', async () => {
  const people = [
    await addPerson(app, { roleKey: 'admin', user: { mustChangePassword: true } }),
    await addPerson(app, { roleKey: 'customer', user: { mustChangePassword: true } }),
  ];
  const before = await stateOf(app.database);
  for (const one of people) expect(await openTo(one, 'password.must_change')).toEqual(wanted);
  expect(await stateOf(app.database)).toStrictEqual(before);
  return `with a first password ${calls.length - allowed.size} of ${calls.length} calls answer 403, notifications, stream and departments among them`;
});

bar(94, 'a session that must set up a second factor opens only what sets it up', async () => {
  const staff = await addPerson(app, { roleKey: 'sales' });
  await app.database.pool.query(
    "update sys_config set config_value = 'staff' where config_key = 'login.secondFactor'",
  );
  await app.database.pool.query("update revision set value = value + 1 where name = 'settings'");
  expect(await openTo(staff, 'second_factor.required')).toEqual(wanted);
  return `without the mandatory second factor ${calls.length - allowed.size} of ${calls.length} calls answer 403`;
});
