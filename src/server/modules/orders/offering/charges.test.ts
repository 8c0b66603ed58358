import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fenFromYuan } from '#domain/money.ts';
import { totalWithCharges } from '#domain/pricing/charges.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { chargeInFen } from '#contract/orders/charges.ts';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { Quotation } from '#contract/orders/quotes.ts';
import { orders } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let other: QuotationItem;
let customer: Person;
const rules: number[] = [];

beforeAll(async () => {
  app = await createTestApp();
  const catalogue = await readCatalogue(app);
  item = { ...buildItem(catalogue), name: '支架' };
  other = { ...buildItem(catalogue, { materialIndex: 1, num: 3 }), name: '底板' };
  customer = await addPerson(app, { roleKey: 'customer' });
});
afterAll(() => app.close());
afterEach(async () => {
  if (rules.length > 0)
    await app.send('DELETE', '/charge-rule', { as: 'admin', body: { ids: rules.splice(0) } });
});

async function charge(rule: object): Promise<number> {
  const body = { scope: 'all', sort: 1, status: 2, confirmJumps: true, ...rule };
  const answer = await app.send('POST', '/charge-rule', { as: 'admin', body });
  expect(answer.status, answer.msg).toBe(200);
  rules.push(Number(answer.data));
  return Number(answer.data);
}
async function change(id: number, changed: object): Promise<void> {
  const rule: ChargeRuleRecord = (await app.send('GET', `/charge-rule/${id}`, { as: 'admin' })).data;
  const answer = await app.send('PUT', `/charge-rule/${id}`, {
    as: 'admin',
    body: { ...rule, ...changed, confirmJumps: true },
  });
  expect(answer.status, answer.msg).toBe(200);
}

const quote = async (...items: QuotationItem[]): Promise<Quotation> =>
  (await app.send('POST', '/quote', { token: customer.token, body: { items } })).data;
const read = async (id: unknown): Promise<OrderWithExt> =>
  (await app.send('GET', `/order/${String(id)}/withExt`, { token: customer.token })).data;
const send = async (items: QuotationItem[], rest: Partial<PlaceOrder> = {}) =>
  place(app, customer, await buildOrder(app, customer, items, rest));
const totalFen = (order: Pick<OrderWithExt, 'items' | 'charges'>) =>
  totalWithCharges(
    order.items.map(({ trace }) => lineFromTrace(trace)),
    order.charges.map(chargeInFen),
  ).totalFen;

const setup = { kind: 'setup', basis: 'line', amount: 50 };
const packing = { kind: 'packing', basis: 'order', amount: 20 };

test('without active rules, quotations have no charges field and orders no charges', async () => {
  const { status: _on, ...off } = { ...setup, status: 1 };
  await charge({ ...off, status: 1 });
  expect(await quote(item)).not.toHaveProperty('charges');
  const { data } = await send([item]);
  expect(await read(data)).toMatchObject({ charges: [], price: (await quote(item)).price });
});

test('charges leave the formula figures and price breaks of the parts unchanged', async () => {
  const before = await quote(item, other);
  const id = await charge(setup);
  await charge({ kind: 'discount', basis: 'percent', percent: 10 });
  const { charges = [], price, items, ...rest } = await quote(item, other);
  const sum = fenFromYuan(before.price);
  expect(items).toEqual(before.items);
  expect(rest).toMatchObject({ delivery_time: before.delivery_time, promisedDate: before.promisedDate });
  expect(charges[0]).toEqual({
    kind: 'setup',
    label: '编程开机费',
    amount: 100,
    reason: '2 种零件 × ¥50.00',
    by: '',
    ruleId: id,
  });
  expect(charges[1]).toMatchObject({ kind: 'discount', percent: 10, amount: -Math.round(sum / 10) / 100 });
  expect(fenFromYuan(price)).toBe(sum + 10_000 - Math.round(sum / 10));
});

describe('an order', () => {
  test('totals its parts and charges, as recomputed from stored data, in document and export', async () => {
    await charge(setup);
    await charge({ kind: 'minimum', basis: 'orderMinimum', minimum: 5_000_000 });
    const { data } = await send([item, other], { status: 'placed' });
    const order = await read(data);
    expect(order.charges.map(({ kind }) => kind)).toEqual(['setup', 'minimum']);
    expect(order.price).toBe('5000000.00');
    // The stored charges are in yuan.
    const stored = await app.database.db.execute(sql`select charges from orders where id = ${Number(data)}`);
    expect(stored.rows).toEqual([{ charges: order.charges }]);
    expect(totalFen(order)).toBe(500_000_000);
    const document = await app.send('GET', `/order/${String(data)}/document`, { token: customer.token });
    expect(Object(document.data).snapshot).toMatchObject({
      total: '5000000.00',
      charges: [{ label: '编程开机费', amount: '100.00', note: '2 种零件 × ¥50.00' }, { label: '起订补足' }],
    });
    const csv = await app.http.inject({
      url: '/api/v1/order/export?format=csv',
      headers: { authorization: `Bearer ${await app.signIn('admin')}` },
    });
    expect(csv.statusCode, csv.body).toBe(200);
    const [head, ...rows] = csv.body.trim().split('\r\n');
    expect(head).toContain('合计,其中附加费（元）,其中折扣（元）,附加费明细,');
    const row = rows.find((one) => one.includes(order.orderNo));
    const added = order.charges.reduce((sum, { amount }) => sum + fenFromYuan(amount), 0) / 100;
    expect(row).toContain(`5000000.00,${added},,"编程开机费 ¥100.00、`);
  });

  test('at another price is refused with the server’s charges, and nothing is written', async () => {
    const body = await buildOrder(app, customer, [item]);
    const id = await charge(packing);
    const refused = await place(app, customer, body);
    expect(refused).toMatchObject({
      status: 409,
      error: 'order.price_changed',
      data: { charges: [{ ruleId: id, amount: 20, reason: '每单 ¥20.00' }] },
    });
    const { price } = Object(refused.data) as Quotation;
    expect(fenFromYuan(price) - fenFromYuan(body.price)).toBe(2_000);
    expect(await place(app, customer, { ...body, price })).toMatchObject({ status: 200 });
  });

  test('keeps its charges when the rules change, and a revision uses the current ones', async () => {
    const id = await charge(packing);
    const { data } = await send([item], { status: 'quoted' });
    await change(id, { amount: 35 });
    const before = await read(data);
    expect(before.charges).toMatchObject([{ amount: 20 }]);
    const today = await app.send('GET', `/order/${String(data)}/reprice`, { token: customer.token });
    expect(Object(today.data).quotation).toMatchObject({ charges: [{ amount: 35 }] });
    const { price } = await quote(item);
    expect(Object(today.data).quotation.price).toBe(price);
    const body = { items: [item], price: before.price, version: 1 };
    const path = `/order/${String(data)}`;
    expect(await app.send('PUT', path, { token: customer.token, body })).toMatchObject({
      status: 409,
      data: { charges: [{ amount: 35 }] },
    });
    const saved = await app.send('PUT', path, { token: customer.token, body: { ...body, price } });
    expect(saved).toMatchObject({ status: 200, data: { status: 'quoted', revision: 2, price } });
    const after = await read(data);
    expect(after.charges).toMatchObject([{ amount: 35, ruleId: id }]);
    expect(totalFen(after)).toBe(fenFromYuan(price));
    const first = await app.send('GET', `${path}/revision/1`, { token: customer.token });
    expect(first.data).toMatchObject({ price: before.price, charges: [{ amount: 20 }] });
    const placed = await app.send('POST', `${path}/move`, {
      token: customer.token,
      body: { to: 'placed', version: after.version },
    });
    expect(placed).toMatchObject({ status: 200, data: { price } });
  });

  test('that is requested has the charges of its priced parts, which an offer can change', async () => {
    await charge({ ...packing, label: '木箱' });
    const { data } = await send([item], { status: 'requested' });
    const asked = await read(data);
    expect(asked.charges).toMatchObject([{ label: '木箱', amount: 20 }]);
    const charges = [{ kind: 'packing', label: '木箱', amount: 12 }];
    const offered = await app.send('POST', `/order/${String(data)}/offer`, {
      as: 'admin',
      body: { lines: [], charges, version: 1 },
    });
    expect(offered.status, offered.msg).toBe(200);
    const after = await read(data);
    expect(after.charges).toEqual([
      { kind: 'packing', label: '木箱', amount: 12, reason: '', by: expect.any(String) as unknown },
    ]);
    expect(totalFen(after)).toBe(fenFromYuan(after.price));
  });
});

describe('an order that comes to ¥0', () => {
  const staff = { as: 'admin' };
  const free = { status: 409, error: 'order.free' };
  const whole = { kind: 'discount', basis: 'percent', percent: 100, confirmJumps: true };

  test('is neither saved nor placed automatically, and staff must mark its offer as free', async () => {
    const { data: saved } = await send([item], { status: 'quoted' });
    await charge(whole);
    expect(await quote(item)).toMatchObject({ price: '0.00' });
    expect(await send([item], { status: 'placed' })).toMatchObject(free);
    expect(await send([item], { status: 'quoted' })).toMatchObject(free);
    const body = { items: [item], price: '0.00', version: 1 };
    expect(await app.send('PUT', `/order/${String(saved)}`, { token: customer.token, body })).toMatchObject(
      free,
    );
    const { data: id } = await send([item], { status: 'requested' });
    const offer = (more: object) =>
      app.send('POST', `/order/${String(id)}/offer`, { ...staff, body: { lines: [], version: 1, ...more } });
    const discount = { percent: 100 };
    expect(await offer({ discount })).toMatchObject({
      status: 400,
      errors: { isFree: '合计为 0 时请勾选“免费”' },
    });
    expect(await offer({ discount, isFree: true })).toMatchObject({ status: 200, data: { price: '0.00' } });
    const move = { to: 'placed', version: 2 };
    expect(
      await app.send('POST', `/order/${String(id)}/move`, { token: customer.token, body: move }),
    ).toMatchObject({ status: 200, data: { status: 'placed', price: '0.00' } });
  });

  test('can be neither placed nor extended once it is saved', async () => {
    const { data: id } = await send([item], { status: 'quoted' });
    await app.database.db
      .update(orders)
      .set({ totalFen: 0 })
      .where(eq(orders.id, Number(id)));
    const body = { to: 'placed', version: 1 };
    for (const who of [{ token: customer.token }, staff])
      expect(await app.send('POST', `/order/${String(id)}/move`, { ...who, body })).toMatchObject(free);
    const extension = { validDays: 5, version: 1 };
    expect(
      await app.send('POST', `/order/${String(id)}/extend`, { ...staff, body: extension }),
    ).toMatchObject(free);
  });
});

test('parts are charged by material weight, and amounts beyond the limit are refused with a message', async () => {
  await charge({ kind: 'material', basis: 'kg', amount: 10 });
  const { charges = [] } = await quote(item);
  expect(charges).toMatchObject([
    { kind: 'material', reason: expect.stringMatching(/^[\d.]+ kg × ¥10.00\/kg$/) as unknown },
  ]);
  await charge({ kind: 'other', basis: 'piece', amount: 99_999_999.99 });
  const many = Array.from({ length: 20 }, () => ({ ...item, num: 1_000_000 }));
  const answer = await app.send('POST', '/quote', { token: customer.token, body: { items: many } });
  expect(answer).toMatchObject({
    status: 422,
    error: 'quote.invalid',
    msg: '合计金额超出报价范围，请联系我们报价',
  });
});
