import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { PriceReplay } from '#contract/prices/price-replays.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { startJobQueue } from '#server/jobs/job-queue.ts';
import { materials, notifications, priceDrafts, priceReplays } from '#server/db/schema.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { buildItem, buildOrder, listOf, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { draftFor, pricedItem } from './replays.test-data.ts';
import { startShadowRuns, admin, MINUTE_MS, type Deps, inThisThread } from './shadow-runs.test-data.ts';

const { ends, app, catalogue, compute, start, started, stop, one, order, pass, clearRuns } =
  await startShadowRuns();
afterEach(clearRuns);
afterAll(() => app.close());
const deleteDraft = (id: number) => app.send('DELETE', `/price-draft/${id}`, { ...admin, body: {} });
const DAY_MS = 86_400_000;

const endNotifications = () =>
  app.database.db.select().from(notifications).where(eq(notifications.kind, 'prices_due'));

describe('a shadow run', () => {
  test('stores a copy of the draft: later changes and its deletion have no effect', async () => {
    const item = pricedItem(catalogue);
    const draft = await draftFor(app, item, 8);
    const id = await started(draft.id);
    await order(item);
    await compute();
    const first = (await one(id)).result!.total;
    expect(first.after).toBeGreaterThan(first.before);

    const changes = draft.cells.map((cell) => ({
      kind: 'cell',
      ...cell,
      after: { price: 999, time: cell.after!.time },
    }));
    const body = { changes, version: 1 };
    expect((await app.send('POST', `/price-draft/${draft.id}/add`, { ...admin, body })).status).toBe(200);
    await compute();
    expect(await one(id)).toMatchObject({ state: 'shadow', shadow: { draft: 'edited' } });
    expect((await one(id)).result!.total).toEqual(first);

    expect((await deleteDraft(draft.id)).status).toBe(200);
    await compute();
    expect(await one(id)).toMatchObject({ state: 'shadow', shadow: { draft: 'gone' } });
    expect((await one(id)).result!.total).toEqual(first);
    await pass(8 * DAY_MS);
    await compute();
    expect(await one(id)).toMatchObject({ state: 'done', shadow: { endedBy: 'moment' } });
    expect((await one(id)).result!.total).toEqual(first);
  });

  test('ends with the publication of its draft, and compares with the earlier prices', async () => {
    const item = pricedItem(catalogue);
    const draft = await draftFor(app, item, 8);
    const id = await started(draft.id);
    const { paid } = await order(item);
    const publish = { version: 1, confirmJumps: true };
    expect(
      (await app.send('POST', `/price-draft/${draft.id}/publish`, { ...admin, body: publish })).status,
    ).toBe(200);
    expect(await one(id)).toMatchObject({ state: 'shadow', shadow: { draft: 'live' } });
    const dearer = await order(item);
    expect(dearer.paid).toBeGreaterThan(paid);
    await pass(MINUTE_MS);
    await compute();
    const { state, shadow, result, total } = await one(id);
    const [row] = await app.database.db.select().from(priceDrafts).where(eq(priceDrafts.id, draft.id));
    expect({ state, total }).toEqual({ state: 'done', total: 1 });
    expect(shadow).toMatchObject({ endedBy: 'published', until: row!.publishedAt!.toISOString() });
    expect(result!.total).toMatchObject({ orders: 1, paid, before: paid, after: dearer.paid });
    expect(await endNotifications()).toMatchObject([{ title: '“工艺涨价”的影子运行因草稿发布而结束' }]);
    const undo = { version: 2 };
    expect(
      (await app.send('POST', `/price-draft/${draft.id}/roll-back`, { ...admin, body: undo })).status,
    ).toBe(200);
    expect((await start(draft.id)).status).toBe(404);
  });

  test('ends at the publication even if it is rolled back', async () => {
    const item = pricedItem(catalogue);
    const draft = await draftFor(app, item, 8);
    const id = await started(draft.id);
    const { paid } = await order(item);
    const send = (what: string, body: object) =>
      app.send('POST', `/price-draft/${draft.id}/${what}`, { ...admin, body });
    expect((await send('publish', { version: 1, confirmJumps: true })).status).toBe(200);
    expect((await send('roll-back', { version: 2 })).status).toBe(200);
    await order(item);
    await pass(MINUTE_MS);
    await compute();
    const { shadow, result } = await one(id);
    expect(shadow).toMatchObject({ endedBy: 'published' });
    expect(result!.total).toMatchObject({ orders: 1, paid, before: paid });
    expect(result!.total.after).toBeGreaterThan(paid);
  });

  test('names the lines of a material deleted in between', async () => {
    const [item, other] = [pricedItem(catalogue), buildItem(catalogue, { materialIndex: 5 })];
    expect(item.material).not.toBe(other.material);
    const id = await started((await draftFor(app, item, 8)).id);
    const gone = await order(item);
    const { paid } = await order(other);
    const setDeleted = (deletedAt: Date | null) =>
      writeCatalogue(app.database, async (tx) => {
        await tx.update(materials).set({ deletedAt }).where(eq(materials.id, item.material));
      });
    await setDeleted(new Date());
    await compute();
    await setDeleted(null);
    const { result } = await one(id);
    expect(result!.total).toMatchObject({
      orders: 1,
      before: paid,
      after: paid,
      lostLines: 1,
      lost: gone.paid,
    });
    expect(result!.lost).toMatchObject([
      { orderId: gone.id, reason: expect.stringContaining('已删除或下架') },
    ]);
  });

  test('ends once, even with several processes, and its author is notified once', async () => {
    const item = pricedItem(catalogue);
    const id = await started((await draftFor(app, item, 8)).id, 1);
    await order(item);
    await pass(DAY_MS - MINUTE_MS);
    await compute();
    expect(await one(id)).toMatchObject({ state: 'shadow', result: { total: { orders: 1 } } });
    expect(await endNotifications()).toEqual([]);
    await pass(2 * MINUTE_MS);
    await order(item);
    await Promise.all([compute(), compute(), compute()]);
    const ended = await one(id);
    expect(ended).toMatchObject({
      state: 'done',
      shadow: { endedBy: 'moment' },
      finishedAt: expect.any(String),
    });
    // Orders after its end do not count.
    expect(ended.result!.total.orders).toBe(1);
    const [notification, ...more] = await endNotifications();
    expect(notification).toMatchObject({ title: '“工艺涨价”的影子运行已到期', userId: 1 });
    expect(more).toEqual([]);
    expect(ends.filter((which) => which === id)).toHaveLength(1);
    await compute();
    expect(await one(id)).toEqual(ended);
  });

  test('is computed by the queue at its start, and keeps its result when stopped early', async () => {
    const failures: unknown[] = [];
    const queue = await startJobQueue(app.database.pool, (error) => failures.push(error), {
      maintenanceS: 1,
      pollMs: 50,
    });
    queue.every('shadow-prices', ({ signal }) => compute({}, signal));
    const item = pricedItem(catalogue);
    const id = await started((await draftFor(app, item, 8)).id);
    const computed = async () => (await one(id)).shadow!.computedAt;
    await expect.poll(computed).not.toBeNull();
    await order(item);
    expect((await stop(id)).status).toBe(200);
    expect(await stop(id)).toMatchObject({ status: 409, error: 'record.changed' });
    await order(item);
    // Its last computation waits for pending writes.
    await pass(MINUTE_MS);
    await app.database.db.execute(sql`update pgboss.job set start_after = now() where state = 'created'`);
    await expect.poll(async () => (await one(id)).state).toBe('done');
    await queue.stop();
    const today = dateText(new Date());
    expect(await one(id)).toMatchObject({
      filter: { beginDate: today, endDate: today },
      shadow: { endedBy: 'stopped' },
      result: { total: { orders: 1 } },
    });
    expect(await endNotifications()).toMatchObject([{ title: '“工艺涨价”的影子运行已提前结束' }]);
    expect(failures).toEqual([]);
  });

  test('keeps its last result when its process is killed, and continues in another process', async () => {
    const item = pricedItem(catalogue);
    const id = await started((await draftFor(app, item, 8)).id);
    await order(item);
    await compute();
    const before = await one(id);
    await order(item);
    const dying = new AbortController();
    const replay: Deps['replay'] = () => {
      dying.abort(new Error('the process ends'));
      return Promise.reject(new Error('the thread ended'));
    };
    await expect(compute({ replay }, dying.signal)).rejects.toThrow('the process ends');
    expect(await one(id)).toEqual(before);
    await compute();
    expect((await one(id)).result!.total.orders).toBe(2);
  });

  test('that cannot be computed does not block others, and ends a day after its period', async () => {
    const draft = await draftFor(app, pricedItem(catalogue), 8);
    const [broken, sound] = [await started(draft.id, 1), await started(draft.id, 1)];
    let calls = 0;
    const replay: Deps['replay'] = (...args) => {
      calls += 1;
      return calls % 2 === 1 ? Promise.reject(new Error('out of memory')) : inThisThread(app)(...args);
    };
    await pass(DAY_MS + MINUTE_MS);
    await expect(compute({ replay })).rejects.toThrow('out of memory');
    expect([(await one(broken)).state, (await one(sound)).state]).toEqual(['shadow', 'done']);
    await pass(DAY_MS);
    calls = 0;
    await expect(compute({ replay })).rejects.toThrow('out of memory');
    expect(await one(broken)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('未能汇总'),
    });
  });
});

describe('shadow runs', () => {
  test('are limited in number, to 1 to 60 days, and listed first', async () => {
    const draft = await draftFor(app, pricedItem(catalogue), 8);
    for (const days of [0, 61, 1.5]) expect((await start(draft.id, days)).status).toBe(400);
    const ids = [await started(draft.id, 1), await started(draft.id, 30), await started(draft.id, 60)];
    expect(await start(draft.id)).toMatchObject({ status: 409, error: 'replay.too_many_shadows' });
    const day = (await one(ids[0]!)).filter.beginDate;
    const body = { beginDate: day, endDate: day };
    expect((await app.send('POST', '/price-replay', { ...admin, body })).status).toBe(200);
    const listed = listOf<PriceReplay>(await app.send('GET', '/price-replay', admin));
    expect(listed.map(({ state }) => state)).toEqual(['shadow', 'shadow', 'shadow', 'waiting']);
    // A running one can be deleted with its result.
    expect((await app.send('DELETE', `/price-replay/${ids[0]}`, { ...admin, body: {} })).status).toBe(200);
    expect((await start(draft.id)).status).toBe(200);
    expect((await start(999_999)).status).toBe(409);
  });

  test('are not removed in favour of newer replays, even after they have ended', async () => {
    const draft = await draftFor(app, pricedItem(catalogue), 8);
    const [running, ended] = [await started(draft.id, 60), await started(draft.id, 60)];
    await pass(61 * DAY_MS);
    await app.database.db
      .update(priceReplays)
      .set({ shadowUntil: new Date(Date.now() + DAY_MS) })
      .where(eq(priceReplays.id, running));
    const { filter } = await one(running);
    await app.database.db.insert(priceReplays).values(
      Array.from({ length: 60 }, (_, n) => ({
        filter,
        state: 'done' as const,
        createdName: `第${n}个`,
        createdAt: new Date(Date.now() - (n + 1) * MINUTE_MS),
        finishedAt: new Date(Date.now() - (n + 1) * MINUTE_MS),
      })),
    );
    await compute();
    await started(draft.id);
    expect((await one(running)).state).toBe('shadow');
    expect((await one(ended)).state).toBe('done');
  });
});

/** The orders counted by the shadow runs, and how much more they cost with the draft. */
async function seenBy(own: TestApp): Promise<{ orders: number; dearerFen: number }[]> {
  const rows = await own.database.db.select().from(priceReplays);
  return rows.map(({ result }) => ({
    orders: result!.total.orders,
    dearerFen: result!.total.afterFen - result!.total.beforeFen,
  }));
}

/** The responses to the demo customer's requests and orders, without random request ids. */
async function experience(withShadow: boolean, at: Date) {
  const own = await createTestApp();
  try {
    own.setNow(at);
    const seen = await readCatalogue(own);
    const item = pricedItem(seen);
    const draft = await draftFor(own, item, 30);
    const body = { draftId: draft.id, days: 30 };
    if (withShadow) await own.send('POST', '/price-replay/shadow', { as: 'admin', body });
    const token = await own.signIn('demo');
    const bodies: string[] = [];
    const call = async (method: 'GET' | 'POST', path: string, body?: object, key?: string) => {
      const answer = await own.http.inject({
        method,
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
        ...(body && { payload: body }),
      });
      const { requestId, data } = answer.json<{ requestId: string; data: unknown }>();
      bodies.push(`${answer.statusCode} ${answer.body.replace(requestId, 'id')}`);
      return data;
    };
    const quote = () => call('POST', '/quote', { items: [item] });
    await quote();
    for (const status of ['placed', 'quoted', 'requested'] as const) {
      const body = await buildOrder(own, { token }, [item], { status });
      const orderId = Number(await call('POST', '/order', body, `key-of-${status}-000000000000`));
      if (withShadow) await compute({ replay: inThisThread(own), of: own });
      await call('GET', `/order/${orderId}`);
      await call('GET', `/order/${orderId}/withExt`);
      await quote();
    }
    await call('GET', '/order');
    await call('GET', '/notification');
    await call('GET', '/price-replay');
    return { bodies, seen: await seenBy(own) };
  } finally {
    await own.close();
  }
}

test('responses to a customer are byte-identical with and without a shadow run', async () => {
  const at = new Date();
  const without = await experience(false, at);
  expect(without.bodies.length).toBeGreaterThan(10);
  expect(without.bodies.filter((body) => body.startsWith('200'))).toHaveLength(without.bodies.length - 1);
  const beside = await experience(true, at);
  expect(beside.bodies).toEqual(without.bodies);
  expect([without.seen, beside.seen]).toEqual([[], [{ orders: 3, dearerFen: expect.any(Number) }]]);
  expect(beside.seen[0]!.dearerFen).toBeGreaterThan(0);
});
