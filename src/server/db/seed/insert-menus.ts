import type { PermissionCode } from '#contract/kernel/permissions.ts';
import type { Db } from '#server/db/database.ts';
import { menus } from '#server/db/schema.ts';
import { eq } from 'drizzle-orm';
import { buttonTitle, type SeedMenu } from './menus.ts';

/** Inserts a menu with its buttons and entries; returns the ids of all of them. */
export async function insertMenus(
  db: Db,
  menu: SeedMenu,
  sort: number,
  parent = { menuId: 0, paths: '/0' },
): Promise<number[]> {
  const self = await insertMenu(db, parent, {
    menuName: menu.menuName,
    title: menu.title,
    icon: menu.icon ?? '',
    path: menu.path,
    menuType: menu.type,
    permission: menu.permission ?? '',
    visible: menu.hidden ? '1' : '0',
    sort,
  });
  const ids = [self.menuId];
  for (const [index, code] of (menu.buttons ?? []).entries()) {
    ids.push((await insertMenu(db, self, buttonOf(code, index))).menuId);
  }
  for (const [index, child] of (menu.children ?? []).entries()) {
    ids.push(...(await insertMenus(db, child, (index + 1) * 10, self)));
  }
  return ids;
}

const buttonOf = (code: PermissionCode, index: number) => ({
  menuName: code,
  title: buttonTitle(code),
  menuType: 'F',
  permission: code,
  sort: (index + 1) * 10,
});

type MenuFields = Omit<typeof menus.$inferInsert, 'parentId' | 'paths'>;

async function insertMenu(db: Db, parent: { menuId: number; paths: string }, fields: MenuFields) {
  const [row] = await db
    .insert(menus)
    .values({ ...fields, parentId: parent.menuId, paths: '' })
    .returning({ menuId: menus.menuId });
  if (!row) throw new Error(`menu ${fields.menuName} was not inserted`);
  const paths = `${parent.paths}/${row.menuId}`;
  await db.update(menus).set({ paths }).where(eq(menus.menuId, row.menuId));
  return { menuId: row.menuId, paths };
}
