import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const get = (path: string) => app.send('GET', path, { as: 'admin' });

describe('spellings of compatible clients are accepted:', () => {
  test('a quotation item may have cncPrice and origin, which are ignored', async () => {
    const item = buildItem(await readCatalogue(app));
    const foreign = { ...item, cncPrice: { aluminium: 0.01 }, origin: 'user' };
    const plain = await app.send('POST', '/quote', { as: 'demo', body: { items: [item] } });
    const priced = await app.send('POST', '/quote', { as: 'demo', body: { items: [foreign] } });
    expect(priced.data).toEqual(plain.data);
    const order = await buildOrder(app, { as: 'demo' }, [item]);
    const placed = await place(app, { as: 'demo' }, { ...order, items: [foreign] });
    expect(placed).toMatchObject({ status: 200 });
    const { data } = await app.send('GET', `/order/${String(placed.data)}`, { as: 'demo' });
    expect(JSON.stringify(data)).not.toContain('0.01');
    const wrong = { ...item, cncPrice: 'free' };
    expect(await app.send('POST', '/quote', { as: 'demo', body: { items: [wrong] } })).toMatchObject({
      status: 400,
      errors: { 'items.0.cncPrice': '加工基价必须是各材料分类的数字' },
    });
  });

  test('a company default configuration may be a flat item', async () => {
    const { deptId } = await addDept(app);
    const item = buildItem(await readCatalogue(app), { num: 3 });
    const path = '/material_process/company_default_config';
    expect(await app.send('POST', path, { as: 'admin', body: { ...item, deptId } })).toMatchObject({
      status: 200,
    });
    expect((await get(`${path}?deptId=${deptId}`)).data).toMatchObject({ material: item.material, num: 3 });
    const { material: _material, ...without } = item;
    expect(await app.send('POST', path, { as: 'admin', body: without })).toMatchObject({ status: 400 });
  });

  test('an empty parameter is not a filter', async () => {
    const filters = ['status=', 'deptId=', 'orderNo=', 'beginTime=', 'pageIndex=', 'priceOrder='];
    for (const filter of filters) expect(await get(`/order?${filter}`)).toMatchObject({ status: 200 });
    expect(await get('/material?maxUpdatedAt=')).toMatchObject({ status: 200 });
    expect((await get('/sys-user?username=&deptId=')).data).toEqual((await get('/sys-user')).data);
    expect(await get('/order?nothing=')).toMatchObject({ status: 400 });
  });

  test('a department may be named by its path', async () => {
    const { deptId } = await addDept(app);
    const { userId } = await addPerson(app, { roleKey: 'customer', deptId });
    for (const given of [`${deptId}`, `/${deptId}/`, `/0/1/${deptId}/`, `%2F${deptId}%2F`]) {
      expect((await get(`/sys-user?deptId=${given}`)).data).toMatchObject({ list: [{ userId }], count: 1 });
    }
    for (const given of ['/', '//', `/${deptId}`, `${deptId}/`, '/a/', '/0/'])
      expect(await get(`/sys-user?deptId=${given}`)).toMatchObject({ status: 400 });
  });

  test('the plus sign of a time offset may be unescaped', async () => {
    const at = '2026-01-31T08:00:00';
    const escaped = await get(`/material?maxUpdatedAt=${at}%2B08:00`);
    expect(escaped).toMatchObject({ status: 200 });
    expect((await get(`/material?maxUpdatedAt=${at}+08:00`)).data).toEqual(escaped.data);
    expect((await get(`/material?maxUpdatedAt=2026-01-31+08:00:00`)).data).toEqual(escaped.data);
    expect(await get('/material?maxUpdatedAt=2026-01-31T08:00+99:99')).toMatchObject({ status: 400 });
  });
});
