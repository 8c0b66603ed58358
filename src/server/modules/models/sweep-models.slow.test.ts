import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { files, modelBodies, modelFiles } from '#server/db/schema.ts';
import { sweepFiles } from '#server/modules/files/sweep-files.service.ts';
import { boxMeasures } from '#tests/support/models/models.ts';
import { box } from './model-shop.test-data.ts';
import { attachModels } from './part-models.service.ts';
import { startSweeps, DAY_MS, now, daysAgo } from './sweep-models.test-data.ts';

const { shop, keepDays, sweep, oldModel, orderWith, isKept, keysInStore } = await startSweeps();
beforeEach(() => keepDays(30));
afterAll(() => shop.close());

test('a model is deleted exactly after its age limit, whatever the status of its order', async () => {
  const [young, old] = [await oldModel(daysAgo(30)), await oldModel(daysAgo(30, -1))];
  await orderWith(young);
  await orderWith(old);
  await sweep();
  expect([await isKept(young), await isKept(old)]).toEqual([true, false]);
});

test('a deleted model that waits to be measured again keeps its measures', async () => {
  const [measured, never] = [await oldModel(), await oldModel()];
  const { db } = shop.app.database;
  await orderWith(measured);
  await orderWith(never);
  await db.delete(modelBodies).where(eq(modelBodies.modelId, never));
  await db.update(modelFiles).set({ status: 'waiting' }).where(eq(modelFiles.id, measured));
  await db.update(modelFiles).set({ status: 'waiting' }).where(eq(modelFiles.id, never));
  await sweep();
  expect(await shop.readModelRow(measured)).toMatchObject({ fileId: null, status: 'measured' });
  expect(await shop.readModelRow(never)).toMatchObject({ fileId: null, status: 'unmeasured' });
});

test('after a kill before the bytes are removed, no row refers to them, and a later sweep removes them', async () => {
  const id = await oldModel();
  await orderWith(id);
  const { fileId } = await shop.readModelRow(id);
  const { db } = shop.app.database;
  const [file] = await db
    .select()
    .from(files)
    .where(eq(files.id, fileId ?? 0));
  await sweep({ ...shop.store, remove: () => Promise.reject(new Error('killed')) });
  expect(await shop.readModelRow(id)).toMatchObject({ fileId: null, deletedAt: now });
  expect(await keysInStore()).toContain(file?.key);
  await sweepFiles(db, shop.store, new Date(Date.now() + 2 * DAY_MS), new AbortController().signal);
  expect(await keysInStore()).not.toContain(file?.key);
});

test.each([
  ['was unused for a week', daysAgo(8), 0],
  ['is past its age limit', daysAgo(40), 30],
])('a model that %s is not deleted while an order attaches it', async (_what, createdAt, days) => {
  await keepDays(days);
  const id = await oldModel(createdAt);
  const other = await shop.order({ id: (await shop.upload()).id, ...boxMeasures(box) });
  const order = { ...(await shop.readOrderRow(other.id)), revision: 2 };
  await shop.app.database.db.transaction(async (tx) => {
    await attachModels(tx, order, [{ model: { id, ...boxMeasures(box) } }]);
    // The model is locked, so the sweep skips it and does not wait.
    await sweep();
  });
  expect(await isKept(id)).toBe(true);
  await sweep();
  expect(await isKept(id)).toBe(true);
});
