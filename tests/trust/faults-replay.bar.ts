import { expect } from 'vitest';
import type { PriceReplay } from '#contract/prices/price-replays.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { clientOf, patientClient, signIn, type ApiClient } from '#tests/support/app/api-client.ts';
import { runServer } from '#tests/support/processes/run-server.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { spread } from '#tests/support/load/spread.ts';
import { ownDirectory, queryPrivate } from '#tests/support/processes/own-directory.ts';
import { bar } from './bar.ts';

const ORDERS = atScale(10_000, 60_000);
const ROUNDS = atScale(1, 20);
/** Time from the start of a replay to the kill; the rounds are spread over a replay and the end of a shadow run. */
const KILL_WITHIN_MS = atScale(3_000, 12_000);

const dataDir = ownDirectory('quotemill-replay-').at('data');

/** Copies an order with its lines, each copy with another quantity, all made within the last day. */
const copies = {
  orders: `insert into orders overriding system value
    select (jsonb_populate_record(o, jsonb_build_object(
      'id', 1000 + n, 'order_no', 'K' || n, 'created_at', now() - interval '1 hour' - n * interval '10 ms'
    ))).*
    from orders o cross join generate_series(1, $2::int) as n where o.id = $1`,
  lines: `insert into order_item overriding system value
    select (jsonb_populate_record(i, jsonb_build_object('id', 1000 + n, 'order_id', 1000 + n, 'num', 1 + n % 90))).*
    from order_item i cross join generate_series(1, $2::int) as n where i.order_id = $1`,
};

type One = PriceReplay & { result: ReplayResult | null };

async function readTable(client: ApiClient): Promise<PriceTable['cells']> {
  return ((await client.call('GET', '/price-table')).body['data'] as PriceTable).cells;
}

/** Places an order of the demo customer and makes a draft that raises the prices of its material; the ids of both. */
async function prepare(customer: ApiClient, admin: ApiClient): Promise<{ orderId: number; draftId: number }> {
  const order = await customer.composeOrder(1);
  const placed = await customer.placeOrder(order, 'order-to-copy-0000000000');
  expect(placed.status, String(placed.body['msg'])).toBe(200);
  const changes = (await readTable(admin))
    .filter(([materialId, , yuan]) => materialId === order.items[0]?.['material'] && yuan > 0)
    .map(([materialId, optionId, yuan, time]) => ({
      kind: 'cell',
      materialId,
      optionId,
      before: { price: yuan, time },
      after: { price: Math.round(yuan * 108) / 100, time },
    }));
  const draft = await admin.call('POST', '/price-draft', { name: '阳极氧化 +8%', reason: '', changes });
  expect(draft.status, String(draft.body['msg'])).toBe(200);
  return { orderId: Number(placed.body['data']), draftId: Number(draft.body['data']) };
}

bar(
  104,
  'a replay or a shadow run that is killed is finished once and whole, and no half of it can be read',
  async () => {
    let server = await runServer(dataDir);
    let admin: ApiClient = patientClient(await signIn(server.address, 'admin'));
    const { token } = admin;
    const { orderId, draftId } = await prepare(await signIn(server.address), admin);
    await queryPrivate(dataDir, copies.orders, [orderId, ORDERS]);
    await queryPrivate(dataDir, copies.lines, [orderId, ORDERS]);
    const prices = await readTable(admin);

    const start = async (path: string, body: object): Promise<number> => {
      const { status, body: answer } = await admin.call('POST', path, { draftId, ...body });
      expect(status, String(answer['msg'])).toBe(200);
      return Number(answer['data']);
    };
    const period = {
      beginDate: dateText(new Date(Date.now() - 3 * 86_400_000)),
      endDate: dateText(new Date()),
    };
    const read = async (id: number): Promise<One> => {
      const { status, body } = await admin.call('GET', `/price-replay/${id}`);
      expect(status, String(body['msg'])).toBe(200);
      return body['data'] as One;
    };
    const ended = async (id: number): Promise<One> => {
      await expect
        .poll(async () => (await read(id)).state, { interval: 250, timeout: 400_000 })
        .toMatch(/^(done|failed)$/);
      return read(id);
    };

    const { result: expected, state } = await ended(await start('/price-replay', period));
    expect({ state, orders: expected?.total.orders }).toEqual({ state: 'done', orders: ORDERS + 1 });
    expect(expected?.total.dearerOrders).toBeGreaterThan(ORDERS / 2);
    const finishedMs: number[] = [];
    const when = { waiting: 0, running: 0, done: 0 };
    let shadowsBefore = 0;

    for (let round = 1; round <= ROUNDS; round += 1) {
      // A shadow run of the last day, whose last result is computed some seconds from now.
      const shadowId = await start('/price-replay/shadow', { days: 1 });
      await queryPrivate(
        dataDir,
        `update price_replay set created_at = created_at - interval '1 day' where id = $1`,
        [shadowId],
      );
      const stopped = await admin.call('POST', `/price-replay/${shadowId}/stop`, {});
      expect(stopped.status, String(stopped.body['msg'])).toBe(200);
      const id = await start('/price-replay', period);
      const killAt = Date.now() + (KILL_WITHIN_MS * (round - 0.5)) / ROUNDS;
      await expect.poll(() => Date.now(), { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(killAt);
      await server.kill();

      server = await runServer(dataDir);
      admin = patientClient(clientOf(server.address, token));
      const restartedAt = performance.now();
      const first = await read(id);
      // Readers see no result or the complete one.
      if (first.state === 'done') expect(first.result).toEqual(expected);
      else {
        expect(first.result).toBeNull();
        expect((await admin.call('GET', `/price-replay/${id}/order/${orderId}`)).status).toBe(404);
        expect((await admin.call('GET', `/price-replay/${id}/export`)).status).toBe(404);
      }
      expect(Object.keys(when)).toContain(first.state);
      when[first.state as keyof typeof when] += 1;
      const firstShadow = await read(shadowId);
      // An intermediate result is complete too: of no order before the start was moved, of all of them after.
      if (firstShadow.result) expect([0, ORDERS + 1]).toContain(firstShadow.result.total.orders);
      if (firstShadow.state === 'shadow') shadowsBefore += 1;

      const [replayed, shadow] = [await ended(id), await ended(shadowId)];
      finishedMs.push(performance.now() - restartedAt);
      expect(replayed).toMatchObject({ state: 'done', result: expected });
      expect(shadow).toMatchObject({ state: 'done', shadow: { endedBy: 'stopped' } });
      expect(shadow.result?.total).toEqual(expected?.total);
      const [{ told } = { told: 0 }] = await queryPrivate<{ told: number }>(
        dataDir,
        `select count(*)::int as told from notification where once_key = $1`,
        [`shadow:${shadowId}`],
      );
      expect(told).toBe(1);
      const left = `select from pgboss.job where name = 'replay-prices' and state < 'completed'`;
      expect(await queryPrivate(dataDir, left)).toHaveLength(0);
      expect(await readTable(admin)).toEqual(prices);
      // No run ends twice.
      expect((await read(id)).finishedAt).toBe(replayed.finishedAt);
      expect((await read(shadowId)).finishedAt).toBe(shadow.finishedAt);
    }
    expect((await server.stop()).code).toBe(0);
    return (
      `${ROUNDS} kills during a replay of ${ORDERS} orders and the end of a shadow run: each of both finished once ` +
      `with the figures of an undisturbed run, 0 half results, prices untouched; killed while it waited ` +
      `${when.waiting}, ran ${when.running}, was done ${when.done}, before the end of the shadow run ${shadowsBefore}; ` +
      `both finished after ${spread(finishedMs)} of the restart`
    );
  },
  { timeout: 7_200_000 },
);
