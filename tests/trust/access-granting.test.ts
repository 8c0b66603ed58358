import { afterAll, beforeAll, expect } from 'vitest';
import type { Role } from '#contract/people/roles.ts';
import type { User } from '#contract/people/users.ts';
import type { Envelope, Method } from '#tests/support/app/api.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

const ADMIN_ROLE = 1;
const userRights = ['list', 'query', 'add', 'edit', 'remove', 'resetPwd', 'status', 'role'].map(
  (action) => `admin:sysUser:${action}`,
);
const roleRights = ['list', 'query', 'add', 'edit', 'remove', 'scope', 'status'].map(
  (action) => `admin:sysRole:${action}`,
);
const menuRights = ['list', 'query', 'add', 'edit', 'remove'].map((action) => `admin:sysMenu:${action}`);
const deptRights = ['list', 'query', 'add', 'edit', 'remove'].map((action) => `admin:sysDept:${action}`);
const everyRight = [...userRights, ...roleRights, ...menuRights, ...deptRights];

let app: GateApp;
beforeAll(async () => {
  app = await createGateApp();
});
afterAll(() => app.close());

/** Sends each call and returns those not refused with one of these statuses; nothing may have been written. */
async function refusals(
  { token }: Person,
  wanted: readonly number[],
  tries: readonly [method: Method, path: string, body: unknown][],
): Promise<void> {
  const before = await stateOf(app.database);
  const faults: string[] = [];
  for (const [method, path, body] of tries) {
    const { status, msg } = await app.send(method, path, { token, body });
    if (!wanted.includes(status)) faults.push(`${method} ${path} ${JSON.stringify(body)}: ${status} ${msg}`);
  }
  expect(faults).toEqual([]);
  expect(await stateOf(app.database)).toStrictEqual(before);
}
const dataOf = (answer: Envelope): never => {
  expect(answer).toMatchObject({ status: 200 });
  return answer.data;
};
const readUser = async (userId: number): Promise<User> =>
  dataOf(await app.send('GET', `/sys-user/${userId}`, { as: 'admin' }));
const readRole = async (roleId: number): Promise<Role> =>
  dataOf(await app.send('GET', `/role/${roleId}`, { as: 'admin' }));
const newUser = (fields: object) => ({
  username: 'someone',
  nickName: '某人',
  password: 'correct horse 7 staple',
  roleIds: [],
  status: '2',
  ...fields,
});

bar(9, 'fields of the body grant no roles or permissions', async () => {
  const clerk = await addPerson(app, {
    permissions: userRights.filter((code) => !code.endsWith(':role') && !code.endsWith(':status')),
    isStaff: true,
    dataScope: '1',
  });
  const { userId } = await addPerson(app);
  const user = await readUser(userId);
  const own = await readUser(clerk.userId);
  const unknown: Record<string, unknown> = {
    roles: ['admin'],
    role: 'admin',
    roleKeys: ['admin'],
    permissions: ['*:*:*'],
    isAdmin: true,
    admin: true,
    userType: 'admin',
    isStaff: true,
    dataScope: '1',
    passwordHash: 'x',
    password: 'correct horse 7 staple',
    deletedAt: null,
  };
  const tries: [Method, string, unknown][] = Object.entries(unknown).flatMap(([key, value]) => [
    ...(key === 'password'
      ? []
      : [['POST', '/sys-user', newUser({ [key]: value })] as [Method, string, unknown]]),
    ['PUT', `/sys-user/${userId}`, { ...user, [key]: value }],
    ['PUT', `/sys-user/${clerk.userId}`, { ...own, [key]: value }],
    ['POST', '/register', { ...newUser({ [key]: value }) }],
    ['PUT', '/user/profile', { [key]: value }],
  ]);
  await refusals(clerk, [400, 403], tries);
  await refusals(
    clerk,
    [403],
    [
      ['POST', '/sys-user', newUser({ roleIds: [ADMIN_ROLE] })],
      ['POST', '/sys-user', newUser({ status: '1' })],
      ['PUT', `/sys-user/${userId}`, { ...user, roleIds: [ADMIN_ROLE] }],
      ['PUT', `/sys-user/${clerk.userId}`, { ...own, roleIds: [...own.roleIds, ADMIN_ROLE] }],
      ['PUT', `/sys-user/${userId}`, { ...user, roleIds: [clerk.roleId] }],
      ['PUT', `/sys-user/${userId}`, { ...user, status: '1' }],
    ],
  );
  // A PUT ignores read-only fields of the GET: the names of roles, and whether the password must be changed.
  const saved = await app.send('PUT', `/sys-user/${userId}`, {
    token: clerk.token,
    body: { ...user, roleNames: ['系统管理员'], mustChangePassword: true, username: 'admin2', createBy: 99 },
  });
  const { version: _version, updatedAt: _updatedAt, updateBy: _updateBy, ...rest } = user;
  expect(saved).toMatchObject({ status: 200, data: rest });
  return `${tries.length + 6} writes of users with roles, rights or marks of an administrator: 400 or 403, nothing written`;
});

bar(10, 'a user cannot grant permissions or data that the user does not have', async () => {
  const home = await addDept(app);
  const below = await addDept(app, home);
  const away = await addDept(app);
  const clerk = await addPerson(app, {
    permissions: everyRight,
    isStaff: true,
    dataScope: '3',
    deptId: home.deptId,
  });
  const { userId } = await addPerson(app, { deptId: home.deptId });
  const user = await readUser(userId);
  const own = await readUser(clerk.userId);
  const role = await readRole(clerk.roleId);
  const person = (dataScope: string, permissions = ['admin:sysUser:list']) =>
    addPerson(app, {
      permissions,
      dataScope,
      isStaff: true,
      deptId: home.deptId,
      scopeDeptIds: [away.deptId],
    });
  const wider = [
    await person('1'),
    await person('2'),
    await person('4'),
    await person('5', ['mfr:price:edit']),
    await person('5', ['*:*:*']),
  ];
  const { rows } = await app.database.pool.query<{ id: number }>(
    `select menu_id as id from sys_menu where permission in ('mfr:price:edit', 'mfr:order:handle') and deleted_at is null limit 5`,
  );
  const ownMenu: Record<string, unknown> = dataOf(
    await app.send('GET', `/menu/${role.menuIds[0]}`, { as: 'admin' }),
  );
  const newRole = { roleName: '试', roleKey: 'trial', roleSort: 1, status: '2', menuIds: role.menuIds };
  const scope = (dataScope: string, deptIds: number[] = []) => ({
    roleId: clerk.roleId,
    dataScope,
    deptIds,
    version: role.version,
  });
  const dept = async (deptId: number): Promise<object> =>
    dataOf(await app.send('GET', `/dept/${deptId}`, { as: 'admin' }));
  const tries: [Method, string, unknown][] = [
    // Permissions: through a new role, the caller's own role, a menu of that role.
    ...rows.flatMap(({ id }): [Method, string, unknown][] => [
      ['POST', '/role', { ...newRole, menuIds: [id] }],
      ['PUT', `/role/${clerk.roleId}`, { ...role, menuIds: [...role.menuIds, id] }],
    ]),
    ['PUT', `/menu/${role.menuIds[0]}`, { ...ownMenu, permission: 'mfr:price:edit' }],
    ['POST', '/menu', { ...ownMenuInput(ownMenu), permission: 'mfr:order:handle' }],
    // Data: through the caller's own role, another role, another department.
    ['PUT', '/roledatascope', scope('1')],
    ['PUT', '/roledatascope', scope('2', [away.deptId])],
    ['PUT', '/roledatascope', scope('2', [home.deptId, below.deptId])],
    ['PUT', '/roledatascope', scope('4')],
    ['PUT', `/sys-user/${clerk.userId}`, { ...own, deptId: away.deptId }],
    ['PUT', `/sys-user/${userId}`, { ...user, deptId: away.deptId }],
    ['PUT', `/sys-user/${userId}`, { ...user, deptId: null }],
    ['PUT', `/dept/${home.deptId}`, { ...(await dept(home.deptId)), parentId: away.deptId }],
    // The records of lower departments become visible to a salesperson.
    ['PUT', `/dept/${home.deptId}`, { ...(await dept(home.deptId)), salespersonId: clerk.userId }],
    // Roles with more rights, for a new user, another user and the caller; and changes of those roles.
    ...wider.flatMap(({ roleId }): [Method, string, unknown][] => [
      ['POST', '/sys-user', newUser({ roleIds: [roleId], deptId: home.deptId })],
      ['PUT', `/sys-user/${userId}`, { ...user, roleIds: [roleId] }],
      ['PUT', `/sys-user/${clerk.userId}`, { ...own, roleIds: [...own.roleIds, roleId] }],
      ['DELETE', '/role', { ids: [roleId] }],
    ]),
    ['PUT', `/role/${ADMIN_ROLE}`, { ...(await readRole(ADMIN_ROLE)), roleName: '占' }],
    ['POST', '/sys-user', newUser({ roleIds: [ADMIN_ROLE], deptId: home.deptId })],
  ];
  await refusals(clerk, [403], tries);
  await refusals(
    clerk,
    [404],
    [
      ['PUT', `/dept/${away.deptId}`, { ...(await dept(away.deptId)), parentId: home.deptId }],
      ['DELETE', '/dept', { ids: [away.deptId] }],
    ],
  );
  // Users may grant their own rights.
  const given = { ...newUser({ roleIds: [], deptId: home.deptId }), username: 'given' };
  expect(await app.send('POST', '/sys-user', { token: clerk.token, body: given })).toMatchObject({
    status: 200,
  });
  return `${tries.length + 2} ways to gain a permission or data through roles, menus, departments and users: 403 or 404, nothing written`;
});

const ownMenuInput = ({ menuName, title, menuType, parentId, sort, visible }: Record<string, unknown>) => ({
  menuName,
  title,
  menuType,
  parentId,
  sort,
  visible,
});

bar(13, 'staff cannot take over or remove an administrator', async () => {
  const clerk = await addPerson(app, { permissions: everyRight, isStaff: true, dataScope: '1' });
  const { rows } = await app.database.pool.query<{ id: number }>(
    "select user_id as id from sys_user where username = 'admin'",
  );
  const id = rows[0]!.id;
  const admin = await readUser(id);
  const adminRole = await readRole(ADMIN_ROLE);
  const sessions: { list: { id: number; userId: number }[] } = dataOf(
    await app.send('GET', '/online-session?pageSize=1000', { as: 'admin' }),
  );
  const theirs = sessions.list.filter((session) => session.userId === id).map((session) => session.id);
  expect(theirs.length).toBeGreaterThan(0);
  const ender = await addPerson(app, {
    permissions: ['admin:onlineSession:list', 'admin:onlineSession:remove'],
    isStaff: true,
    dataScope: '1',
  });
  await refusals(
    clerk,
    [403],
    [
      ['PUT', '/user/pwd/reset', { userId: id, password: 'correct horse 7 staple' }],
      ['PUT', '/user/status', { userId: id, status: '1', version: admin.version }],
      ['PUT', `/sys-user/${id}`, { ...admin, nickName: '占' }],
      ['PUT', `/sys-user/${id}`, { ...admin, roleIds: [] }],
      ['PUT', `/sys-user/${id}`, { ...admin, status: '1' }],
      ['DELETE', '/sys-user', { ids: [id] }],
      ['PUT', '/role-status', { roleId: ADMIN_ROLE, status: '1', version: adminRole.version }],
      ['PUT', '/roledatascope', { roleId: ADMIN_ROLE, dataScope: '5', version: adminRole.version }],
      ['DELETE', '/role', { ids: [ADMIN_ROLE] }],
    ],
  );
  await refusals(ender, [403], [['DELETE', '/online-session', { ids: theirs }]]);
  const token = await app.signIn('admin');
  await refusals(
    { token, userId: id, username: 'admin', roleId: ADMIN_ROLE },
    [409],
    [
      ['PUT', `/sys-user/${id}`, { ...admin, roleIds: [] }],
      ['PUT', `/sys-user/${id}`, { ...admin, status: '1' }],
      ['PUT', '/user/status', { userId: id, status: '1', version: admin.version }],
      ['DELETE', '/sys-user', { ids: [id] }],
      ['PUT', '/role-status', { roleId: ADMIN_ROLE, status: '1', version: adminRole.version }],
      ['DELETE', '/role', { ids: [ADMIN_ROLE] }],
    ],
  );
  return 'edit, demote, disable, delete, reset, end the session, touch the role: 403; the same by the last one: 409; nothing written';
});

bar(13, 'one administrator remains when two remove each other at the same time', async () => {
  const rounds = atScale(3, 50);
  const left: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const pair = [await addPerson(app, { roleKey: 'admin' }), await addPerson(app, { roleKey: 'admin' })];
    // The only two administrators.
    await app.database.pool.query('update sys_user set status = $1 where user_id <> all($2)', [
      '1',
      pair.map(({ userId }) => userId),
    ]);
    const removal = (victim: Person): [Method, string, unknown] =>
      [
        ['DELETE', '/sys-user', { ids: [victim.userId] }],
        ['PUT', '/user/status', { userId: victim.userId, status: '1', version: 1 }],
      ][round % 2] as [Method, string, unknown];
    await Promise.all(
      pair.map(async ({ token }, at) => {
        const [method, path, body] = removal(pair[1 - at]!);
        return app.send(method, path, { token, body });
      }),
    );
    const working = await Promise.all(pair.map(({ token }) => app.send('GET', '/sys-user', { token })));
    left.push(working.filter(({ status }) => status === 200).length);
  }
  // The seeded administrator is the only one again.
  await app.database.pool.query(`update sys_user set status = case when username = 'admin'
    or user_id not in (select user_id from sys_user_role where role_id = 1) then '2' else '1' end`);
  expect(left).toEqual(Array.from({ length: rounds }, () => 1));
  return `${rounds} pairs: one of the two remains each time`;
});
