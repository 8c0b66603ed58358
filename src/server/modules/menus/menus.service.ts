import type { Menu, MenuInput, MenuTree } from '#contract/people/menus.ts';
import type { MenuOption } from '#contract/people/roles.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { assertAllRemoved, foundOrThrow, savedOrConflict } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { assertHasPermissions } from '#server/modules/access/granting.service.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import {
  insertMenu,
  listOtherChildren,
  listRolesWith,
  menuStore,
  moveBranch,
  readMenuTree,
} from './menus.queries.ts';

/** The start of every menu's `paths`: the ids from the root to the menu, as in `/0/12/345`. */
const ROOT = '/0';

/** Adds a menu below its parent. The caller needs the menu's permission. */
export async function createMenu(tx: Db, caller: Caller, input: MenuInput, now: Date): Promise<Menu> {
  await advanceRevision(tx, 'access');
  assertHasPermissions(caller, [input.permission]);
  const parent = await findParent(tx, input);
  return insertMenu(tx, input, parent?.paths ?? ROOT, { userId: caller.userId, now });
}

/** Saves a menu; a new parent moves the whole branch. A branch cannot move below itself. */
export async function editMenu(
  tx: Db,
  caller: Caller,
  id: number,
  input: MenuInput & { version: number },
  now: Date,
): Promise<{ before: Menu; after: Menu }> {
  await advanceRevision(tx, 'access');
  const before = foundOrThrow(await menuStore.find(tx, id));
  if (before.permission !== input.permission)
    assertHasPermissions(caller, [before.permission, input.permission]);
  const parent = await findParent(tx, input);
  const isBelowItself = parent?.paths.split('/').includes(String(id)) ?? false;
  if (isBelowItself)
    throw new AppError('request.invalid', { fields: { parentId: '不能移动到自己或自己的下级' } });
  if (input.menuType === 'F' && (await listOtherChildren(tx, [id])).length > 0) {
    throw new AppError('request.invalid', { fields: { menuType: '有下级的菜单不能改为按钮' } });
  }
  const saved = await menuStore.update(tx, id, input, { userId: caller.userId, now });
  const after = await savedOrConflict(saved, () => menuStore.find(tx, id));
  const paths = `${parent?.paths ?? ROOT}/${id}`;
  if (paths !== before.paths) await moveBranch(tx, before.paths, paths);
  return { before, after: { ...after, paths } };
}

/** Deletes menus, all or none; refused while one has a child that is not among them, or a role uses one. */
export async function removeMenus(tx: Db, caller: Caller, ids: number[], now: Date): Promise<number[]> {
  await advanceRevision(tx, 'access');
  const children = await listOtherChildren(tx, ids);
  if (children.length > 0) {
    throw new AppError('record.in_use', { msg: `仍有下级 ${children.slice(0, 5).join('、')}，不能删除` });
  }
  const roles = await listRolesWith(tx, ids);
  if (roles.length > 0) {
    throw new AppError('record.in_use', { msg: `角色 ${roles.slice(0, 5).join('、')} 正在使用，不能删除` });
  }
  return assertAllRemoved(ids, await menuStore.remove(tx, ids, { userId: caller.userId, now }));
}

/** The input's parent, which must be able to have children; undefined for the root. */
async function findParent(tx: Db, { parentId, menuType }: MenuInput): Promise<Menu | undefined> {
  if (parentId === 0) {
    if (menuType === 'F') throw new AppError('request.invalid', { fields: { parentId: '按钮须有上级菜单' } });
    return undefined;
  }
  const parent = await menuStore.find(tx, parentId);
  if (!parent) throw new AppError('request.invalid', { fields: { parentId: '上级菜单不存在' } });
  const isAllowed = parent.menuType === 'M' || (parent.menuType === 'C' && menuType === 'F');
  if (!isAllowed) {
    const msg = parent.menuType === 'F' ? '按钮不能有下级' : '页面的下级只能是按钮';
    throw new AppError('request.invalid', { fields: { parentId: msg } });
  }
  return parent;
}

/** All menus as a tree of options, each with its permission code and the endpoints that the code allows. */
export async function readMenuOptions(db: Db): Promise<MenuOption[]> {
  const toOption = ({ menuId, title, menuType, permission, sysApi, children }: MenuTree): MenuOption => ({
    id: menuId,
    label: title,
    menuType,
    permission,
    opens: sysApi.map((api) => `${api.method} ${api.path} ${api.title}`),
    children: children.map(toOption),
  });
  return (await readMenuTree(db, {})).map(toOption);
}
