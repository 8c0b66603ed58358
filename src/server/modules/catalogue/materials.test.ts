import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Material } from '#contract/materials.ts';
import { dictData, materialProcesses } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/people.ts';
import { listOf, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' };
const input = {
  name: '试验铝材',
  materialTag: '',
  density: 2.7,
  length: 300,
  width: 200,
  height: 50,
  deliveryTime: 2.5,
  speed: 0.3,
  sort: 9000,
  remark: '',
};
const newMaterial = async (rest: Partial<typeof input> = {}) => ({
  ...input,
  materialTag: (await readCatalogue(app)).materials[0]!.materialTag,
  ...rest,
});

async function addMaterial(rest: Partial<typeof input> = {}): Promise<Material> {
  const created = await app.send('POST', '/material', { ...admin, body: await newMaterial(rest) });
  expect(created).toMatchObject({ status: 200, msg: '创建成功' });
  return (await app.send('GET', `/material/${String(created.data)}`, admin)).data;
}

describe('a material', () => {
  test('is created, read, edited by version and deleted', async () => {
    const material = await addMaterial();
    expect(material).toMatchObject({ name: '试验铝材', version: 1, processConfig: [] });
    const path = `/material/${material.id}`;

    const edited = await app.send('PUT', path, { ...admin, body: { ...material, name: '改名' } });
    expect(edited).toMatchObject({ status: 200, data: { name: '改名', version: 2 } });
    const stale = await app.send('PUT', path, { ...admin, body: { ...material, name: '又改' } });
    expect(stale).toMatchObject({ status: 409, error: 'record.changed', data: { name: '改名', version: 2 } });

    const removed = await app.send('DELETE', '/material', { ...admin, body: { ids: [material.id] } });
    expect(removed).toMatchObject({ status: 200, data: [material.id] });
    expect(await app.send('GET', path, admin)).toMatchObject({ status: 404 });
    const again = await app.send('PUT', path, { ...admin, body: { ...material, version: 3 } });
    expect(again).toMatchObject({ status: 404, error: 'record.not_found' });
  });

  test('has an enabled dictionary value as its tag, and keeps one that is disabled later', async () => {
    const unknown = await app.send('POST', '/material', {
      ...admin,
      body: await newMaterial({ materialTag: 'no' }),
    });
    expect(unknown).toMatchObject({ status: 400, errors: { materialTag: '材料分类不存在或已停用' } });
    const material = await addMaterial();
    const disable = (status: number) =>
      app.database.db.update(dictData).set({ status }).where(eq(dictData.dictValue, material.materialTag));
    await disable(1);
    const refused = await app.send('POST', '/material', { ...admin, body: await newMaterial() });
    const kept = await app.send('PUT', `/material/${material.id}`, {
      ...admin,
      body: { ...material, sort: 1 },
    });
    await disable(2);
    expect(refused).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(kept).toMatchObject({ status: 200, data: { sort: 1, materialTag: material.materialTag } });
  });

  test('is not deleted while a default configuration uses it, nor is any other of the same request', async () => {
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
    expect(await app.send('PUT', `/process/${option.id}`, { ...admin, body: rule })).toMatchObject({
      status: 200,
    });
    const prices = { processConfig: [{ id: option.id, price: 1, time: 1 }], version: 1 };
    await app.send('POST', `/material_process/${gone.id}`, { ...admin, body: prices });
    await app.send('DELETE', '/material', { ...admin, body: { ids: [gone.id] } });
    const after = await app.send('GET', `/process/${option.id}`, admin);
    expect(after.data).toMatchObject({ materialIds: [kept.id], version: option.version + 2 });
    const left = await app.database.db
      .select()
      .from(materialProcesses)
      .where(eq(materialProcesses.materialId, gone.id));
    expect(left).toEqual([]);
    await app.send('PUT', `/process/${option.id}`, {
      ...admin,
      body: { ...option, version: option.version + 2 },
    });
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

describe('the prices of a material', () => {
  test('are replaced together, by version, and quoted at once', async () => {
    const { materials, tree } = await readCatalogue(app);
    const material = materials[0]!;
    const config = (await app.send('GET', '/material_process/default_config', { as: 'demo' })).data as object;
    const { origin: _origin, cncPrice: _prices, ...item } = Object(config);
    const quoted = async () => {
      const answer = await app.send('POST', '/quote', { as: 'demo', body: { items: [item] } });
      return (answer.data as { items: { trace: { options: { optionId: number; price: number }[] } }[] })
        .items[0]!;
    };
    const used = materials.find((one) => one.id === item.material)!;
    const [traced] = (await quoted()).trace.options;
    const others = used.processConfig.filter((entry) => entry.id !== traced!.optionId);
    const raised = { id: traced!.optionId, price: 1234.56, time: 7.25 };
    const saved = await app.send('POST', `/material_process/${used.id}`, {
      ...admin,
      body: { processConfig: [...others, raised], version: used.version },
    });
    expect(saved).toMatchObject({ status: 200, msg: '更新成功', data: { version: used.version + 1 } });
    expect((saved.data as Material).processConfig).toContainEqual(raised);
    expect((await quoted()).trace.options[0]).toMatchObject({ price: 1234.56 });

    const stale = await app.send('POST', `/material_process/${used.id}`, {
      ...admin,
      body: { processConfig: [], version: used.version },
    });
    expect(stale).toMatchObject({
      status: 409,
      error: 'record.changed',
      data: { version: used.version + 1 },
    });
    const option = tree[0]!.children[0]!.id;
    const bad = await app.send('POST', `/material_process/${material.id}`, {
      ...admin,
      body: {
        processConfig: [
          { id: option, price: 1, time: 1 },
          { id: tree[0]!.id, price: 1, time: 1 },
          { id: 999_999, price: 1, time: 1 },
          { id: option, price: 2, time: 1 },
        ],
        version: 1,
      },
    });
    expect(bad).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(Object.keys(bad.errors!)).toEqual([
      'processConfig.1.id',
      'processConfig.2.id',
      'processConfig.3.id',
    ]);
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
