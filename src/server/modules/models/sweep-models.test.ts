import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sentModelOf } from '#contract/files/models.ts';
import { files, modelBodies, orders } from '#server/db/schema.ts';
import { boxMeasures } from '#tests/support/models/models.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { box } from './model-shop.test-data.ts';
import { startSweeps, now, daysAgo } from './sweep-models.test-data.ts';

const DELETED = '模型已按保留期限删除';
const { shop, keepDays, sweep, oldModel, orderWith, isKept, keysInStore } = await startSweeps();
beforeEach(() => keepDays(30));
afterAll(() => shop.close());

test('without an age limit only models without an order are deleted, after a week', async () => {
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
  ['completed exactly the limit ago', { updatedAt: daysAgo(30) }, true],
  ['completed a moment earlier', { updatedAt: daysAgo(30, -1) }, false],
  ['that is a valid quotation', { status: 'quoted', validUntil: now }, true],
  ['that is an expired quotation', { status: 'quoted', validUntil: daysAgo(0, -1) }, false],
] as const)('the model of an order %s is not deleted: %j %s', async (_what, values, kept) => {
  const id = await oldModel();
  await orderWith(id, values);
  await sweep();
  expect(await isKept(id)).toBe(kept);
});

test('a model in two orders, or in an earlier revision, is not deleted while any needs it', async () => {
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

test('every answer shows that a model is deleted, but its figures and picture remain', async () => {
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
  // A new order with it would have no file.
  const { answer } = await shop.order({ id: modelId, ...boxMeasures(box) });
  expect(answer).toMatchObject({ status: 422, msg: expect.stringContaining('已删除') });
  expect(sentModelOf([await shop.modelOf(id)], 1)).toEqual({});
});
