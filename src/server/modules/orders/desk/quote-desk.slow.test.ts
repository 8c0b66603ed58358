import { afterAll, describe, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { DeskRequest, SimilarPart } from '#contract/orders/quote-desk.ts';
import type { Solution } from '#contract/orders/quotes.ts';
import { buildOrder, place } from '#tests/support/data/quotations.ts';
import { startDesk } from './quote-desk.test-data.ts';

const { app, item, customer, engineer, request, get, listOf, own, waysOf } = await startDesk();
afterAll(() => app.close());

describe('the queue', () => {
  test('finds requests by number and customer', async () => {
    const id = await request();
    const { orderNo } = (await get(`/quote-desk/${id}`)).data as DeskRequest;
    expect((await listOf(`&orderNo=${orderNo}`)).map((one) => one.id)).toEqual([id]);
    expect((await listOf(`&customer=${customer.username}`)).map((one) => one.id)).toContain(id);
    expect(await listOf('&customer=nonsense')).toEqual([]);
  });
});

describe('an owner', () => {
  test('remains after an offer, for the next request of the same order', async () => {
    const id = await request();
    await own(id, null);
    expect((await get(`/quote-desk/${id}`)).data).toMatchObject({ isAgain: false });
    const body = { lines: [], version: 1 };
    const offered = await app.send('POST', `/order/${id}/offer`, { token: engineer.token, body });
    const { version } = offered.data as OrderWithExt;
    const again = { to: 'requested', reason: '再便宜些', version };
    await app.send('POST', `/order/${id}/move`, { token: customer.token, body: again });
    expect((await get(`/quote-desk/${id}`)).data).toMatchObject({
      ownerId: engineer.userId,
      isAgain: true,
    });
  });
});

test('similar parts have the same material and options, and edges within 20 %', async () => {
  const { length, width, height } = item;
  const sold = async (part: QuotationItem) => {
    const answer = await place(app, customer, await buildOrder(app, customer, [part]));
    return Number(answer.data);
  };
  const near = await sold({ ...item, length: Math.round(length * 1.19) });
  const turned = await sold({ ...item, length: height, height: length, width });
  await sold({ ...item, length: Math.round(length * 1.3) });
  const id = await request();
  const { data } = await get(`/quote-desk/${id}/similar/1`);
  expect((data as SimilarPart[]).map(({ orderId }) => orderId)).toEqual([turned, near]);
  expect((await get(`/quote-desk/${id}/similar/2`)).status).toBe(404);
});

test('a goal for a line gets the same suggestions as its customer would get', async () => {
  const id = await request();
  const { now } = (await waysOf(id, 1, { goal: 'saving' })).data as Solution;
  const goal = { goal: 'total', amount: Math.floor(now!.sub_total * 0.8), quantities: true };
  const { data } = await waysOf(id, 1, goal);
  const { proposals } = data as Solution;
  expect(proposals.length).toBeGreaterThan(0);
  expect(proposals.every(({ sub_total: amount }) => amount <= goal.amount)).toBe(true);
  expect(
    await app.send('POST', '/quote/solve', { token: customer.token, body: { item, ...goal } }),
  ).toMatchObject({ data });
  expect(await waysOf(id, 1, { goal: 'total' })).toMatchObject({
    status: 400,
    errors: { amount: '请输入目标价' },
  });
});

describe('a request on behalf of a customer', () => {
  test('can be made only for customers', async () => {
    for (const text of [engineer.username, 'admin']) {
      expect((await get(`/quote-desk/customers?text=${text}`)).data).toEqual([]);
    }
  });
});
