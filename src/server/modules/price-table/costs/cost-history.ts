import { desc, eq } from 'drizzle-orm';
import type { costs as contract } from '#contract/catalogue/costs.ts';
import { inYuan } from '#contract/kernel/amounts.ts';
import type { DataOf, QueryOf } from '#contract/kernel/endpoint.ts';
import { ENTERED_COST_KINDS } from '#domain/pricing/cost.ts';
import { timeText } from '#domain/shanghai-time.ts';
import type { Db } from '#server/db/database.ts';
import { countUpTo, limitAndOffset, pageOf, withinTimes } from '#server/db/list-query.ts';
import { costHistory, users } from '#server/db/schema.ts';
import { assertExportable, MAX_EXPORT_ROWS } from '#server/tables/table-file.ts';
import type { Cell } from '#server/tables/workbook.ts';
import { costKey } from '#server/modules/costs/stored-costs.service.ts';
import { readTagLabels } from '#server/modules/catalogue/material-tags.ts';
import { listCostEntries } from './list-costs.ts';

const { id, key, beforeFen, afterFen, userId, changedAt } = costHistory;

/** A page of a cost's history, newest first. */
export async function listPastCosts(
  db: Db,
  query: QueryOf<typeof contract.history>,
): Promise<DataOf<typeof contract.history>> {
  const { limit, offset } = limitAndOffset(query);
  const hasKey = eq(key, costKey(query));
  const rows = await db
    .select({ id, beforeFen, afterFen, changedAt, userName: users.nickName })
    .from(costHistory)
    .leftJoin(users, eq(users.userId, userId))
    .where(hasKey)
    .orderBy(desc(id))
    .limit(limit)
    .offset(offset);
  const list = inYuan(
    rows.map(({ changedAt: at, userName, ...row }) => ({
      ...row,
      changedAt: at.toISOString(),
      userName: userName ?? '',
    })),
  );
  return pageOf(list, await db.$count(costHistory, hasKey), query);
}

const kindLabels = { machining: '加工', material: '材料', option: '工艺选项', hour: '机时' } as const;

/** The cost changes of a period as rows of a sheet, newest first. Throws `request.invalid` for too many changes. */
export async function sheetOfCostHistory(
  db: Db,
  period: Pick<QueryOf<typeof contract.exportHistory>, 'beginTime' | 'endTime'>,
): Promise<Cell[][]> {
  const where = withinTimes(changedAt, period);
  assertExportable(await countUpTo(db, costHistory, where, MAX_EXPORT_ROWS + 1));
  const rows = await db
    .select({ key, beforeFen, afterFen, changedAt, userName: users.nickName })
    .from(costHistory)
    .leftJoin(users, eq(users.userId, userId))
    .where(where)
    .orderBy(desc(id));
  const nameOf = await readCostNamer(db);
  return [
    ['时间', '修改人', '成本类别', '所属', '名称', '原成本（元）', '新成本（元）'],
    ...inYuan(rows).map((row): Cell[] => [
      timeText(row.changedAt),
      row.userName ?? '',
      ...nameOf(row.key),
      row.before,
      row.after,
    ]),
  ];
}

/** Resolves with a function that finds the kind, group and name of a cost by its key. */
async function readCostNamer(db: Db): Promise<(key: string) => [string, string, string]> {
  const labels = await readTagLabels(db);
  const labelOf = (tag: string) => labels.get(tag) ?? tag;
  const names = new Map<string, [string, string, string]>();
  for (const kind of ENTERED_COST_KINDS)
    // oxlint-disable-next-line no-await-in-loop -- one query after the other
    for (const entry of await listCostEntries(db, kind))
      names.set(costKey(entry), [
        kindLabels[kind],
        kind === 'material' ? labelOf(entry.group) : entry.group,
        kind === 'machining' || kind === 'hour' ? labelOf(entry.name) : entry.name,
      ]);
  const nameOfDeleted = (key: string): [string, string, string] => {
    const kind = ENTERED_COST_KINDS.find((costKind) => key.startsWith(`${costKind}/`));
    return [kind ? kindLabels[kind] : '', '', '已删除'];
  };
  return (key) => names.get(key) ?? nameOfDeleted(key);
}
