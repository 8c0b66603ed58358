import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PriceReplay } from '#contract/prices/price-replays.ts';
import type { PriceVersion } from '#contract/prices/price-versions.ts';
import { orders, priceReplays } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place } from '#tests/support/data/quotations.ts';
import { giveUpReplay, queueLostReplays, runReplay } from './replay-job.service.ts';
import { admin, draftFor, pricedItem, startReplays } from './replays.test-data.ts';

const replays = await startReplays();
const { period, app, catalogue, failures, inThisThread, startWork, start } = replays;
const { started, one, stateOf, until, replayed, order, stopReplays } = replays;
beforeEach(() => void failures.splice(0));
afterEach(stopReplays);
afterAll(() => app.close());

describe('a replay', () => {
  test('of a version uses its prices, and is refused for a missing version', async () => {
    const item = pricedItem(catalogue, { num: 12 });
    const publish = async (percent: number) => {
      const { id } = await draftFor(app, item, percent);
      const body = { version: 1, confirmJumps: true };
      const published = await app.send('POST', `/price-draft/${id}/publish`, { ...admin, body });
      expect(published.status, published.msg).toBe(200);
      const [version] = listOf<PriceVersion>(await app.send('GET', '/price-version', admin));
      return { id, revision: version!.revision };
    };
    const first = await publish(3);
    const { username, paid } = await order([item]);
    const second = await publish(8);
    const third = await publish(2);
    const { result, draftName, bookRevision } = await replayed({ bookRevision: first.revision, username });
    expect({ draftName, bookRevision }).toEqual({
      draftName: `价目版本 ${first.revision}`,
      bookRevision: first.revision,
    });
    expect(result.total).toMatchObject({ orders: 1, paid, after: paid, changedLines: 1, cheaperOrders: 1 });
    expect(result.total.before).toBeGreaterThan(paid);
    const latest = await replayed({ bookRevision: third.revision, username });
    expect(latest.result.total).toMatchObject({ changedLines: 0, after: result.total.before });

    const refused = async (body: object, who: object = admin) => (await start(body, who)).status;
    expect(await refused({ bookRevision: third.revision + 1_000 })).toBe(404);
    expect(await start({ bookRevision: first.revision, draftId: 1 })).toMatchObject({
      status: 400,
      errors: { bookRevision: '草稿与价目版本只能选一个' },
    });
    const { token } = await addPerson(app, {
      permissions: ['mfr:replay:run'],
      isStaff: true,
      dataScope: '1',
    });
    expect(await refused({ bookRevision: first.revision }, { token })).toBe(403);
    for (const { id } of [third, second, first]) {
      const undone = await app.send('POST', `/price-draft/${id}/roll-back`, {
        ...admin,
        body: { version: 2 },
      });
      expect(undone.status, undone.msg).toBe(200);
    }
  });

  test('of an empty period has no orders', async () => {
    const { result, total } = await replayed({ beginDate: '2001-01-01', endDate: '2001-12-31' });
    expect(total).toBe(0);
    expect(result).toMatchObject({ total: { orders: 0, lines: 0, lostLines: 0 }, orders: [], customers: [] });
  });

  test('counts only the last revision of an order', async () => {
    const { token, username } = await addPerson(app, { roleKey: 'customer' });
    const body = await buildOrder(app, { token }, [buildItem(catalogue)], { status: 'quoted' });
    const placed = await place(app, { token }, body);
    const next = await buildOrder(app, { token }, [buildItem(catalogue, { num: 99 })]);
    const revised = await app.send('PUT', `/order/${Number(placed.data)}`, {
      token,
      body: { items: next.items, price: next.price, version: 1 },
    });
    expect(revised.status, revised.msg).toBe(200);
    const { result } = await replayed({ username, status: 'quoted' });
    expect(result.total).toMatchObject({
      orders: 1,
      lines: 1,
      paid: Number(next.price),
      after: Number(next.price),
    });
  });

  test('applies the order list filters: number, lead class and total', async () => {
    const lead = await app.send('POST', '/lead-class', {
      ...admin,
      body: { name: '特快', factor: 0.5, percent: 30, sort: 1, status: 1 },
    });
    expect(lead.status, lead.msg).toBe(200);
    const { id, ...customer } = await order([buildItem(catalogue)]);
    const { username } = customer;
    const other = await order([buildItem(catalogue, { num: 40 })], customer);
    expect(other.paid).toBeGreaterThan(customer.paid);
    const fast = { id: Number(lead.data), name: '特快', factor: 0.5, percent: 30 };
    await app.database.db.update(orders).set({ lead: fast }).where(eq(orders.id, id));
    const [row] = await app.database.db.select().from(orders).where(eq(orders.id, other.id));
    const paidFor = async (filter: object) => (await replayed({ username, ...filter })).result.total.paid;
    const both = Math.round((customer.paid + other.paid) * 100) / 100;
    const above = Math.round(customer.paid * 100 + 1) / 100;
    expect(await paidFor({})).toBe(both);
    expect(await paidFor({ orderNo: ` ${row!.orderNo.toLowerCase()} ` })).toBe(other.paid);
    expect(await paidFor({ leadClassId: fast.id })).toBe(customer.paid);
    expect(await paidFor({ leadClassId: 0 })).toBe(other.paid);
    expect(await paidFor({ priceTo: customer.paid })).toBe(customer.paid);
    expect(await paidFor({ priceFrom: above })).toBe(other.paid);
    expect(await paidFor({ priceFrom: customer.paid, priceTo: other.paid })).toBe(both);
    expect(await start({ priceFrom: 2, priceTo: 1 })).toMatchObject({
      status: 400,
      errors: { priceTo: '最低合计不能大于最高合计' },
    });
  });

  test('of a draft that was deleted or published in between fails with a message', async () => {
    const draft = await draftFor(app, pricedItem(catalogue), 1);
    const id = await started({ draftId: draft.id });
    await app.send('DELETE', `/price-draft/${draft.id}`, admin);
    await startWork(inThisThread);
    await until(id, 'failed');
    expect(await one(id)).toMatchObject({
      failure: '草稿已删除或已发布',
      result: null,
      draftName: '工艺涨价',
    });
    expect((await start({ draftId: draft.id })).status).toBe(404);
  });
});

describe('a run', () => {
  test('can be cancelled while waiting or running, and stores nothing', async () => {
    await order([buildItem(catalogue)]);
    const [waiting, running] = [await started(), await started()];
    const cancel = (id: number) => app.send('POST', `/price-replay/${id}/cancel`, { ...admin, body: {} });
    expect((await cancel(waiting)).status).toBe(200);
    await startWork();
    await until(running, 'running');
    expect((await cancel(running)).status).toBe(200);
    const waitingJobs = async () =>
      (await app.database.db.execute(sql`select from pgboss.job where state < 'completed'`)).rowCount;
    await expect.poll(waitingJobs).toBe(0);
    for (const id of [waiting, running])
      expect(await one(id)).toMatchObject({
        state: 'cancelled',
        result: null,
        finishedAt: expect.any(String),
      });
    expect(await cancel(running)).toMatchObject({ status: 409, error: 'record.changed' });
    expect(failures).toEqual([]);
  });

  test('restarts after an interruption, and takes effect once', async () => {
    const { username } = await order([buildItem(catalogue)]);
    const id = await started({ username });
    const first = await startWork();
    await until(id, 'running');
    await first.stop();
    expect(await one(id)).toMatchObject({ state: 'running', result: null });
    await startWork();
    await until(id, 'done');
    expect((await one(id)).result!.total).toMatchObject({ orders: 1, lines: 1 });
  });

  test('that lost its job to another process stores nothing', async () => {
    await order([buildItem(catalogue)]);
    const id = await started();
    const signal = new AbortController().signal;
    const taken = () => Promise.reject(new Error('the lease has ended'));
    await expect(runReplay(app, { data: { replayId: id }, signal, complete: taken })).rejects.toThrow(
      'the lease',
    );
    expect(await one(id)).toMatchObject({ state: 'running', result: null });
  });

  test('that keeps crashing is marked as interrupted, and does not run again', async () => {
    const id = await started();
    const signal = new AbortController().signal;
    const job = { data: { replayId: id }, signal, complete: () => Promise.resolve() };
    await expect(runReplay(app, { ...job, signal: AbortSignal.abort(new Error('killed')) })).rejects.toThrow(
      'killed',
    );
    await giveUpReplay(app, job);
    expect(await one(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('中断') });
    // A late run of the same job does nothing.
    await runReplay(app, job);
    expect(await stateOf(id)).toBe('failed');
  });
});

describe('replays that lost their jobs', () => {
  test('are queued again once, whether waiting or running, and do not block others', async () => {
    const { username } = await order([buildItem(catalogue)]);
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await started({ username }));
    const sweep = () => queueLostReplays(app.database.db);
    expect(await sweep()).toBe(0);
    // Like a restore: backups exclude the queue.
    await app.database.db.execute(sql`truncate pgboss.job`);
    await app.database.db
      .update(priceReplays)
      .set({ state: 'running', progress: 1 })
      .where(eq(priceReplays.id, ids[0]!));
    expect(await start()).toMatchObject({ status: 409, error: 'replay.too_many' });
    await Promise.all([sweep(), sweep()]);
    expect(await sweep()).toBe(0);
    const { rows } = await app.database.db.execute<{ id: number }>(
      sql`select (data ->> 'replayId')::int as id from pgboss.job order by id`,
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
    await startWork(inThisThread);
    await startWork(inThisThread);
    for (const id of ids) await until(id, 'done');
    for (const id of ids) expect((await one(id)).result!.total.orders).toBe(1);
    expect(await sweep()).toBe(0);
    expect(failures).toEqual([]);
  });
});

describe('replays', () => {
  test('are listed newest first, and can be exported and deleted once they have ended', async () => {
    const { username } = await order([buildItem(catalogue)]);
    const { id } = await replayed({ username });
    const listed = await app.send('GET', '/price-replay', admin);
    expect(listOf<PriceReplay>(listed)[0]).toMatchObject({ id, state: 'done', createdName: '系统管理员' });
    expect(listOf<PriceReplay>(listed)[0]).not.toHaveProperty('result');
    const { token } = await addPerson(app, { roleKey: 'admin' });
    const file = await app.http.inject({
      url: `/api/v1/price-replay/${id}/export?format=csv`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(file.statusCode).toBe(200);
    expect(file.body).toContain('分组,名称,订单,零件行');
    expect(file.body).toContain('合计,现行价格,1,1,');
    expect(file.body).toContain('成交率,分档,报价,成交,未接受,过期,');
    expect(file.body).toContain('报价 ÷ 公式价,95%–105%,0,0,0,0,数据不足');
    const waiting = await started();
    const remove = (which: number) => app.send('DELETE', `/price-replay/${which}`, { ...admin, body: {} });
    expect(await remove(waiting)).toMatchObject({ status: 409, error: 'record.changed' });
    expect((await remove(id)).status).toBe(200);
    expect((await app.send('GET', `/price-replay/${id}`, admin)).status).toBe(404);
  });

  test('in progress are limited, and only the newest finished ones are kept', async () => {
    const row = {
      filter: {
        ...period,
        status: 'sold',
        deptId: null,
        username: '',
        materialTag: '',
        processId: null,
      } as const,
    };
    await app.database.db.insert(priceReplays).values(
      Array.from({ length: 60 }, (_, n) => ({
        ...row,
        state: 'done' as const,
        createdName: `第${n}个`,
        createdAt: new Date(Date.now() - (n + 1) * 60_000),
      })),
    );
    for (let n = 0; n < 5; n += 1) await started();
    expect(await start()).toMatchObject({ status: 409, error: 'replay.too_many' });
    const { data } = await app.send('GET', '/price-replay?pageSize=100', admin);
    expect((data as { count: number }).count).toBe(50);
    expect(listOf<PriceReplay>({ data } as never).at(-1)).toMatchObject({ createdName: '第44个' });
  });
});
