import { inArray, like, or, and, sql, type SQL } from 'drizzle-orm';
import { hasPermission } from '#domain/permissions.ts';
import type { Db } from '#server/db/database.ts';
import { priceHistory, type DraftChange } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { readCompanyNames, seesCompany } from '#server/modules/catalogue/companies.service.ts';
import { assertMaySetPrices } from '#server/modules/catalogue/machining-prices.service.ts';
import { figureRecords, isRecordChange } from '../record-figures.ts';
import { machiningByOwner } from './change-values.ts';

/** Throws `permission.denied` unless the caller may change all these prices; the message names their `source`. */
export async function assertMayChange(
  db: Db,
  caller: Caller,
  changes: readonly DraftChange[],
  source: '草稿' | '版本' = '草稿',
): Promise<void> {
  const { permissions } = caller.grant;
  const owners = machiningByOwner(changes);
  if (owners.size > 0 && !hasPermission(permissions, 'mfr:machiningPrice:edit'))
    throw new AppError('permission.denied', { msg: `${source}中有加工基价，您没有修改加工基价的权限` });
  // A deleted company is only refused here if the caller could not see it; otherwise the check of the prices names it later.
  const companies = await readCompanyNames(db, [...owners.keys()]);
  for (const deptId of owners.keys())
    if (deptId === 0 || companies.has(deptId) || !caller.grant.scope.all)
      await assertMaySetPrices(db, caller, deptId);
  for (const kind of new Set(changes.filter(isRecordChange).map((change) => change.kind))) {
    const { group, noun, permissions: needed } = figureRecords[kind];
    if (!hasPermission(permissions, needed.edit))
      throw new AppError('permission.denied', { msg: `${source}中有${group}，您没有修改${noun}的权限` });
  }
}

/** Whether the caller may see this price. */
export function maySee(caller: Caller, change: DraftChange): boolean {
  const { permissions } = caller.grant;
  if (change.kind === 'cell') return true;
  if (isRecordChange(change)) return hasPermission(permissions, figureRecords[change.kind].permissions.list);
  const seesOwner = change.deptId === 0 || seesCompany(caller, change.deptId);
  return hasPermission(permissions, 'mfr:machiningPrice:query') && seesOwner;
}

/** `maySee` as a condition on the price history, whose keys begin with the kind: `machining/<department id>/<tag>`. */
export function isVisibleTo({ deptId, grant: { permissions, scope } }: Caller): SQL {
  const { key } = priceHistory;
  // Department 0 stands for the system's prices.
  const companies = [0, ...(deptId === null ? [] : [deptId]), ...scope.deptIds];
  const isVisibleOwner = scope.all
    ? undefined
    : inArray(sql`case when ${like(key, 'machining/%')} then split_part(${key}, '/', 2)::int end`, companies);
  return (
    or(
      like(key, 'cell/%'),
      hasPermission(permissions, 'mfr:machiningPrice:query')
        ? and(like(key, 'machining/%'), isVisibleOwner)
        : undefined,
      ...Object.entries(figureRecords).map(([kind, { permissions: needed }]) =>
        hasPermission(permissions, needed.list) ? like(key, `${kind}/%`) : undefined,
      ),
    ) ?? sql`false`
  );
}
