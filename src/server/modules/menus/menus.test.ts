import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Node {
  menuId: number;
  paths: string;
  permission: string;
  sysApi: { method: string; path: string }[];
  children: Node[];
}

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  app.send(method, path, { as: 'admin', ...(body ? { body } : {}) });

async function create(title: string, parentId: number, menuType: 'M' | 'C' | 'F' = 'M'): Promise<number> {
  const body = { menuName: title, title, menuType, parentId, sort: 1 };
  return Number((await send('POST', '/menu', body)).data);
}

async function find(id: number): Promise<object & { paths: string; version: number }> {
  return (await send('GET', `/menu/${id}`)).data;
}

describe('menus', () => {
  test('the tree has permissions and their endpoints, derived from the contract', async () => {
    const { data } = await send('GET', '/menu?title=岗位');
    const open = [...(data as Node[])];
    let found: Node | undefined;
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.permission === 'admin:sysPost:list') found = node;
      open.push(...node.children);
    }
    expect(found?.sysApi).toEqual([expect.objectContaining({ method: 'GET', path: '/post' })]);
  });

  test('moving a branch updates every path below it and no other', async () => {
    const a = await create('甲', 0);
    const b = await create('乙', a);
    const c = await create('丙', b, 'C');
    const other = await create('丁', 0);
    const moved = await send('PUT', `/menu/${b}`, { ...(await find(b)), parentId: other });
    expect(moved).toMatchObject({ status: 200, data: { paths: `/0/${other}/${b}` } });
    expect((await find(c)).paths).toBe(`/0/${other}/${b}/${c}`);
    expect((await find(a)).paths).toBe(`/0/${a}`);
  });

  test('a branch cannot move below itself, and buttons have no children', async () => {
    const a = await create('环甲', 0);
    const b = await create('环乙', a);
    const cycle = await send('PUT', `/menu/${a}`, { ...(await find(a)), parentId: b });
    expect(cycle).toMatchObject({ status: 400, errors: { parentId: '不能移动到自己或自己的下级' } });
    const page = await create('页面', b, 'C');
    const button = await create('按钮', page, 'F');
    const below = await send('POST', '/menu', {
      menuName: 'x',
      title: 'x',
      menuType: 'F',
      parentId: button,
      sort: 1,
    });
    expect(below).toMatchObject({ status: 400, errors: { parentId: '按钮不能有下级' } });
  });

  test('a menu with children or roles is not deleted, and the answer gives the reason', async () => {
    const a = await create('有下级', 0);
    const b = await create('下级', a, 'C');
    expect(await send('DELETE', '/menu', { ids: [a] })).toMatchObject({
      status: 409,
      msg: '仍有下级 下级，不能删除',
    });
    const role = { roleName: '持有者', roleKey: 'holder', roleSort: 1, status: '2', menuIds: [b] };
    await send('POST', '/role', role);
    expect(await send('DELETE', '/menu', { ids: [a, b] })).toMatchObject({
      status: 409,
      msg: '角色 持有者 正在使用，不能删除',
    });
    const free = await create('无人使用', 0);
    expect(await send('DELETE', '/menu', { ids: [free] })).toMatchObject({ status: 200, data: [free] });
  });

  test('an unknown permission code and a stale version are refused', async () => {
    const id = await create('版本', 0);
    const menu = await find(id);
    expect(await send('PUT', `/menu/${id}`, { ...menu, permission: 'a:b:c' })).toMatchObject({ status: 400 });
    await send('PUT', `/menu/${id}`, { ...menu, title: '新' });
    expect(await send('PUT', `/menu/${id}`, { ...menu, title: '旧' })).toMatchObject({
      status: 409,
      data: { title: '新' },
    });
  });
});
