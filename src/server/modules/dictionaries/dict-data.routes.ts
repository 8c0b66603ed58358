import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { dictOptions, type DictOption } from '#contract/system/dict-options.ts';
import { ENABLED } from '#contract/kernel/fields.ts';
import {
  dictDataImport,
  dictEntries as endpoints,
  type DictDataInput,
} from '#contract/system/dictionaries.ts';
import { ORDER_STATUSES, STATUS_DICT } from '#domain/orders/order-status.ts';
import type { Database, Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';
import { storeOf, withWireTimes } from '#server/db/record-store.ts';
import { dictData, dictTypes, machiningPrices, materials, stockSizes } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import { importRoutes } from '#server/imports/import-routes.ts';
import { storeImport } from '#server/imports/store-import.ts';
import { route, type App } from '#server/http/route.ts';

const { dictCode, dictType, dictLabel, dictValue, dictSort, status, createdAt } = dictData;

const store = storeOf<typeof endpoints>()({
  table: dictData,
  id: dictCode,
  present: (rows) => rows.map(withWireTimes),
  where: (query) => [
    query.dictType ? eq(dictType, query.dictType) : undefined,
    contains(dictLabel, query.dictLabel),
    contains(dictValue, query.dictValue),
    query.status === undefined ? undefined : eq(status, query.status),
  ],
  sortable: { dictCode, dictSort, dictLabel, dictValue, status, createdAt },
  order: [asc(dictType), asc(dictSort), asc(dictCode)],
});

/** An entry needs an existing type; the values of `order_status` are fixed by the program. */
async function checkEntry(tx: Db, input: DictDataInput, code: number | undefined): Promise<void> {
  const [type] = await tx
    .select({ id: dictTypes.id })
    .from(dictTypes)
    .where(and(eq(dictTypes.dictType, input.dictType), isNull(dictTypes.deletedAt)));
  if (!type) throw new AppError('request.invalid', { fields: { dictType: '字典类型不存在' } });
  const before = code === undefined ? undefined : await store.find(tx, code);
  const isValueChanged = before !== undefined && before.dictValue !== input.dictValue;
  const isUnknownStatus = ORDER_STATUSES.every((known) => known !== input.dictValue);
  const breaksReferences = before !== undefined && (isValueChanged || before.dictType !== input.dictType);
  if (breaksReferences && (await describeEntriesInUse(tx, [before.dictCode])) !== undefined) {
    throw new AppError('request.invalid', {
      fields: { dictValue: '该数据正在使用，取值与所属字典不能修改' },
    });
  }
  if (input.dictType === STATUS_DICT && (isValueChanged || isUnknownStatus)) {
    throw new AppError('request.invalid', {
      fields: { dictValue: '订单状态的取值由系统规定，只能修改名称、颜色与排序' },
    });
  }
}

/**
 * Names, in a sentence, the entries that materials, prices or stock sizes refer to, and those with a meaning in the
 * program; undefined if there are none.
 */
async function describeEntriesInUse(tx: Db, codes: readonly number[]): Promise<string | undefined> {
  const isTag = eq(dictType, 'material_tag');
  const rows = await tx
    .selectDistinct({ label: dictLabel })
    .from(dictData)
    .leftJoin(materials, and(isTag, eq(materials.materialTag, dictValue), isNull(materials.deletedAt)))
    .leftJoin(machiningPrices, and(isTag, eq(machiningPrices.materialTag, dictValue)))
    .leftJoin(stockSizes, and(isTag, eq(stockSizes.materialTag, dictValue), isNull(stockSizes.deletedAt)))
    .where(
      and(
        inArray(dictCode, [...codes]),
        or(
          isNotNull(materials.id),
          isNotNull(machiningPrices.id),
          isNotNull(stockSizes.id),
          eq(dictType, STATUS_DICT),
        ),
      ),
    )
    .limit(20);
  if (rows.length === 0) return undefined;
  return `字典数据 ${rows.map((row) => row.label).join('、')} 正在使用，不能删除`;
}

/** The enabled entries of an enabled type, in order; empty for an unknown type. */
async function listOptions(db: Db, type: string): Promise<DictOption[]> {
  return db
    .select({ label: dictData.dictLabel, value: dictData.dictValue, listClass: dictData.listClass })
    .from(dictData)
    .innerJoin(dictTypes, eq(dictTypes.dictType, dictData.dictType))
    .where(
      and(
        eq(dictData.dictType, type),
        eq(dictData.status, ENABLED),
        eq(dictTypes.status, ENABLED),
        isNull(dictData.deletedAt),
        isNull(dictTypes.deletedAt),
      ),
    )
    .orderBy(asc(dictData.dictSort), asc(dictData.dictCode));
}

export function dictDataRoutes(app: App, database: Database): void {
  const { db } = database;
  recordRoutes(app, database, endpoints, store, {
    title: '字典数据',
    deletionRefusal: describeEntriesInUse,
    check: checkEntry,
  });
  importRoutes(app, database, storeImport({ store, check: checkEntry, spec: dictDataImport, endpoints }));
  route(app, dictOptions.select, ({ query }) => listOptions(db, query.dictType));
  route(app, dictOptions.types, () =>
    db
      .select({ id: dictTypes.id, dictName: dictTypes.dictName, dictType: dictTypes.dictType })
      .from(dictTypes)
      .where(isNull(dictTypes.deletedAt))
      .orderBy(asc(dictTypes.id))
      .limit(1000),
  );
}
