import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RequestFigures } from '#contract/system/dashboards.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { notifications } from '#server/db/schema.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildOrder, place } from '#tests/support/data/quotations.ts';
import { startRequests, byHand } from './requests.test-data.ts';

const { app, item, other, customer, engineer, request, read, offer, move, extend, offered } =
  await startRequests();
afterAll(() => app.close());

describe('a request', () => {
  test('is the only status that accepts a target price', async () => {
    const body = await buildOrder(app, customer, [item], { status: 'quoted', targetPrice: '9.00' });
    expect(await place(app, customer, body)).toMatchObject({
      status: 400,
      errors: { status: expect.any(String) },
    });
    const zero = { ...body, status: 'requested', targetPrice: '0.00' };
    expect(await place(app, customer, zero)).toMatchObject({
      status: 400,
      errors: { targetPrice: '目标价必须大于0' },
    });
    const tooFine = { ...body, status: 'requested', targetPrice: '9.001' };
    expect(await place(app, customer, tooFine)).toMatchObject({
      status: 400,
      errors: { targetPrice: '请输入目标价，最多两位小数，例如 1234.50' },
    });
  });

  test('keeps the document of the quotation that it was', async () => {
    const body = await buildOrder(app, customer, [item], { status: 'quoted' });
    const id = Number((await place(app, customer, body)).data);
    await move(customer, id, { to: 'requested', version: 1, reason: '请人工报价' });
    await offer(id, { version: 2 });
    expect(
      await app.send('GET', `/order/${id}/document?revision=1`, { token: customer.token }),
    ).toMatchObject({ status: 200, data: { status: 'superseded' } });
  });

  test('is due within the promised working hours, counted anew after a repeated request', async () => {
    app.setNow(new Date('2027-03-05T08:00:00Z')); // a Friday, 16:00 in Shanghai
    const id = await request();
    expect(await read(id)).toMatchObject({ replyDueAt: '2027-03-08T07:00:00.000Z' });
    await offer(id, {});
    expect(await read(id)).toMatchObject({ status: 'quoted', replyDueAt: null });
    app.setNow(new Date('2027-03-08T02:00:00Z'));
    await move(customer, id, { to: 'requested', version: 2, reason: '能否便宜些' });
    expect(await read(id)).toMatchObject({ replyDueAt: '2027-03-08T10:00:00.000Z' });
    const { price } = await buildOrder(app, customer, [other]);
    app.setNow(new Date('2027-03-08T03:00:00Z'));
    const body = { items: [other], price, version: 3 };
    await app.send('PUT', `/order/${id}`, { token: customer.token, body });
    expect(await read(id)).toMatchObject({ replyDueAt: '2027-03-09T02:00:00.000Z' });
    app.setNow(undefined);
  });
});

describe('an offer', () => {
  test('with only charges becomes a request without them when its parts change', async () => {
    const id = await request([item]);
    await offer(id, { charges: [{ kind: 'setup', amount: 200 }] });
    const { price } = await buildOrder(app, customer, [item]);
    const body = { items: [item], price, version: 2 };
    const saved = await app.send('PUT', `/order/${id}`, { token: customer.token, body });
    expect(saved).toMatchObject({ status: 200, data: { status: 'requested', revision: 3, price } });
    expect(await read(id)).toMatchObject({ charges: [] });
  });

  test('notifies its customer, as the request notifies staff', async () => {
    const id = await request();
    await offer(id, { lines: [byHand], note: '含工装' });
    const { rows } = await app.database.db.execute<{ kind: string; title: string; body: string }>(
      sql`select kind, title, body from notification where order_id = ${id} and user_id = ${customer.userId}`,
    );
    expect(rows).toEqual([
      {
        kind: 'quotation_revised',
        title: expect.stringMatching(/^询价 Q.* 已报价$/),
        body: expect.stringContaining('含工装'),
      },
    ]);
  });

  test('needs no reason for a price near the automatic one, and its document shows none', async () => {
    const id = await request([item]);
    const half = Number(((await read(id)).items[0]!.sub_total * 0.6).toFixed(2));
    expect(await offer(id, { lines: [{ lineNo: 1, kind: 'price', amount: half, days: 7 }] })).toMatchObject({
      status: 200,
    });
    const document = await app.send('GET', `/order/${id}/document`, { token: customer.token });
    expect(Object(document.data).snapshot.items).toMatchObject([{ amount: half.toFixed(2), note: '' }]);
  });

  test('can be sent by the built-in sales role', async () => {
    const id = await request();
    const sales = await addPerson(app, { roleKey: 'sales' });
    expect(await offer(id, { lines: [byHand] }, sales)).toMatchObject({ status: 200 });
  });

  test('notifies its customer when the shop withdraws it, but not when the customer asks again', async () => {
    const [withdrawn, asked] = [await request(), await request()];
    for (const id of [withdrawn, asked]) await offer(id, { lines: [byHand] });
    const body = { to: 'requested', version: 2, reason: '材料涨价' };
    expect(await move(engineer, withdrawn, body)).toMatchObject({ status: 200 });
    await move(customer, asked, body);
    expect((await read(withdrawn)).history.at(-1)).toMatchObject({ reason: '材料涨价', isByShop: true });
    expect((await read(asked)).history.at(-1)).not.toHaveProperty('isByShop');
    const [latest] = await app.database.db
      .select()
      .from(notifications)
      .where(eq(notifications.orderId, withdrawn))
      .orderBy(desc(notifications.id));
    expect(latest).toMatchObject({
      userId: customer.userId,
      title: expect.stringMatching(/^报价 \S+ 已撤回$/) as string,
      body: expect.stringMatching(/重新报价后会通知您.*\n原因：材料涨价$/) as string,
    });
  });

  test('without manual prices stays a quotation when its parts change', async () => {
    const id = await request();
    await offer(id, {});
    const { price } = await buildOrder(app, customer, [item]);
    const body = { items: [item], price, version: 2 };
    const saved = await app.send('PUT', `/order/${id}`, { token: customer.token, body });
    expect(saved).toMatchObject({ status: 200, data: { status: 'quoted', revision: 3, price } });
  });
});

describe('an extended offer', () => {
  test('is refused for other statuses, for a stale version, and to customers', async () => {
    const id = await request();
    expect(await extend(id, { version: 1 })).toMatchObject({ status: 409, error: 'order.not_quoted' });
    const other = await offered();
    const state = await stateOf(app.database);
    expect(await extend(other, { version: 1 })).toMatchObject({ status: 409, error: 'record.changed' });
    expect((await extend(other, {}, customer)).status).toBe(403);
    for (const validDays of [0, 366, 1.5, null])
      expect((await extend(other, { validDays })).status).toBe(400);
    expect(await stateOf(app.database)).toEqual(state);
  });

  test('succeeds once out of ten simultaneous attempts', async () => {
    const id = await offered();
    const answers = await Promise.all(Array.from({ length: 10 }, () => extend(id, {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await read(id)).revision).toBe(3);
  });
});

describe('the reason of a refusal', () => {
  const refuse = (id: number, body: object) => move(customer, id, { to: 'cancelled', version: 2, ...body });

  // A fixed clock, so that midnight in Shanghai does not fall within a test.
  const now = new Date();
  beforeEach(() => app.setNow(now));
  afterEach(() => app.setNow(undefined));

  test('is one of the list, starts the history entry and is counted on the dashboard', async () => {
    const id = await request();
    await offer(id, { lines: [byHand] });
    const owner = await addPerson(app, {
      permissions: ['mfr:dashboard:business'],
      isStaff: true,
      dataScope: '1',
    });
    const day = dateText(now);
    const board = async (): Promise<RequestFigures> => {
      const path = `/dashboard/requests?beginDate=${day}&endDate=${day}`;
      return (await app.send('GET', path, { token: owner.token })).data;
    };
    const before = await board();
    expect(before.refusals).toEqual([]);
    const state = await stateOf(app.database);
    for (const refusal of ['nonsense', 'x'.repeat(101)]) {
      expect((await refuse(id, { refusal })).status).toBe(400);
    }
    expect((await refuse(id, { to: 'placed', refusal: 'price' })).status).toBe(400);
    expect(await stateOf(app.database)).toEqual(state);
    expect(await refuse(id, { refusal: 'price', reason: '贵了两成' })).toMatchObject({ status: 200 });
    expect((await read(id)).history.at(-1)?.reason).toBe('价格超出预期：贵了两成');
    const after = await board();
    expect(after).toMatchObject({
      asked: before.asked,
      replied: before.replied,
      refusals: [{ label: '价格超出预期', count: 1 }],
      isCut: false,
    });
    expect(before.replied).toBeGreaterThan(0);
    expect(after.byPerson.length).toBeGreaterThan(0);
    expect(after.byResponse.some(({ offered }) => offered > 0)).toBe(true);
  });
});
