import { afterAll, describe, expect, test } from 'vitest';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import type { StockSizeRecord } from '#contract/catalogue/stock-sizes.ts';
import { tableTypes } from '#server/tables/table-file.ts';
import { fileOf, sentFile } from '#server/tables/spreadsheets.test-data.ts';
import { boxStl, uploadedModel } from '#tests/support/models/models.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { startStockSizes, admin, demo, plate } from './stock-sizes.test-data.ts';

const { app, add, one, readTable } = await startStockSizes();
afterAll(() => app.close());

describe('stock sizes', () => {
  test('have plates and bars of every material tag on a new installation, with the measures of their form', async () => {
    const list = listOf<StockSizeRecord>(await app.send('GET', '/stock-size?pageSize=1000', admin));
    const tags = new Set((await readCatalogue(app)).materials.map(({ materialTag }) => materialTag));
    for (const form of ['plate', 'roundBar'])
      expect(new Set(list.filter((row) => row.form === form).map(({ materialTag }) => materialTag))).toEqual(
        tags,
      );
    expect(list.length).toBeGreaterThan(100);
    expect(new Set(list.map(({ name, materialTag }) => `${materialTag} ${name}`)).size).toBe(list.length);
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
  ])('%s is refused with a message', async (_what, change, field, message) => {
    const answer = await add({ ...plate, ...change });
    expect(answer).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(Object.entries(answer.errors ?? {}).find(([path]) => path === field)?.[1]).toContain(message);
  });

  test('are unique per tag', async () => {
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

  test('prevent deleting their tag from the dictionary', async () => {
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

  test('are added and changed by an import, which reports wrong rows', async () => {
    const { token } = await addPerson(app, { roleKey: 'admin' });
    const heads = ['形状', '材料分类', '厚度 mm', '宽度 mm', '直径 mm', '标准长度 mm', '排序', '状态'];
    let file = '';
    const preview = async (rows: (string | number)[][]): Promise<RecordReport> => {
      const payload = await fileOf('csv', [heads, ...rows]);
      file = sentFile(payload);
      const { body } = await app.http.inject({
        method: 'POST',
        url: '/api/v1/stock-size/import',
        headers: { authorization: `Bearer ${token}`, 'content-type': tableTypes.csv },
        payload,
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
      body: { token: good.token, file },
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
  async function ordered(
    change: Partial<QuotationItem> = {},
  ): Promise<{ order: OrderWithExt; item: OrderItem }> {
    const item = { ...buildItem(await readCatalogue(app)), length: 120, width: 80, height: 20, ...change };
    const answer = await place(app, demo, await buildOrder(app, demo, [item], { status: 'quoted' }));
    expect(answer).toMatchObject({ status: 200 });
    const order: OrderWithExt = (await app.send('GET', `/order/${String(answer.data)}/withExt`, demo)).data;
    return { order, item: order.items[0]! };
  }

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

  test('of a part described as round is a round bar, also in the order', async () => {
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

  test('is missing for parts that fit no size, and includes the allowance of the settings', async () => {
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
});
