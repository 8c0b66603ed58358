import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderItem, OrderWithExt } from '#contract/order-data.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import type { RecordReport } from '#contract/record-import.ts';
import type { StockSizeRecord } from '#contract/stock-sizes.ts';
import type { StockTable } from '#domain/stock/plan-stock.ts';
import { tableTypes } from '#server/http/table-file.ts';
import { fileOf } from '#server/modules/price-table/spreadsheets.test-data.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models.ts';
import { addPerson } from '#tests/support/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' };
const demo = { as: 'demo' };
const plate = { form: 'plate', materialTag: 'aluminium', thickness: 22, sort: 1, status: 2 };
const add = (body: object) => app.send('POST', '/stock-size', { ...admin, body });
const one = async (id: unknown): Promise<StockSizeRecord> =>
  (await app.send('GET', `/stock-size/${String(id)}`, admin)).data;
const readTable = async (): Promise<StockTable> => (await app.send('GET', '/stock-size/table', demo)).data;

describe('stock sizes', () => {
  test('a new installation has plates and bars of every material tag, each with the measures of its form', async () => {
    const list = listOf<StockSizeRecord>(await app.send('GET', '/stock-size?pageSize=1000', admin));
    const tags = new Set((await readCatalogue(app)).materials.map(({ materialTag }) => materialTag));
    for (const form of ['plate', 'roundBar'])
      expect(new Set(list.filter((row) => row.form === form).map(({ materialTag }) => materialTag))).toEqual(
        tags,
      );
    expect(list.length).toBeGreaterThan(100);
    expect(new Set(list.map(({ name, materialTag }) => `${materialTag} ${name}`)).size).toBe(list.length);
  });

  test('a size is created, found, edited by version, cleared of a limit and deleted', async () => {
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

  test.each([
    ['no form', { form: undefined }, 'form', '请选择形状'],
    ['an unknown form', { form: 'tube' }, 'form', '形状的取值不正确'],
    ['a plate without a thickness', { thickness: undefined }, 'thickness', '板材必须填写厚度'],
    ['a plate with a diameter', { diameter: 5 }, 'diameter', '板材没有直径，请留空'],
    ['a round bar with a thickness', { form: 'roundBar', diameter: 30 }, 'thickness', '圆棒没有厚度，请留空'],
    ['a flat bar without a width', { form: 'flatBar' }, 'width', '扁条必须填写宽度'],
    ['a thickness of zero', { thickness: 0 }, 'thickness', '厚度不能小于0.001'],
    ['a negative length', { length: -5 }, 'length', '标准长度不能小于0.001'],
    ['a length of a kilometre', { length: 1e6 }, 'length', '标准长度不能大于10000'],
    ['text for a number', { thickness: '25' }, 'thickness', '厚度必须是数字'],
    ['an unknown tag', { materialTag: 'unobtainium' }, 'materialTag', '材料分类不存在或已停用'],
    ['a status of 3', { status: 3 }, 'status', '状态的取值不正确'],
    ['an unknown field', { colour: 'red' }, 'colour', '不支持的字段'],
  ])('%s is refused in words', async (_what, change, field, message) => {
    const answer = await add({ ...plate, ...change });
    expect(answer).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(Object.entries(answer.errors ?? {}).find(([path]) => path === field)?.[1]).toContain(message);
  });

  test('the same size is kept once for a tag', async () => {
    const first = await add({ ...plate, thickness: 500, width: 100 });
    const again = await add({ ...plate, thickness: 500, width: 100 });
    expect(again).toMatchObject({
      status: 400,
      msg: `板材 厚 500 mm 已有相同的规格（编号 ${String(first.data)}）`,
    });
    expect(await add({ ...plate, thickness: 500, width: 100, materialTag: '' })).toMatchObject({
      status: 200,
    });
    const row = await one(first.data);
    expect(
      await app.send('PUT', `/stock-size/${row.id}`, { ...admin, body: { ...row, remark: '改' } }),
    ).toMatchObject({
      status: 200,
    });
  });

  test('customers read the table and nothing else, without sizes that are off', async () => {
    const off = await add({ ...plate, thickness: 24, status: 1 });
    const table = await readTable();
    expect(table.sizes.some(({ id }) => id === off.data)).toBe(false);
    expect(table.allowances).toEqual({ plate: 1.5, flatBar: 1, squareBar: 1, roundBar: 1 });
    expect((await app.send('GET', '/stock-size', demo)).status).toBe(403);
    expect((await app.send('POST', '/stock-size', { ...demo, body: plate })).status).toBe(403);
    expect((await app.send('GET', '/stock-size/table', {})).status).toBe(401);
  });

  test('a tag with sizes stays in the dictionary', async () => {
    const entry = {
      dictType: 'material_tag',
      dictLabel: '镁合金',
      dictValue: 'magnesium',
      dictSort: 90,
      status: 2,
    };
    const { data: tag } = await app.send('POST', '/dict/data', { ...admin, body: entry });
    const { data: id } = await add({ ...plate, materialTag: 'magnesium' });
    const remove = () => app.send('DELETE', '/dict/data', { ...admin, body: { ids: [tag] } });
    expect(await remove()).toMatchObject({
      error: 'record.in_use',
      msg: '字典数据 镁合金 正在使用，不能删除',
    });
    await app.send('DELETE', '/stock-size', { ...admin, body: { ids: [id] } });
    expect(await remove()).toMatchObject({ status: 200 });
  });

  test('a file adds and changes sizes, and faulty rows are named', async () => {
    const { token } = await addPerson(app, { roleKey: 'admin' });
    const heads = ['形状', '材料分类', '厚度 mm', '宽度 mm', '直径 mm', '标准长度 mm', '排序', '状态'];
    const preview = async (rows: (string | number)[][]): Promise<RecordReport> => {
      const { body } = await app.http.inject({
        method: 'POST',
        url: '/api/v1/stock-size/import',
        headers: { authorization: `Bearer ${token}`, 'content-type': tableTypes.csv },
        payload: await fileOf('csv', [heads, ...rows]),
      });
      return (JSON.parse(body) as { data: RecordReport }).data;
    };
    const faulty = await preview([
      ['管材', '', '', '', 20, '', 1, '正常'],
      ['圆棒', '镁', '', '', 20, '', 1, '正常'],
      ['圆棒', '钛合金', 5, '', 21, '', 1, '正常'],
    ]);
    expect(faulty.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, '形状', '形状只能是 板材、扁条、方棒、圆棒'],
      [3, '材料分类', '材料分类 镁 不存在'],
    ]);
    const wrong = await preview([['圆棒', '钛合金', 5, '', 21, '', 1, '正常']]);
    expect(wrong.errors[0]?.message).toContain('圆棒没有厚度，请留空');
    const good = await preview([
      ['圆棒', '钛合金', '', '', '21.0', '2000', 1, '正常'],
      ['圆棒', '钛合金', '', '', '20.0', '2000', 7, '停用'],
    ]);
    expect(good).toMatchObject({ errors: [], created: [{ row: 2 }], changed: [{ row: 3 }] });
    const applied = await app.send('POST', '/stock-size/import/apply', {
      token,
      body: { token: good.token },
    });
    expect(applied.data).toMatchObject({ created: 1, changed: 1 });
    const sizes = (await readTable()).sizes.filter(
      ({ materialTag, form }) => materialTag === 'titanium' && form === 'roundBar',
    );
    expect(sizes.map(({ diameter }) => diameter).includes(21)).toBe(true);
    expect(sizes.map(({ diameter }) => diameter).includes(20)).toBe(false);
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

  test('follows from its model, with utilisation and weights, and does not change its price', async () => {
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

  test('of a turned part is a round bar, also in the next revision', async () => {
    const { id } = await uploadedModel(app, '轴.stl', boxStl([80, 30, 30]));
    const model = {
      id,
      volumeMm3: 56_548.67,
      boxMm: [80, 30, 30] as [number, number, number],
      isTurned: true,
    };
    const { order, item } = await ordered({ length: 80, width: 30, height: 30, model });
    expect(item.stock?.piece).toMatchObject({ size: { form: 'roundBar', diameter: 35 }, cutMm: [82] });
    expect(order.models[0]?.sent.isTurned).toBe(true);
    const body = await buildOrder(app, demo, [
      { ...buildItem(await readCatalogue(app)), length: 80, width: 30, height: 30, num: 2, model },
    ]);
    const { status: _status, ...revised } = body;
    const answer = await app.send('PUT', `/order/${order.id}`, {
      ...demo,
      body: { ...revised, version: order.version },
    });
    expect(answer).toMatchObject({ status: 200 });
    const after: OrderWithExt = (await app.send('GET', `/order/${order.id}/withExt`, demo)).data;
    expect(after.items[0]?.stock?.piece?.size).toMatchObject({ diameter: 35 });
    expect(after.models[0]?.sent.isTurned).toBe(true);
  });

  test('of a part without a model that is said to be round is a round bar, and the order says so', async () => {
    const { item } = await ordered({ length: 30, width: 30, height: 80, remark: '圆料 Ø30×80 mm；去毛刺' });
    expect(item.remark).toBe('圆料 Ø30×80 mm；去毛刺');
    expect(item.stock).toMatchObject({
      source: 'typed',
      piece: { size: { form: 'roundBar', diameter: 35 }, cutMm: [82] },
    });
    const box = await ordered({ length: 30, width: 30, height: 80 });
    expect(box.item.stock?.piece?.size.form).not.toBe('roundBar');
    expect(item.sub_total).toBe(box.item.sub_total);
  });

  test('may be chosen by hand, and a choice that is gone or too small gives way', async () => {
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

  test.each([0, -1, 1.5, '7', null, {}, [1]])('a choice of %j is refused', async (stockSizeId) => {
    const item = buildItem(await readCatalogue(app));
    const answer = await app.send('POST', '/quote', { ...demo, body: { items: [{ ...item, stockSizeId }] } });
    expect(answer).toMatchObject({ status: 400 });
    expect(Object.keys(answer.errors ?? {})).toEqual(['items.0.stockSizeId']);
  });

  test('says when nothing holds the part, and follows the allowance of the settings', async () => {
    expect((await ordered({ length: 3000, width: 400, height: 200 })).item.stock).toMatchObject({
      fit: 'tooLarge',
      piece: null,
      stockKg: null,
    });
    const save = (configValue: string) =>
      app.send('PUT', '/set-config', {
        ...admin,
        body: [{ configKey: 'stock.plateAllowance', configValue }],
      });
    expect(await save('2.75')).toMatchObject({ status: 200 });
    expect((await ordered()).item.stock?.piece).toMatchObject({
      size: { thickness: 30 },
      cutMm: [125.5, 85.5],
    });
    for (const wrong of ['-1', '2.755', '51', 'viel', ''])
      expect(await save(wrong)).toMatchObject({
        status: 400,
        msg: '板材单边余量（mm）应为 0 到 50 的数字，最多两位小数',
      });
    await save('1.5');
  });

  test('stays as it was sold when the table changes', async () => {
    const { order, item } = await ordered();
    const { size } = item.stock!.piece!;
    await app.send('DELETE', '/stock-size', { ...admin, body: { ids: [size.id] } });
    const again: OrderWithExt = (await app.send('GET', `/order/${order.id}/withExt`, demo)).data;
    expect(again.items[0]?.stock).toEqual(item.stock);
    expect((await ordered()).item.stock?.piece?.size.thickness).toBe(30);
  });
});
