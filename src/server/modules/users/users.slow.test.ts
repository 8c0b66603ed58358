import { afterAll, describe, expect, test } from 'vitest';
import { startUsers, password } from './users.test-data.ts';

const { app, lastUsername, createUser, staffWith } = await startUsers();
afterAll(() => app.close());

describe('users', () => {
  test('data scopes 1 to 5 and an empty one show the right data in lists, details and exports', async () => {
    const shop = await app.send('POST', '/dept', {
      as: 'admin',
      body: { parentId: 1, deptName: '销售部', sort: 1, status: 2 },
    });
    const below = await app.send('POST', '/dept', {
      as: 'admin',
      body: { parentId: shop.data, deptName: '销售一组', sort: 1, status: 2 },
    });
    const inShop = Number((await createUser({ deptId: shop.data })).data);
    const inBelow = Number((await createUser({ deptId: below.data })).data);
    const elsewhere = Number((await createUser({ deptId: 4 })).data);
    const seen: Record<string, number[]> = {};
    const onlyItself: Record<string, boolean> = {};
    for (const dataScope of ['1', '3', '4', '5', '2']) {
      const { token, userId } = await staffWith(
        ['admin:sysUser:list', 'admin:sysUser:query', 'admin:sysUser:export'],
        dataScope,
      );
      const { data } = await app.send('GET', `/sys-user/${userId}`, { as: 'admin' });
      await app.send('PUT', `/sys-user/${userId}`, {
        as: 'admin',
        body: { ...(data as object), deptId: shop.data },
      });
      const listed = await app.send('GET', '/sys-user?pageSize=1000', { token });
      const ids = (listed.data as { list: { userId: number }[] }).list.map((user) => user.userId);
      seen[dataScope] = ids.filter((id) => [inShop, inBelow, elsewhere].includes(id));
      for (const id of [inShop, inBelow, elsewhere]) {
        const one = await app.send('GET', `/sys-user/${id}`, { token });
        expect(one.status).toBe(ids.includes(id) ? 200 : 404);
      }
      const csv = await app.http.inject({
        url: '/api/v1/sys-user/export?format=csv',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(csv.body.trim().split('\n')).toHaveLength(ids.length + 1);
      onlyItself[dataScope] = ids.length === 1 && ids[0] === userId;
    }
    expect(onlyItself).toMatchObject({ 4: false, 5: true });
    expect(seen).toEqual({
      1: [inShop, inBelow, elsewhere],
      3: [inShop],
      4: [inShop, inBelow],
      5: [],
      2: [],
    });
  });
});

test('a disabled department accepts no new users and keeps its members', async () => {
  const as = 'admin';
  const dept = { deptName: '停用的部门', parentId: 0, sort: 1, status: 2 };
  const deptId = Number((await app.send('POST', '/dept', { as, body: dept })).data);
  const member = Number((await createUser({ deptId })).data);
  const username = lastUsername();
  const { data: record } = await app.send('GET', `/dept/${deptId}`, { as });
  const off = { ...(record as object), status: 1 };
  expect((await app.send('PUT', `/dept/${deptId}`, { as, body: off })).status).toBe(200);
  expect(await createUser({ deptId })).toMatchObject({ status: 400, errors: { deptId: '所选部门已停用' } });
  const { data: user } = await app.send('GET', `/sys-user/${member}`, { as });
  const renamed = { ...(user as object), nickName: '仍在' };
  expect((await app.send('PUT', `/sys-user/${member}`, { as, body: renamed })).status).toBe(200);
  expect(await app.signIn(username, password)).toMatch(/^[A-Za-z0-9_-]{43}$/);
});
