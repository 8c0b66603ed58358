import { afterAll, describe, expect, test } from 'vitest';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { StockSizeRecord } from '#contract/catalogue/stock-sizes.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models/models.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { startStockSizes, admin, demo, plate } from './stock-sizes.test-data.ts';

const { app, add, one, readTable } = await startStockSizes();
afterAll(() => app.close());

describe('stock sizes', () => {
  test('are created, found, edited by version, cleared of a limit and deleted', async () => {
    const created = await add({ ...plate, width: 1000, length: 2000 });
    expect(created).toMatchObject({ status: 200, msg: '创建成功' });
    const before = await one(created.data);
    expect(before).toMatchObject({ name: '板材 厚 22 mm', width: 1000, diameter: null, version: 1 });
    const { width: _width, ...unlimited } = before;
    const path = `/stock-size/${before.id}`;
    const edited = await app.send('PUT', path, { ...admin, body: unlimited });
    expect(edited.data).toMatchObject({ width: null, length: 2000, version: 2 });
    expect(await app.send('PUT', path, { ...admin, body: before })).toMatchObject({
      status: 409,
      error: 'record.changed',
    });
    const found = await app.send(
      'GET',
      '/stock-size?form=plate&materialTag=aluminium&status=2&thicknessOrder=desc&pageSize=3',
      admin,
    );
    expect(listOf<StockSizeRecord>(found).map(({ thickness }) => thickness)).toEqual([120, 100, 80]);
    expect(await app.send('DELETE', '/stock-size', { ...admin, body: { ids: [before.id] } })).toMatchObject({
      status: 200,
    });
    expect((await app.send('GET', path, admin)).status).toBe(404);
  });

  test('customers can read only the table of enabled sizes', async () => {
    const off = await add({ ...plate, thickness: 24, status: 1 });
    const table = await readTable();
    expect(table.sizes.some(({ id }) => id === off.data)).toBe(false);
    expect(table.allowances).toEqual({ plate: 1.5, flatBar: 1, squareBar: 1, roundBar: 1 });
    expect((await app.send('GET', '/stock-size', demo)).status).toBe(403);
    expect((await app.send('POST', '/stock-size', { ...demo, body: plate })).status).toBe(403);
    expect((await app.send('GET', '/stock-size/table', {})).status).toBe(401);
  });
});

describe('the stock of an ordered part', () => {
  const box = [120, 80, 20] as const;

  async function ordered(
    change: Partial<QuotationItem> = {},
  ): Promise<{ order: OrderWithExt; item: OrderItem }> {
    const item = { ...buildItem(await readCatalogue(app)), length: 120, width: 80, height: 20, ...change };
    const answer = await place(app, demo, await buildOrder(app, demo, [item], { status: 'quoted' }));
    expect(answer).toMatchObject({ status: 200 });
    const order: OrderWithExt = (await app.send('GET', `/order/${String(answer.data)}/withExt`, demo)).data;
    return { order, item: order.items[0]! };
  }

  test('is computed from its model, with utilisation and weights, and does not change its price', async () => {
    const { id } = await uploadedModel(app, '块.stl', boxStl(box));
    const { item: typed } = await ordered();
    const { item } = await ordered({ model: { id, ...boxMeasures(box) } });
    // AL6061 of 2.7 g/cm³: 123 × 83 mm of the 25 mm plate.
    expect(item.stock).toMatchObject({
      source: 'model',
      isByHand: false,
      fit: 'fits',
      piece: { size: { form: 'plate', thickness: 25 }, cutMm: [123, 83] },
      partKg: 0.5184,
      stockKg: 0.6891,
    });
    expect(item.stock?.utilisation).toBeCloseTo(192_000 / 255_225, 10);
    expect(typed.stock).toMatchObject({ source: 'typed', utilisation: null, partKg: null, stockKg: 0.6891 });
    expect([item.sub_total, item.delivery_time]).toEqual([typed.sub_total, typed.delivery_time]);
  });

  test('can be chosen by hand; a choice that is deleted or too small is replaced', async () => {
    const { sizes } = await readTable();
    const thick = sizes.find(
      ({ form, thickness, materialTag }) =>
        form === 'plate' && thickness === 40 && materialTag === 'aluminium',
    )!;
    const thin = sizes.find(
      ({ form, thickness, materialTag }) =>
        form === 'plate' && thickness === 10 && materialTag === 'aluminium',
    )!;
    const of = async (stockSizeId: number) => (await ordered({ stockSizeId })).item.stock;
    expect(await of(thick.id)).toMatchObject({
      isByHand: true,
      piece: { size: { thickness: 40 } },
      stockKg: 1.103,
    });
    for (const id of [thin.id, 2_000_000_000])
      expect(await of(id)).toMatchObject({ isByHand: false, piece: { size: { thickness: 25 } } });
  });

  test('is not changed by later changes of the table', async () => {
    const { data: thinner } = await add({ ...plate, thickness: 23 });
    const { order, item } = await ordered();
    expect(item.stock?.piece?.size.thickness).toBe(23);
    await app.send('DELETE', '/stock-size', { ...admin, body: { ids: [thinner] } });
    const again: OrderWithExt = (await app.send('GET', `/order/${order.id}/withExt`, demo)).data;
    expect(again.items[0]?.stock).toEqual(item.stock);
    expect((await ordered()).item.stock?.piece?.size.thickness).toBe(25);
  });
});
