import type { MenuNode } from '#contract/people/authentication.ts';
import { ADMIN_HOME_PATH } from '#providers/session/auth-provider.ts';

/** A menu entry that leads to a screen, or a group of such entries. */
export interface MenuEntry {
  /** Unique within the tree. */
  key: string;
  /** The path of the screen; undefined for a group. */
  path?: string;
  title: string;
  icon: string;
  children: MenuEntry[];
}

const trimSlashes = (path: string) => path.replace(/\/+$/, '');

function backOfficeRoot(menus: readonly MenuNode[]): MenuNode | undefined {
  return menus.find((menu) => menu.parentId === 0 && trimSlashes(menu.path) === ADMIN_HOME_PATH);
}

/** Whether the user may open the back office: true with at least one entry below its root. */
export function hasBackOffice(menus: readonly MenuNode[]): boolean {
  return (backOfficeRoot(menus)?.children.length ?? 0) > 0;
}

/** Visible entries whose screen exists, and groups with such entries. */
export function menuEntries(menus: readonly MenuNode[], hasScreen: (path: string) => boolean): MenuEntry[] {
  const root = backOfficeRoot(menus);
  return root ? entriesBelow(root, ADMIN_HOME_PATH, hasScreen) : [];
}

function entriesBelow(
  parent: MenuNode,
  parentPath: string,
  hasScreen: (path: string) => boolean,
): MenuEntry[] {
  return (
    parent.children
      // The codes of go-admin: `visible` 0 is shown; type M is a group, C a screen, F a button.
      .filter((menu) => menu.visible === '0' && menu.menuType !== 'F')
      .toSorted((a, b) => a.sort - b.sort)
      .flatMap((menu): MenuEntry[] => {
        const path = absolutePath(menu.path, parentPath);
        const base = { key: String(menu.menuId), title: menu.title || menu.menuName, icon: menu.icon };
        if (menu.menuType === 'C') return hasScreen(path) ? [{ ...base, path, children: [] }] : [];
        const children = entriesBelow(menu, path, hasScreen);
        return children.length > 0 ? [{ ...base, children }] : [];
      })
  );
}

/** Resolves a menu's path, which is absolute or, as in go-admin, relative to its parent's path. */
function absolutePath(path: string, parentPath: string): string {
  if (path === '') return parentPath;
  return trimSlashes(path.startsWith('/') ? path : `${parentPath}/${path}`);
}

/** An entry that leads to a screen, with the titles of its groups. */
export interface MenuScreen {
  entry: MenuEntry & { path: string };
  groups: readonly string[];
}

/** Every entry with a screen, in menu order. */
export function screensOf(entries: readonly MenuEntry[], groups: readonly string[] = []): MenuScreen[] {
  return entries.flatMap((entry) => {
    const { path } = entry;
    return path === undefined
      ? screensOf(entry.children, [...groups, entry.title])
      : [{ entry: { ...entry, path }, groups }];
  });
}

/** The breadcrumb trail of a path: its groups from the outermost, then its entry; empty if the path has no entry. */
export function trailOf(entries: readonly MenuEntry[], pathname: string): MenuEntry[] {
  for (const entry of entries) {
    if (entry.path !== undefined && (pathname === entry.path || pathname.startsWith(`${entry.path}/`))) {
      return [entry];
    }
    const below = trailOf(entry.children, pathname);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}
