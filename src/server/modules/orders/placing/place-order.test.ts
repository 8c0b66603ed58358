import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { materials, orderCounters, orderItems, orders } from '#server/db/schema.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addPerson } from '#tests/support/data/people.ts';
import {
  buildItem,
  buildOrder,
  place,
  readCatalogue,
  type SeenCatalogue,
} from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { untilBlockedBy } from '#tests/support/app/waiting.ts';
import { whileUnpriced } from '#tests/support/data/unpriced.ts';

let app: TestApp;
let catalogue: SeenCatalogue;
let item: QuotationItem;
const demo = { as: 'demo' };
beforeAll(async () => {
  app = await createTestApp();
  catalogue = await readCatalogue(app);
  item = buildItem(catalogue);
});
afterAll(() => app.close());

const countOrders = async () => (await app.database.db.select({ id: orders.id }).from(orders)).length;

/** Changes a material's base delivery time, as an editor of the catalogue would. */
const touchMaterial = (id: number, change: Partial<typeof materials.$inferInsert>) =>
  writeCatalogue(app.database, (tx, updatedAt) =>
    tx
      .update(materials)
      .set({ ...change, updatedAt })
      .where(eq(materials.id, id)),
  );

/** Raises the machining price of every tag. */
const raisePrices = (fen: number) =>
  writeCatalogue(app.database, async (tx) => {
    await tx.execute(sql`update machining_price set price_fen = price_fen + ${fen}`);
  });

describe('placing', () => {
  test('stores the quoted parts as an order or a quotation', async () => {
    const items = [item, buildItem(catalogue, { materialIndex: 3, num: 2, name: '端盖', remark: '去毛刺' })];
    const body = await buildOrder(app, demo, items, {
      contactName: '张工',
      contactPhone: '13800138000',
      remark: '尽快',
    });
    for (const status of ['placed', 'quoted'] as const) {
      const answer = await place(app, demo, { ...body, status });
      expect(answer).toMatchObject({ status: 200, msg: '提交成功' });
      const order = await app.send('GET', `/order/${String(answer.data)}/withExt`, demo);
      expect(order.data).toMatchObject({
        id: answer.data,
        status,
        price: body.price,
        itemCount: 2,
        pieceCount: 12,
        contactName: '张工',
        remark: '尽快',
        version: 1,
        revision: 1,
        username: 'demo',
        history: [{ from: null, to: status, userName: '张工' }],
        items: [
          { lineNo: 1, material: item.material, num: 10 },
          { lineNo: 2, name: '端盖', num: 2, remark: '去毛刺' },
        ],
      });
      expect((order.data as { placedAt: unknown }).placedAt === null).toBe(status === 'quoted');
    }
  });

  test('without a status means placed', async () => {
    const { status: _status, ...body } = await buildOrder(app, demo, [item]);
    const answer = await place(app, demo, body);
    expect((await app.send('GET', `/order/${String(answer.data)}`, demo)).data).toMatchObject({
      status: 'placed',
    });
  });

  test('never stores an order at the old price when it waits during a price change', async () => {
    const body = await buildOrder(app, demo, [item]);
    await place(app, demo, body); // the counter's row exists
    const before = await countOrders();
    const counter = await app.database.pool.connect();
    let isChanged = false;
    let work: Promise<unknown>[] = [];
    try {
      await counter.query('begin');
      await counter.query('select * from order_counter for update');
      work = [place(app, demo, body)];
      await untilBlockedBy(app.database.pool, counter);
      // The order is blocked on its number: a price change must commit entirely before or after it.
      work.push(raisePrices(100).then(() => (isChanged = true)));
      await untilBlockedBy(app.database.pool, counter, 2);
      expect({ isChanged, stored: await countOrders() }).toStrictEqual({ isChanged: false, stored: before });
    } finally {
      await counter.query('rollback');
      counter.release();
      await Promise.all(work);
    }
    expect(await work[0]).toMatchObject({ status: 200 });
    expect(await place(app, demo, body)).toMatchObject({ status: 409, error: 'order.price_changed' });
    expect(await countOrders()).toBe(before + 1);
  });

  test('stores the price of the order’s catalogue revision during constant price changes', async () => {
    const placed: number[] = [];
    const refusals: string[] = [];
    const editing = Array.from({ length: 30 }, (_, round) => (round % 2 === 0 ? 7 : -7)).reduce(
      (before, fen) => before.then(() => raisePrices(fen)),
      Promise.resolve(),
    );
    const buying = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 12; round += 1) {
        const answer = await place(app, demo, await buildOrder(app, demo, [item]));
        if (answer.status === 200) placed.push(Number(answer.data));
        else refusals.push(String(answer.error));
      }
    });
    await Promise.all([editing, ...buying]);
    expect(refusals.filter((error) => !/^(order\.price_changed|server\.busy)$/.test(error))).toStrictEqual(
      [],
    );
    const rows = await app.database.db
      .select({ revision: orders.catalogueRevision, price: orderItems.trace, total: orders.totalFen })
      .from(orders)
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(sql`${orders.id} = any(${sql.param(placed)}::int[])`);
    expect(rows).toHaveLength(placed.length);
    const byRevision = new Map<number, Set<number>>();
    for (const { revision, price } of rows) {
      const seen = byRevision.get(revision) ?? new Set();
      byRevision.set(revision, seen.add(price.machiningPrice));
    }
    expect([...byRevision.values()].every((prices) => prices.size === 1)).toBe(true);
  });
});

describe('idempotency', () => {
  test('the same key and body answer the same order, even after a price change', async () => {
    const key = randomUUID();
    const body = await buildOrder(app, demo, [item]);
    const first = await place(app, demo, body, key);
    const before = await stateOf(app.database);
    const again = await place(app, demo, body, key);
    expect(again).toMatchObject({ status: 200, data: first.data });
    expect(await stateOf(app.database)).toStrictEqual(before);
    await raisePrices(300);
    expect(await place(app, demo, body, key)).toMatchObject({ status: 200, data: first.data });
    await touchMaterial(item.material, { deletedAt: new Date() });
    expect(await place(app, demo, body, key)).toMatchObject({ status: 200, data: first.data });
    await touchMaterial(item.material, { deletedAt: null });
  });
});

describe('order numbers', () => {
  test('are unique and without gaps under parallel placements, some of which fail at the end', async () => {
    await app.database.pool.query(`
      create function refuse_aborted() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from orders where id = new.order_id and remark = 'abort') then
          raise exception 'aborted by the test' using errcode = '55P03';
        end if;
        return null;
      end $$;
      create constraint trigger refuse_aborted after insert on order_history deferrable initially deferred
      for each row execute function refuse_aborted();
    `);
    // A separate day, so that earlier tests do not affect the numbers.
    app.setNow(new Date('2020-03-01T03:00:00Z'));
    const buyer = await addPerson(app, { roleKey: 'customer' });
    const body = await buildOrder(app, buyer, [item]);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        if (index % 10 === 3) return place(app, buyer, { ...body, remark: 'abort' });
        return place(app, buyer, index % 10 === 7 ? { ...body, price: '1.00' } : body);
      }),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(
      Object.fromEntries(
        [200, 409, 503].map((code) => [code, statuses.filter((status) => status === code).length]),
      ),
    ).toStrictEqual({
      200: 80,
      409: 10,
      503: 10,
    });
    const { rows } = await app.database.pool.query<{ no: string }>(
      "select order_no as no from orders where order_no like 'Q20200301-%' order by order_no",
    );
    expect(rows.map(({ no }) => no)).toStrictEqual(
      Array.from({ length: 80 }, (_, index) => `Q20200301-${String(index + 1).padStart(4, '0')}`),
    );
    await app.database.pool.query('drop trigger refuse_aborted on order_history');
    app.setNow(undefined);
  });

  test('start at 1 each Shanghai day and grow past four digits', async () => {
    const buyer = await addPerson(app, { roleKey: 'customer' });
    const body = await buildOrder(app, buyer, [item]);
    const numberAt = async (now: string) => {
      app.setNow(new Date(now));
      const id = (await place(app, buyer, body)).data;
      return ((await app.send('GET', `/order/${String(id)}`, buyer)).data as { orderNo: string }).orderNo;
    };
    expect(await numberAt('2020-03-04T15:59:59.999Z')).toBe('Q20200304-0001');
    expect(await numberAt('2020-03-04T16:00:00.000Z')).toBe('Q20200305-0001');
    await app.database.db.update(orderCounters).set({ last: 9_999 }).where(eq(orderCounters.day, '20200305'));
    expect(await numberAt('2020-03-05T01:00:00Z')).toBe('Q20200305-10000');
    app.setNow(undefined);
  });
});

test('parts with an unpriced option can be neither ordered nor saved as a quotation until it is priced', async () => {
  const item = buildItem(await readCatalogue(app));
  const body = await buildOrder(app, { as: 'demo' }, [item]);
  await whileUnpriced(app, item, async (key) => {
    for (const status of ['placed', 'quoted'] as const) {
      const refused = await place(app, { as: 'demo' }, { ...body, status });
      expect(refused).toMatchObject({ status: 422, error: 'order.unpriced' });
      expect(refused.msg).toContain('尚未定价，暂不能在线下单，请联系我们');
      expect(Object.keys(refused.errors ?? {})).toEqual([`items.0.${key}`]);
    }
  });
  expect(await place(app, { as: 'demo' }, body)).toMatchObject({ status: 200 });
});
