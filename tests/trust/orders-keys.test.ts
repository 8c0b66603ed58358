import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import { startCuttingProxy } from '#tests/support/proxies/cutting-proxy.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { place } from '#tests/support/data/quotations.ts';
import { atScale, pauseAtFullScale } from '#tests/support/load/scale.ts';
import { addBuyer } from '#tests/support/processes/served-shop.ts';
import { bar } from './bar.ts';

const HOUR = 3_600_000;

let app: GateApp;
let customer: Person;
let body: PlaceOrder;
beforeAll(async () => {
  app = await createGateApp();
  ({ customer, body } = await addBuyer(app));
});
afterAll(() => app.close());

const send = (order: unknown, key?: string, who = customer) => place(app, { token: who.token }, order, key);

async function countOrders(): Promise<number> {
  const { rows } = await app.database.pool.query<{ n: number }>('select count(*)::int as n from orders');
  return rows[0]!.n;
}

bar(48, 'simultaneous requests with one key make one order', async () => {
  // At quick scale as many as the app has connections: a request that waits for one is refused after two seconds.
  const [keys, parallel] = [atScale(4, 200), atScale(10, 50)];
  const before = await countOrders();
  const answers = new Set<string>();
  for (let n = 0; n < keys; n += 1) {
    const key = randomUUID();
    const headers = {
      authorization: `Bearer ${customer.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-request-id': 'the-same-for-all',
    };
    const request = { method: 'POST', url: '/api/v1/order', headers, payload: JSON.stringify(body) } as const;
    const given = await Promise.all(Array.from({ length: parallel }, () => app.exchange(request)));
    const different = new Set(given.map(({ status, body }) => `${status} ${body}`));
    expect([...different], `key ${n}`).toHaveLength(1);
    expect(given[0]!.status).toBe(200);
    answers.add(given[0]!.body);
  }
  expect(answers.size).toBe(keys);
  expect(await countOrders()).toBe(before + keys);
  return `${keys} keys × ${parallel} at once: ${keys} orders, all answers of a key the same bytes; stock and coupons do not exist`;
});

bar(
  49,
  "another body for a key and a missing key are refused, and another customer's key makes another order",
  async () => {
    const key = randomUUID();
    const mine = await send(body, key);
    expect(mine.status).toBe(200);
    const before = await stateOf(app.database);
    const others = [
      { ...body, remark: '另一单' },
      { ...body, price: '1.00' },
      { ...body, status: 'placed' },
      { ...body, items: [{ ...body.items[0]!, num: 11 }] },
      { ...body, items: [...body.items, ...body.items] },
    ];
    for (const other of others)
      expect(await send(other, key)).toMatchObject({ status: 422, error: 'idempotency.reused', data: null });
    const withoutKey = await app.send('POST', '/order', { token: customer.token, body });
    expect(withoutKey).toMatchObject({
      status: 400,
      error: 'idempotency.missing',
      msg: '缺少 Idempotency-Key 请求头',
    });
    for (const bad of [
      '',
      'short',
      'x'.repeat(65),
      'with spaces in the key',
      "'; drop table orders; --",
      `${key}, ${key}`,
    ])
      expect(await send(body, bad)).toMatchObject({ status: 400, error: 'idempotency.missing' });
    expect(await stateOf(app.database)).toStrictEqual(before);

    const other = await addPerson(app, { roleKey: 'customer' });
    const differing = await send({ ...body, remark: '别人的' }, key, other);
    expect(differing).toMatchObject({ status: 200 });
    expect(differing.data).not.toBe(mine.data);
    expect(await app.send('GET', `/order/${String(mine.data)}`, { token: other.token })).toMatchObject({
      status: 404,
    });
    return `${others.length} other bodies 422, no key and 6 malformed ones 400, the same key of another customer is another order`;
  },
);

bar(
  50,
  'a lost answer is repeated for its key',
  async () => {
    const count = atScale(5, 100);
    // The delay of 0 s runs for each key; the other delays run once, because all keys wait together.
    const waits = atScale(0, 1) === 0 ? [0] : [0, 1, 5, 54];
    const before = await countOrders();
    const proxy = await startCuttingProxy(app.port);
    const keys = Array.from({ length: count }, () => randomUUID());
    try {
      for (const key of keys) {
        const lost = fetch(`http://127.0.0.1:${proxy.port}/api/v1/order`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${customer.token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(body),
        });
        await expect(lost).rejects.toThrow(/fetch failed/);
      }
    } finally {
      await proxy.close();
    }
    expect(proxy.cuts()).toBe(count);
    const known = new Map<string, unknown>();
    const askAgain = async () => {
      for (const key of keys) {
        const again = await send(body, key);
        expect(again).toMatchObject({ status: 200 });
        expect(again.data).toBe(known.get(key) ?? again.data);
        known.set(key, again.data);
      }
      expect(await countOrders()).toBe(before + count);
    };
    for (const wait of waits) {
      // The time between a customer's attempts is under test.
      await pauseAtFullScale(wait * 1_000);
      await askAgain();
    }
    app.setNow(new Date(Date.now() + 23 * HOUR));
    await askAgain();
    app.setNow(undefined);
    expect(new Set(known.values()).size).toBe(count);
    let passed = 0;
    const at = waits.map((wait) => (passed += wait));
    return `${count} answers dropped by a proxy, requests repeated after ${at.join(', ')} s and, by the server's clock, 23 h: one order each, the same one`;
  },
  { timeout: 240_000 },
);
