import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configs, files } from '#server/db/schema.ts';
import { samples } from '#tests/support/data/files.ts';
import { boxMeasures, boxStl, sendModel } from '#tests/support/models/models.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { box, startModelShop, type ModelShop } from './model-shop.test-data.ts';

let shop: ModelShop;
beforeAll(async () => {
  shop = await startModelShop();
});
afterAll(() => shop.close());

test.each([
  ['an empty file', 'a.stl', Buffer.alloc(0), 400],
  ['a picture', 'a.stl', samples.png, 400],
  ['a drawing', 'a.step', samples.dxf, 400],
  ['an archive without the extension of a 3MF', 'a.zip', samples.zip, 400],
])('%s is refused', async (_what, name, content, status) => {
  expect(await sendModel(shop.app, name, content, { token: shop.customer.token })).toMatchObject({ status });
});

test('formats and the size limit are settings', async () => {
  const set = (key: string, value: string) =>
    shop.app.database.db.transaction(async (tx) => {
      await tx.update(configs).set({ configValue: value }).where(eq(configs.configKey, key));
      await tx.execute(sql`update revision set value = value + 1 where name = 'settings'`);
    });
  await set('model.formats', 'step');
  await set('model.maxMb', '1');
  const refused = await sendModel(shop.app, 'a.stl', boxStl(box), { token: shop.customer.token });
  expect(refused).toMatchObject({ status: 400, error: 'file.unsupported' });
  expect(refused.msg).toContain('STL');
  const large = Buffer.concat([samples.step, Buffer.alloc(1024 * 1024)]);
  const tooLarge = await sendModel(shop.app, 'a.step', large, { token: shop.customer.token });
  expect(tooLarge).toMatchObject({ status: 413, error: 'file.too_large', msg: '三维模型不能超过 1 MB' });
  await set('model.formats', 'step, stl');
  await set('model.maxMb', '50');
});

test('a model is visible to its owner and to users who see an order with it', async () => {
  const { id } = await shop.upload();
  const get = async (path: string, { token }: Person) => (await shop.app.send('GET', path, { token })).status;
  for (const path of [`/model/${id}`, `/model/${id}/file`]) {
    expect(await get(path, shop.customer)).toBe(200);
    expect(await get(path, shop.stranger)).toBe(404);
  }
  // Staff see the models of orders, not other uploads of customers.
  const sales = await addPerson(shop.app, {
    permissions: ['mfr:order:query', 'mfr:model:measure'],
    dataScope: '1',
  });
  await shop.order({ id, ...boxMeasures(box) });
  expect(await get(`/model/${id}/file`, sales)).toBe(200);
  expect(await get(`/model/${id}/file`, shop.stranger)).toBe(404);
  const again = (who: Person) => shop.app.send('POST', `/model/${id}/measure`, { token: who.token });
  await shop.setMeasured(id);
  expect(await again(shop.customer)).toMatchObject({ status: 403 });
  expect(await again(sales)).toMatchObject({ status: 200, data: { status: 'waiting' } });
});

test('an owner can delete a model that no order has', async () => {
  const [free, used] = [await shop.upload(), await shop.upload()];
  await shop.order({ id: used.id, ...boxMeasures(box) });
  const remove = (ids: number[], { token }: Person) =>
    shop.app.send('DELETE', '/model', { token, body: { ids } });
  expect(await remove([free.id], shop.stranger)).toMatchObject({ status: 404 });
  expect(await remove([free.id, used.id], shop.customer)).toMatchObject({
    status: 409,
    error: 'record.in_use',
  });
  const { fileId } = await shop.readModelRow(free.id);
  expect(await remove([free.id], shop.customer)).toMatchObject({ status: 200 });
  expect(await shop.app.database.db.select().from(files).where(eq(files.id, fileId!))).toStrictEqual([]);
  expect(await shop.app.send('GET', `/model/${free.id}`, { token: shop.customer.token })).toMatchObject({
    status: 404,
  });
});
