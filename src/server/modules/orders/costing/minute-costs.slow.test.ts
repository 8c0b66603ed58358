import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderCost } from '#contract/catalogue/costs.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { modelBodies } from '#server/db/schema.ts';
import { startModelShop, type ModelShop } from '#server/modules/models/model-shop.test-data.ts';
import { enterHourCost } from '#tests/support/data/actuals.ts';
import { enterCosts } from '#tests/support/data/costs.ts';
import { boxMeasures } from '#tests/support/models/models.ts';

const RATE = 2;
const HOUR = 90;

let shop: ModelShop;
beforeAll(async () => {
  shop = await startModelShop();
});
afterAll(() => shop.close());

test('charged minutes cost a share of the hourly cost, unknown until entered, and visible only to users who see costs', async () => {
  const { app, customer } = shop;
  const costOf = async (id: number) =>
    (await app.send('GET', `/order/${id}/cost?basis=kept`, { as: 'admin' })).data as OrderCost;
  const kindsOf = ({ lines }: OrderCost) => lines[0]!.factors.map(({ kind }) => kind);
  await enterCosts(app, 50, 20);
  const { id: modelId } = await shop.upload();
  await shop.setMeasured(modelId);
  const none = { holes: [], pockets: [], sharpInnerEdges: [], undercutFaces: [] };
  const features = { ...none, setups: 2, turnedShare: 0, isTurned: false };
  await app.database.db.update(modelBodies).set({ features }).where(eq(modelBodies.modelId, modelId));
  const model = { id: modelId, ...boxMeasures([60, 40, 8]) };
  const plain = await costOf((await shop.order(model)).id);
  expect(kindsOf(plain)).not.toContain('minute');
  const rule = { kind: 'other', basis: 'minute', amount: RATE, scope: 'all', sort: 1, status: 2 };
  expect(await app.send('POST', '/charge-rule', { as: 'admin', body: rule })).toMatchObject({ status: 200 });
  const unknown = await costOf((await shop.order(model)).id);
  expect(unknown).toMatchObject({ cost: null, margin: null });
  expect(unknown.lines[0]!.factors.at(-1)).toMatchObject({ kind: 'minute', amount: null, hour: null });

  await enterHourCost(app, 'aluminium', HOUR);
  const { id } = await shop.order(model);
  const known = await costOf(id);
  const details = (await app.send('GET', `/order/${id}/withExt`, { token: customer.token }))
    .data as OrderWithExt;
  const [charge] = details.charges;
  const minutes = charge!.amount / RATE;
  expect(minutes).toBeGreaterThan(1);
  const { kind, amount, seconds, hour } = known.lines[0]!.factors.at(-1)!;
  expect([kind, amount]).toEqual(['minute', expect.closeTo((minutes * HOUR) / 60, 1)]);
  expect([seconds, hour]).toEqual([expect.closeTo(minutes * 60, 0), HOUR]);
  expect(known.cost).toBeCloseTo(plain.cost! + amount!, 2);
  expect(known.margin!.amount).toBeCloseTo(known.revenue - known.cost!, 2);
  // The only part has the whole charge, so its margin is that of the order.
  expect(known.lines[0]).toMatchObject({ charged: charge!.amount, margin: known.margin });
  // The customer sees the minutes only as text, with nothing to compute a cost from.
  expect(JSON.stringify(details)).not.toMatch(/seconds|cost|hour|minute"/i);
});
