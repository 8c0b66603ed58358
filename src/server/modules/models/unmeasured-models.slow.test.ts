import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { boxMeasures } from '#tests/support/models/models.ts';
import { buildOrder, place } from '#tests/support/data/quotations.ts';
import { box, startModelShop, type ModelShop } from './model-shop.test-data.ts';

let shop: ModelShop;
let saved: { path: string; id: number }[] = [];
beforeAll(async () => {
  shop = await startModelShop();
});
afterEach(async () => {
  for (const { path, id } of saved) await shop.app.send('DELETE', path, { as: 'admin', body: { ids: [id] } });
  saved = [];
});
afterAll(() => shop.close());

/** Switches on a rule until the end of the test. */
async function switchOn(path: '/charge-rule' | '/gate-rule', rule: object): Promise<void> {
  const body = { sort: 1, status: 2, ...rule };
  const answer = await shop.app.send('POST', path, { as: 'admin', body });
  expect(answer.status, answer.msg).toBe(200);
  saved.push({ path, id: Number(answer.data) });
}
const chargeByWeight = () =>
  switchOn('/charge-rule', { kind: 'material', basis: 'kg', amount: 100, scope: 'all' });

/** A part with an unmeasured model, and a function that measures it. */
async function unmeasured() {
  const id = await shop.upload().then((model) => model.id);
  return {
    item: { ...shop.item, model: { id, ...boxMeasures(box) } },
    measure: () => shop.setMeasured(id),
  };
}

const waiting = (parts: string) => ({
  status: 409,
  error: 'order.model_waiting',
  msg: `零件 ${parts} 的三维模型还在测量，量完才能确定价格，请稍候再提交`,
});
const countOrders = async () => {
  const { token } = shop.customer;
  return ((await shop.app.send('GET', '/order', { token })).data as { count: number }).count;
};
const readOrder = async (id: number) =>
  (await shop.app.send('GET', `/order/${id}/withExt`, { token: shop.customer.token })).data as OrderWithExt;

test('an order does not wait for its models unless a rule uses measures', async () => {
  const { item } = await unmeasured();
  const { answer, id } = await shop.order(item.model);
  expect(answer.status, answer.msg).toBe(200);
  expect(await shop.modelOf(id)).toMatchObject({ check: 'waiting' });
});

test('an order is refused with the parts whose models are unmeasured, and succeeds later with the same key', async () => {
  await chargeByWeight();
  const who = { token: shop.customer.token };
  const [first, third] = [await unmeasured(), await unmeasured()];
  const items = [first.item, shop.item, third.item];
  const body = await buildOrder(shop.app, who, items);
  const before = await countOrders();
  const key = 'an-order-that-waits-for-models';
  expect(await place(shop.app, who, body, key)).toMatchObject(waiting('1、3'));
  await first.measure();
  expect(await place(shop.app, who, body, key)).toMatchObject(waiting('3'));
  expect(await countOrders()).toBe(before);

  await third.measure();
  const placed = await place(shop.app, who, body, key);
  expect(placed.status, placed.msg).toBe(200);
  expect(await place(shop.app, who, body, key)).toMatchObject({ status: 200, data: placed.data });
  expect(await countOrders()).toBe(before + 1);
});

test('a quotation with an unmeasured model is neither revised nor placed while a rule uses measures', async () => {
  const who = { token: shop.customer.token };
  const { item, measure } = await unmeasured();
  const { id } = await shop.order(item.model, {}, 'quoted');
  // The limit is far above the weight of the part.
  await switchOn('/gate-rule', { kind: 'weight', weightKg: 5_000, priceDisplay: 'reference' });
  const { version, price } = await readOrder(id);
  const accept = () =>
    shop.app.send('POST', `/order/${id}/move`, { ...who, body: { to: 'placed', version } });
  const revise = () =>
    shop.app.send('PUT', `/order/${id}`, { ...who, body: { items: [item], price, version } });
  expect(await revise()).toMatchObject(waiting('1'));
  expect(await accept()).toMatchObject(waiting('1'));
  expect(await readOrder(id)).toMatchObject({ status: 'quoted', revision: 1, version });

  await measure();
  const accepted = await accept();
  expect(accepted.status, accepted.msg).toBe(200);
  expect(await readOrder(id)).toMatchObject({ status: 'placed', revision: 1 });
});
