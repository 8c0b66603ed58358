import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDept, addPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const as = 'admin';
const get = async (path: string) => (await app.send('GET', path, { as })).data as Record<string, unknown>;
const send = (method: 'POST' | 'PUT', path: string, body: object) => app.send(method, path, { as, body });

describe('clients of the same family find and send their fields:', () => {
  test('menus name the component of their screen', async () => {
    const menus = (await get('/menurole')) as unknown as {
      menuType: string;
      component: string;
      children: object[];
    }[];
    const group = menus.find(({ menuType, children }) => menuType === 'M' && children.length > 0);
    expect(group).toMatchObject({ component: 'Layout' });
    expect(group!.children[0]).toMatchObject({ component: expect.stringMatching(/^(?:\/.+)?\/index$/) });
  });

  test('both logs are sorted by createdAt', async () => {
    await send('POST', '/post', {});
    for (const log of ['/sys-login-log', '/sys-opera-log']) {
      const times = async (order: string) => {
        const { list } = (await get(`${log}?createdAtOrder=${order}`)) as { list: { createdAt: string }[] };
        return list.map(({ createdAt }) => createdAt);
      };
      await app.signIn('admin');
      const oldestFirst = await times('asc');
      expect(oldestFirst.length).toBeGreaterThan(0);
      expect(oldestFirst).toEqual(oldestFirst.toSorted());
      expect(await times('desc')).toEqual((await times('desc')).toSorted().toReversed());
    }
  });

  test('a user has a department, and is created and edited with one role and one post', async () => {
    const { deptId } = await addDept(app);
    const { userId } = await addPerson(app, { roleKey: 'customer', deptId });
    const user = await get(`/sys-user/${userId}`);
    expect(user['dept']).toEqual({ deptId, deptName: user['deptName'] });
    const [roleId] = user['roleIds'] as number[];
    const { list } = (await get('/post')) as { list: { postId: number }[] };
    const postId = list[0]?.postId;
    const person = { nickName: '家族客户端', status: '2', deptId };
    const created = await send('POST', '/sys-user', {
      ...person,
      username: 'family1',
      password: 'family-client-1',
      roleId,
      ...(postId !== undefined && { postId }),
    });
    expect(created).toMatchObject({ status: 200 });
    const made = await get(`/sys-user/${String(created.data)}`);
    expect(made).toMatchObject({ roleIds: [roleId], postIds: postId === undefined ? [] : [postId] });
    const { roleIds: _ids, ...rest } = made;
    const saved = await send('PUT', `/sys-user/${String(created.data)}`, {
      ...rest,
      roleId,
      nickName: '改名',
    });
    expect(saved).toMatchObject({ status: 200, data: { nickName: '改名', roleIds: [roleId] } });
    expect(await send('PUT', `/sys-user/${userId}`, { ...user, roleId: 'x' })).toMatchObject({ status: 200 });
    const { roleIds: _own, ...withoutRoles } = user;
    const wrong = await send('PUT', `/sys-user/${userId}`, { ...withoutRoles, roleId: 'x' });
    expect(wrong).toMatchObject({ status: 400 });
  });

  test('the profile has department and role ids', async () => {
    const { user } = await get('/user/profile');
    expect(user).toMatchObject({ roleIds: [expect.any(Number)] });
    expect(user).toHaveProperty('dept');
  });

  test('roles are sorted by status and saved with their whole record', async () => {
    expect((await app.send('GET', '/role?statusOrder=asc', { as })).status).toBe(200);
    const { list } = (await get('/role?roleKey=customer')) as { list: { roleId: number }[] };
    const role = await get(`/role/${list[0]!.roleId}`);
    const saved = await send('PUT', `/role/${list[0]!.roleId}`, { ...role, remark: '家族' });
    expect(saved).toMatchObject({ status: 200, data: { remark: '家族', dataScope: role['dataScope'] } });
  });

  test('menus and parameters are saved with fields that mean nothing here; any other is refused', async () => {
    const [menu] = (await get('/menu')) as unknown as Record<string, unknown>[];
    const id = String(menu!['menuId']);
    const foreign = {
      ...menu,
      component: 'Layout',
      isFrame: '1',
      apis: [1],
      sysApi: [{ id: 1, action: 'GET', type: 'BUS' }],
    };
    expect(await send('PUT', `/menu/${id}`, foreign)).toMatchObject({ status: 200 });
    const config = { configName: '家族', configKey: 'family.key', configValue: '1', isFrontend: '0' };
    expect(await send('POST', '/config', { ...config, configType: 'N' })).toMatchObject({ status: 200 });
    expect(await send('POST', '/config', { ...config, configKey: 'family.other', kind: 'N' })).toMatchObject({
      status: 400,
      errors: { kind: '不支持的字段' },
    });
  });
});
