import { and, asc, eq, getTableColumns, inArray, isNull, like, sql } from 'drizzle-orm';
import type { Dept, DeptInput, DeptTree } from '#contract/people/depts.ts';
import type { TreeOption } from '#contract/people/roles.ts';
import type { Db } from '#server/db/database.ts';
import { recordStore, withWireTimes, type ChangedBy } from '#server/db/record-store.ts';
import { depts, machiningPrices, users } from '#server/db/schema.ts';
import { idsOfPath, linkChildren } from '#server/db/tree.ts';
import type { Caller } from '#server/modules/access/caller.ts';

const notDeleted = isNull(depts.deletedAt);

const columns = {
  ...getTableColumns(depts),
  salespersonName: sql<string>`coalesce((select nick_name from sys_user where user_id = ${depts.salespersonId}), '')`,
};
/** A department's columns; a customer company also has its invoice data. */
export type DeptFields = DeptInput &
  Partial<Pick<typeof depts.$inferInsert, 'companyTitle' | 'taxNumber' | 'address' | 'holdsCompanies'>>;
type Row = typeof depts.$inferSelect & { salespersonName: string };

/** The departments within the caller's data scope and their ancestors, in display order. */
async function listVisible(db: Db, { grant }: Caller): Promise<Row[]> {
  const rows = await db
    .select(columns)
    .from(depts)
    .where(notDeleted)
    .orderBy(asc(depts.sort), asc(depts.deptId));
  if (grant.scope.all) return rows;
  const ownDeptIds = grant.deptPath.slice(0, 1);
  const idsWithin = new Set([...grant.scope.deptIds, ...ownDeptIds]);
  const shown = new Set(
    rows.filter((row) => idsWithin.has(row.deptId)).flatMap((row) => idsOfPath(row.deptPath)),
  );
  return rows.filter((row) => shown.has(row.deptId));
}

/** The matching departments within the scope with their ancestors, as a tree. */
export async function readDeptTree(
  db: Db,
  caller: Caller,
  filters: { deptName?: string; status?: number },
): Promise<DeptTree[]> {
  const rows = await listVisible(db, caller);
  const name = filters.deptName?.toLowerCase() ?? '';
  const matching = rows.filter(
    (row) =>
      row.deptName.toLowerCase().includes(name) &&
      (filters.status === undefined || row.status === filters.status),
  );
  const shown = new Set(matching.flatMap((row) => idsOfPath(row.deptPath)));
  const nodes = new Map<number, DeptTree>();
  for (const row of rows) {
    if (shown.has(row.deptId)) nodes.set(row.deptId, { ...withWireTimes(row), children: [] });
  }
  return linkChildren(nodes);
}

/** The visible departments as a tree of ids and names, for selects. */
export async function readDeptOptions(db: Db, caller: Caller): Promise<TreeOption[]> {
  const toOption = ({ deptId, deptName, children }: DeptTree): TreeOption => ({
    id: deptId,
    label: deptName,
    children: children.map(toOption),
  });
  return (await readDeptTree(db, caller, {})).map(toOption);
}

export const deptStore = recordStore<typeof depts, Dept, DeptFields & { deptPath?: string }, object>({
  table: depts,
  id: depts.deptId,
  columns,
  present: (rows) => rows.map((row) => withWireTimes(row as Row)),
});

export async function insertDept(
  db: Db,
  input: DeptFields,
  parentPath: string,
  by: ChangedBy,
): Promise<Dept> {
  // The path contains the id of the new department.
  const saved = await deptStore.insert(db, { ...input, deptPath: '' }, by);
  const deptPath = `${parentPath}${saved.deptId}/`;
  await db.update(depts).set({ deptPath }).where(eq(depts.deptId, saved.deptId));
  return { ...saved, deptPath };
}

/** The ids of a department and its descendants, including deleted ones, whose records the scope still shows. */
export async function listSubtree(db: Db, path: string): Promise<number[]> {
  const rows = await db
    .select({ id: depts.deptId })
    .from(depts)
    .where(like(depts.deptPath, `${path}%`));
  return rows.map(({ id }) => id);
}

/** Updates the paths of a moved department and its descendants. */
export async function moveBranch(db: Db, from: string, to: string): Promise<void> {
  await db
    .update(depts)
    .set({ deptPath: sql`${to}::text || substr(${depts.deptPath}, ${from.length + 1})` })
    .where(like(depts.deptPath, `${from}%`));
}

/** Why these departments cannot be deleted, as a sentence; undefined if they can. */
export async function describeUse(db: Db, ids: readonly number[]): Promise<string | undefined> {
  const children = await db
    .select({ id: depts.deptId, name: depts.deptName })
    .from(depts)
    .where(and(inArray(depts.parentId, [...ids]), notDeleted));
  const others = children.filter((row) => !ids.includes(row.id)).map((row) => row.name);
  if (others.length > 0) return `仍有下级部门 ${others.slice(0, 5).join('、')}，不能删除`;
  const people = await db
    .select({ name: users.nickName })
    .from(users)
    .where(and(inArray(users.deptId, [...ids]), isNull(users.deletedAt)))
    .limit(5);
  if (people.length > 0) return `仍有用户 ${people.map((row) => row.name).join('、')}，不能删除`;
  const [agreedPrice] = await db
    .select({ id: machiningPrices.id })
    .from(machiningPrices)
    .where(inArray(machiningPrices.deptId, [...ids]))
    .limit(1);
  return agreedPrice ? '仍有协议价，不能删除' : undefined;
}
