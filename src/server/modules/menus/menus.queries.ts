import { and, asc, eq, inArray, isNull, like, or, sql } from 'drizzle-orm';
import type { Menu, MenuInput, MenuTree } from '#contract/people/menus.ts';
import type { Db } from '#server/db/database.ts';
import { recordStore, withWireTimes, type ChangedBy } from '#server/db/record-store.ts';
import { menus, roleMenus, roles } from '#server/db/schema.ts';
import { idsOfPath, linkChildren } from '#server/db/tree.ts';
import { listEndpoints } from '#contract/endpoints.ts';

type Row = typeof menus.$inferSelect;

const notDeleted = isNull(menus.deletedAt);
/** `M`: a directory, `C`: a page, `F`: a button. */
const menuTypeOf = (text: string): Menu['menuType'] => (text === 'M' || text === 'C' ? text : 'F');

function presentMenu(row: Row): Menu {
  return { ...withWireTimes(row), menuType: menuTypeOf(row.menuType), sysApi: endpointsOf(row.permission) };
}

function listMenus(db: Db): Promise<Row[]> {
  return db.select().from(menus).where(notDeleted).orderBy(asc(menus.sort), asc(menus.menuId));
}

/** The matching menus with their ancestors, as a tree. */
export async function readMenuTree(
  db: Db,
  filters: { title?: string; visible?: '0' | '1' },
): Promise<MenuTree[]> {
  const rows = await listMenus(db);
  const title = filters.title?.toLowerCase() ?? '';
  const matching = rows.filter(
    (row) =>
      row.title.toLowerCase().includes(title) &&
      (filters.visible === undefined || row.visible === filters.visible),
  );
  const shown = new Set(matching.flatMap((row) => idsOfPath(row.paths)));
  const nodes = new Map<number, MenuTree>();
  for (const row of rows) {
    if (shown.has(row.menuId)) nodes.set(row.menuId, { ...presentMenu(row), children: [] });
  }
  return linkChildren(nodes);
}

export const menuStore = recordStore<typeof menus, Menu, MenuInput & { paths?: string }, object>({
  table: menus,
  id: menus.menuId,
  present: (rows) => rows.map(presentMenu),
});

export async function insertMenu(
  db: Db,
  input: MenuInput,
  parentPaths: string,
  by: ChangedBy,
): Promise<Menu> {
  // The path contains the id of the new menu.
  const saved = await menuStore.insert(db, { ...input, paths: '' }, by);
  const paths = `${parentPaths}/${saved.menuId}`;
  await db.update(menus).set({ paths }).where(eq(menus.menuId, saved.menuId));
  return { ...saved, paths };
}

/** Updates the paths of a moved menu and its descendants. */
export async function moveBranch(db: Db, from: string, to: string): Promise<void> {
  await db
    .update(menus)
    .set({ paths: sql`${to}::text || substr(${menus.paths}, ${from.length + 1})` })
    .where(or(eq(menus.paths, from), like(menus.paths, `${from}/%`)));
}

/** Titles of the children of these menus, except those among the menus themselves. */
export async function listOtherChildren(db: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .select({ id: menus.menuId, title: menus.title })
    .from(menus)
    .where(and(inArray(menus.parentId, [...ids]), notDeleted));
  return rows.filter((row) => !ids.includes(row.id)).map((row) => row.title);
}

/** Names of the roles that have one of these menus. */
export async function listRolesWith(db: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: roles.roleName })
    .from(roles)
    .innerJoin(roleMenus, eq(roleMenus.roleId, roles.roleId))
    .where(and(inArray(roleMenus.menuId, [...ids]), isNull(roles.deletedAt)));
  return rows.map((row) => row.name);
}

const endpointsByPermission = new Map<string, Menu['sysApi']>();
for (const [index, { endpoint }] of listEndpoints().entries()) {
  const { permission, method, path, summary } = endpoint;
  const allowed = endpointsByPermission.get(permission) ?? [];
  allowed.push({ id: index + 1, method, path, title: summary, action: method, type: 'BUS' });
  endpointsByPermission.set(permission, allowed);
}

/** The endpoints that a permission code allows, read from the contract; none for an empty code. */
function endpointsOf(permission: string): Menu['sysApi'] {
  return permission === '' ? [] : (endpointsByPermission.get(permission) ?? []);
}
