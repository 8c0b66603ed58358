import { and, eq, isNull } from 'drizzle-orm';
import type { Dept } from '#contract/people/depts.ts';
import { ENABLED_TEXT } from '#contract/kernel/fields.ts';
import type { Db } from '#server/db/database.ts';
import { users } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { assertAllRemoved, foundOrThrow, savedOrConflict } from '#server/http/records.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { usersWithin } from '#server/modules/access/user-scope.ts';
import {
  deptStore,
  describeUse,
  insertDept,
  listSubtree,
  moveBranch,
  readDeptOptions,
  type DeptFields,
} from './depts.queries.ts';

export { readDeptOptions };

/** The start of every `deptPath`, which lists the ids from the root to the department: `/0/12/345/`. */
const ROOT = '/0/';

/** Creates a department below its parent, which must be within the caller's data scope. */
export async function createDept(tx: Db, caller: Caller, input: DeptFields, now: Date): Promise<Dept> {
  await advanceRevision(tx, 'access');
  assertWithin(caller, input.parentId);
  await assertSalesperson(tx, caller, input.salespersonId);
  const parent = await findParent(tx, input.parentId);
  return insertDept(tx, input, parent?.deptPath ?? ROOT, { userId: caller.userId, now });
}

/**
 * Saves a department. A new parent moves the whole branch, and a new salesperson may see it, so for either change the
 * branch must be within the caller's data scope: otherwise other departments could be moved into it. A branch cannot
 * move below itself.
 */
export async function editDept(
  tx: Db,
  caller: Caller,
  id: number,
  input: DeptFields & { version: number },
  now: Date,
): Promise<{ before: Dept; after: Dept }> {
  await advanceRevision(tx, 'access');
  const before = await getDept(tx, caller, id);
  const isMoved = before.parentId !== input.parentId;
  const changesSalesperson = before.salespersonId !== input.salespersonId;
  if (isMoved) assertWithin(caller, input.parentId);
  if (changesSalesperson) await assertSalesperson(tx, caller, input.salespersonId);
  if (isMoved || changesSalesperson) {
    const branch = await listSubtree(tx, before.deptPath);
    if (!branch.every((deptId) => isWithin(caller, deptId))) {
      const action = isMoved ? '移动' : '更换销售';
      throw new AppError('permission.denied', { msg: `下级部门不全在您的数据权限范围内，不能${action}` });
    }
  }
  const parent = await findParent(tx, input.parentId);
  if (parent?.deptPath.startsWith(before.deptPath)) {
    throw new AppError('request.invalid', { fields: { parentId: '不能移动到自己或自己的下级' } });
  }
  const saved = await deptStore.update(tx, id, input, { userId: caller.userId, now });
  const after = await savedOrConflict(saved, () => deptStore.find(tx, id));
  const deptPath = `${parent?.deptPath ?? ROOT}${id}/`;
  if (deptPath !== before.deptPath) await moveBranch(tx, before.deptPath, deptPath);
  return { before, after: { ...after, deptPath } };
}

/** Deletes departments, all or none. Refused while one has users, agreed prices or a child that is not among them. */
export async function removeDepts(tx: Db, caller: Caller, ids: number[], now: Date): Promise<number[]> {
  await advanceRevision(tx, 'access');
  for (const id of ids) await getDept(tx, caller, id);
  const reason = await describeUse(tx, ids);
  if (reason !== undefined) throw new AppError('record.in_use', { msg: reason });
  return assertAllRemoved(ids, await deptStore.remove(tx, ids, { userId: caller.userId, now }));
}

const isWithin = ({ grant: { scope } }: Caller, id: number) => scope.all || scope.deptIds.includes(id);

/** Returns the department, or throws `record.not_found` when it is outside the caller's data scope. */
export async function getDept(db: Db, caller: Caller, id: number): Promise<Dept> {
  return foundOrThrow(isWithin(caller, id) ? await deptStore.find(db, id) : undefined);
}

function assertWithin(caller: Caller, parentId: number): void {
  if (isWithin(caller, parentId)) return;
  throw new AppError('permission.denied', { msg: '上级部门不在您的数据权限范围内' });
}

/** Throws `request.invalid` unless the id is null or belongs to an enabled user within the caller's data scope. */
async function assertSalesperson(tx: Db, { grant }: Caller, id: number | null): Promise<void> {
  if (id === null) return;
  const [user] = await tx
    .select({ id: users.userId })
    .from(users)
    .where(
      and(
        eq(users.userId, id),
        eq(users.status, ENABLED_TEXT),
        isNull(users.deletedAt),
        usersWithin(grant.scope),
      ),
    );
  if (!user) throw new AppError('request.invalid', { fields: { salespersonId: '没有这个用户' } });
}

async function findParent(tx: Db, parentId: number): Promise<Dept | undefined> {
  if (parentId === 0) return undefined;
  const parent = await deptStore.find(tx, parentId);
  if (!parent) throw new AppError('request.invalid', { fields: { parentId: '上级部门不存在' } });
  return parent;
}
