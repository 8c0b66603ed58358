import { and, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { stampOfChange, type ChangedBy } from '#server/db/record-store.ts';
import {
  defaultConfigs,
  materialProcesses,
  materials,
  orders,
  processes,
  stockSizes,
} from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import { listAgreedPrices, listUsedTags } from './machining-prices.queries.ts';
import { saveAgreedPrices } from './machining-prices.service.ts';
import { deleteMaterialReferences, materialStore } from './materials.queries.ts';
import { deletePricesOf } from './options.queries.ts';
import { processStore } from './processes.queries.ts';

/**
 * Removes the sample records that no user has changed: materials, processes without prices for other materials, and stock sizes.
 * Also removes the machining prices of tags without a material, and default configurations of removed materials. Runs
 * inside `writeCatalogue`. Throws `record.in_use` while orders exist that are not cancelled.
 */
export async function removeSamples(tx: Db, by: ChangedBy) {
  const [order] = await tx
    .select({ orderNo: orders.orderNo })
    .from(orders)
    .where(ne(orders.status, 'cancelled'))
    .limit(1);
  if (order) {
    const msg = `已有报价或订单使用这份目录（如 ${order.orderNo}），不能整体清空：请先取消试用的订单，或逐个停售、删除不用的材料和工艺`;
    throw new AppError('record.in_use', { msg });
  }
  // `updateBy` is 0 until a user changes a sample record.
  const untouched = await tx
    .select({ id: materials.id })
    .from(materials)
    .where(and(eq(materials.updateBy, 0), isNull(materials.deletedAt)));
  const materialIds = untouched.map(({ id }) => id);
  // Keeps a whole process if one of its options was changed or has a price for another material.
  const pricedOptions = tx
    .select({ id: materialProcesses.processId })
    .from(materialProcesses)
    .where(notInArray(materialProcesses.materialId, materialIds));
  const usedRoots = tx
    .select({ id: processes.rootId })
    .from(processes)
    .where(
      and(isNull(processes.deletedAt), or(ne(processes.updateBy, 0), inArray(processes.id, pricedOptions))),
    );
  const unused = await tx
    .select({ id: processes.id })
    .from(processes)
    .where(and(isNull(processes.deletedAt), notInArray(processes.rootId, usedRoots)));
  const processIds = unused.map(({ id }) => id);
  await tx
    .delete(defaultConfigs)
    .where(inArray(sql`(${defaultConfigs.item} ->> 'material')::int`, materialIds));
  await materialStore.remove(tx, materialIds, by);
  await deleteMaterialReferences(tx, materialIds, by);
  await processStore.remove(tx, processIds, by);
  await deletePricesOf(tx, processIds);

  const sizes = await tx
    .update(stockSizes)
    .set({ deletedAt: by.now, ...stampOfChange(stockSizes, by) })
    .where(and(eq(stockSizes.updateBy, 0), isNull(stockSizes.deletedAt)))
    .returning({ id: stockSizes.id });
  // Department 0 has the system's own prices.
  const prices = await listAgreedPrices(tx, 0);
  const tags = prices.map(({ materialTag }) => materialTag);
  const usedTags = new Set(await listUsedTags(tx, tags));
  const removedPrices = tags
    .filter((tag) => !usedTags.has(tag))
    .map((materialTag) => ({ materialTag, price: null }));
  await saveAgreedPrices(tx, 0, prices, removedPrices, by);
  return { materialIds, processes: processIds.length, stockSizes: sizes.length };
}
