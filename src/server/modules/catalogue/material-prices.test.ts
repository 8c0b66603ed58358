import { readFile } from 'node:fs/promises';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import { priceGaps } from '#domain/process-tree/offered.ts';
import { dictData, materialProcesses, materials } from '#server/db/schema.ts';
import { sentFile, uploadTable } from '#server/tables/spreadsheets.test-data.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { readCatalogue } from '#tests/support/data/quotations.ts';
import { startMaterials } from './materials.test-data.ts';

const { app, admin, post, put, addMaterial } = await startMaterials();
afterAll(() => app.close());

test('prices are replaced together, by version, and quoted at once', async () => {
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
  const body = { processConfig: [...others, raised], version: used.version };
  const refused = await post(`/material_process/${used.id}`, body);
  const { price: from } = used.processConfig.find(({ id }) => id === raised.id)!;
  expect(refused).toMatchObject({
    status: 409,
    error: 'price.jump',
    data: { count: 1, jumps: [{ from, to: raised.price }] },
  });
  const saved = await post(`/material_process/${used.id}`, { ...body, confirmJumps: true });
  expect(saved).toMatchObject({ status: 200, msg: '更新成功', data: { version: used.version + 1 } });
  expect((saved.data as Material).processConfig).toContainEqual(raised);
  expect((await quoted()).trace.options[0]).toMatchObject({ price: 1234.56 });

  const stale = await post(`/material_process/${used.id}`, { processConfig: [], version: used.version });
  expect(stale).toMatchObject({
    status: 409,
    error: 'record.changed',
    data: { version: used.version + 1 },
  });
  const option = tree[0]!.children[0]!.id;
  const bad = await post(`/material_process/${material.id}`, {
    processConfig: [
      { id: option, price: 1, time: 1 },
      { id: tree[0]!.id, price: 1, time: 1 },
      { id: 999_999, price: 1, time: 1 },
      { id: option, price: 2, time: 1 },
    ],
    version: 1,
  });
  expect(bad).toMatchObject({ status: 400, error: 'request.invalid' });
  expect(Object.keys(bad.errors!)).toEqual([
    'processConfig.1.id',
    'processConfig.2.id',
    'processConfig.3.id',
  ]);
});

test('the migration sets a price of 0 for each applicable pair without one, once', async () => {
  const file = new URL('../../db/migrations/0013_catalogue-honesty.sql', import.meta.url);
  const statement = (await readFile(file, 'utf8')).split('--> statement-breakpoint').at(-1) ?? '';
  const { materials: all, tree } = await readCatalogue(app, admin);
  const source = all.find(({ processConfig }) => processConfig.length > 3)!;
  const [gone] = source.processConfig;
  const pair = and(eq(materialProcesses.materialId, source.id), eq(materialProcesses.processId, gone!.id));
  await app.database.db.delete(materialProcesses).where(pair);
  expect(priceGaps(tree, { ...source, processConfig: source.processConfig.slice(1) })).toHaveLength(1);
  await app.database.db.execute(sql.raw(statement));
  const after = (await readCatalogue(app, admin)).materials.find(({ id }) => id === source.id)!;
  expect(after.processConfig).toHaveLength(source.processConfig.length);
  expect(after.processConfig).toContainEqual({ id: gone!.id, price: 0, time: 0 });
  expect(after.version).toBe(source.version + 1);
  const versions = () =>
    app.database.db.select({ id: materials.id, version: materials.version }).from(materials);
  const before = await versions();
  await app.database.db.execute(sql.raw(statement));
  expect(await versions()).toEqual(before);
  expect(after.processConfig.filter(({ price }) => price > 0)).toEqual(
    source.processConfig.slice(1).filter(({ price }) => price > 0),
  );
});

test('a change of tag that changes the machining price a lot is saved or imported only when confirmed', async () => {
  const agreed = await app.send('GET', '/machining-price/agreed', admin);
  const prices = (agreed.data as AgreedPrice[]).toSorted((a, b) => a.price - b.price);
  const [cheap, dear] = [prices[0]!, prices.at(-1)!];
  expect(dear.price).toBeGreaterThan(cheap.price * 1.5);
  const material = await addMaterial({ name: '换分类', materialTag: cheap.materialTag });
  const send = (rest: object, who: object = admin) =>
    app.send('PUT', `/material/${material.id}`, {
      ...who,
      body: { ...material, materialTag: dear.materialTag, ...rest },
    });
  const jump = { id: '0', from: cheap.price, to: dear.price };
  expect(await send({})).toMatchObject({
    status: 409,
    error: 'price.jump',
    data: { count: 1, jumps: [jump] },
  });
  // The agreed price of a company may change a lot while the system price does not.
  const { deptId } = await addDept(app);
  const own = [
    { materialTag: cheap.materialTag, price: dear.price, version: 0 },
    { materialTag: dear.materialTag, price: dear.price * 4, version: 0 },
  ];
  const body = { deptId, prices: own, confirmJumps: true };
  expect(await put('/machining-price', body)).toMatchObject({ status: 200 });
  expect((await send({})).data).toMatchObject({
    count: 2,
    jumps: [jump, { id: String(deptId), from: dear.price, to: dear.price * 4 }],
  });
  const { token } = await addPerson(app, { permissions: ['mfr:material:edit', 'mfr:material:query'] });
  expect((await send({}, { token })).data).toMatchObject({ count: 1, jumps: [jump] });

  const csv = `编号,材料分类\r\n${material.id},${await labelOf(dear.materialTag)}`;
  const signedIn = await app.signIn('admin');
  const report = await uploadTable(app, signedIn, 'csv', Buffer.from(csv), '/material/import');
  const preview = report.data as RecordReport;
  expect(preview.errors).toEqual([]);
  const applied = await post('/material/import/apply', { token: preview.token, file: sentFile(csv) });
  expect(applied).toMatchObject({ status: 409, error: 'price.jump', data: { jumps: [jump, {}] } });
  expect(await send({ confirmJumps: true })).toMatchObject({
    status: 200,
    data: { materialTag: dear.materialTag, version: 2 },
  });
});

async function labelOf(tag: string): Promise<string> {
  const rows = await app.database.db
    .select({ label: dictData.dictLabel })
    .from(dictData)
    .where(and(eq(dictData.dictType, 'material_tag'), eq(dictData.dictValue, tag)));
  return rows[0]!.label;
}

test('the changed prices of a material are in the operation log as text', async () => {
  const { materials: all, tree } = await readCatalogue(app, admin);
  const source = all.find(({ processConfig }) => processConfig.length > 3)!;
  const [first, ...others] = source.processConfig;
  const parent = (function find(nodes: typeof tree): (typeof tree)[number] | undefined {
    for (const node of nodes) {
      if (node.children.some(({ id }) => id === first!.id)) return node;
      const below = find(node.children);
      if (below) return below;
    }
    return undefined;
  })(tree)!;
  const name = parent.children.find(({ id }) => id === first!.id)!.name;
  const after = { price: first!.price + 1, time: first!.time };
  const processConfig = [{ id: first!.id, ...after }, ...others];
  const body = { processConfig, version: source.version, confirmJumps: true };
  await post(`/material_process/${source.id}`, body);
  const { rows } = await app.database.pool.query(
    'select changes from sys_opera_log order by id desc limit 1',
  );
  const before = { price: first!.price, time: first!.time };
  expect(rows).toEqual([
    {
      changes: {
        id: source.id,
        name: source.name,
        prices: [{ material: source.name, option: `${parent.name} ${name}`, before, after }],
      },
    },
  ]);
});
