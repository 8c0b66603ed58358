import { asc, isNull } from 'drizzle-orm';
import { priceGaps } from '#domain/process-tree/offered.ts';
import { groupBy } from '#domain/group-by.ts';
import type { TodayWork, WaitingMaterial } from '#contract/system/today.ts';
import { inSnapshot, type Database } from '#server/db/database.ts';
import { materialProcesses, materials } from '#server/db/schema.ts';
import { readProcessTree } from '#server/modules/catalogue/catalogue.service.ts';
import { oncePerRevision } from '#server/system/once-per-revision.ts';

const MAX_SHOWN = 5;

type Unpriced = NonNullable<TodayWork['unpriced']>;

/** Reads the unpriced materials once per catalogue revision; a failed read is not cached. */
export const createUnpricedReader = (database: Database): ((revision: number) => Promise<Unpriced>) =>
  oncePerRevision(() => readUnpriced(database));

/** Materials with unpriced options: first those on sale, where customers cannot choose these options, then drafts. */
async function readUnpriced(database: Database): Promise<Unpriced> {
  const { rows, tree, prices } = await inSnapshot(database, async (tx) => {
    const { id, name, status, manualOptions, sort, deletedAt } = materials;
    const { materialId, processId } = materialProcesses;
    return {
      rows: await tx
        .select({ id, name, status, manualOptions })
        .from(materials)
        .where(isNull(deletedAt))
        .orderBy(asc(sort), asc(id)),
      tree: await readProcessTree(tx),
      prices: await tx.select({ materialId, processId }).from(materialProcesses),
    };
  });
  const pricesOf = groupBy(prices, ({ materialId }) => materialId);
  const materialsWithGaps = rows
    .map(({ id, name, status, manualOptions }): WaitingMaterial => {
      // Only the existence of a price matters here.
      const processConfig = (pricesOf.get(id) ?? []).map(({ processId }) => ({
        id: processId,
        price: 0,
        time: 0,
      }));
      return { id, name, status, gaps: priceGaps(tree, { id, processConfig, manualOptions }).length };
    })
    .filter(({ gaps }) => gaps > 0);
  const waiting = [
    ...materialsWithGaps.filter(({ status }) => status === 'onSale'),
    ...materialsWithGaps.filter(({ status }) => status === 'draft'),
  ];
  return { count: waiting.length, list: waiting.slice(0, MAX_SHOWN) };
}
