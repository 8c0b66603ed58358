import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReceiptLine } from '#contract/prices/replay-result.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { fenFromYuan } from '#domain/money.ts';
import { materials, orderItemCosts, orders } from '#server/db/schema.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { oracleTotal } from '#tests/support/data/price-oracle.ts';
import { buildItem } from '#tests/support/data/quotations.ts';
import { admin, draftFor, machiningPrices, pricedItem, startReplays } from './replays.test-data.ts';

const { app, catalogue, failures, start, started, replayed, order, stopReplays } = await startReplays();
beforeEach(() => void failures.splice(0));
afterEach(stopReplays);
afterAll(() => app.close());

describe('a replay', () => {
  test('of the live prices reproduces the prices paid today', async () => {
    const { username, paid } = await order([
      buildItem(catalogue),
      buildItem(catalogue, { materialIndex: 3, num: 77 }),
    ]);
    const { result, progress, total, state } = await replayed({ username });
    expect({ progress, total, state }).toEqual({ progress: 1, total: 1, state: 'done' });
    expect(result.total).toMatchObject({
      orders: 1,
      lines: 2,
      paid,
      before: paid,
      after: paid,
      changedLines: 0,
      driftedLines: 0,
      lostLines: 0,
    });
    expect(result.orders).toEqual([]);
    expect(failures).toEqual([]);
  });

  test('of a draft lists customers who pay more, with both receipts, and matches an independent calculation', async () => {
    const item = pricedItem(catalogue, { num: 36, length: 333.3, width: 210.5, height: 60 });
    const { id: orderId, username, paid } = await order([item]);
    const draft = await draftFor(app, item, 8);
    const { id, result, draftName } = await replayed({ draftId: draft.id, username });
    expect(draftName).toBe('工艺涨价');

    const material = catalogue.materials.find(({ id: materialId }) => materialId === item.material)!;
    const { cells } = (await app.send('GET', '/price-table', admin)).data as PriceTable;
    const config = cells.filter(([materialId]) => materialId === material.id);
    const raised = new Map(draft.cells.map(({ optionId, after }) => [optionId, after!.price]));
    const priced = (isDraft: boolean) => ({
      ...material,
      processConfig: config.map(([, optionId, price]) => ({
        id: optionId,
        price: (isDraft ? raised.get(optionId) : undefined) ?? price,
      })),
    });
    const machining = await machiningPrices(app);
    const before = Number(oracleTotal([item], [priced(false)], machining));
    const after = Number(oracleTotal([item], [priced(true)], machining));
    expect(after).toBeGreaterThan(before);
    expect(result.total).toMatchObject({ orders: 1, paid, before, after, changedLines: 1, dearerOrders: 1 });
    expect(result.orders).toMatchObject([{ id: orderId, paid, before, after }]);
    expect(result.customers).toHaveLength(1);
    expect(result.customers[0]!.affected).toEqual(result.orders);
    expect(result.tags).toMatchObject([
      { key: material.materialTag, label: expect.not.stringMatching(/^[a-z_]+$/) },
    ]);

    const { data } = await app.send('GET', `/price-replay/${id}/order/${orderId}`, admin);
    const [line] = (data as { lines: ReceiptLine[] }).lines;
    expect([line!.before.price, line!.after.price]).toEqual([before, after]);
    const pricesOf = (trace: ReceiptLine['trace'] | undefined) =>
      trace!.options.map(({ optionId, price }) => [optionId, price] as const);
    for (const [optionId, price] of pricesOf(line!.after.trace))
      expect(price).toBe(raised.get(optionId) ?? new Map(pricesOf(line!.before.trace)).get(optionId));
    expect(line!.before.trace).toEqual(line!.trace);
    expect((await app.send('GET', `/price-replay/${id}/order/${orderId + 999}`, admin)).status).toBe(404);
  });

  test('of a draft of machining prices applies them, and shows margins only to users who can see costs', async () => {
    const item = buildItem(catalogue);
    const { id: orderId, username, paid } = await order([item, buildItem(catalogue, { materialIndex: 3 })]);
    const { materialTag } = catalogue.materials.find(({ id }) => id === item.material)!;
    const before = (await machiningPrices(app))[materialTag]!;
    const { data: draftId } = await app.send('POST', '/price-draft', {
      ...admin,
      body: {
        name: '基价上调',
        reason: '',
        changes: [{ kind: 'machining', deptId: 0, materialTag, before, after: before + 10 }],
      },
    });
    await app.database.db
      .insert(orderItemCosts)
      .values({ orderId, revision: 1, lineNo: 1, materialTag, lineFen: 1, costFen: 1_234, factors: [] });
    const { id, result } = await replayed({ draftId: Number(draftId), username });
    expect(result.total).toMatchObject({ paid, before: paid, costed: { cost: 12.34 } });
    expect(result.total.after).toBeGreaterThan(paid);
    const { before: costedBefore, after: costedAfter } = result.total.costed!;
    expect(costedBefore).toBeLessThan(paid);
    expect(costedAfter).toBeGreaterThan(costedBefore);
    expect(result.tags.find(({ key }) => key === materialTag)!.costed).toEqual(result.total.costed);

    const permissions = ['mfr:replay:run', 'mfr:price:list'];
    const { token } = await addPerson(app, { permissions, isStaff: true, dataScope: '1' });
    const seen = await app.send('GET', `/price-replay/${id}`, { token });
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.data)).not.toMatch(/cost|12\.34/);
    const exported = async (bearer: string) =>
      (
        await app.http.inject({
          url: `/api/v1/price-replay/${id}/export?format=csv`,
          headers: { authorization: `Bearer ${bearer}` },
        })
      ).body.split('\r\n');
    expect((await exported(token)).join()).not.toMatch(/12\.34|成本|毛利/);
    const boss = await addPerson(app, {
      permissions: [...permissions, 'mfr:cost:list'],
      isStaff: true,
      dataScope: '1',
    });
    const [head, total] = await exported(boss.token);
    const margin = (revenue: number) => String(Math.floor((10_000 * (revenue - 12.34)) / revenue) / 100);
    expect(head!.split(',').slice(14)).toEqual(['成本（元）', '现价毛利率（%）', '草稿毛利率（%）']);
    expect(total!.split(',').slice(-3)).toEqual(['12.34', margin(costedBefore), margin(costedAfter)]);
  });

  test('names lines with a deleted material, and excludes them from the sums', async () => {
    const item = buildItem(catalogue, { materialIndex: 5 });
    const { username, paid, id: orderId } = await order([item, buildItem(catalogue)]);
    const setDeleted = (deletedAt: Date | null) =>
      writeCatalogue(app.database, async (tx) => {
        await tx.update(materials).set({ deletedAt }).where(eq(materials.id, item.material));
      });
    await setDeleted(new Date());
    const { result } = await replayed({ username });
    await setDeleted(null);
    const { name } = catalogue.materials.find(({ id }) => id === item.material)!;
    expect(result.total).toMatchObject({ orders: 1, lines: 1, lostLines: 1 });
    expect(fenFromYuan(result.total.paid) + fenFromYuan(result.total.lost)).toBe(fenFromYuan(paid));
    expect(result.lost).toMatchObject([
      { orderId, lineNo: 1, book: 'before', reason: `材料“${name}”已删除或下架` },
    ]);
  });

  test('applies its filters: status, material tag, process and company', async () => {
    const [a, b] = [buildItem(catalogue), buildItem(catalogue, { materialIndex: 9 })];
    const { username, id } = await order([a, b]);
    const tagOf = ({ material }: typeof a) =>
      catalogue.materials.find((one) => one.id === material)!.materialTag;
    expect(tagOf(a)).not.toBe(tagOf(b));
    const linesOf = async (filter: object) => (await replayed({ username, ...filter })).result.total.lines;
    expect(await linesOf({ materialTag: tagOf(a) })).toBe(1);
    expect(await linesOf({ status: 'quoted' })).toBe(0);
    expect(await linesOf({ status: 'placed' })).toBe(2);
    const [processKey] = Object.keys(a).filter((key) => key.startsWith('process_'));
    const processId = Number(processKey!.slice(8));
    expect(await linesOf({ processId })).toBe(
      [a, b].filter((item) => Object.hasOwn(item, processKey!)).length,
    );
    expect(await linesOf({ processId: 999_999 })).toBe(0);
    const [row] = await app.database.db.select().from(orders).where(eq(orders.id, id));
    expect(await linesOf({ deptId: row!.deptId })).toBe(2);
    expect(await linesOf({ deptId: row!.deptId! + 1_000 })).toBe(0);
  });
});

describe('replays', () => {
  test('need the permission to replay and to see all customers’ orders', async () => {
    const id = await started();
    const paths = [
      '/price-replay',
      `/price-replay/${id}`,
      `/price-replay/${id}/export`,
      `/price-replay/${id}/order/1`,
    ];
    const replays = { permissions: ['mfr:replay:run'] };
    const narrow = await addPerson(app, { ...replays, dataScope: '4' });
    const without = await addPerson(app, {
      permissions: ['mfr:price:list', 'mfr:price:edit'],
      dataScope: '1',
    });
    for (const { token } of [narrow, without]) {
      for (const path of paths) expect((await app.send('GET', path, { token })).status, path).toBe(403);
      expect((await start({}, { token })).status).toBe(403);
      for (const [method, path] of [
        ['POST', `/price-replay/${id}/cancel`],
        ['DELETE', `/price-replay/${id}`],
      ] as const)
        expect((await app.send(method, path, { token, body: {} })).status).toBe(403);
    }
    const all = await addPerson(app, { ...replays, dataScope: '1' });
    expect((await app.send('GET', '/price-replay', { token: all.token })).status).toBe(200);
    expect((await start({}, { token: all.token })).status).toBe(200);
    // A draft also needs the permission for the price table.
    expect((await start({ draftId: 1 }, { token: all.token })).status).toBe(403);
  });
});
