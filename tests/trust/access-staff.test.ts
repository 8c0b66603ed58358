import { afterAll, beforeAll, expect } from 'vitest';
import { addPerson } from '#tests/support/data/people.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

let app: GateApp;
beforeAll(async () => {
  app = await createGateApp();
  await set('login.secondFactor', 'staff');
});
afterAll(() => app.close());

/** Changes a setting as an administrator would. */
async function set(configKey: string, configValue: string): Promise<void> {
  const { data } = await app.send('GET', '/set-config/typed', { as: 'admin' });
  const { version } = (data as { configKey: string; version: number }[]).find(
    (one) => one.configKey === configKey,
  )!;
  const body = [{ configKey, configValue, version }];
  expect((await app.send('PUT', '/set-config', { as: 'admin', body })).status).toBe(200);
}

bar(91, 'renaming, moving or emptying menus switches no second factor off', async () => {
  const menuRights = ['list', 'query', 'edit'].map((action) => `admin:sysMenu:${action}`);
  const clerk = await addPerson(app, { permissions: menuRights, isStaff: true, dataScope: '1' });
  const sales = await addPerson(app, { roleKey: 'sales' });
  const customer = await addPerson(app, { roleKey: 'customer' });
  const { rows } = await app.database.pool.query<{ id: number }>(
    "select menu_id as id from sys_menu where parent_id = 0 and path = '/admin'",
  );
  const mustSetUp = async (token: string) =>
    ((await app.send('GET', '/getinfo', { token })).data as { mustSetUpSecondFactor: boolean })
      .mustSetUpSecondFactor;
  expect([await mustSetUp(sales.token), await mustSetUp(customer.token)]).toEqual([true, false]);

  // The clerk can no longer do this without a second factor, so the database is changed directly.
  expect((await app.send('PUT', `/menu/${rows[0]!.id}`, { token: clerk.token, body: {} })).error).toBe(
    'second_factor.required',
  );
  await app.database.pool.query("update sys_menu set path = '/desk' where menu_id = $1", [rows[0]!.id]);
  await app.database.pool.query("update revision set value = value + 1 where name = 'access'");
  expect([await mustSetUp(sales.token), await mustSetUp(clerk.token)]).toEqual([true, true]);
  expect((await app.send('GET', '/order', { token: sales.token })).error).toBe('second_factor.required');
  await app.database.pool.query("update sys_menu set path = '/admin' where menu_id = $1", [rows[0]!.id]);
  return 'the root of the back office renamed: staff still need the second factor, customers do not';
});

bar(91, 'one permission beyond those of a customer, or the data of all, makes staff', async () => {
  const mustSetUp = async (options: Parameters<typeof addPerson>[1]) => {
    const { token } = await addPerson(app, options);
    return ((await app.send('GET', '/getinfo', { token })).data as { mustSetUpSecondFactor: boolean })
      .mustSetUpSecondFactor;
  };
  const buying = ['mfr:quote:add', 'mfr:order:list', 'mfr:order:query', 'mfr:order:add'];
  expect([
    await mustSetUp({ permissions: buying, isStaff: true }),
    await mustSetUp({ permissions: buying, dataScope: '3' }),
    await mustSetUp({ permissions: [...buying, 'mfr:order:edit'] }),
    await mustSetUp({ permissions: buying, dataScope: '1' }),
  ]).toEqual([false, false, true, true]);
  return 'permissions of a customer: not staff, wherever their menus are; one more permission or all data: staff';
});
