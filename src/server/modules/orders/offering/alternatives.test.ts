import { and, eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { fenFromYuan, yuanText } from '#domain/money.ts';
import { totalWithCharges } from '#domain/pricing/charges.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { chargeInFen } from '#contract/orders/charges.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orderItems } from '#server/db/schema.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import type { Person } from '#tests/support/data/people.ts';
import { buildOrder } from '#tests/support/data/quotations.ts';
import { startAlternatives, twenty, variant, anodised } from './alternatives.test-data.ts';

const { app, item, other, customer, seller, chief, post, read, request, offer, offered } =
  await startAlternatives();
afterAll(() => app.close());
const take = (order: OrderWithExt, chosen: unknown, to = 'placed', who: Person = customer) =>
  post(who, `/order/${order.id}/move`, { to, version: order.version, chosen });

test('alternatives are listed without counting in the total, also in document and PDF', async () => {
  const order = await offered();
  expect(order.alternatives).toEqual([
    { no: 1, ...twenty, label: '', by: expect.any(String) as unknown },
    { no: 2, ...variant, by: expect.any(String) as unknown },
    { no: 3, ...anodised, by: expect.any(String) as unknown },
  ]);
  const lines = order.items.map(({ trace }) => lineFromTrace(trace));
  expect(fenFromYuan(order.price)).toBe(totalWithCharges(lines, order.charges.map(chargeInFen)).totalFen);
  const document = await app.send('GET', `/order/${order.id}/document`, { token: customer.token });
  expect(document.data).toMatchObject({
    snapshot: {
      total: order.price,
      charges: [{ label: '包装费' }, { label: '折扣 10%', percent: 10 }],
      alternatives: [
        { no: 1, lineNo: 1, num: 20, label: '', amount: '5000.00', days: 8 },
        { no: 2, label: '改用 6061' },
        { no: 3, lineNo: 2, amount: '900.00' },
      ],
    },
  });
  const file = await app.http.inject({
    url: `/api/v1/order/${order.id}/quotation.pdf`,
    headers: { authorization: `Bearer ${customer.token}` },
  });
  expect(file.statusCode).toBe(200);
});

test('accepting with alternatives creates the revision and places the order in one step', async () => {
  const order = await offered();
  const answer = await take(order, [1, 3]);
  const twoLines = fenFromYuan(5_000) + fenFromYuan(900);
  const price = yuanText(twoLines - Math.round(twoLines / 10) + 5_000);
  expect(answer).toMatchObject({
    status: 200,
    data: { status: 'placed', revision: order.revision + 1, price, pieceCount: 23, delivery_time: 8 },
  });
  const placed = await read(order.id);
  expect(placed).toMatchObject({
    summary: '支架×20、法兰×3',
    alternatives: [],
    isOffered: true,
    validUntil: order.validUntil,
    items: [
      { num: 20, line_total: 5_000, line_days: 8, trace: { num: 20 } },
      { num: 3, line_total: 900, line_days: 3 },
    ],
  });
  const lines = placed.items.map(({ trace }) => lineFromTrace(trace));
  expect(fenFromYuan(placed.price)).toBe(totalWithCharges(lines, placed.charges.map(chargeInFen)).totalFen);
  const stored = await app.database.db
    .select({ fen: orderItems.lineFen })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, order.id), eq(orderItems.revision, placed.revision)))
    .orderBy(orderItems.lineNo);
  expect(stored.map(({ fen }) => fen)).toEqual([500_000, 90_000]);
  expect(placed.history.map(({ reason }) => reason)).toContain(
    `选择方案，第 ${placed.revision} 版：零件 1：20 件；零件 2：3 件，不做阳极`,
  );
  const before = await app.send('GET', `/order/${order.id}/revision/${order.revision}`, {
    token: customer.token,
  });
  expect(before.data).toMatchObject({ price: order.price, items: [{ num: 10 }, { num: 3 }] });
});

test('accepting without a choice orders the lines as offered', async () => {
  const order = await offered();
  expect(await take(order, [])).toMatchObject({
    status: 200,
    data: { status: 'placed', revision: order.revision, price: order.price },
  });
});

test('an offer can be accepted with alternatives by link', async () => {
  const order = await offered();
  const shared = await post(customer, `/order/${order.id}/share`, { days: 3, canReply: true });
  const { token } = Object(shared.data) as { token: string };
  const answer = { kind: 'accepted', name: '王工', phone: '13800000000', agreed: true };
  const refused = await app.send('POST', `/public/share/${token}/answer`, {
    body: { ...answer, chosen: [9] },
  });
  expect(refused).toMatchObject({ status: 400, errors: { chosen: '报价中没有所选的方案，请刷新后重试' } });
  const accepted = await app.send('POST', `/public/share/${token}/answer`, {
    body: { ...answer, chosen: [2] },
  });
  expect(accepted.status, accepted.msg).toBe(200);
  expect(await read(order.id)).toMatchObject({
    status: 'placed',
    revision: order.revision + 1,
    items: [{ num: 10, line_total: 4_000 }, {}],
  });
  // The link shows the accepted revision.
  const { price } = await read(order.id);
  expect((await app.send('GET', `/public/share/${token}`)).data).toMatchObject({
    status: 'valid',
    accepted: { price },
    snapshot: { revision: order.revision + 1, total: price },
  });
});

describe('accepting is refused, and nothing is written, with', () => {
  test.each([
    ['an alternative that the offer does not have', [4], '报价中没有所选的方案，请刷新后重试'],
    ['two alternatives of one line', [1, 2], '每个零件只能选择一个方案'],
    ['the same alternative twice', [1, 1], '每个零件只能选择一个方案'],
  ])('%s', async (_what, chosen, message) => {
    const order = await offered();
    const before = await stateOf(app.database);
    expect(await take(order, chosen)).toMatchObject({ status: 400, errors: { chosen: message } });
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('alternatives in another move, a stale version, or an expired offer', async () => {
    const order = await offered();
    const before = await stateOf(app.database);
    expect(
      await post(customer, `/order/${order.id}/move`, {
        to: 'requested',
        version: order.version,
        chosen: [1],
        reason: '再议',
      }),
    ).toMatchObject({
      status: 400,
      errors: { chosen: '接受报价时才能选择方案' },
    });
    expect(await take({ ...order, version: order.version - 1 }, [1])).toMatchObject({
      status: 409,
      error: 'record.changed',
    });
    app.setNow(new Date(Date.parse(order.validUntil) + 1));
    try {
      expect(await take(order, [1])).toMatchObject({ error: 'order.expired' });
    } finally {
      app.setNow(undefined);
    }
    expect(await stateOf(app.database)).toStrictEqual(before);
  });
});

test('an alternative whose discount exceeds the author’s limit needs approval, whatever the original line costs', async () => {
  const id = await request();
  const cheap = { ...variant, amount: 1 };
  const kept = await offer(id, { alternatives: [cheap] }, seller);
  expect(kept).toMatchObject({ status: 200, data: { isForRelease: true, status: 'requested' } });
  const { approval } = await read(id, seller);
  expect(approval).toMatchObject({
    state: 'waiting',
    offer: { alternatives: [cheap] },
    lines: [{ lineNo: 1 }, { lineNo: 2 }, { lineNo: 1, name: '支架（可选方案）', after: '1.00' }],
  });
  expect(approval!.percent).toBeGreaterThan(5);
});

test('changing the parts of an offer with alternatives makes it a request without them', async () => {
  const order = await offered({ charges: [], discount: undefined });
  const { price } = await buildOrder(app, customer, [{ ...item, num: 11 }, other]);
  const answer = await app.send('PUT', `/order/${order.id}`, {
    token: customer.token,
    body: { items: [{ ...item, num: 11 }, other], price, version: order.version },
  });
  expect(answer).toMatchObject({ status: 200, data: { status: 'requested' } });
  expect((await read(order.id)).alternatives).toEqual([]);
});

test('extending an offer keeps its alternatives', async () => {
  const order = await offered();
  const answer = await post(chief, `/order/${order.id}/extend`, { validDays: 20, version: order.version });
  expect(answer.status, answer.msg).toBe(200);
  expect((await read(order.id)).alternatives).toEqual(order.alternatives);
});
