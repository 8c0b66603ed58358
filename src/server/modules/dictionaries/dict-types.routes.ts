import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { dictTypeImport, dictTypes as endpoints, type DictTypeInput } from '#contract/system/dictionaries.ts';
import type { Database, Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';
import { storeOf, withWireTimes } from '#server/db/record-store.ts';
import { dictData, dictTypes } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import { importRoutes } from '#server/imports/import-routes.ts';
import { storeImport } from '#server/imports/store-import.ts';
import type { App } from '#server/http/route.ts';

const { id, dictName, dictType, status, createdAt } = dictTypes;

const store = storeOf<typeof endpoints>()({
  table: dictTypes,
  id,
  present: (rows) => rows.map(withWireTimes),
  where: (query) => [
    contains(dictName, query.dictName),
    contains(dictType, query.dictType),
    query.status === undefined ? undefined : eq(status, query.status),
  ],
  sortable: { id, dictName, dictType, status, createdAt },
  order: [asc(id)],
});

/** Names the types that still have entries. */
async function describeTypesInUse(tx: Db, ids: readonly number[]): Promise<string | undefined> {
  const rows = await tx
    .selectDistinct({ name: dictName })
    .from(dictTypes)
    .innerJoin(dictData, eq(dictData.dictType, dictType))
    .where(and(inArray(id, [...ids]), isNull(dictData.deletedAt)));
  return rows.length === 0 ? undefined : `字典 ${rows.map((row) => row.name).join('、')} 仍有数据，不能删除`;
}

/** Entries refer to their type by its key, so the key of a type with entries cannot change. */
async function checkKey(tx: Db, input: DictTypeInput, typeId: number | undefined): Promise<void> {
  if (typeId === undefined) return;
  const before = await store.find(tx, typeId);
  if (before?.dictType === input.dictType) return;
  const reason = await describeTypesInUse(tx, [typeId]);
  if (reason !== undefined) throw new AppError('record.in_use', { msg: '该字典仍有数据，字典类型不能修改' });
}

export function dictTypeRoutes(app: App, database: Database): void {
  recordRoutes(app, database, endpoints, store, {
    title: '字典类型',
    deletionRefusal: describeTypesInUse,
    check: checkKey,
  });
  importRoutes(app, database, storeImport({ store, check: checkKey, spec: dictTypeImport, endpoints }));
}
