import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDept, addPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  app.send(method, path, { as: 'admin', ...(body ? { body } : {}) });

async function create(deptName: string, parentId: number): Promise<number> {
  return Number((await send('POST', '/dept', { deptName, parentId, sort: 1, status: 2 })).data);
}

async function find(id: number) {
  return (await send('GET', `/dept/${id}`)).data as object & { deptPath: string };
}

describe('departments', () => {
  test('moving a department updates every path below it', async () => {
    const a = await create('一部', 0);
    const b = await create('二部', a);
    const c = await create('三部', b);
    const other = await create('别处', 0);
    expect(await send('PUT', `/dept/${b}`, { ...(await find(b)), parentId: other })).toMatchObject({
      status: 200,
      data: { deptPath: `/0/${other}/${b}/` },
    });
    expect((await find(c)).deptPath).toBe(`/0/${other}/${b}/${c}/`);
    const cycle = await send('PUT', `/dept/${other}`, { ...(await find(other)), parentId: c });
    expect(cycle).toMatchObject({ status: 400, errors: { parentId: '不能移动到自己或自己的下级' } });
  });

  test('a department with children or users is not deleted, and the answer gives the reason', async () => {
    const a = await create('上级', 0);
    const b = await create('某组', a);
    expect(await send('DELETE', '/dept', { ids: [a] })).toMatchObject({
      status: 409,
      msg: '仍有下级部门 某组，不能删除',
    });
    expect(await send('DELETE', '/dept', { ids: [4] })).toMatchObject({
      status: 409,
      msg: '仍有用户 张工，不能删除',
    });
    expect(await send('DELETE', '/dept', { ids: [a, b] })).toMatchObject({ status: 200 });
  });

  test('a customer can select only its own company', async () => {
    const { data } = await app.send('GET', '/deptTree', { as: 'demo' });
    expect(data).toEqual([
      { id: 3, label: '客户公司', children: [{ id: 4, label: '示例客户公司', children: [] }] },
    ]);
  });

  test('a department moves only when all below it is within the data scope: else its branch would join that scope', async () => {
    const home = await addDept(app);
    const seen = await addDept(app);
    const hidden = await addDept(app, seen);
    const permissions = ['admin:sysDept:edit', 'admin:sysDept:query'];
    const person = (scopeDeptIds: number[]) =>
      addPerson(app, { permissions, isStaff: true, dataScope: '2', scopeDeptIds, deptId: home.deptId });
    const move = async (token: string) => {
      const body = { ...(await find(seen.deptId)), parentId: home.deptId };
      return app.send('PUT', `/dept/${seen.deptId}`, { token, body });
    };
    const half = await person([home.deptId, seen.deptId]);
    expect(await move(half.token)).toMatchObject({
      status: 403,
      msg: '下级部门不全在您的数据权限范围内，不能移动',
    });
    expect((await find(hidden.deptId)).deptPath).toBe(hidden.deptPath);
    const whole = await person([home.deptId, seen.deptId, hidden.deptId]);
    expect(await move(whole.token)).toMatchObject({ status: 200 });
  });
});
