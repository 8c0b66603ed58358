import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const LIMIT = 5;

let app: TestApp;
let item: QuotationItem;
let customer: Person;
let order: PlaceOrder;
let now = Date.parse('2027-01-04T01:00:00Z');
beforeAll(async () => {
  app = await createTestApp();
  item = buildItem(await readCatalogue(app));
  await app.database.pool.query(
    `update sys_config set config_value = '${LIMIT}' where config_key = 'quote.perHour'`,
  );
  await app.database.pool.query("update revision set value = value + 1 where name = 'settings'");
});
afterAll(() => app.close());
beforeEach(async () => {
  now += 24 * 3_600_000;
  app.setNow(new Date(now));
  customer = await addPerson(app, { roleKey: 'customer' });
  order = await buildOrder(app, { token: customer.token }, [item], { status: 'quoted' });
});

const later = (ms: number) => app.setNow(new Date(now + ms));
const quoteOnce = (who: Person = customer, key?: string) => place(app, { token: who.token }, order, key);

async function useUp(): Promise<void> {
  for (let n = 0; n < LIMIT; n += 1) expect((await quoteOnce()).status).toBe(200);
}

test('a customer can save a limited number of quotations per hour, also in parallel', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => quoteOnce()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused).toMatchObject({
    status: 429,
    error: 'request.throttled',
    msg: '一小时内最多生成 5 份报价，请稍后再试',
  });
  expect(refused?.headers['retry-after']).toBe('60');
  later(3_500_000);
  expect((await quoteOnce()).status).toBe(429);
  later(3_700_000);
  await useUp();
});

test('a repeated key returns the same quotation and counts once', async () => {
  const key = 'a-key-that-is-sent-again';
  const { data: id } = await quoteOnce(customer, key);
  for (let n = 0; n < 10; n += 1)
    expect(await quoteOnce(customer, key)).toMatchObject({ status: 200, data: id });
  for (let n = 1; n < LIMIT; n += 1) expect((await quoteOnce()).status).toBe(200);
  expect((await quoteOnce()).status).toBe(429);
  expect(await quoteOnce(customer, key)).toMatchObject({ status: 200, data: id });
});

test('quotations refused for another reason do not count', async () => {
  const wrong = { ...order, price: '1.00' };
  for (let n = 0; n < 10; n += 1)
    expect((await place(app, { token: customer.token }, wrong)).status).toBe(409);
  await useUp();
});

test('a revision counts like a quotation', async () => {
  const { data: id } = await quoteOnce();
  const revise = (version: number) => {
    const body = { items: order.items, price: order.price, version };
    return app.send('PUT', `/order/${String(id)}`, { token: customer.token, body });
  };
  for (let version = 1; version < LIMIT; version += 1) expect((await revise(version)).status).toBe(200);
  expect((await revise(LIMIT)).status).toBe(429);
  expect((await quoteOnce()).status).toBe(429);
});

test('quotations of another process count within a minute', async () => {
  expect((await quoteOnce()).status).toBe(200);
  await app.database.pool.query(
    `insert into orders (order_no, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count,
       summary, user_id, customer, catalogue_revision, created_at)
     select 'X' || n || '-' || $1::int, 'quoted', 1, 1, '2027-01-01', $2, 0, 0, '', $1::int, '{}', 1, $2
     from generate_series(1, 4) n`,
    [customer.userId, new Date(now)],
  );
  later(61_000);
  expect((await quoteOnce()).status).toBe(429);
});

test('staff and other customers are not limited', async () => {
  await useUp();
  expect((await quoteOnce()).status).toBe(429);
  const other = await addPerson(app, { roleKey: 'customer' });
  expect((await quoteOnce(other)).status).toBe(200);
  const staff = await addPerson(app, { roleKey: 'admin' });
  for (let n = 0; n < 2 * LIMIT; n += 1) expect((await quoteOnce(staff)).status).toBe(200);
});
