import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { modelFiles } from '#server/db/schema.ts';
import { boxMeasures } from '#tests/support/models/models.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { place } from '#tests/support/data/quotations.ts';
import { untilBlockedBy } from '#tests/support/app/waiting.ts';
import { box, startModelShop, type ModelShop } from './model-shop.test-data.ts';
import { attachModels } from './part-models.service.ts';

let shop: ModelShop;
beforeAll(async () => {
  shop = await startModelShop();
});
afterAll(() => shop.close());

test('an order with equal figures can be confirmed, and neither price nor days depend on the model', async () => {
  const { id: modelId } = await shop.upload();
  await shop.setMeasured(modelId);
  const who = { token: shop.customer.token };
  const plain = await shop.app.send('POST', '/quote', { ...who, body: { items: [shop.item] } });
  const withModel = { ...shop.item, model: { id: modelId, ...boxMeasures(box) } };
  const quoted = await shop.app.send('POST', '/quote', { ...who, body: { items: [withModel] } });
  expect(quoted.data).toStrictEqual(plain.data);
  const { id } = await shop.order({ id: modelId, ...boxMeasures(box) });
  expect(await shop.modelOf(id)).toMatchObject({
    lineNo: 1,
    id: modelId,
    check: 'equal',
    acknowledged: null,
  });
  expect(await shop.confirm(id)).toMatchObject({ status: 200 });
});

test('figures that differ from the file block confirmation until staff acknowledge them with a reason', async () => {
  const { id: modelId } = await shop.upload();
  const { id } = await shop.order({ id: modelId, volumeMm3: 18_000, boxMm: [60, 40, 7.5] });
  await shop.setMeasured(modelId);
  expect(await shop.modelOf(id)).toMatchObject({
    check: 'different',
    sent: { volumeMm3: 18_000, boxMm: [60, 40, 7.5] },
    measured: { volumeMm3: 19_200, boxMm: [60, 40, 8] },
  });
  const refused = await shop.confirm(id);
  expect(refused).toMatchObject({ status: 409, error: 'order.model_unchecked' });
  expect(refused.msg).toContain('零件 1');
  expect(await shop.acknowledge(id, { reason: '' })).toMatchObject({ status: 400 });
  expect(await shop.acknowledge(id, {}, shop.customer)).toMatchObject({ status: 403 });
  expect(await shop.acknowledge(id, { version: 99 })).toMatchObject({ status: 409, error: 'record.changed' });
  expect(await shop.acknowledge(id, { lineNo: 2 })).toMatchObject({ status: 404 });
  expect(await shop.acknowledge(id)).toMatchObject({ status: 200 });
  expect((await shop.modelOf(id)).acknowledged).toMatchObject({ reason: '已与客户核对图纸' });
  expect((await shop.modelOf(id, shop.customer)).acknowledged).toMatchObject({ reason: '' });
  const [last] = (await shop.detailsOf(id, shop.customer)).history.slice(-1);
  expect(last).toMatchObject({ reason: '核对三维模型：零件 1', from: 'placed', to: 'placed' });
  // A new measurement invalidates the acknowledgement.
  await shop.setMeasured(modelId);
  expect(await shop.confirm(id)).toMatchObject({ status: 409 });
  expect(await shop.acknowledge(id)).toMatchObject({ status: 200 });
  expect(await shop.confirm(id)).toMatchObject({ status: 200 });
});

test.each([
  ['waits', (_id: number) => Promise.resolve(), {}, 'waiting'],
  ['is larger than the part', (id: number) => shop.setMeasured(id), { height: 7 }, 'smaller'],
  [
    'cannot be measured',
    (id: number) =>
      shop.app.database.db
        .update(modelFiles)
        .set({ status: 'unmeasured', failure: 'damaged' })
        .where(eq(modelFiles.id, id))
        .then(() => undefined),
    {},
    'unmeasured',
  ],
] as const)('an order cannot be confirmed while its model %s', async (_what, prepare, line, check) => {
  const { id: modelId } = await shop.upload();
  await prepare(modelId);
  const { id } = await shop.order({ id: modelId, ...boxMeasures(box) }, line);
  expect(await shop.modelOf(id)).toMatchObject({ check });
  expect(await shop.confirm(id)).toMatchObject({ status: 409, error: 'order.model_unchecked' });
  await shop.acknowledge(id);
  expect(await shop.confirm(id)).toMatchObject({ status: 200 });
});

test('an order with blocking findings can be confirmed by a user who has seen them, and the history records it', async () => {
  const long = [1500, 40, 8] as const;
  const { id: modelId } = await shop.upload(long);
  await shop.setMeasured(modelId, long);
  const { id } = await shop.order({ id: modelId, ...boxMeasures(long) }, { length: 1500 });
  expect(await shop.modelOf(id)).toMatchObject({ check: 'equal', findings: [{ severity: 'hold' }] });
  const { measurings } = await shop.modelOf(id);
  expect(await shop.confirm(id)).toMatchObject({
    status: 409,
    error: 'order.holds_unseen',
    msg: '零件 1 有须人工确认的提示，请打开订单看过后再确认',
  });
  const older = [{ lineNo: 1, measurings: measurings - 1 }];
  expect(await shop.confirm(id, { seenHolds: older })).toMatchObject({ status: 409 });
  expect(await shop.confirm(id, { seenHolds: [{ lineNo: 1, measurings }] })).toMatchObject({ status: 200 });
  const { history, undo } = await shop.detailsOf(id);
  expect(history.slice(-2)).toMatchObject([
    { from: 'placed', to: 'placed', reason: '核对三维模型提示：零件 1' },
    { from: 'placed', to: 'confirmed', reason: '' },
  ]);
  expect(undo).toMatchObject({ to: 'placed' });
});

test('a new revision can keep the model; an unknown or foreign one is refused', async () => {
  const { id: modelId } = await shop.upload();
  await shop.setMeasured(modelId);
  const model = { id: modelId, ...boxMeasures(box) };
  const { id } = await shop.order(model, {}, 'quoted');
  const who = { token: (await addPerson(shop.app, { roleKey: 'admin' })).token };
  const { version, price } = await shop.detailsOf(id);
  const body = { items: [{ ...shop.item, model }], price, version };
  expect(await shop.app.send('PUT', `/order/${id}`, { ...who, body })).toMatchObject({ status: 200 });
  expect((await shop.detailsOf(id)).models).toMatchObject([{ id: modelId, check: 'equal' }]);
  const first = await shop.app.send('GET', `/order/${id}/revision/1`, who);
  expect((first.data as OrderWithExt).models).toMatchObject([{ id: modelId }]);
  const asStranger = { token: shop.stranger.token };
  for (const foreign of [modelId, 999_999]) {
    const items = [{ ...shop.item, model: { ...model, id: foreign } }];
    const refused = await place(shop.app, asStranger, { items, price: '1.00', status: 'quoted' });
    expect(refused).toMatchObject({ status: 422, error: 'quote.invalid' });
    expect(Object.keys(refused.errors ?? {})).toStrictEqual(['items.0.model']);
  }
});

test('a revision is refused when its model is deleted meanwhile', async () => {
  const kept = await shop.upload();
  const gone = await shop.upload();
  const { id: orderId } = await shop.order({ id: kept.id, ...boxMeasures(box) }, {}, 'quoted');
  const model = { id: gone.id, ...boxMeasures(box) };
  const row = await shop.readOrderRow(orderId);
  const write = shop.app.database.db.transaction(async (tx) => {
    await shop.removeModel(gone.id);
    await attachModels(tx, { ...row, revision: 2 }, [{ model }]);
  });
  await expect(write).rejects.toMatchObject({
    error: 'quote.invalid',
    message: '三维模型不存在或已删除，请重新上传',
    fields: { 'items.0.model': '三维模型不存在或已删除，请重新上传' },
  });
});

test('the deletion of a model waits for a revision in progress that uses it, and is refused', async () => {
  const { id: modelId } = await shop.upload();
  const { id: orderId } = await shop.order(
    { id: (await shop.upload()).id, ...boxMeasures(box) },
    {},
    'quoted',
  );
  const model = { id: modelId, ...boxMeasures(box) };
  const row = await shop.readOrderRow(orderId);
  let removal: ReturnType<typeof shop.removeModel> | undefined;
  await shop.app.database.db.transaction(async (tx) => {
    await attachModels(tx, { ...row, revision: 2 }, [{ model }]);
    removal = shop.removeModel(modelId);
    await untilBlockedBy(shop.app.database.pool, tx.$client);
  });
  expect(await removal).toMatchObject({ status: 409, error: 'record.in_use' });
});
