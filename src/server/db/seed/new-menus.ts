import { eq, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { ConnectionString } from '#server/db/connection-string.ts';
import type { Db } from '#server/db/database.ts';
import { withMigrationLock } from '#server/db/migrate.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { menus, roleMenus, roles } from '#server/db/schema.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { backOfficeMenus, buttonTitle, customerMenus, type SeedMenu } from './menus.ts';
import { isGranted } from './role-grants.ts';

type MenuRow = typeof menus.$inferSelect;

interface Parent {
  menuId: number;
  paths: string;
  /** Inserted now, with everything below it. */
  isNew: boolean;
}

/** Adds the menus that the database never had, under the migration lock. Resolves with their titles. */
export async function addNewMenus(connectionString: ConnectionString): Promise<string[]> {
  return withMigrationLock(connectionString, async (client) => {
    const db = drizzle(client);
    // A failure closes the connection, which rolls back.
    await client.query('begin');
    const added = await insertNewMenus(db);
    if (added.length > 0) await advanceRevision(db, 'access');
    await client.query('commit');
    return added.map(({ title }) => title);
  });
}

/**
 * Inserts the menus of this version that have no row, and grants them to the roles of the first start. A deleted menu
 * keeps its row, so menus that an administrator has deleted, renamed or moved stay as they are.
 */
export async function insertNewMenus(db: Db): Promise<MenuRow[]> {
  const existing = await db.select().from(menus).orderBy(menus.menuId);
  const addedForCustomers = await insertTree(db, existing, customerMenus, 10);
  const addedForStaff = await insertTree(db, existing, backOfficeMenus, 20);
  const roleRows = await db
    .select({ roleId: roles.roleId, roleKey: roles.roleKey })
    .from(roles)
    .where(isNull(roles.deletedAt));
  const granted = roleRows.flatMap(({ roleId, roleKey }) =>
    [
      ...(roleKey === 'customer' ? addedForCustomers : []),
      ...addedForStaff.filter(({ permission }) => isGranted(roleKey, permission)),
    ].map(({ menuId }) => ({ roleId, menuId })),
  );
  if (granted.length > 0) await db.insert(roleMenus).values(granted);
  return [...addedForCustomers, ...addedForStaff];
}

async function insertTree(
  db: Db,
  existing: readonly MenuRow[],
  root: SeedMenu,
  rootSort: number,
): Promise<MenuRow[]> {
  const added: MenuRow[] = [];

  // Menu types: M directory, C page, F button.
  const rowsOf = (menu: SeedMenu) =>
    existing.filter(
      ({ menuType, menuName, path }) =>
        menuType !== 'F' &&
        (menuName === menu.menuName || (menuType === 'C' && menu.type === 'C' && path === menu.path)),
    );
  const hasNewPages = (menu: SeedMenu): boolean =>
    menu.type === 'C' ? rowsOf(menu).length === 0 : (menu.children ?? []).some(hasNewPages);
  const findNotDeleted = (rows: readonly MenuRow[]) => rows.find(({ deletedAt }) => deletedAt === null);
  const buttonsOf = (code: string) =>
    existing.filter(({ menuType, permission }) => menuType === 'F' && permission === code);

  async function insert(parent: Parent, fields: Omit<typeof menus.$inferInsert, 'paths'>): Promise<Parent> {
    const row = onlyRow(
      await db
        .insert(menus)
        .values({ ...fields, parentId: parent.menuId, paths: '' })
        .returning(),
    );
    const paths = `${parent.paths}/${row.menuId}`;
    await db.update(menus).set({ paths }).where(eq(menus.menuId, row.menuId));
    added.push(row);
    return { menuId: row.menuId, paths, isNew: true };
  }

  /**
   * Finds or inserts the menu. Instead returns the parent for a directory that is deleted or has no new pages, and
   * undefined for a deleted page.
   */
  async function findOrInsert(menu: SeedMenu, parent: Parent, sort: number): Promise<Parent | undefined> {
    const rows = rowsOf(menu);
    const existingMenu = findNotDeleted(rows);
    if (existingMenu) return { ...existingMenu, isNew: false };
    if (rows.length > 0 || !hasNewPages(menu)) return menu.type === 'M' ? parent : undefined;
    return insert(parent, {
      menuName: menu.menuName,
      title: menu.title,
      icon: menu.icon ?? '',
      path: menu.path,
      menuType: menu.type,
      permission: menu.permission ?? '',
      // As in the dictionary `sys_show_hide`: 0 shown, 1 hidden.
      visible: menu.hidden ? '1' : '0',
      sort,
    });
  }

  async function add(menu: SeedMenu, parent: Parent, sort: number): Promise<void> {
    const target = await findOrInsert(menu, parent, sort);
    if (!target) return;
    const { buttons = [], children = [] } = menu;
    // A new menu follows its previous sibling, wherever an administrator has moved that.
    const sortAt = (index: number, before: MenuRow | undefined) =>
      before && !target.isNew ? before.sort + 1 : (index + 1) * 10;
    for (const [index, code] of buttons.entries()) {
      if (!target.isNew && buttonsOf(code).length > 0) continue;
      const before = findNotDeleted(buttonsOf(buttons[index - 1] ?? ''));
      await insert(target, {
        menuName: code,
        title: buttonTitle(code),
        menuType: 'F',
        permission: code,
        sort: sortAt(index, before),
      });
    }
    for (const [index, child] of children.entries()) {
      const before = children[index - 1];
      await add(child, target, sortAt(index, before && findNotDeleted(rowsOf(before))));
    }
  }

  await add(root, { menuId: 0, paths: '/0', isNew: false }, rootSort);
  return added;
}
