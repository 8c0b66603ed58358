import { asc, isNull } from 'drizzle-orm';
import { priceGaps } from '#domain/process-tree/offered.ts';
import type { ProcessPrice } from '#domain/pricing/types.ts';
import type { TodayWork, WaitingMaterial } from '#contract/system/today.ts';
import type { Database } from '#server/db/database.ts';
import { materialProcesses, materials } from '#server/db/schema.ts';
import { readProcessTree } from '#server/modules/catalogue/catalogue.service.ts';

const SHOWN = 5;

type Unpriced = NonNullable<TodayWork['unpriced']>;

/** Reads the materials to price once per revision of the catalogue; a failed read is not cached. */
export function createUnpricedReader({ db }: Database): (revision: number) => Promise<Unpriced> {
  let current: { revision: number; unpriced: Promise<Unpriced> } | undefined;
  return (revision) => {
    if (current && current.revision >= revision) return current.unpriced;
    const entry = { revision, unpriced: readUnpriced(db) };
    current = entry;
    entry.unpriced.catch(() => {
      if (current === entry) current = undefined;
    });
    return entry.unpriced;
  };
}

/** Materials that lack a price: those on sale, whose options customers cannot choose, then drafts. */
async function readUnpriced(db: Database['db']): Promise<Unpriced> {
  const { rows, tree, prices } = await db.transaction(
    async (tx) => {
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
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const configOf = new Map<number, ProcessPrice[]>();
  for (const { materialId, processId } of prices) {
    // Whether there is a price matters here, not which.
    const entry = { id: processId, price: 0, time: 0 };
    const list = configOf.get(materialId);
    if (list) list.push(entry);
    else configOf.set(materialId, [entry]);
  }
  const lacking = rows
    .map(({ id, name, status, manualOptions }): WaitingMaterial => {
      const processConfig = configOf.get(id) ?? [];
      return { id, name, status, gaps: priceGaps(tree, { id, processConfig, manualOptions }).length };
    })
    .filter(({ gaps }) => gaps > 0);
  const waiting = [
    ...lacking.filter(({ status }) => status === 'onSale'),
    ...lacking.filter(({ status }) => status === 'draft'),
  ];
  return { count: waiting.length, list: waiting.slice(0, SHOWN) };
}
