import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Material } from '#contract/catalogue/material-list.ts';
import { priceGaps } from '#domain/process-tree/offered.ts';
import { dictData, materialProcesses } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { listOf, readCatalogue } from '#tests/support/data/quotations.ts';
import { startMaterials } from './materials.test-data.ts';

const { app, admin, post, put, newMaterial, addMaterial } = await startMaterials();
afterAll(() => app.close());

describe('a material', () => {
  test('is created, read, edited by version and deleted', async () => {
    const material = await addMaterial();
    expect(material).toMatchObject({ name: '试验铝材', version: 1, processConfig: [] });
    const path = `/material/${material.id}`;

    const edited = await put(path, { ...material, name: '改名' });
    expect(edited).toMatchObject({ status: 200, data: { name: '改名', version: 2 } });
    const stale = await put(path, { ...material, name: '又改' });
    expect(stale).toMatchObject({ status: 409, error: 'record.changed', data: { name: '改名', version: 2 } });

    const removed = await app.send('DELETE', '/material', { ...admin, body: { ids: [material.id] } });
    expect(removed).toMatchObject({ status: 200, data: [material.id] });
    expect(await app.send('GET', path, admin)).toMatchObject({ status: 404 });
    const again = await put(path, { ...material, version: 3 });
    expect(again).toMatchObject({ status: 404, error: 'record.not_found' });
  });

  test('has an enabled dictionary value as its tag, and keeps it when it is disabled later', async () => {
    const unknown = await post('/material', await newMaterial({ materialTag: 'no' }));
    expect(unknown).toMatchObject({ status: 400, errors: { materialTag: '材料分类不存在或已停用' } });
    const material = await addMaterial();
    const disable = (status: number) =>
      app.database.db.update(dictData).set({ status }).where(eq(dictData.dictValue, material.materialTag));
    await disable(1);
    const refused = await post('/material', await newMaterial());
    const kept = await put(`/material/${material.id}`, { ...material, sort: 1 });
    await disable(2);
    expect(refused).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(kept).toMatchObject({ status: 200, data: { sort: 1, materialTag: material.materialTag } });
  });

  test('is not deleted while a default configuration uses it, nor are others in the same request', async () => {
    const effective = await app.send('GET', '/material_process/default_config', { as: 'demo' });
    const used = (effective.data as { material: number }).material;
    const other = await addMaterial();
    const answer = await app.send('DELETE', '/material', { ...admin, body: { ids: [other.id, used] } });
    expect(answer).toMatchObject({ status: 409, error: 'record.in_use' });
    expect(answer.msg).toContain('系统默认配置');
    const missing = await app.send('DELETE', '/material', { ...admin, body: { ids: [other.id, 999_999] } });
    expect(missing).toMatchObject({ status: 404 });
    expect(await app.send('GET', `/material/${other.id}`, admin)).toMatchObject({ status: 200 });
  });

  test('is removed from process rules and prices when it is deleted', async () => {
    const [kept, gone] = [await addMaterial(), await addMaterial()];
    const { tree } = await readCatalogue(app);
    const option = tree[0]!.children[0]!;
    const rule = { ...option, filterType: 1, materialIds: [gone.id, kept.id] };
    expect(await put(`/process/${option.id}`, rule)).toMatchObject({
      status: 200,
    });
    const prices = { processConfig: [{ id: option.id, price: 1, time: 1 }], version: 1 };
    await post(`/material_process/${gone.id}`, prices);
    await app.send('DELETE', '/material', { ...admin, body: { ids: [gone.id] } });
    const after = await app.send('GET', `/process/${option.id}`, admin);
    expect(after.data).toMatchObject({ materialIds: [kept.id], version: option.version + 2 });
    const left = await app.database.db
      .select()
      .from(materialProcesses)
      .where(eq(materialProcesses.materialId, gone.id));
    expect(left).toEqual([]);
    await put(`/process/${option.id}`, { ...option, version: option.version + 2 });
  });

  test("is exported as a table with the list's filters", async () => {
    await addMaterial({ name: '=1+1' });
    const token = await app.signIn('admin');
    const answer = await app.http.inject({
      url: '/api/v1/material/export?format=csv&name=%3D1%2B1',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body.split('\r\n').filter(Boolean)).toHaveLength(2);
    expect(answer.body).toContain("'=1+1");
  });
});

test('catalogue writes are in the operation log with their changes', async () => {
  const { token } = await addPerson(app, { permissions: ['mfr:material:edit', 'mfr:material:query'] });
  const material = await addMaterial();
  await app.send('PUT', `/material/${material.id}`, { token, body: { ...material, deliveryTime: 4 } });
  const { rows } = await app.database.pool.query(
    'select changes from sys_opera_log order by id desc limit 1',
  );
  expect(rows).toEqual([{ changes: { id: material.id, deliveryTime: [2.5, 4] } }]);
  expect(listOf<Material>(await app.send('GET', '/material?name=试验', admin)).length).toBeGreaterThan(0);
});

describe('a draft', () => {
  const edit = (material: Material, rest: object) =>
    put(`/material/${material.id}`, { ...material, ...rest });
  const read = async (id: number, who = admin) => app.send('GET', `/material/${id}`, who);
  const seenBy = async (who: object) => (await readCatalogue(app, who)).materials;

  test('is not shown to customers, and can go on sale when every option is priced or manual, and back', async () => {
    const created = await post('/material', {
      ...(await newMaterial({ name: '草稿材料' })),
      status: 'draft',
    });
    const id = Number(created.data);
    const draft = (await read(id)).data as Material;
    expect((await seenBy({ as: 'demo' })).map((one) => one.id)).not.toContain(id);
    expect((await seenBy(admin)).map((one) => one.id)).toContain(id);
    const refused = await edit(draft, { status: 'onSale' });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.errors!['status']).toContain('还没有价格');

    const { tree } = await readCatalogue(app, admin);
    const [first, ...gaps] = priceGaps(tree, draft);
    const body = {
      processConfig: gaps.map(({ optionId }) => ({ id: optionId, price: 0, time: 0 })),
      manualOptions: [first!.optionId],
      version: draft.version,
    };
    const priced = await post(`/material_process/${id}`, body);
    expect(priced).toMatchObject({ status: 200, data: { manualOptions: [first!.optionId] } });
    const onSale = await edit((await read(id)).data, { status: 'onSale' });
    expect(onSale).toMatchObject({ status: 200, data: { status: 'onSale' } });
    const seen = (await seenBy({ as: 'demo' })).find((one) => one.id === id);
    expect(seen).toMatchObject({ status: 'onSale', staffNote: '' });

    const before = await app.send('GET', '/material', { as: 'demo' });
    const since = encodeURIComponent((before.data as { maxUpdatedAt: string }).maxUpdatedAt);
    await edit((await read(id)).data, { status: 'draft' });
    const increment = await app.send('GET', `/material?maxUpdatedAt=${since}`, { as: 'demo' });
    expect(listOf<object>(increment)).toEqual([{ id, deletedAt: expect.any(String) as string }]);
  });

  test('is not created by a body without a status, which creates a material on sale', async () => {
    expect(await addMaterial({ name: '规格材料' })).toMatchObject({ status: 'onSale', manualOptions: [] });
  });

  test('an option cannot be both priced and manual, and a manual option must exist', async () => {
    const material = await addMaterial({ name: '人工材料' });
    const { tree } = await readCatalogue(app);
    const optionId = tree[0]!.children[0]!.id;
    const set = (manualOptions: number[]) =>
      post(`/material_process/${material.id}`, {
        processConfig: [{ id: optionId, price: 1, time: 0 }],
        manualOptions,
        version: material.version,
      });
    expect(await set([optionId])).toMatchObject({
      status: 400,
      errors: { 'manualOptions.0': `工艺选项 ${optionId} 已有价格，不能同时需人工` },
    });
    expect(await set([999_999])).toMatchObject({
      status: 400,
      errors: { 'manualOptions.0': '工艺选项 999999 不存在' },
    });
  });

  test('saving a price list without manual options keeps those without a price', async () => {
    const { id, version } = await addMaterial({ name: '部分人工' });
    const { tree } = await readCatalogue(app);
    const [first, second] = tree.flatMap((root) => root.children.map((option) => option.id));
    const set = (body: object) => post(`/material_process/${id}`, body);
    await set({ processConfig: [], manualOptions: [first, second], version });
    const processConfig = [{ id: first, price: 1, time: 0 }];
    expect(await set({ processConfig, version: version + 1 })).toMatchObject({
      status: 200,
      data: { processConfig, manualOptions: [second] },
    });
  });
});

test('a copy has the prices and the rules of its source', async () => {
  const { materials: all, tree } = await readCatalogue(app, admin);
  const named = tree
    .flatMap((root) => [root, ...root.children])
    .find(({ materialIds }) => materialIds.length > 0);
  const source = all.find(({ id }) => id === named!.materialIds[0])!;
  const { density, deliveryTime, height, length, materialTag, sort, speed, width } = source;
  const stock = { density, deliveryTime, height, length, materialTag, sort, speed, width };
  const copied = await post('/material', { ...stock, name: '副本', status: 'draft', copyOf: source.id });
  expect(copied).toMatchObject({ status: 200 });
  const copy = (await app.send('GET', `/material/${String(copied.data)}`, admin)).data as Material;
  expect(copy).toMatchObject({ name: '副本', status: 'draft', length: source.length, speed: source.speed });
  expect(copy.processConfig).toEqual(source.processConfig);
  const after = await readCatalogue(app, admin);
  expect(priceGaps(after.tree, copy)).toEqual(priceGaps(tree, source));
  // A new material that is not a copy is added to the rules by name.
  const fresh = (await addMaterial({ name: '新材料', materialTag })).id;
  const join = () => post(`/material/${fresh}/processes`, { ids: [named!.id] });
  expect([await join(), await join()]).toMatchObject([{ status: 200 }, { status: 200 }]);
  const { tree: joined } = await readCatalogue(app, admin);
  const rule = joined.flatMap((root) => [root, ...root.children]).find(({ id }) => id === named!.id);
  expect(rule!.materialIds.filter((id) => id === fresh)).toHaveLength(rule!.filterType === 2 ? 1 : 0);
  const missing = { ...stock, name: '副本 2', copyOf: 999_999 };
  expect(await post('/material', missing)).toMatchObject({ status: 404 });
});

test('only users who edit materials and processes receive their internal notes', async () => {
  const material = await addMaterial({ name: '备注材料' });
  const secret = '供应商报价 12 元';
  const noted = { ...material, staffNote: secret };
  await put(`/material/${material.id}`, noted);
  const { tree } = await readCatalogue(app, admin);
  const node = tree[0]!.children[0]!;
  await put(`/process/${node.id}`, { ...node, staffNote: secret });
  const reader = await addPerson(app, { permissions: readingCodes });
  const paths = ['/material?pageSize=1000', '/process/tree?pageSize=1000', `/material/${material.id}`];
  for (const path of [...paths, `/process/${node.id}`, '/material?pageSize=1000&maxUpdatedAt=2020-01-01']) {
    expect((await app.http.inject(await as(admin, path))).payload).toContain(secret);
    for (const who of [{ as: 'demo' }, { token: reader.token }]) {
      expect((await app.http.inject(await as(who, path))).payload).not.toContain(secret);
    }
  }
  // A client that does not know the note keeps it.
  const { staffNote: _note, ...known } = (await app.send('GET', `/material/${material.id}`, admin))
    .data as Material;
  const kept = await put(`/material/${material.id}`, known);
  expect(kept.data).toMatchObject({ staffNote: secret });
});

const readingCodes = ['mfr:material:list', 'mfr:material:query', 'mfr:process:list', 'mfr:process:query'];

async function as(who: { as?: string; token?: string }, path: string) {
  const token = who.token ?? (await app.signIn(who.as ?? ''));
  return { url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } };
}
