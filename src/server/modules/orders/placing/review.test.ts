import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lineFromTrace } from '#domain/pricing/line.ts';
import type { ReviewReason } from '#domain/review/review-reasons.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
/** A bar of two metres, and a part that matches no rule. */
let bar: QuotationItem;
let part: QuotationItem;
let customer: Person;
const rules: number[] = [];

beforeAll(async () => {
  app = await createTestApp();
  part = { ...buildItem(await readCatalogue(app)), name: '支架' };
  bar = { ...part, name: '长轴', length: 2000, width: 10, height: 10, num: 1 };
  customer = await addPerson(app, { roleKey: 'customer' });
});
afterAll(() => app.close());
afterEach(async () => {
  if (rules.length > 0)
    await app.send('DELETE', '/gate-rule', { as: 'admin', body: { ids: rules.splice(0) } });
});

async function addReviewRule(rule: object): Promise<number> {
  const body = { priceDisplay: 'reference', sort: 1, status: 2, ...rule };
  const answer = await app.send('POST', '/gate-rule', { as: 'admin', body });
  expect(answer.status, answer.msg).toBe(200);
  rules.push(Number(answer.data));
  return Number(answer.data);
}

const envelope = { kind: 'envelope', length: 1000, width: 600, height: 500 };
const read = async (id: unknown): Promise<OrderWithExt> =>
  (await app.send('GET', `/order/${String(id)}/withExt`, { token: customer.token })).data;
const send = async (items: QuotationItem[], rest: Partial<PlaceOrder> = {}) =>
  place(app, customer, await buildOrder(app, customer, items, rest));
const move = async (id: unknown, to: string) => {
  const { version } = await read(id);
  return app.send('POST', `/order/${String(id)}/move`, { token: customer.token, body: { to, version } });
};
const countOrders = async () => {
  const { data } = await app.send('GET', '/order', { token: customer.token });
  return (data as { count: number }).count;
};

describe('an order that needs a review', () => {
  test('is refused with its review reasons, and nothing is written, unless it is a request', async () => {
    const ruleId = await addReviewRule(envelope);
    const before = await countOrders();
    for (const status of ['placed', 'quoted'] as const) {
      const refused = await send([part, bar], { status });
      expect(refused).toMatchObject({
        status: 422,
        error: 'order.needs_review',
        msg: '零件 2：长 2000 mm 超过 1000 mm，需要人工报价，请提交询价',
        data: {
          gates: [
            {
              ruleId,
              lineNo: 2,
              fact: '长 2000 mm 超过 1000 mm',
              lift: { kind: 'split', edge: 'length', parts: 2, mm: 1000 },
            },
          ],
        },
      });
    }
    expect(await countOrders()).toBe(before);
    const asked = await send([part, bar], { status: 'requested' });
    expect(asked).toMatchObject({ status: 200 });
    const order = await read(asked.data);
    expect(order.gates).toMatchObject([{ ruleId, lineNo: 2, priceDisplay: 'reference' }]);
    expect(order.items.map(({ trace }) => lineFromTrace(trace).state)).toEqual(['formula', 'formula']);
    const split = { ...bar, length: 1000, num: 2 };
    expect(await send([part, split])).toMatchObject({ status: 200 });
  });

  test('is quoted with its review reasons', async () => {
    await addReviewRule(envelope);
    const body = { items: [bar] };
    const quoted = await app.send('POST', '/quote', { token: customer.token, body });
    expect((quoted.data as { gates: ReviewReason[] }).gates).toMatchObject([{ kind: 'envelope', lineNo: 1 }]);
    const fine = await app.send('POST', '/quote', { token: customer.token, body: { items: [part] } });
    expect((fine.data as { gates: ReviewReason[] }).gates).toEqual([]);
  });

  test('excludes lines with a hidden price from the total until staff price them', async () => {
    await addReviewRule({ ...envelope, priceDisplay: 'hidden' });
    const { price } = await buildOrder(app, customer, [part]);
    const both = await buildOrder(app, customer, [part, bar], { status: 'requested' });
    expect(await place(app, customer, both)).toMatchObject({ status: 409, error: 'order.price_changed' });
    const { data: id } = await place(app, customer, { ...both, price });
    const order = await read(id);
    expect(order).toMatchObject({ price, status: 'requested' });
    expect(order.items.map(({ line_total }) => line_total)).toEqual([Number(price), null]);
    const { version } = order;
    const offer = await app.send('POST', `/order/${String(id)}/offer`, {
      as: 'admin',
      body: { version, lines: [{ lineNo: 2, kind: 'formula' }] },
    });
    expect(offer.status, offer.msg).toBe(200);
    expect((await read(id)).price).toBe(both.price);
    expect(await move(id, 'placed')).toMatchObject({ status: 200 });
  });

  test('is one above the amount, or the first of a new customer', async () => {
    const newcomer = await addPerson(app, { roleKey: 'customer' });
    const order = await buildOrder(app, newcomer, [part]);
    await addReviewRule({ kind: 'newCustomer', priceDisplay: 'hidden' });
    expect(await place(app, newcomer, order)).toMatchObject({
      status: 422,
      msg: '首次下单由我们核对后报价，需要人工报价，请提交询价',
      data: { gates: [{ lineNo: null, lift: null }] },
    });
    expect(await place(app, newcomer, { ...order, status: 'requested', price: '0.00' })).toMatchObject({
      status: 200,
    });
    expect(await place(app, customer, await buildOrder(app, customer, [part]))).toMatchObject({
      status: 200,
    });
    await addReviewRule({ kind: 'amount', amountYuan: Math.floor(Number(order.price)) - 1 });
    const refused = await send([part]);
    expect(refused).toMatchObject({ error: 'order.needs_review' });
    const [reason] = (refused.data as { gates: ReviewReason[] }).gates;
    expect(reason).toMatchObject({ kind: 'amount', lineNo: null, lift: { kind: 'pieces', lineNo: 1 } });
    const num = reason?.lift?.kind === 'pieces' ? reason.lift.num : 0;
    expect(await send([{ ...part, num }])).toMatchObject({ status: 200 });
  });

  test('is one with a tight tolerance and no drawing', async () => {
    const { tree } = await readCatalogue(app);
    const tolerance = tree.find(({ name }) => name === '公差')!;
    const tight = tolerance.children.find(({ name }) => name === '±0.01 mm')!;
    const item = { ...part, [`process_${tolerance.id}`]: tight.id };
    await addReviewRule({ kind: 'tolerance', toleranceMm: 0.01 });
    expect(await send([item])).toMatchObject({ msg: expect.stringContaining('公差 ±0.01 mm，还没有图纸') });
    const { data } = await upload(app, '支架.pdf', samples.pdf, { token: customer.token });
    const fileIds = [(data as { id: number }).id];
    expect(await send([{ ...item, fileIds }])).toMatchObject({ status: 200 });
  });
});

describe('a saved quotation', () => {
  test('is checked by the current rules when it is placed or revised', async () => {
    const { data: id } = await send([bar], { status: 'quoted' });
    await addReviewRule(envelope);
    expect(await move(id, 'placed')).toMatchObject({ status: 422, error: 'order.needs_review' });
    const { version } = await read(id);
    const { price } = await buildOrder(app, customer, [{ ...bar, num: 2 }]);
    const revise = (items: QuotationItem[], seen: string) =>
      app.send('PUT', `/order/${String(id)}`, {
        token: customer.token,
        body: { items, price: seen, version },
      });
    expect(await revise([{ ...bar, num: 2 }], price)).toMatchObject({ error: 'order.needs_review' });
    expect(await read(id)).toMatchObject({ status: 'quoted', revision: 1 });
    const fine = await buildOrder(app, customer, [part]);
    expect(await revise([part], fine.price)).toMatchObject({ status: 200 });
    expect(await move(id, 'placed')).toMatchObject({ status: 200 });
  });

  test('offered by staff needs no review unless its customer changes it', async () => {
    await addReviewRule(envelope);
    const offered = async () => {
      const { data: id } = await send([bar], { status: 'requested' });
      const offer = await app.send('POST', `/order/${String(id)}/offer`, {
        as: 'admin',
        body: { version: 1, lines: [] },
      });
      expect(offer.status, offer.msg).toBe(200);
      return id;
    };
    expect(await move(await offered(), 'placed')).toMatchObject({ status: 200 });
    const id = await offered();
    const items = [{ ...bar, num: 3 }];
    const { price } = await buildOrder(app, customer, items);
    const answer = await app.send('PUT', `/order/${String(id)}`, {
      token: customer.token,
      body: { items, price, version: 2 },
    });
    expect(answer).toMatchObject({ status: 422, error: 'order.needs_review' });
  });
});

describe('a request whose customer changes its parts', () => {
  const request = async (items: QuotationItem[]) => {
    const { data: id } = await send(items, { status: 'requested' });
    return Number(id);
  };
  const change = async (id: number, items: QuotationItem[]) => {
    const { version } = await read(id);
    const { price } = await buildOrder(app, customer, items);
    const body = { items, price, version };
    return app.send('PUT', `/order/${id}`, { token: customer.token, body });
  };

  test('becomes a quotation once no review rule applies, and can be ordered', async () => {
    await addReviewRule(envelope);
    const id = await request([part, bar]);
    expect(await change(id, [part, { ...bar, length: 1_500 }])).toMatchObject({
      status: 200,
      data: { status: 'requested' },
    });
    expect((await read(id)).gates).toMatchObject([{ kind: 'envelope' }]);
    expect(await change(id, [part, { ...bar, length: 1_000, num: 2 }])).toMatchObject({
      status: 200,
      data: { status: 'quoted', revision: 3, requestedAt: null },
    });
    expect(await read(id)).toMatchObject({ isOffered: false });
    expect(await move(id, 'placed')).toMatchObject({ status: 200 });
  });

  test('stays a request when its customer asked for a manual quote', async () => {
    const id = await request([part]);
    await addReviewRule(envelope);
    expect(await change(id, [bar])).toMatchObject({ data: { status: 'requested' } });
    expect(await change(id, [part])).toMatchObject({ data: { status: 'requested' } });
    expect((await read(id)).gates).toMatchObject([{ kind: 'asked' }]);
  });

  test('stays a request when its customer asked again after an offer', async () => {
    await addReviewRule(envelope);
    const id = await request([bar]);
    await app.send('POST', `/order/${id}/offer`, { as: 'admin', body: { version: 1, lines: [] } });
    expect(await read(id)).toMatchObject({ isOffered: true, gates: [] });
    // Staff still see why it needed a review.
    expect((await app.send('GET', `/order/${id}/withExt`, { as: 'admin' })).data).toMatchObject({
      status: 'quoted',
      gates: [{ kind: 'envelope' }],
    });
    const body = { to: 'requested', version: 2, reason: '能否便宜些' };
    expect((await app.send('POST', `/order/${id}/move`, { token: customer.token, body })).status).toBe(200);
    expect(await change(id, [part])).toMatchObject({ data: { status: 'requested' } });
  });
});

test('a repeated key returns its placed order, and never places an order that needs a review', async () => {
  const body = await buildOrder(app, customer, [bar]);
  const key = 'reviews-of-a-repeated-key';
  const post = (content: object) => place(app, customer, content, key);
  const first = await post(body);
  expect(first.status, first.msg).toBe(200);
  await addReviewRule(envelope);
  expect(await post(body)).toMatchObject({ status: 200, data: first.data });
  expect(await post({ ...body, remark: '另一份' })).toMatchObject({ error: 'idempotency.reused' });
});
