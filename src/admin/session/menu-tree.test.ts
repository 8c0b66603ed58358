import { expect, test } from 'vitest';
import { buildMenu } from '../app/open-admin.test-data.tsx';
import { hasBackOffice, menuEntries, screensOf, trailOf } from './menu-tree.ts';

const page = (menuId: number, path: string, more = {}) => buildMenu({ menuId, path, title: path, ...more });
const back = (...children: ReturnType<typeof page>[]) => [
  page(90, '/'),
  buildMenu({ menuType: 'M', path: '/admin', children }),
];
const anyScreen = () => true;
const paths = (menus: ReturnType<typeof back>, hasScreen: (path: string) => boolean = anyScreen) =>
  screensOf(menuEntries(menus, hasScreen)).map(({ entry }) => entry.path);

test('entries are in sort order; hidden ones, buttons and the customer area are left out', () => {
  const menus = back(
    page(2, '/admin/b', { sort: 20 }),
    page(3, '/admin/a', { sort: 10 }),
    page(4, '/admin/hidden', { visible: '1' }),
    page(5, '/admin/button', { menuType: 'F' }),
  );
  expect(paths(menus)).toEqual(['/admin/a', '/admin/b']);
});

test('an entry without a screen is left out, and so is a group of such entries', () => {
  const group = (menuId: number, child: string) =>
    page(menuId, '/admin/g', { menuType: 'M', children: [page(menuId * 10, child)] });
  const menus = back(group(2, '/admin/built'), group(3, '/admin/later'));
  const entries = menuEntries(menus, (path) => path === '/admin/built');
  expect(entries.map((entry) => entry.key)).toEqual(['2']);
});

test('a path without a leading slash is relative to its parent', () => {
  const group = page(2, 'user', { menuType: 'M', children: [page(3, 'order')] });
  expect(paths(back(group))).toEqual(['/admin/user/order']);
});

test('a URL below a screen belongs to it; one with only a common prefix does not', () => {
  const group = page(2, '/admin/g', { menuType: 'M', children: [page(3, '/admin/sys-post')] });
  const entries = menuEntries(back(group), anyScreen);
  const trail = (address: string) => trailOf(entries, address).map((entry) => entry.key);
  expect(trail('/admin/sys-post/7/edit')).toEqual(['2', '3']);
  expect(trail('/admin/sys-posts')).toEqual([]);
});

test('one entry below the root, even a hidden one, gives access to the back office', () => {
  expect(hasBackOffice(back(page(2, '/admin/x', { visible: '1' })))).toBe(true);
  expect(hasBackOffice(back())).toBe(false);
  expect(hasBackOffice([page(90, '/')])).toBe(false);
});
