import { eq } from 'drizzle-orm';
import { configs, modelFiles, orders } from '#server/db/schema.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { boxMeasures } from '#tests/support/models/models.ts';
import { box, startModelShop } from './model-shop.test-data.ts';
import { sweepModels } from './sweep-models.service.ts';

export const DAY_MS = 86_400_000;
export const now = new Date();
/** Days before now, and milliseconds after that. */
export const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * DAY_MS + ms);

/** The app with measured models, some of them old, and their sweep. */
export async function startSweeps() {
  const shop = await startModelShop();

  async function keepDays(days: number): Promise<void> {
    await shop.app.database.db
      .update(configs)
      .set({ configValue: String(days) })
      .where(eq(configs.configKey, 'model.keepDays'));
  }
  const sweep = (store: FileStore = shop.store) =>
    sweepModels(shop.app.database, store, now, new AbortController().signal);

  /** A measured model, uploaded so long ago. */
  async function oldModel(createdAt = daysAgo(40)): Promise<number> {
    const { id } = await shop.upload();
    await shop.setMeasured(id);
    await shop.app.database.db.update(modelFiles).set({ createdAt }).where(eq(modelFiles.id, id));
    return id;
  }
  /** An order with the model. */
  async function orderWith(
    modelId: number,
    values: Partial<typeof orders.$inferInsert> = {},
  ): Promise<number> {
    const { id } = await shop.order({ id: modelId, ...boxMeasures(box) });
    await shop.app.database.db
      .update(orders)
      .set({ status: 'completed', updatedAt: daysAgo(40), validUntil: daysAgo(25), ...values })
      .where(eq(orders.id, id));
    return id;
  }
  const isKept = async (id: number) => (await shop.readModelRow(id)).fileId !== null;
  const keysInStore = async () => {
    const keys: string[] = [];
    for await (const batch of shop.store.list()) keys.push(...batch.map(({ key }) => key));
    return keys;
  };
  return { shop, keepDays, sweep, oldModel, orderWith, isKept, keysInStore };
}
