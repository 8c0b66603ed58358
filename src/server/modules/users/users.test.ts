import { afterAll, describe, expect, test } from 'vitest';
import { startUsers, password } from './users.test-data.ts';

const { app, lastUsername, createUser, menuIdsOf, staffWith, signInAnew } = await startUsers();
afterAll(() => app.close());

async function roleId(key: string): Promise<number> {
  const { data } = await app.send('GET', `/role?roleKey=${key}`, { as: 'admin' });
  const [role] = (data as { list: { roleId: number }[] }).list;
  return role!.roleId;
}

describe('users', () => {
  test('a new user with several roles must change the password, and is found by role and name', async () => {
    const roleIds = [await roleId('sales'), await roleId('engineer')];
    const created = await createUser({ roleIds, deptId: 2, postIds: [1] });
    expect(created).toMatchObject({ status: 200 });
    const one = await app.send('GET', `/sys-user/${String(created.data)}`, { as: 'admin' });
    expect(one.data).toMatchObject({
      roleIds,
      roleNames: ['销售', '工艺'],
      postIds: [1],
      postNames: ['销售工程师'],
      mustChangePassword: true,
    });
    expect(JSON.stringify(one)).not.toContain('argon2');
    const { rows } = await app.database.pool.query('select changes::text from sys_opera_log');
    expect(JSON.stringify(rows)).not.toContain(password);
    const listed = await app.send('GET', `/sys-user?roleId=${roleIds[0]}&username=user`, { as: 'admin' });
    expect(listed.data).toMatchObject({ count: 1 });
  });

  test('a staff password of eleven characters is refused, and no user is created', async () => {
    const before = await app.send('GET', '/sys-user', { as: 'admin' });
    const refused = await createUser({ roleIds: [await roleId('sales')] }, 'admin', 'elevenchars');
    expect(refused).toMatchObject({ status: 400, errors: { password: '新密码至少12个字符' } });
    const after = await app.send('GET', '/sys-user', { as: 'admin' });
    expect((after.data as { count: number }).count).toBe((before.data as { count: number }).count);
  });

  test('a name that differs only in case or width is taken', async () => {
    await createUser({ username: 'Someone' });
    expect(await createUser({ username: 'ｓｏｍｅｏｎｅ' })).toMatchObject({
      status: 409,
      errors: { username: '用户名已存在' },
    });
  });

  test('full-width letters and digits of a new name are normalised; sign-in accepts both', async () => {
    const created = await createUser({ username: 'Ｗａｎｇ０１' });
    const one = await app.send('GET', `/sys-user/${String(created.data)}`, { as: 'admin' });
    expect(one.data).toMatchObject({ username: 'Wang01' });
    expect(await app.signIn('Ｗａｎｇ０１', password)).toHaveLength(43);
    expect(await app.signIn('wang01', password)).toHaveLength(43);
    expect(await createUser({ username: 'ﷺ'.repeat(4) })).toMatchObject({
      status: 400,
      errors: { username: '用户名最多64个字符' },
    });
  });

  test('the last administrator cannot be disabled, demoted or deleted', async () => {
    const one = await app.send('GET', '/sys-user/1', { as: 'admin' });
    const admin = one.data as { version: number; roleIds: number[] };
    const second = await createUser({ roleIds: [await roleId('admin')] });
    const token = await signInAnew(lastUsername());
    const demoted = { ...admin, roleIds: [] };
    expect(await app.send('PUT', '/sys-user/1', { token, body: demoted })).toMatchObject({ status: 200 });
    const self = `/sys-user/${String(second.data)}`;
    const { data } = await app.send('GET', self, { token });
    const refusals = [
      await app.send('PUT', self, { token, body: { ...(data as object), roleIds: [] } }),
      await app.send('PUT', '/role-status', { token, body: { roleId: 1, status: '1', version: 1 } }),
    ];
    for (const refused of refusals) expect(refused).toMatchObject({ status: 409, error: 'user.last_admin' });
    const current = await app.send('GET', '/sys-user/1', { token });
    await app.send('PUT', '/sys-user/1', {
      token,
      body: { ...(current.data as object), roleIds: admin.roleIds },
    });
  });

  test('roles, status and department each need their permission, otherwise nothing is written', async () => {
    const { token } = await staffWith(['admin:sysUser:edit', 'admin:sysUser:query', 'admin:sysUser:list']);
    const victim = await createUser({ nickName: '原名', deptId: 4 });
    const path = `/sys-user/${String(victim.data)}`;
    const { data } = await app.send('GET', path, { token });
    const attempts = [{ roleIds: [await roleId('customer')] }, { status: '1' }, { roleIds: [1] }];
    for (const attempt of attempts) {
      const body = { ...(data as object), nickName: '改名', ...attempt };
      expect(await app.send('PUT', path, { token, body })).toMatchObject({ status: 403 });
    }
    expect((await app.send('GET', path, { token })).data).toMatchObject({
      nickName: '原名',
      status: '2',
      roleIds: [],
    });
    const plain = await app.send('PUT', path, { token, body: { ...(data as object), nickName: '改名' } });
    expect(plain).toMatchObject({ status: 200, data: { nickName: '改名' } });
  });

  test('no user can grant a role with more rights than their own', async () => {
    const { token } = await staffWith([
      'admin:sysUser:add',
      'admin:sysUser:role',
      'admin:sysRole:add',
      'admin:sysRole:edit',
      'admin:sysRole:query',
      'admin:sysRole:scope',
    ]);
    const body = {
      username: 'stooge',
      nickName: '某人',
      password,
      roleIds: [await roleId('sales')],
      status: '2',
    };
    expect(await app.send('POST', '/sys-user', { token, body })).toMatchObject({ status: 403 });
    const menuIds = await menuIdsOf('admin:sysConfigSet:update');
    const role = { roleName: '越权', roleKey: 'greedy', roleSort: 1, status: '2', menuIds };
    expect(await app.send('POST', '/role', { token, body: role })).toMatchObject({ status: 403 });
    const found = await app.send('GET', '/role?roleKey=greedy', { as: 'admin' });
    expect(found.data).toMatchObject({ count: 0 });
  });
});
