import { expect, test } from 'vitest';
import { adminPages } from '#admin/resources/index.ts';
import { pagePermission } from '#admin/resource-kit/screen.ts';
import { backOfficeMenus, type SeedMenu } from '#server/db/seed/menus.ts';

const pagesOf = (menu: SeedMenu): SeedMenu[] =>
  menu.type === 'C' ? [menu] : (menu.children ?? []).flatMap(pagesOf);

test('every page in the shipped menu is declared, under the permission that opens it', () => {
  const permissions = new Map<string, string>(adminPages.map((page) => [page.path, pagePermission(page)]));
  const pages = pagesOf(backOfficeMenus);
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.map(({ path, permission }) => [path, permission])).toEqual(
    pages.map(({ path }) => [path, permissions.get(path)]),
  );
});

test('every declared page has a menu entry or is a tab of one', () => {
  const tabs = adminPages
    .flatMap((page) => ('Content' in page ? [] : (page.tabs ?? [])))
    .map(({ path }) => path);
  const reached = new Set<string>([...pagesOf(backOfficeMenus).map(({ path }) => path), ...tabs]);
  expect(adminPages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});

test('names and URLs are unique', () => {
  for (const key of ['name', 'path'] as const) {
    expect(new Set(adminPages.map((page) => page[key])).size).toBe(adminPages.length);
  }
});
