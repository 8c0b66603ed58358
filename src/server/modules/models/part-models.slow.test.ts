import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/order-data.ts';
import type { TodayWork } from '#contract/system/today.ts';
import { modelScales } from '#domain/models/model-check.ts';
import { modelFiles, orderHistory } from '#server/db/schema.ts';
import { boxMeasures } from '#tests/support/models/models.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { box, startModelShop, type ModelShop } from './model-shop.test-data.ts';

let shop: ModelShop;
beforeAll(async () => {
  shop = await startModelShop();
});
afterAll(() => shop.close());

test('the list finds exactly the orders whose confirmation a model blocks', async () => {
  const { db } = shop.app.database;
  const { id: modelId } = await shop.upload();
  await shop.setMeasured(modelId);
  const { id } = await shop.order({ id: modelId, ...boxMeasures(box) });
  const isListed = async () => {
    const { list, count } = (
      await shop.app.send('GET', `/order?models=open&pageSize=100`, { token: shop.clerk.token })
    ).data as { list: Order[]; count: number };
    expect(list).toHaveLength(count);
    const found = list.find((row) => row.id === id);
    expect(found?.openModels ?? 1).toBe(1);
    return found !== undefined;
  };
  expect(await isListed()).toBe(false);
  const numbers = seededNumbers(14);
  const random = () => numbers(1_000_000) / 1_000_000;
  const near = (value: number, by: number) => value + (random() - 0.5) * by;
  const seen = new Set<string>();
  for (let round = 0; round < 40; round += 1) {
    const edges = box.map((edge) => near(edge, random() < 0.5 ? 0.16 : 0)).toSorted(() => random() - 0.5);
    const scale = (['1', '25.4', '1/25.4'] as const)[Math.floor(random() * 3)] ?? '1';
    const factor = modelScales[scale];
    const measured = box.map((edge) => edge / factor);
    const volume = (60 * 40 * 8) / factor ** 3;
    const measures = {
      volumeMm3: volume,
      stockBoxMm: measured,
      boxMm: random() < 0.5 ? [1, 1, 1] : measured,
    };
    const unit = random() < 0.5 ? 'mm' : null;
    await db.update(modelFiles).set({ unit }).where(eq(modelFiles.id, modelId));
    const line = box.map((edge) => near(edge + 0.02, 0.3)).toSorted(() => random() - 0.5);
    await db.execute(sql`update part_model set scale = ${scale}, box_mm = ${JSON.stringify(edges)},
      volume_mm3 = ${near(19_200, 60)} where order_id = ${id}`);
    await db.execute(sql`update model_body set kind = ${random() < 0.1 ? 'open' : 'solid'},
      measures = measures || ${JSON.stringify(measures)} where model_id = ${modelId}`);
    await db.execute(sql`update order_item set length = ${line[0]}, width = ${line[1]}, height = ${line[2]}
      where order_id = ${id}`);
    const { check } = await shop.modelOf(id);
    seen.add(check);
    expect({ round, isListed: await isListed() }).toStrictEqual({ round, isListed: check !== 'equal' });
  }
  expect([...seen].toSorted()).toStrictEqual(['different', 'equal', 'rescaled', 'smaller', 'unmeasured']);
  await db.execute(sql`update part_model set volume_mm3 = 1 where order_id = ${id}`);
  const work = await shop.app.send('GET', '/today', { token: shop.clerk.token });
  const { openModels } = (work.data as TodayWork).orders!;
  expect(openModels?.list.map((row) => row.id)).toContain(id);
  const blind = await addPerson(shop.app, { permissions: ['mfr:order:list'], isStaff: true, dataScope: '1' });
  const other = await shop.app.send('GET', '/today', { token: blind.token });
  expect((other.data as TodayWork).orders?.openModels).toBeNull();
  await shop.acknowledge(id);
  expect(await isListed()).toBe(false);
  await db.update(modelFiles).set({ measurings: 99 }).where(eq(modelFiles.id, modelId));
  expect(await isListed()).toBe(true);
  await shop.app.send('POST', `/order/${id}/move`, {
    token: shop.clerk.token,
    body: { to: 'cancelled', reason: '测试', version: (await shop.detailsOf(id)).version },
  });
  expect(await isListed()).toBe(false);
});

test('the history of an order has the user and time of acknowledging a model', async () => {
  const { id: modelId } = await shop.upload();
  const { id } = await shop.order({ id: modelId, ...boxMeasures(box) });
  await shop.acknowledge(id);
  const rows = await shop.app.database.db.select().from(orderHistory).where(eq(orderHistory.orderId, id));
  expect(rows.at(-1)).toMatchObject({ userId: shop.clerk.userId, reason: '核对三维模型：零件 1' });
  expect((await shop.detailsOf(id)) as Order).toMatchObject({ status: 'placed', version: 2 });
});

test('while a rule charges by weight, a request can be sent before its model is measured, an order cannot', async () => {
  const rule = { kind: 'material', basis: 'kg', amount: 100, scope: 'all', sort: 1, status: 2 };
  const { data: ruleId } = await shop.app.send('POST', '/charge-rule', { as: 'admin', body: rule });
  const { id } = await shop.upload();
  const model = { id, ...boxMeasures(box) };
  expect((await shop.order(model)).answer).toMatchObject({ status: 409, error: 'order.model_waiting' });
  expect((await shop.order(model, {}, 'requested')).answer).toMatchObject({ status: 200 });
  await shop.app.send('DELETE', '/charge-rule', { as: 'admin', body: { ids: [ruleId] } });
});
