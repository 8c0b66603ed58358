import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  app.send(method, path, { as: 'admin', ...(body ? { body } : {}) });

const role = { roleName: '质检', roleKey: 'qc', roleSort: 50, status: '2', menuIds: [2, 3] };

describe('roles', () => {
  test('a role is created, edited with its menus, scoped to departments and deleted', async () => {
    const id = Number((await send('POST', '/role', role)).data);
    expect((await send('GET', `/roleMenuTreeselect/${id}`)).data).toMatchObject({ checkedKeys: [2, 3] });
    const { data } = await send('GET', `/role/${id}`);
    const edited = await send('PUT', `/role/${id}`, { ...(data as object), menuIds: [3] });
    expect(edited.data).toMatchObject({ menuIds: [3], version: 2, dataScope: '5' });
    expect(await send('PUT', `/role/${id}`, data as object)).toMatchObject({ error: 'record.changed' });
    await send('PUT', '/roledatascope', { roleId: id, dataScope: '2', deptIds: [4], version: 2 });
    expect((await send('GET', `/roleDeptTreeselect/${id}`)).data).toMatchObject({ checkedKeys: [4] });
    await send('PUT', '/roledatascope', { roleId: id, dataScope: '3', deptIds: [4], version: 3 });
    expect((await send('GET', `/role/${id}`)).data).toMatchObject({ dataScope: '3', deptIds: [] });
    expect(await send('DELETE', '/role', { ids: [id] })).toMatchObject({ status: 200 });
  });

  test('copying a role copies its data scope, for users who can set data scopes', async () => {
    const id = Number((await send('POST', '/role', { ...role, roleKey: 'scoped' })).data);
    await send('PUT', '/roledatascope', { roleId: id, dataScope: '2', deptIds: [4], version: 1 });
    const copy = { ...role, roleKey: 'scoped2', copyOf: id };
    const copied = await send('POST', '/role', copy);
    expect((await send('GET', `/role/${String(copied.data)}`)).data).toMatchObject({
      dataScope: '2',
      deptIds: [4],
      menuIds: [2, 3],
    });
    const clerk = await addPerson(app, { permissions: ['admin:sysRole:add'] });
    const refused = await app.send('POST', '/role', {
      token: clerk.token,
      body: { ...copy, roleKey: 'scoped3', menuIds: [] },
    });
    expect(refused).toMatchObject({ status: 403, msg: '您没有设置数据权限的权限，不能复制角色的数据权限' });
  });

  test('a new role can have a data scope, from users who can set data scopes', async () => {
    const scoped = { ...role, roleKey: 'given', dataScope: '2', deptIds: [4] };
    const { data } = await send('POST', '/role', scoped);
    expect((await send('GET', `/role/${String(data)}`)).data).toMatchObject({ dataScope: '2', deptIds: [4] });
    expect(await send('POST', '/role', { ...scoped, roleKey: 'ghosts', deptIds: [99_999] })).toMatchObject({
      status: 400,
      errors: { deptIds: '所选部门不存在' },
    });
    const clerk = await addPerson(app, { permissions: ['admin:sysRole:add'] });
    const sent = (roleKey: string, dataScope: string) =>
      app.send('POST', '/role', {
        token: clerk.token,
        body: { ...role, roleKey, menuIds: [], dataScope, deptIds: [] },
      });
    expect(await sent('all', '1')).toMatchObject({ status: 403, msg: '您没有设置数据权限的权限' });
    expect(await sent('own', '5')).toMatchObject({ status: 200 });
    const holder = await addPerson(app, { permissions: ['admin:sysRole:add', 'admin:sysRole:scope'] });
    const beyond = { ...role, roleKey: 'beyond', menuIds: [], dataScope: '1' };
    expect(await app.send('POST', '/role', { token: holder.token, body: beyond })).toMatchObject({
      status: 403,
      msg: '不能授予超出您自己范围的数据权限',
    });
  });

  test('a role in use cannot be deleted, and a duplicate key is reported on its field', async () => {
    const { data } = await send('GET', '/role?roleKey=customer');
    const [customer] = (data as { list: { roleId: number }[] }).list;
    expect(await send('DELETE', '/role', { ids: [customer!.roleId] })).toMatchObject({
      status: 409,
      msg: '角色 客户 仍有 1 个用户，不能删除',
    });
    expect(await send('POST', '/role', { ...role, roleKey: 'sales' })).toMatchObject({
      status: 409,
      errors: { roleKey: '角色标识已存在' },
    });
  });

  test('unknown menus and departments are refused and nothing is written', async () => {
    expect(await send('POST', '/role', { ...role, roleKey: 'ghost', menuIds: [99_999] })).toMatchObject({
      status: 400,
      errors: { menuIds: '所选菜单不存在' },
    });
    expect((await send('GET', '/role?roleKey=ghost')).data).toMatchObject({ count: 0 });
  });

  test('the tree lists the endpoints of each permission', async () => {
    const { data } = await send('GET', '/roleMenuTreeselect/0');
    expect(JSON.stringify(data)).toContain('DELETE /role 删除角色');
  });

  test('the export neutralises formulas and applies the filters', async () => {
    await send('POST', '/role', { ...role, roleKey: 'evil', roleName: '=1+1' });
    const token = await app.signIn('admin');
    const csv = await app.http.inject({
      url: '/api/v1/role/export?format=csv&roleKey=evil',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(csv.headers['content-disposition']).toContain("filename*=UTF-8''");
    expect(csv.body).toContain("'=1+1");
    expect(csv.body.trim().split('\n')).toHaveLength(2);
  });
});
