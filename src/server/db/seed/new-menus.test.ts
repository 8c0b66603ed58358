import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { addNewMenus } from './new-menus.ts';

interface Node {
  menuId: number;
  title: string;
  permission: string;
  children: Node[];
}

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const send: TestApp['send'] = (method, path, options) => app.send(method, path, { as: 'admin', ...options });
const below = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...below(node.children)]);
const everyMenu = async () => below((await send('GET', '/menu')).data);
const menuOf = async (title: string) => (await everyMenu()).find((menu) => menu.title === title)!;

async function codesOf(roleKey: string): Promise<string[]> {
  const { data } = await send('GET', `/role?roleKey=${roleKey}`);
  const { menuIds } = (data as { list: { menuIds: number[] }[] }).list[0]!;
  return (await everyMenu())
    .filter(({ menuId }) => menuIds.includes(menuId))
    .map(({ permission }) => permission);
}

test('after a first start no menu is missing', async () => {
  expect(await addNewMenus(app.url)).toEqual([]);
});

test('only one of two starting replicas adds a new page, next to its neighbour and for the same roles', async () => {
  const granted = await Promise.all([codesOf('sales'), codesOf('engineer')]);
  // Simulates an older version without the page and one button.
  const isNew = `permission like 'mfr:stockSize:%' or permission = 'mfr:order:export'`;
  await app.database.pool.query(
    `delete from sys_role_menu where menu_id in (select menu_id from sys_menu where ${isNew})`,
  );
  await app.database.pool.query(`delete from sys_menu where ${isNew}`);
  const added = await Promise.all([addNewMenus(app.url), addNewMenus(app.url)]);
  const [none, all] = added.toSorted((a, b) => a.length - b.length);
  expect(none).toEqual([]);
  expect(all).toHaveLength(8);
  const titles = (await menuOf('报价业务')).children.map(({ title }) => title);
  expect(titles[titles.indexOf('材料') + 1]).toBe('毛坯规格');
  expect((await menuOf('毛坯规格')).children).toHaveLength(6);
  const now = await Promise.all([codesOf('sales'), codesOf('engineer')]);
  expect(now.map((codes) => codes.toSorted())).toEqual(granted.map((codes) => codes.toSorted()));
});

test('menus that an administrator deleted, renamed or moved are not changed', async () => {
  const monitor = await menuOf('服务监控');
  const button = (await everyMenu()).find(({ permission }) => permission === 'admin:sysPost:export')!;
  const ids = [monitor.menuId, button.menuId];
  expect((await send('DELETE', '/menu', { body: { ids } })).status).toBe(200);
  const { menuId } = await menuOf('岗位');
  const post = (await send('GET', `/menu/${menuId}`)).data as object;
  const body = { ...post, title: '职位', menuName: 'Jobs', parentId: (await menuOf('数据看板')).menuId };
  expect((await send('PUT', `/menu/${menuId}`, { body })).status).toBe(200);
  const before = await everyMenu();
  expect(await addNewMenus(app.url)).toEqual([]);
  expect(await everyMenu()).toEqual(before);
});
