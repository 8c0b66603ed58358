import { afterAll, describe, expect, test } from 'vitest';
import { addPerson } from '#tests/support/data/people.ts';
import { startRecordImports } from './record-imports.test-data.ts';

const { app, upload, apply, listOf } = await startRecordImports();
afterAll(() => app.close());

describe('users', () => {
  const columns = ['用户名', '姓名', '部门', '角色', '电话'];

  test('each get an initial password, which is shown once and must be changed', async () => {
    const report = await upload('user', [
      columns,
      ['li.si', '李四', '', '客户', '13800000000'],
      ['wang.wu', '王五', '', '客户', ''],
    ]);
    expect(report.errors).toEqual([]);
    const answer = await apply('user', report.token);
    const { passwords } = answer.data as { passwords: { username: string; password: string }[] };
    expect(passwords.map(({ username }) => username)).toEqual(['li.si', 'wang.wu']);
    expect(new Set(passwords.map(({ password }) => password)).size).toBe(2);
    const signedIn = await app.send('POST', '/login', { body: { ...passwords[0] } });
    expect(signedIn).toMatchObject({ status: 200 });
    expect(await listOf('/sys-user?username=li.si')).toMatchObject([
      { nickName: '李四', mustChangePassword: true },
    ]);
    const { rows } = await app.database.pool.query('select changes::text, msg from sys_opera_log');
    expect(JSON.stringify(rows)).not.toContain(passwords[0]!.password);
  });

  test('that a file disables keep their sessions during the preview', async () => {
    const person = await addPerson(app, { roleKey: 'customer' });
    const [user] = await listOf(`/sys-user?username=${person.username}`);
    const rows = [
      ['编号', '状态'],
      [user!['userId'] as number, '停用'],
    ];
    const report = await upload('user', rows);
    expect(report).toMatchObject({ errors: [], changed: [{ row: 2 }] });
    expect(await app.send('GET', '/getinfo', { token: person.token })).toMatchObject({ status: 200 });
    expect(await apply('user', report.token)).toMatchObject({ status: 200 });
    expect(await app.send('GET', '/getinfo', { token: person.token })).toMatchObject({ status: 401 });
  });

  test('cannot be imported with a password, and keep their names', async () => {
    expect(
      await upload('user', [
        [...columns, '密码'],
        ['zhao.liu', '赵六', '', '', '', 'x'],
      ]),
    ).toMatchObject({
      errors: [{ column: '密码', message: '不认识的列，请使用模板的表头' }],
    });
    const { username } = await addPerson(app, { roleKey: 'customer' });
    const [user] = await listOf(`/sys-user?username=${username}`);
    expect(
      await upload('user', [
        ['编号', '用户名'],
        [user!['userId'] as number, 'li.4'],
      ]),
    ).toMatchObject({
      token: '',
      errors: [{ row: 2, column: '用户名', message: '用户名不能修改' }],
    });
    expect(
      await upload('user', [columns, [username.toUpperCase(), '李四', '', '客户', '13800000001']]),
    ).toMatchObject({
      created: [],
    });
  });

  test('cannot get permissions that the importer does not have', async () => {
    const permissions = [
      'admin:sysUser:import',
      'admin:sysUser:add',
      'admin:sysUser:edit',
      'admin:sysUser:list',
      'admin:sysUser:role',
    ];
    const { token: other } = await addPerson(app, { permissions, dataScope: '1' });
    const report = await upload('user', [columns, ['sun.qi', '孙七', '', '系统管理员', '']], { as: other });
    expect(report.token).toBe('');
    expect(report.errors).toMatchObject([{ row: 2, message: '只有系统管理员可以授予系统管理员角色' }]);
    const [admin] = await listOf('/sys-user?username=admin');
    const raised = await upload(
      'user',
      [
        ['编号', '姓名'],
        [admin!['userId'] as number, '改名'],
      ],
      { as: other },
    );
    expect(raised.errors).toMatchObject([{ row: 2, message: '该用户的权限高于您，不能操作' }]);
    const { token: without } = await addPerson(app, { permissions: permissions.slice(0, 4), dataScope: '1' });
    const refused = await upload('user', [columns, ['zhou.ba', '周八', '', '客户', '']], { as: without });
    expect(refused.errors).toMatchObject([{ row: 2, message: '您没有分配角色的权限' }]);
  });
});
