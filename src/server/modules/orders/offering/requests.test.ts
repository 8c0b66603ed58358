import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lineFromTrace } from '#domain/pricing/line.ts';
import type { RequestFigures } from '#contract/system/dashboards.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { orders } from '#server/db/schema.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildOrder, place } from '#tests/support/data/quotations.ts';
import { whileUnpriced } from '#tests/support/data/unpriced.ts';
import { startRequests, byHand } from './requests.test-data.ts';

const { app, item, other, customer, engineer, request, read, offer, move, extend, offered } =
  await startRequests();
afterAll(() => app.close());

describe('a request', () => {
  test('stores the customer’s wishes, and cannot be placed by the customer', async () => {
    const id = await request([item], { targetPrice: '900.00', wishedDate: '2027-03-01' });
    const seen = await read(id);
    expect(seen).toMatchObject({ status: 'requested', targetPrice: '900.00', wishedDate: '2027-03-01' });
    expect(seen.requestedAt).not.toBeNull();
    expect(seen.moves).toEqual([{ to: 'cancelled', needsReason: false }]);
    expect(await move(customer, id, { to: 'placed', version: 1 })).toMatchObject({ status: 409 });
  });

  test('leaves parts with an unpriced option unpriced, and counts the others', async () => {
    await whileUnpriced(app, other, async () => {
      const { price } = await buildOrder(app, customer, [item]);
      const items = [item, other];
      const both = await buildOrder(app, customer, items, { status: 'requested' });
      expect(await place(app, customer, both)).toMatchObject({ status: 409, error: 'order.price_changed' });
      const id = Number((await place(app, customer, { ...both, price })).data);
      const { items: lines, price: counted } = await read(id);
      expect(counted).toBe(price);
      expect(lines.map(({ line_total }) => line_total)).toEqual([Number(price), null]);
      expect(lines.map(({ trace }) => lineFromTrace(trace).state)).toEqual(['formula', 'open']);
      expect(await place(app, customer, { ...both, status: 'quoted' })).toMatchObject({ status: 422 });
    });
  });

  test('has no document or link before its offer, when it is a request again, and once cancelled', async () => {
    const { token } = customer;
    const [id, dropped] = [await request(), await request()];
    const expectNoDocuments = async (order: number, revision: number) => {
      const get = (path: string) =>
        app.send('GET', `/order/${order}/${path}?revision=${revision}`, { token });
      const body = { days: 7, revision };
      for (const answer of [
        await get('document'),
        await get('quotation.pdf'),
        await app.send('POST', `/order/${order}/share`, { token, body }),
      ])
        expect(answer).toMatchObject({ status: 409, error: 'order.not_offered', msg: expect.any(String) });
    };
    await expectNoDocuments(id, 1);
    await expectNoDocuments(dropped, 1);
    await move(customer, dropped, { to: 'cancelled', version: 1 });
    await expectNoDocuments(dropped, 1);
    expect(await offer(id, { lines: [byHand] })).toMatchObject({ status: 200 });
    await expectNoDocuments(id, 1);
    expect(await app.send('GET', `/order/${id}/document`, { token })).toMatchObject({
      status: 200,
      data: { snapshot: { revision: 2 } },
    });
    // Changing the parts voids the offer, and the new request has no document.
    await move(customer, id, { to: 'requested', version: 2, reason: '能否便宜些' });
    const { price } = await buildOrder(app, customer, [other]);
    await app.send('PUT', `/order/${id}`, { token, body: { items: [other], price, version: 3 } });
    await expectNoDocuments(id, 3);
    await move(customer, id, { to: 'cancelled', version: 4 });
    await expectNoDocuments(id, 3);
  });

  test('stays a request when its customer changes it', async () => {
    const id = await request();
    const { price } = await buildOrder(app, customer, [other]);
    const body = { items: [other], price, version: 1 };
    const saved = await app.send('PUT', `/order/${id}`, { token: customer.token, body });
    expect(saved).toMatchObject({ status: 200, data: { status: 'requested', revision: 2, price } });
  });

  test('needs a reason to be cancelled by staff, but not by its customer', async () => {
    const [first, second] = [await request(), await request()];
    expect(await move(engineer, first, { to: 'cancelled', version: 1 })).toMatchObject({ status: 422 });
    const withReason = { to: 'cancelled', version: 1, reason: '不做钛合金' };
    expect(await move(engineer, first, withReason)).toMatchObject({ status: 200 });
    expect(await move(customer, second, { to: 'cancelled', version: 1 })).toMatchObject({ status: 200 });
  });
});

describe('an offer', () => {
  test('counts the manual price, and leaves the formula figures unchanged', async () => {
    const id = await request();
    const before = await read(id);
    const sent = await offer(id, { lines: [byHand], note: '含工装', validDays: 5 });
    expect(sent).toMatchObject({ status: 200, data: { status: 'quoted', revision: 2, version: 2 } });
    const after = await read(id);
    const [first, second] = after.items;
    expect(second).toMatchObject({ line_total: 888.5, line_days: 7 });
    expect(second!.trace).toMatchObject({
      version: 2,
      steps: [{ kind: 'price', amount: 888.5, days: 7, reason: '需五轴加工', by: expect.any(String) }],
    });
    for (const key of ['unit_price', 'sub_total', 'delivery_time'] as const) {
      expect(second![key]).toBe(before.items[1]![key]);
    }
    expect(first).toMatchObject({ line_total: before.items[0]!.sub_total, trace: { version: 1 } });
    expect(after.price).toBe((first!.line_total! + 888.5).toFixed(2));
    expect(after.history.at(-1)).toMatchObject({
      from: 'requested',
      to: 'quoted',
      reason: '人工报价，第 2 版：含工装',
    });
    const { rows } = await app.database.db.execute(
      sql`select line_no, line_fen::int as fen from order_item where order_id = ${id} and revision = 2 order by 1`,
    );
    expect(rows).toEqual([
      { line_no: 1, fen: null },
      { line_no: 2, fen: 88_850 },
    ]);
  });

  test('keeps files, and its document shows manual prices and declined parts', async () => {
    const file = await upload(app, '图纸.pdf', samples.pdf, { token: customer.token });
    const id = await request([{ ...item, fileIds: [Number(Object(file.data).id)] }, other]);
    const declined = { lineNo: 2, kind: 'declined', reason: '无此设备' };
    const priced = { ...byHand, lineNo: 1 };
    const note = '含税，\n不含运费';
    expect(await offer(id, { lines: [priced, declined], note })).toMatchObject({
      status: 200,
      data: { price: '888.50' },
    });
    const seen = await read(id);
    expect(seen.files.map(({ name }) => name)).toEqual(['图纸.pdf']);
    expect(seen.delivery_time).toBe(7);
    const document = await app.send('GET', `/order/${id}/document`, { token: customer.token });
    expect(document).toMatchObject({
      status: 200,
      data: {
        snapshot: {
          total: '888.50',
          shopNote: note,
          items: [
            { amount: '888.50', days: 7, note: '需五轴加工' },
            { amount: '0.00', isDeclined: true, note: '无此设备' },
          ],
        },
      },
    });
    expect(await move(customer, id, { to: 'placed', version: 2 })).toMatchObject({ status: 200 });
  });

  test('has charges and a discount on the lines in every document and revision', async () => {
    const id = await request([item]);
    const charges = [
      { kind: 'setup', amount: 200, reason: '五轴编程' },
      { kind: 'freight', label: '顺丰到付', amount: 35.5 },
    ];
    const discount = { percent: 12.5, reason: '老客户' };
    const sent = await offer(id, { lines: [{ ...byHand, lineNo: 1 }], charges, discount });
    expect(sent).toMatchObject({ status: 200, data: { price: '1012.94' } }); // 888.50 − 111.06 + 235.50
    const by: unknown = expect.any(String);
    const named = [
      { kind: 'setup', label: '编程开机费', amount: 200, reason: '五轴编程', by },
      { kind: 'freight', label: '顺丰到付', amount: 35.5, reason: '', by },
      { kind: 'discount', label: '折扣', amount: -111.06, percent: 12.5, reason: '老客户', by },
    ];
    expect(await read(id)).toMatchObject({ price: '1012.94', charges: named });
    const { token } = customer;
    const document = await app.send('GET', `/order/${id}/document`, { token });
    expect(Object(document.data).snapshot).toMatchObject({
      total: '1012.94',
      charges: [
        { label: '编程开机费', amount: '200.00', note: '五轴编程' },
        { label: '顺丰到付', amount: '35.50', note: '' },
        { label: '折扣 12.5%', amount: '-111.06', note: '老客户' },
      ],
    });
    await move(customer, id, { to: 'requested', version: 2, reason: '运费能否免' });
    await offer(id, { version: 3 });
    const old = await app.send('GET', `/order/${id}/revision/2`, { token });
    expect(old.data).toMatchObject({ price: '1012.94', charges: named });
    const again = await app.send('GET', `/order/${id}/document`, { token });
    expect(Object(again.data).snapshot).toMatchObject({ total: '888.50' });
    expect(Object(again.data).snapshot).not.toHaveProperty('charges');
    expect(Object(again.data).snapshot).not.toHaveProperty('shopNote');
  });

  test('is refused with unpriced lines, with only declined lines, and for an unknown line', async () => {
    await whileUnpriced(app, other, async () => {
      const { price } = await buildOrder(app, customer, [item]);
      const body = { items: [item, other], price, status: 'requested' };
      const id = Number((await place(app, customer, body)).data);
      const before = await stateOf(app.database);
      expect(await offer(id, {})).toMatchObject({
        status: 422,
        error: 'order.line_open',
        errors: { 'lineNo.2': '请输入金额，或选择不报价' },
      });
      const reason = '不做';
      const none = [1, 2].map((lineNo) => ({ lineNo, kind: 'declined', reason }));
      expect(await offer(id, { lines: none })).toMatchObject({ status: 422, error: 'order.line_open' });
      expect(await offer(id, { lines: [{ ...byHand, lineNo: 3 }] })).toMatchObject({ status: 400 });
      expect(await stateOf(app.database)).toEqual(before);
      expect(await offer(id, { lines: [byHand] })).toMatchObject({ status: 200 });
    });
  });

  test.each([
    ['a price of 0 that is not marked as free', { amount: 0 }, 'amount'],
    ['a negative price', { amount: -1 }, 'amount'],
    ['a price of more than two decimals', { amount: 1.005 }, 'amount'],
    ['no price', { amount: undefined }, 'amount'],
    ['no days', { days: undefined }, 'days'],
    ['no reason for a price jump', { amount: 9_999_999, reason: ' ' }, 'reason'],
  ])('is refused with %s', async (_what, change, field) => {
    const id = await request();
    const answer = await offer(id, { lines: [{ ...byHand, ...change }] });
    expect(answer).toMatchObject({ status: 400, errors: { [`lines.0.${field}`]: expect.any(String) } });
    expect(await offer(id, { lines: [{ ...byHand, amount: 0, isFree: true }] })).toMatchObject({
      status: 200,
    });
  });

  test('is refused to customers, for an order that is not a request, and with a stale version', async () => {
    const id = await request();
    expect(await offer(id, {}, customer)).toMatchObject({ status: 403 });
    expect(await offer(id, { version: 2 })).toMatchObject({ status: 409, error: 'record.changed' });
    expect(await offer(id, {})).toMatchObject({ status: 200 });
    expect(await offer(id, { version: 2 })).toMatchObject({ status: 409, error: 'order.not_requested' });
  });

  test('succeeds once out of eight simultaneous ones', async () => {
    const id = await request();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => offer(id, { lines: [{ ...byHand, amount: 100 + n }] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const { revisions, items } = await read(id);
    expect(revisions).toHaveLength(2);
    expect(items).toHaveLength(2);
  });

  test('becomes a request when its customer asks again, and the manual price can be removed', async () => {
    const id = await request();
    const { price } = await read(id);
    await offer(id, { lines: [byHand] });
    expect(await move(customer, id, { to: 'requested', version: 2 })).toMatchObject({
      status: 422,
      error: 'order.reason_required',
    });
    const again = { to: 'requested', version: 2, reason: '能否便宜些' };
    expect(await move(customer, id, again)).toMatchObject({ status: 200, data: { status: 'requested' } });
    const undone = await offer(id, { lines: [{ lineNo: 2, kind: 'formula' }], version: 3 });
    expect(undone).toMatchObject({ status: 200, data: { price, revision: 3 } });
    const { items } = await read(id);
    expect(items.map(({ trace }) => trace.version)).toEqual([1, 1]);
  });

  test('stays valid until its expiry after the customer asks again, unless the shop withdraws it', async () => {
    const [asked, late, withdrawn] = [await request(), await request(), await request()];
    for (const id of [asked, late, withdrawn]) await offer(id, { lines: [byHand] });
    const { price, validUntil } = await read(asked);
    for (const id of [asked, late])
      await move(customer, id, { to: 'requested', version: 2, reason: '交期？' });
    await move(engineer, withdrawn, { to: 'requested', version: 2, reason: '材料涨价' });
    expect(await read(asked)).toMatchObject({ status: 'requested', keepsQuotation: true, price, validUntil });
    const document = (id: number) => app.send('GET', `/order/${id}/document`, { token: customer.token });
    expect((await document(asked)).data).toMatchObject({ status: 'valid', snapshot: { total: price } });
    expect(await document(withdrawn)).toMatchObject({ status: 409, error: 'order.not_offered' });
    const placed = { to: 'placed', version: 3 };
    expect(await move(engineer, asked, placed)).toMatchObject({ status: 409, error: 'order.illegal_move' });
    expect(await move(customer, withdrawn, placed)).toMatchObject({ error: 'order.illegal_move' });
    expect(await move(customer, asked, placed)).toMatchObject({ status: 200, data: { price, revision: 2 } });
    app.setNow(new Date(Date.parse(validUntil) + 1));
    expect(await move(customer, late, placed)).toMatchObject({ error: 'order.illegal_move' });
    expect((await document(late)).data).toMatchObject({ status: 'expired' });
    app.setNow(undefined);
  });

  test('becomes a request again when its parts change', async () => {
    const id = await request();
    await offer(id, { lines: [byHand] });
    const { price } = await buildOrder(app, customer, [item, other]);
    const body = { items: [item, other], price, version: 2 };
    const saved = await app.send('PUT', `/order/${id}`, { token: customer.token, body });
    expect(saved).toMatchObject({ status: 200, data: { status: 'requested', revision: 3, price } });
  });
});

describe('an extended offer', () => {
  test('is a new revision with the same prices, charges and parts, even after it expired', async () => {
    const id = await offered();
    await app.database.db.execute(
      sql`update orders set valid_until = now() - interval '9 days' where id = ${id}`,
    );
    const before = await read(id);
    expect(await extend(id, { note: '材料价格未变' })).toMatchObject({ status: 200, msg: '有效期已延长' });
    const after = await read(id);
    const { price, items, charges, summary } = before;
    expect(after).toMatchObject({ status: 'quoted', revision: 3, isExpired: false, price, charges, summary });
    expect(after.items.map(({ id: _id, ...part }) => part)).toEqual(
      items.map(({ id: _id, ...part }) => part),
    );
    expect(Date.parse(after.validUntil) - Date.now()).toBeGreaterThan(28 * 86_400_000);
    expect(after.history.at(-1)?.reason).toMatch(/^有效期延长至 \d{4}-\d\d-\d\d，第 3 版：材料价格未变$/);
    expect(after.revisions).toHaveLength(3);
    expect(await move(customer, id, { to: 'placed', version: after.version })).toMatchObject({ status: 200 });
  });
});

test('withdrawing an offer makes the request unanswered from its original time, and undoing that restores the reply', async () => {
  const at = (time: string) => app.setNow(new Date(`2027-06-02T${time}+08:00`));
  const owner = await addPerson(app, {
    permissions: ['mfr:dashboard:business'],
    isStaff: true,
    dataScope: '1',
  });
  const board = async () => {
    const path = '/dashboard/requests?beginDate=2027-06-02&endDate=2027-06-02';
    return (await app.send('GET', path, { token: owner.token })).data as RequestFigures;
  };
  const withdraw = (id: number, version: number) =>
    move(engineer, id, { to: 'requested', version, reason: '撤销上一步操作' });
  const undo = (id: number, version: number) =>
    app.send('POST', `/order/${id}/undo`, { token: engineer.token, body: { version } });
  at('10:00:00');
  const id = await request();
  const { requestedAt, replyDueAt } = await read(id);
  at('10:10:00');
  await offer(id, { lines: [byHand] });
  at('11:00:00');
  expect(await withdraw(id, 2)).toMatchObject({ status: 200, data: { requestedAt, replyDueAt } });
  expect(await board()).toMatchObject({ asked: 1, replied: 0 });
  expect(await undo(id, 3)).toMatchObject({ status: 200, data: { status: 'quoted', requestedAt } });
  expect(await board()).toMatchObject({ asked: 1, replied: 1, p50Minutes: 10 });
  at('12:00:00');
  expect(await withdraw(id, 4)).toMatchObject({ status: 200, data: { requestedAt, replyDueAt } });
  at('12:20:00');
  expect(await offer(id, { lines: [byHand], version: 5 })).toMatchObject({ status: 200 });
  expect(await board()).toMatchObject({ asked: 1, replied: 1, p50Minutes: 30 });

  const quoted = await place(app, customer, await buildOrder(app, customer, [item], { status: 'quoted' }));
  expect(await withdraw(Number(quoted.data), 1)).toMatchObject({
    data: { requestedAt: expect.any(String) as string },
  });
  expect(await undo(Number(quoted.data), 2)).toMatchObject({ status: 200, data: { requestedAt: null } });
  app.setNow(undefined);
});

describe('the reason of a refusal', () => {
  // A fixed clock, so that midnight in Shanghai does not fall within a test.
  const now = new Date();
  beforeEach(() => app.setNow(now));
  afterEach(() => app.setNow(undefined));

  test('is recorded by staff for an expired offer, can be corrected until a new offer, and is hidden from customers', async () => {
    const id = await request();
    await offer(id, { lines: [byHand] });
    const stored = async () => (await app.database.db.select().from(orders).where(eq(orders.id, id)))[0]!;
    const lapse = async (body: object, { token } = engineer) =>
      app.send('POST', `/order/${id}/lapse`, {
        token,
        body: { refusal: 'price', version: (await stored()).version, ...body },
      });
    expect(await lapse({})).toMatchObject({ status: 409, error: 'order.not_expired' });
    await app.database.db
      .update(orders)
      .set({ validUntil: new Date(now.getTime() - 1_000) })
      .where(eq(orders.id, id));
    expect((await lapse({}, customer)).status).toBe(403);
    expect((await lapse({ refusal: 'nonsense' })).status).toBe(400);
    expect(await lapse({ version: 1 })).toMatchObject({ status: 409, error: 'record.changed' });
    expect(await lapse({ note: '电话回访' })).toMatchObject({ status: 200, msg: '已登记原因' });
    expect(await stored()).toMatchObject({ refusal: 'price', status: 'quoted' });
    const { data } = await app.send('GET', `/order/${id}/withExt`, { token: engineer.token });
    const owner = await addPerson(app, {
      permissions: ['mfr:dashboard:business'],
      isStaff: true,
      dataScope: '1',
    });
    const day = dateText(now);
    const refusals = async () => {
      const path = `/dashboard/requests?beginDate=${day}&endDate=${day}`;
      return ((await app.send('GET', path, { token: owner.token })).data as RequestFigures).refusals;
    };
    const counted = await refusals();
    expect(counted.map(({ label }) => label)).toEqual(['价格超出预期']);
    const text = '过期未成交：价格超出预期：电话回访';
    expect((data as OrderWithExt).history.at(-1)?.reason).toBe(text);
    const seen = await app.send('GET', `/order/${id}/withExt`, { token: customer.token });
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.data)).not.toContain('过期未成交');
    expect(await lapse({ refusal: 'price', note: '' })).toMatchObject({ status: 200 });

    const { version } = await stored();
    const extended = await app.send('POST', `/order/${id}/extend`, {
      token: engineer.token,
      body: { validDays: 5, version },
    });
    expect(extended.status, extended.msg).toBe(200);
    expect((await stored()).refusal).toBe('');
    const left = (await refusals()).reduce((sum, { count }) => sum + count, 0);
    expect(left).toBe(counted[0]!.count - 1);
    expect(await lapse({})).toMatchObject({ status: 409, error: 'order.not_expired' });
  });
});
