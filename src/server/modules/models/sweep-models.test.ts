import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sentModelOf } from '#contract/models.ts';
import { configs, files, modelBodies, modelFiles, orders } from '#server/db/schema.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { boxMeasures } from '#tests/support/models.ts';
import { addPerson } from '#tests/support/people.ts';
import { box, startModelShop, type ModelShop } from './model-shop.test-data.ts';
import { sweepModels } from './sweep-models.service.ts';

const DAY_MS = 86_400_000;
const DELETED = '模型已按保留期限删除';
const now = new Date();
/** Days before now, and milliseconds after that. */
const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * DAY_MS + ms);

let shop: ModelShop;
beforeAll(async () => {
  shop = await startModelShop();
});
beforeEach(() => keepDays(30));
afterAll(() => shop.close());

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
async function orderWith(modelId: number, values: Partial<typeof orders.$inferInsert> = {}): Promise<number> {
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

test('without days to keep only models of no order are deleted, after a week', async () => {
  await keepDays(0);
  const [unused, fresh, used] = [
    await oldModel(daysAgo(7, -1)),
    await oldModel(daysAgo(7)),
    await oldModel(),
  ];
  await orderWith(used);
  expect(await sweep()).toEqual({ models: 1, 'model files': 0 });
  const { token } = shop.customer;
  expect(await shop.app.send('GET', `/model/${unused}`, { token })).toMatchObject({ status: 404 });
  expect([await isKept(fresh), await isKept(used)]).toEqual([true, true]);
});

test.each([
  ['that is placed', { status: 'placed' }, true],
  ['that is confirmed', { status: 'confirmed' }, true],
  ['in production', { status: 'producing' }, true],
  ['in inspection', { status: 'inspecting' }, true],
  ['that is shipped and not completed', { status: 'shipped' }, true],
  ['that is completed', { status: 'completed' }, false],
  ['that is cancelled', { status: 'cancelled' }, false],
  ['completed the days ago', { updatedAt: daysAgo(30) }, true],
  ['completed a moment before', { updatedAt: daysAgo(30, -1) }, false],
  ['that is a quotation to be ordered', { status: 'quoted', validUntil: now }, true],
  ['that is an expired quotation', { status: 'quoted', validUntil: daysAgo(0, -1) }, false],
] as const)('the model of an order %s is kept: %j %s', async (_what, values, kept) => {
  const id = await oldModel();
  await orderWith(id, values);
  await sweep();
  expect(await isKept(id)).toBe(kept);
});

test('a model in two orders, or in an earlier revision, stays while any needs it', async () => {
  const id = await oldModel();
  await orderWith(id);
  const repeat = await orderWith(id, { status: 'producing' });
  await sweep();
  expect(await isKept(id)).toBe(true);
  const { db } = shop.app.database;
  // The current revision has another model.
  await db.update(orders).set({ revision: 2 }).where(eq(orders.id, repeat));
  await sweep();
  expect(await isKept(id)).toBe(true);
  await db
    .update(orders)
    .set({ status: 'completed', updatedAt: daysAgo(31) })
    .where(eq(orders.id, repeat));
  await sweep();
  expect(await isKept(id)).toBe(false);
});

test('every answer says that a model is deleted; its figures and its picture stay', async () => {
  const modelId = await oldModel();
  const { db } = shop.app.database;
  const thumbnail = Buffer.from('a picture');
  await db.update(modelBodies).set({ thumbnail }).where(eq(modelBodies.modelId, modelId));
  const id = await orderWith(modelId);
  const { fileId } = await shop.readModelRow(modelId);
  const [file] = await db
    .select()
    .from(files)
    .where(eq(files.id, fileId ?? 0));
  expect(await keysInStore()).toContain(file?.key);
  await sweep();
  expect(
    await db
      .select()
      .from(files)
      .where(eq(files.id, fileId ?? 0)),
  ).toEqual([]);
  expect(await keysInStore()).not.toContain(file?.key);
  expect(await shop.modelOf(id)).toMatchObject({ check: 'equal', isDeleted: true, hasThumbnail: true });
  const who = { token: shop.customer.token };
  expect(await shop.app.send('GET', `/model/${modelId}`, who)).toMatchObject({ status: 200 });
  expect(await shop.app.send('GET', `/model/${modelId}/file`, who)).toMatchObject({
    status: 404,
    msg: DELETED,
  });
  const { token } = await addPerson(shop.app, {
    permissions: ['mfr:order:query', 'mfr:model:measure'],
    dataScope: '1',
  });
  const again = await shop.app.send('POST', `/model/${modelId}/measure`, { token });
  expect(again).toMatchObject({ status: 404, msg: DELETED });
  // Another order would be made without its file.
  const { answer } = await shop.order({ id: modelId, ...boxMeasures(box) });
  expect(answer).toMatchObject({ status: 422, msg: expect.stringContaining('已删除') });
  expect(sentModelOf([await shop.modelOf(id)], 1)).toEqual({});
});
