import { afterAll, beforeAll, expect } from 'vitest';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

let app: GateApp;
beforeAll(async () => {
  app = await createGateApp();
});
afterAll(() => app.close());

bar(
  90,
  'a department moves only when all below it is within the scope of the user who moves it',
  async () => {
    const permissions = ['edit', 'query', 'list'].map((action) => `admin:sysDept:${action}`);
    const home = await addDept(app);
    const gate = await addDept(app);
    const hidden = [await addDept(app, gate)];
    hidden.push(await addDept(app, hidden[0]));
    const strangers = await Promise.all(
      hidden.map(({ deptId }) => addPerson(app, { roleKey: 'customer', deptId })),
    );
    // Sees the own department with its subtree, and exactly one more department.
    const clerk = await addPerson(app, {
      permissions: [...permissions, 'admin:sysUser:list'],
      isStaff: true,
      dataScope: '4',
      deptId: home.deptId,
    });
    const chosen = await addPerson(app, {
      permissions: ['admin:sysUser:list'],
      isStaff: true,
      dataScope: '2',
      scopeDeptIds: [gate.deptId],
    });
    await app.database.pool.query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [
      clerk.userId,
      chosen.roleId,
    ]);
    await app.database.pool.query("update revision set value = value + 1 where name = 'access'");
    const usersSeen = async () =>
      listOf<{ userId: number }>(
        await app.send('GET', '/sys-user?pageSize=1000', { token: clerk.token }),
      ).filter(({ userId }) => strangers.some((one) => one.userId === userId)).length;
    expect(await usersSeen()).toBe(0);
    const { data } = await app.send('GET', `/dept/${gate.deptId}`, { token: clerk.token });
    const before = await stateOf(app.database);
    const body = { ...(data as object), parentId: home.deptId };
    const moved = await app.send('PUT', `/dept/${gate.deptId}`, { token: clerk.token, body });
    expect([moved.status, await usersSeen()]).toEqual([403, 0]);
    expect(await stateOf(app.database)).toStrictEqual(before);
    // An administrator moves it.
    expect((await app.send('PUT', `/dept/${gate.deptId}`, { as: 'admin', body })).status).toBe(200);
    return `moving a department with ${hidden.length} hidden ones below it into the own branch: 403, nothing written, no more users seen`;
  },
);
