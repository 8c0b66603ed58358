import { and, eq } from 'drizzle-orm';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { Db } from '#server/db/database.ts';
import { materialProcesses, materials } from '#server/db/schema.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import type { TestApp } from '../app/test-app.ts';

/** Removes the price of a part's first option during `work`, which gets the selection's key. */
export async function whileUnpriced(
  { database }: Pick<TestApp, 'database'>,
  item: QuotationItem,
  work: (key: string) => Promise<void>,
): Promise<void> {
  const [key, optionId] = Object.entries(item).find(([name]) => name.startsWith('process_'))!;
  const pair = and(
    eq(materialProcesses.materialId, item.material),
    eq(materialProcesses.processId, Number(optionId)),
  );
  const [entry] = await database.db.select().from(materialProcesses).where(pair);
  const write = (change: (tx: Db) => Promise<unknown>) =>
    writeCatalogue(database, async (tx, updatedAt) => {
      await change(tx);
      await tx.update(materials).set({ updatedAt }).where(eq(materials.id, item.material));
    });
  await write((tx) => tx.delete(materialProcesses).where(pair));
  try {
    await work(key);
  } finally {
    await write((tx) => tx.insert(materialProcesses).values(entry!));
  }
}
