import { asc, eq } from 'drizzle-orm';
import type { QueryOf } from '#contract/kernel/endpoint.ts';
import {
  leadClasses as endpoints,
  MAX_LEAD_CLASSES,
  MAX_LEADS_ON,
  type LeadClassInput,
  type LeadClassRecord,
} from '#contract/catalogue/lead-classes.ts';
import { leadOptions } from '#contract/catalogue/lead-options.ts';
import { leadConflict } from '#domain/lead/lead-class.ts';
import type { Database, Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';
import { recordStore, withWireTimes, type FiltersOf } from '#server/db/record-store.ts';
import { leadClasses } from '#server/db/schema.ts';
import { fieldError } from '#server/http/app-error.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { assertRoom } from './assert-room.ts';
import { writeCatalogue } from '../catalogue-writes.service.ts';
import { optionNames, readLeadClasses } from './lead-classes.queries.ts';
import { readLeadOptions } from './lead-options.queries.ts';
import { listExistingOptions } from '../options.queries.ts';
import { assertNoJumps, shareMove, withoutFlag } from '../price-jumps.service.ts';

const { id, name, factor, percent, sort, status, updatedAt } = leadClasses;

type Filters = FiltersOf<QueryOf<typeof endpoints.list>>;

/** The classes with the names of their options. */
const store = recordStore<typeof leadClasses, LeadClassRecord, LeadClassInput, Filters>({
  table: leadClasses,
  id,
  present: async (rows, db) => {
    const names = await optionNames(
      db,
      rows.flatMap(({ optionIds }) => optionIds),
    );
    return rows.map((row) => ({
      ...withWireTimes(row),
      optionNames: row.optionIds.map((option) => names.get(option) ?? '已删除的工艺选项'),
    }));
  },
  stored: withoutFlag,
  where: (query) => [
    contains(name, query.name),
    query.status === undefined ? undefined : eq(status, query.status),
  ],
  sortable: { id, name, factor, percent, sort, status, updatedAt },
  order: [asc(sort), asc(id)],
});

/** A class that is on is neither faster and cheaper than another one nor like it. The catalogue is locked meanwhile. */
async function checkClass(
  tx: Db,
  { confirmJumps, ...input }: LeadClassInput & { confirmJumps?: boolean | undefined },
  classId: number | undefined,
): Promise<void> {
  const kept = classId === undefined ? undefined : await store.find(tx, classId);
  const added = input.optionIds.filter((option) => !kept?.optionIds.includes(option));
  const known = await listExistingOptions(tx, added);
  if (added.some((option) => !known.has(option)))
    throw fieldError('optionIds', '有工艺选项不存在或已删除，请重新选择');
  if (classId === undefined) await assertRoom(tx, leadClasses, MAX_LEAD_CLASSES, '个档位');
  if (input.status !== 2) return;
  const others = (await readLeadClasses(tx)).filter((other) => other.id !== classId);
  if (others.length >= MAX_LEADS_ON)
    throw fieldError('status', `最多同时启用${MAX_LEADS_ON}个档位，请先停用不用的`);
  const conflict = leadConflict(input, others);
  if (conflict !== undefined) throw fieldError('percent', conflict);
  // Faster orders may cost a multiple; a large deduction sells below half of the price.
  if (input.percent >= 0 || (kept?.status === 2 && kept.percent === input.percent)) return;
  assertNoJumps(
    shareMove(`lead/${classId ?? 0}`, `${input.name}（加工费 100 元）`, input.percent),
    confirmJumps,
  );
}

export function leadClassRoutes(app: App, database: Database): void {
  route(app, leadOptions.list, ({ session }) => readLeadOptions(database.db, session));
  recordRoutes(app, database, endpoints, store, {
    idOf: (row) => row.id,
    title: '交期档位',
    check: checkClass,
    loggable: withoutFlag,
    write: writeCatalogue,
  });
}
