import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { roles } from '#server/db/schema.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const rights = ['admin:sysUser:query', 'admin:sysUser:edit', 'admin:sysUser:role', 'admin:sysUser:resetPwd'];
const roleRights = [
  'admin:sysRole:query',
  'admin:sysRole:edit',
  'admin:sysRole:scope',
  'admin:sysRole:status',
];
const scopeOf = async (roleId: number) =>
  (await app.database.db.select().from(roles).where(eq(roles.roleId, roleId)))[0]?.dataScope;

describe('a user record', () => {
  test('has no password hash, even in the response to a stale version', async () => {
    const { userId } = await addPerson(app, { roleKey: 'customer' });
    const { data } = await app.send('GET', `/sys-user/${userId}`, { as: 'admin' });
    const stale = { ...(data as object), version: 99 };
    const refusals = [
      await app.send('PUT', `/sys-user/${userId}`, { as: 'admin', body: stale }),
      await app.send('PUT', '/user/status', { as: 'admin', body: { userId, status: '1', version: 99 } }),
    ];
    for (const refused of refusals) {
      expect(refused).toMatchObject({ status: 409, error: 'record.changed', data: { userId } });
      expect(Object.keys(refused.data as object).toSorted()).toStrictEqual(
        Object.keys(data as object).toSorted(),
      );
    }
  });

  test('stores a duplicate role once', async () => {
    const { userId } = await addPerson(app);
    const { data } = await app.send('GET', `/sys-user/${userId}`, { as: 'admin' });
    const body = { ...(data as object), roleIds: [4, 4], postIds: [1, 1] };
    expect(await app.send('PUT', `/sys-user/${userId}`, { as: 'admin', body })).toMatchObject({
      status: 200,
      data: { roleIds: [4], postIds: [1] },
    });
  });
});

describe('data beyond the caller’s scope', () => {
  test('cannot be reached through another user with the same rights and a wider scope', async () => {
    const dept = await addDept(app);
    const inDept = { permissions: rights, isStaff: true, deptId: dept.deptId };
    const { token } = await addPerson(app, { ...inDept, dataScope: '3' });
    const peer = await addPerson(app, { ...inDept, dataScope: '3' });
    const reset = (userId: number) =>
      app.send('PUT', '/user/pwd/reset', { token, body: { userId, password: 'another good one 3' } });
    expect(await reset(peer.userId)).toMatchObject({ status: 200 });
    await addDept(app, dept);
    for (const dataScope of ['1', '4']) {
      const { userId } = await addPerson(app, { ...inDept, dataScope });
      expect(await reset(userId)).toMatchObject({ status: 403, error: 'permission.denied' });
    }
  });

  test('cannot be granted, even to oneself, by a role relative to the department', async () => {
    const dept = await addDept(app);
    await addDept(app, dept);
    const own = { permissions: [...rights, ...roleRights], isStaff: true, deptId: dept.deptId };
    const { token, userId, roleId } = await addPerson(app, { ...own, dataScope: '5' });
    const role = await app.send('GET', `/role/${roleId}`, { token });
    const { version } = role.data as { version: number };
    for (const dataScope of ['3', '4']) {
      const body = { roleId, dataScope, version };
      expect(await app.send('PUT', '/roledatascope', { token, body })).toMatchObject({ status: 403 });
    }
    expect(await scopeOf(roleId)).toBe('5');

    const wider = await addPerson(app, { permissions: ['admin:sysUser:query'], dataScope: '4' });
    const self = (await app.send('GET', `/sys-user/${userId}`, { token })).data as { roleIds: number[] };
    const body = { ...self, roleIds: [...self.roleIds, wider.roleId] };
    expect(await app.send('PUT', `/sys-user/${userId}`, { token, body })).toMatchObject({ status: 403 });
    expect((await app.send('GET', `/sys-user/${userId}`, { token })).data).toMatchObject(self);
  });

  test('does not prevent changing a role whose scope stays within the caller’s', async () => {
    const dept = await addDept(app);
    const { token, roleId } = await addPerson(app, {
      permissions: [...rights, ...roleRights],
      isStaff: true,
      dataScope: '4',
      deptId: dept.deptId,
    });
    const role = (await app.send('GET', `/role/${roleId}`, { token })).data as { version: number };
    const body = { roleId, dataScope: '3', version: role.version };
    expect(await app.send('PUT', '/roledatascope', { token, body })).toMatchObject({ status: 200 });
    expect(await scopeOf(roleId)).toBe('3');
  });
});

test('PUT changes a role’s status only with that permission, not with the edit permission', async () => {
  const { token } = await addPerson(app, {
    permissions: ['admin:sysRole:query', 'admin:sysRole:edit'],
    isStaff: true,
    dataScope: '1',
  });
  const { roleId } = await addPerson(app, { permissions: ['admin:sysRole:query'], isStaff: true });
  const { data } = await app.send('GET', `/role/${roleId}`, { token });
  const body = { ...(data as object), status: '1' };
  expect(await app.send('PUT', `/role/${roleId}`, { token, body })).toMatchObject({ status: 403 });
  expect(await app.send('PUT', `/role/${roleId}`, { as: 'admin', body })).toMatchObject({ status: 200 });
});
