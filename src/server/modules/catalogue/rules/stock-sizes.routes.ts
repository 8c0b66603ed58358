import { and, asc, eq, isNull, ne, type SQL } from 'drizzle-orm';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import {
  MAX_STOCK_SIZES,
  stockSizeImport,
  stockSizes as endpoints,
  type StockSizeInput,
} from '#contract/catalogue/stock-sizes.ts';
import {
  stockFormLabels,
  stockFormMeasures,
  STOCK_MEASURES,
  stockSizeLabel,
  wrongMeasures,
  type StockMeasure,
} from '#domain/stock/stock-size.ts';
import type { Database, Db } from '#server/db/database.ts';
import { storeOf, withWireTimes } from '#server/db/record-store.ts';
import { stockSizes } from '#server/db/schema.ts';
import { fieldError, throwFieldErrors } from '#server/http/app-error.ts';
import { recordRoutes } from '#server/http/record-routes.ts';
import { route, type App } from '#server/http/route.ts';
import { importRoutes } from '#server/imports/import-routes.ts';
import { normalizeNumber, storeImport } from '#server/imports/store-import.ts';
import type { SettingsReader } from '#server/modules/settings/settings.service.ts';
import { assertBelowLimit } from './assert-below-limit.ts';
import type { CatalogueReader } from '../catalogue.service.ts';
import { writeCatalogue } from '../catalogue-writes.service.ts';
import { listKnownTags, tagLookup, UNKNOWN_TAG } from '../material-tags.ts';
import { stockTableOf } from './stock-table.ts';

export interface StockTableReaders {
  catalogue: CatalogueReader;
  settings: SettingsReader;
}

const { id, form, materialTag, thickness, width, diameter, sort, status, updatedAt } = stockSizes;

const store = storeOf<typeof endpoints>()({
  table: stockSizes,
  id,
  present: (rows) => rows.map((row) => ({ ...withWireTimes(row), name: stockSizeLabel(row) })),
  where: (query) => [
    query.form ? eq(form, query.form) : undefined,
    query.materialTag ? eq(materialTag, query.materialTag) : undefined,
    query.status === undefined ? undefined : eq(status, query.status),
  ],
  sortable: { id, form, materialTag, thickness, width, diameter, sort, status, updatedAt },
  order: [asc(sort), asc(id)],
});

const measureLabels: Record<StockMeasure, string> = {
  thickness: '厚度',
  width: '宽度',
  diameter: '直径',
  length: '标准长度',
};

/**
 * Throws unless a size has the dimensions of its form and a known tag, and is unique. The caller must hold the
 * catalogue's lock.
 */
async function checkSize(tx: Db, input: StockSizeInput, sizeId: number | undefined): Promise<void> {
  const fields: FieldErrors = {};
  const label = stockFormLabels[input.form];
  for (const measure of wrongMeasures(input.form, input)) {
    const isRequired = stockFormMeasures[input.form].needed.includes(measure);
    fields[measure] = isRequired
      ? `${label}必须填写${measureLabels[measure]}`
      : `${label}没有${measureLabels[measure]}，请留空`;
  }
  const tag = input.materialTag;
  const before = sizeId === undefined ? undefined : await store.find(tx, sizeId);
  const isUnchanged = tag === '' || tag === before?.materialTag;
  if (!isUnchanged && !(await listKnownTags(tx, [tag])).has(tag)) fields['materialTag'] = UNKNOWN_TAG;
  throwFieldErrors(fields);
  await assertUnique(tx, input, sizeId);
  if (sizeId === undefined) await assertBelowLimit(tx, stockSizes, MAX_STOCK_SIZES, '种毛坯规格');
}

async function assertUnique(tx: Db, input: StockSizeInput, sizeId: number | undefined): Promise<void> {
  const sameMeasures = STOCK_MEASURES.map((measure): SQL => {
    const value = input[measure];
    return value === null ? isNull(stockSizes[measure]) : eq(stockSizes[measure], value);
  });
  const [duplicate] = await tx
    .select({ id })
    .from(stockSizes)
    .where(
      and(
        isNull(stockSizes.deletedAt),
        sizeId === undefined ? undefined : ne(id, sizeId),
        eq(form, input.form),
        eq(materialTag, input.materialTag),
        ...sameMeasures,
      ),
    )
    .limit(1);
  if (duplicate) throw fieldError('form', `${stockSizeLabel(input)} 已有相同的规格（编号 ${duplicate.id}）`);
}

export function stockSizeRoutes(app: App, database: Database, readers: StockTableReaders): void {
  recordRoutes(app, database, endpoints, store, {
    title: '毛坯规格',
    check: checkSize,
    write: writeCatalogue,
  });
  importRoutes(
    app,
    database,
    storeImport({
      store,
      check: checkSize,
      lookups: async (tx) => ({ materialTag: await tagLookup(tx) }),
      revision: 'catalogue',
      spec: stockSizeImport,
      endpoints,
      foldKey: normalizeNumber,
    }),
  );
  route(app, endpoints.table, async ({ session }) => {
    const catalogue = await readers.catalogue(session.catalogueRevision);
    const table = stockTableOf(catalogue, await readers.settings(session.settingsRevision));
    return { ...table, sizes: [...table.sizes] };
  });
}
