import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import { readStoredOrders } from '#tests/support/load/order-ledger.ts';
import type { Person } from '#tests/support/data/people.ts';
import { place } from '#tests/support/data/quotations.ts';
import { atScale } from '#tests/support/load/scale.ts';
import type { Replica, ServedApp } from '#tests/support/processes/served-app.ts';
import { createServedShop } from '#tests/support/processes/served-shop.ts';
import { bar } from './bar.ts';

const WRITERS = 12;

let app: ServedApp;
let customer: Person;
let body: PlaceOrder;
beforeAll(async () => {
  ({ app, customer, body } = await createServedShop());
});
afterAll(() => app.close());

/** Sends the order and breaks the connection after this many ms, whatever its state. */
async function placeAndLeave({ port }: Replica, key: string, afterMs: number): Promise<void> {
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    agent: false,
    method: 'POST',
    path: '/api/v1/order',
    headers: {
      authorization: `Bearer ${customer.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
  });
  const closed = new Promise<void>((resolve) => void request.on('close', resolve));
  request.on('error', () => undefined);
  request.on('response', (response) => response.resume().on('error', () => undefined));
  request.end(JSON.stringify(body));
  await delay(afterMs);
  request.destroy();
  await closed;
}

bar(55, 'order numbers have no gap and no duplicate after broken connections and kills', async () => {
  const [placements, kills] = [atScale(150, 10_000), atScale(1, 10)];
  const acknowledged = new Map<string, number>();
  const inDoubt = new Set<string>();
  const strange: string[] = [];
  let server: Promise<Replica> = Promise.resolve(app);
  let [sent, broken, killed] = [0, 0, 0];

  async function placeOne(n: number): Promise<void> {
    const key = randomUUID();
    inDoubt.add(key);
    const at = await server;
    if (n % 10 === 3) {
      broken += 1;
      return placeAndLeave(at, key, (n * 7) % 23);
    }
    // A killed server leaves the order's outcome unknown.
    const answer = await place({ ...app, ...at }, { token: customer.token }, body, key).catch(
      () => undefined,
    );
    if (answer?.status === 200) {
      acknowledged.set(key, Number(answer.data));
      inDoubt.delete(key);
    } else if (answer && answer.status !== 503) strange.push(`${answer.status} ${answer.msg}`);
  }
  async function write(): Promise<void> {
    while (sent < placements) {
      sent += 1;
      const isTime = sent % Math.ceil(placements / (kills + 1)) === 0 && killed < kills;
      if (isTime) {
        killed += 1;
        const old = await server;
        // The others are in the middle of their orders.
        server = old.server.kill().then(() => app.addReplica());
      }
      await placeOne(sent);
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write));

  const at = await server;
  const doubtful = [...inDoubt];
  for (const key of doubtful) {
    const answer = await place({ ...app, ...at }, { token: customer.token }, body, key);
    expect(answer).toMatchObject({ status: 200 });
    acknowledged.set(key, Number(answer.data));
  }
  expect(strange).toStrictEqual([]);
  expect(killed).toBe(kills);
  const stored = await readStoredOrders(app.url);
  expect(stored.byKey).toStrictEqual(acknowledged);
  expect(stored.ids).toStrictEqual([...acknowledged.values()].toSorted((a, b) => a - b));
  expect({ torn: stored.torn, gaps: stored.daysWithGaps }).toStrictEqual({ torn: [], gaps: [] });
  return (
    `${placements.toLocaleString('en-US')} placements, ${broken.toLocaleString('en-US')} broken connections, ${kills} kills, ` +
    `${doubtful.length} orders in doubt resolved: ${stored.ids.length.toLocaleString('en-US')} orders, numbers without gap or duplicate`
  );
});
