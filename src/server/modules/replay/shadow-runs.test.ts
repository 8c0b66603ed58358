import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { fenFromYuan } from '#domain/money.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { oracleTotal } from '#tests/support/data/price-oracle.ts';
import { draftFor, machiningPrices, pricedItem } from './replays.test-data.ts';
import { startShadowRuns, admin, MINUTE_MS } from './shadow-runs.test-data.ts';

const { app, catalogue, compute, start, started, stop, one, order, pass, clearRuns } =
  await startShadowRuns();
afterEach(clearRuns);
afterAll(() => app.close());

describe('a shadow run', () => {
  test('prices orders and quotations since its start, and matches an independent calculation', async () => {
    const item = pricedItem(catalogue, { num: 36, length: 333.3, width: 210.5, height: 60 });
    await order(item);
    const draft = await draftFor(app, item, 8);
    await pass(MINUTE_MS);
    const id = await started(draft.id);
    const { id: orderId, paid } = await order(item);
    await order(item, 'quoted');
    await order(item, 'requested');
    await compute();

    const material = catalogue.materials.find(({ id: materialId }) => materialId === item.material)!;
    const raised = new Map(draft.cells.map(({ optionId, after }) => [optionId, after!.price]));
    const { cells } = (await app.send('GET', '/price-table', admin)).data as PriceTable;
    const processConfig = cells
      .filter(([materialId]) => materialId === material.id)
      .map(([, optionId, price]) => ({ id: optionId, price: raised.get(optionId) ?? price }));
    const after = Number(oracleTotal([item], [{ ...material, processConfig }], await machiningPrices(app)));
    const { state, result, shadow, total, finishedAt } = await one(id);
    expect({ state, total, finishedAt }).toEqual({ state: 'shadow', total: 3, finishedAt: null });
    expect(shadow).toMatchObject({ endedBy: null, draft: 'same', computedAt: expect.any(String) });
    const threeFold = (yuan: number) => (3 * fenFromYuan(yuan)) / 100;
    expect(result!.total).toMatchObject({
      orders: 3,
      lines: 3,
      paid: threeFold(paid),
      before: threeFold(paid),
      after: threeFold(after),
      dearerOrders: 3,
    });
    const receipt = await app.send('GET', `/price-replay/${id}/order/${orderId}`, admin);
    expect(receipt.data).toMatchObject({ lines: [{ before: { price: paid }, after: { price: after } }] });
  });
});

describe('shadow runs', () => {
  test('need the permissions to replay, for the price table and for all customers’ orders', async () => {
    const draft = await draftFor(app, pricedItem(catalogue), 8);
    const id = await started(draft.id);
    const all = { dataScope: '1' };
    const narrow = await addPerson(app, {
      permissions: ['mfr:replay:run', 'mfr:price:list'],
      dataScope: '4',
    });
    const blind = await addPerson(app, { permissions: ['mfr:replay:run'], ...all });
    const other = await addPerson(app, { permissions: ['mfr:price:list', 'mfr:price:edit'], ...all });
    const customer = await addPerson(app, { roleKey: 'customer' });
    for (const { token } of [narrow, blind, other, customer])
      expect((await start(draft.id, 7, { token })).status).toBe(403);
    for (const { token } of [narrow, other, customer]) expect((await stop(id, { token })).status).toBe(403);
    const may = await addPerson(app, { permissions: ['mfr:replay:run', 'mfr:price:list'], ...all });
    expect((await start(draft.id, 7, { token: may.token })).status).toBe(200);
  });
});
