import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Model, OrderModel } from '#contract/models.ts';
import { modelScales, WHOLE_BODY } from '#domain/models/model-check.ts';
import type { UploadedFile } from '#contract/files.ts';
import type { TodayWork } from '#contract/today.ts';
import type { Order, OrderWithExt } from '#contract/order-data.ts';
import type { QuotationItem, SentModel } from '#contract/part-item.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import { nodeKernel, partMaker } from '#geometry/kernel/parts.test-data.ts';
import type { Body } from '#geometry/model-reading.ts';
import { readModel } from '#geometry/read-model.ts';
import { configs, files, modelBodies, modelFiles, orderHistory, orders } from '#server/db/schema.ts';
import { startJobQueue, type JobQueue } from '#server/jobs/job-queue.ts';
import type { FileStore } from '#server/modules/files/file-store.ts';
import { createFileStore } from '#server/modules/files/file-stores.service.ts';
import { samples, upload as sendFile } from '#tests/support/files.ts';
import { boxMeasures, boxStl, sendModel, uploadedModel } from '#tests/support/models.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { attachModels } from './part-models.service.ts';
import { giveUpModel, measureModel, queueForgotten } from './measure-models.service.ts';
import { sweepModels } from './sweep-models.service.ts';

let app: TestApp;
let store: FileStore;
let item: QuotationItem;
let customer: Person;
let stranger: Person;
let clerk: Person;
const box = [60, 40, 8] as const;
const queues: JobQueue[] = [];
beforeAll(async () => {
  app = await createTestApp();
  store = createFileStore({ kind: 'disk' }, app.dataDir);
  item = { ...buildItem(await readCatalogue(app)), length: 60, width: 40, height: 8 };
  customer = await addPerson(app, { roleKey: 'customer' });
  stranger = await addPerson(app, { roleKey: 'customer' });
  clerk = await addPerson(app, { roleKey: 'sales' });
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await app.database.db.execute(sql`truncate pgboss.job`);
});
afterAll(() => app.close());

const upload = (edges: readonly [number, number, number] = box) =>
  uploadedModel(app, '底板.stl', boxStl(edges), { token: customer.token });

/** As a measuring stores it. */
async function setMeasured(id: number, [x, y, z]: readonly [number, number, number] = box): Promise<void> {
  const { db } = app.database;
  const measures: Body['measures'] = {
    volumeMm3: x * y * z,
    areaMm2: 2 * (x * y + y * z + x * z),
    boxMm: [x, y, z],
    stockBoxMm: [x, y, z],
    isStockTilted: false,
    centreMm: [x / 2, y / 2, z / 2],
  };
  const { volumeMm3, areaMm2 } = measures;
  const fingerprint = {
    volumeMm3,
    areaMm2,
    precision: 'mesh' as const,
    reachMm: 1,
    momentsMm5: [1, 2, 3] as const,
    handedness: 0,
  };
  await db.delete(modelBodies).where(eq(modelBodies.modelId, id));
  await db.insert(modelBodies).values({
    modelId: id,
    body: 0,
    kind: 'mesh',
    name: '',
    count: 1,
    volumeMm3,
    areaMm2,
    measures,
    fingerprint,
  });
  await db
    .update(modelFiles)
    .set({ status: 'measured', measurings: sql`${modelFiles.measurings} + 1` })
    .where(eq(modelFiles.id, id));
}

async function order(
  model: SentModel,
  rest: Partial<QuotationItem> = {},
  status: 'quoted' | 'placed' = 'placed',
) {
  const who = { token: customer.token };
  const items = [{ ...item, ...rest, model }];
  const answer = await place(app, who, await buildOrder(app, who, items, { status }));
  return { answer, id: Number(answer.data) };
}
const detailsOf = async (id: number, { token }: Person = clerk) =>
  (await app.send('GET', `/order/${id}/withExt`, { token })).data as OrderWithExt;
const modelOf = async (id: number, who: Person = clerk): Promise<OrderModel> =>
  (await detailsOf(id, who)).models[0]!;
const confirm = async (id: number) =>
  app.send('POST', `/order/${id}/move`, {
    token: clerk.token,
    body: { to: 'confirmed', version: (await detailsOf(id)).version },
  });
const acknowledge = async (id: number, change: object = {}, { token }: Person = clerk) => {
  const { version } = await detailsOf(id);
  const { measurings } = await modelOf(id);
  const body = { lineNo: 1, measurings, reason: '已与客户核对图纸', version, ...change };
  return app.send('POST', `/order/${id}/model`, { token, body });
};
const removeModel = (id: number) =>
  app.send('DELETE', '/model', { token: customer.token, body: { ids: [id] } });
const readOrderRow = async (id: number) =>
  (await app.database.db.select().from(orders).where(eq(orders.id, id)))[0]!;
const readModelRow = async (id: number) =>
  (await app.database.db.select().from(modelFiles).where(eq(modelFiles.id, id)))[0]!;

async function startMeasuring(cpuMs = 120_000): Promise<string[]> {
  const failures: string[] = [];
  const queue = await startJobQueue(app.database.pool, (error) => failures.push(String(error)), {
    maintenanceS: 1,
  });
  queues.push(queue);
  const onCrash = (words: string) => failures.push(words);
  queue.work('measure-model', (job) => measureModel({ database: app.database, store, onCrash, cpuMs }, job));
  queue.work('give-up-model', (job) => giveUpModel({ database: app.database }, job));
  return failures;
}

test(
  'an uploaded model is measured in a process of its own, with a picture',
  { timeout: 180_000 },
  async () => {
    const { id, ...sent } = await upload();
    expect(sent).toMatchObject({
      name: '底板.stl',
      format: 'stl',
      status: 'waiting',
      bodies: [],
      isDeleted: false,
    });
    const failures = await startMeasuring();
    await expect.poll(async () => (await readModelRow(id)).status, { timeout: 120_000 }).toBe('measured');
    const { token } = customer;
    const model = (await app.send('GET', `/model/${id}`, { token })).data as Model;
    expect(model).toMatchObject({ status: 'measured', failure: null, measurings: 1 });
    expect(model.bodies).toHaveLength(1);
    const [body] = model.bodies;
    expect(body).toMatchObject({ body: 0, kind: 'mesh', count: 1, hasThumbnail: true });
    expect(body!.volumeMm3).toBeCloseTo(19_200, 6);
    expect(body!.stockBoxMm.map((edge) => Math.round(edge * 1e6) / 1e6)).toStrictEqual([60, 40, 8]);
    const picture = await app.http.inject({
      url: `/api/v1/model/${id}/thumbnail/0`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(picture.headers['content-type']).toBe('image/webp');
    expect(picture.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    const file = await app.http.inject({
      url: `/api/v1/model/${id}/file`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(file.rawPayload.equals(boxStl(box))).toBe(true);
    expect(failures).toStrictEqual([]);
  },
);

test(
  'an assembly kept together is compared as one part: two bodies apart, one of them turned',
  { timeout: 180_000 },
  async () => {
    const kernel = nodeKernel();
    const make = partMaker(await kernel.occt());
    const pin = make.cylinder(4, 60);
    const lying = make.moved(make.turned(pin, [1, 0, 0], Math.PI / 3), [30, 5, 20]);
    const content = Buffer.from(make.step(make.together(pin, lying)));
    const { whole } = await readModel(content, '组件.step', kernel);
    const { volumeMm3 = 0, stockBoxMm = box } = whole ?? {};
    const [length, width, height] = stockBoxMm.map((edge) => Math.ceil(edge));
    const size = { length: length!, width: width!, height: height! };

    const { id } = await uploadedModel(app, '组件.step', content, { token: customer.token });
    const failures = await startMeasuring();
    await expect.poll(async () => (await readModelRow(id)).status, { timeout: 120_000 }).toBe('measured');
    expect(failures).toStrictEqual([]);
    const { bodies } = (await app.send('GET', `/model/${id}`, { token: customer.token })).data as Model;
    expect(bodies.map(({ count }) => count)).toStrictEqual([2]);

    const sent = { id, body: WHOLE_BODY, volumeMm3, boxMm: [...stockBoxMm] as [number, number, number] };
    const honest = await order(sent, size);
    const model = await modelOf(honest.id);
    expect(model).toMatchObject({ check: 'equal', body: WHOLE_BODY, bodies: 2, hasThumbnail: true });
    expect(model.findings).toContainEqual({ severity: 'advice', text: '一个零件里有 2 个实体' });
    expect(await confirm(honest.id)).toMatchObject({ status: 200 });
    const [long, ...others] = stockBoxMm as [number, number, number];
    const wrong = await order({ ...sent, boxMm: [long - 1, ...others] }, size);
    expect((await modelOf(wrong.id)).check).toBe('different');
    const one = await order({ ...sent, body: 0 }, size);
    expect((await modelOf(one.id)).check).toBe('different');
  },
);

test(
  'a damaged file is measured once; one that takes too long twice; then a person looks',
  { timeout: 180_000 },
  async () => {
    const content = boxStl(box);
    content.writeFloatLE(NaN, 84 + 12);
    const damaged = await uploadedModel(app, '坏.stl', content, { token: customer.token });
    await startMeasuring();
    await expect
      .poll(() => readModelRow(damaged.id), { timeout: 120_000 })
      .toMatchObject({ status: 'unmeasured' });
    expect(await readModelRow(damaged.id)).toMatchObject({ measurings: 1, tries: 0 });
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));

    const slow = await upload();
    await startMeasuring(1);
    await expect
      .poll(() => readModelRow(slow.id), { timeout: 60_000 })
      .toMatchObject({ status: 'waiting', tries: 1 });
    await app.database.db.execute(sql`update pgboss.job set start_after = now() where state = 'created'`);
    await expect
      .poll(() => readModelRow(slow.id), { timeout: 60_000 })
      .toMatchObject({
        status: 'unmeasured',
        failure: 'out-of-time',
        measurings: 1,
      });
  },
);

test('a model whose job has ended without a result is given to a person', async () => {
  const { id } = await upload();
  await app.database.db.execute(sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 day', retry_count = retry_limit
    where name = 'measure-model' and singleton_key = ${String(id)}`);
  await startMeasuring();
  await expect.poll(() => readModelRow(id), { timeout: 20_000 }).toMatchObject({ failure: 'abandoned' });
});

test('a restored model without a job is queued again, once', async () => {
  const { id } = await upload();
  const { db } = app.database;
  await db.execute(sql`truncate pgboss.job`);
  const later = new Date(Date.now() + 2 * 3_600_000);
  expect(await queueForgotten(db, new Date())).toBe(0);
  expect(await queueForgotten(db, later)).toBeGreaterThanOrEqual(1);
  expect(await queueForgotten(db, later)).toBe(0);
  const { rows } = await db.execute(
    sql`select singleton_key as key from pgboss.job where singleton_key = ${String(id)}`,
  );
  expect(rows).toHaveLength(1);
});

test.each([
  ['an empty file', 'a.stl', Buffer.alloc(0), 400],
  ['a picture', 'a.stl', samples.png, 400],
  ['a drawing', 'a.step', samples.dxf, 400],
  ['an archive without the name of a 3MF', 'a.zip', samples.zip, 400],
])('%s is refused', async (_what, name, content, status) => {
  expect(await sendModel(app, name, content, { token: customer.token })).toMatchObject({ status });
});

test('formats and the largest size are settings', async () => {
  const set = (key: string, value: string) =>
    app.database.db.transaction(async (tx) => {
      await tx.update(configs).set({ configValue: value }).where(eq(configs.configKey, key));
      await tx.execute(sql`update revision set value = value + 1 where name = 'settings'`);
    });
  await set('model.formats', 'step');
  await set('model.maxMb', '1');
  const refused = await sendModel(app, 'a.stl', boxStl(box), { token: customer.token });
  expect(refused).toMatchObject({ status: 400, error: 'file.unsupported' });
  expect(refused.msg).toContain('STL');
  const large = Buffer.concat([samples.step, Buffer.alloc(1024 * 1024)]);
  const tooLarge = await sendModel(app, 'a.step', large, { token: customer.token });
  expect(tooLarge).toMatchObject({ status: 413, error: 'file.too_large', msg: '三维模型不能超过 1 MB' });
  await set('model.formats', 'step, stl');
  await set('model.maxMb', '50');
});

test('equal figures let an order be confirmed, and neither price nor days depend on the model', async () => {
  const { id: modelId } = await upload();
  await setMeasured(modelId);
  const who = { token: customer.token };
  const plain = await app.send('POST', '/quote', { ...who, body: { items: [item] } });
  const withModel = { ...item, model: { id: modelId, ...boxMeasures(box) } };
  const quoted = await app.send('POST', '/quote', { ...who, body: { items: [withModel] } });
  expect(quoted.data).toStrictEqual(plain.data);
  const { id } = await order({ id: modelId, ...boxMeasures(box) });
  expect(await modelOf(id)).toMatchObject({ lineNo: 1, id: modelId, check: 'equal', acknowledged: null });
  expect(await confirm(id)).toMatchObject({ status: 200 });
});

test('other figures than the file has stop the confirmation until staff acknowledge them with a reason', async () => {
  const { id: modelId } = await upload();
  await setMeasured(modelId);
  const { id } = await order({ id: modelId, volumeMm3: 18_000, boxMm: [60, 40, 7.5] });
  expect(await modelOf(id)).toMatchObject({
    check: 'different',
    sent: { volumeMm3: 18_000, boxMm: [60, 40, 7.5] },
    measured: { volumeMm3: 19_200, boxMm: [60, 40, 8] },
  });
  const refused = await confirm(id);
  expect(refused).toMatchObject({ status: 409, error: 'order.model_unchecked' });
  expect(refused.msg).toContain('零件 1');
  expect(await acknowledge(id, { reason: '' })).toMatchObject({ status: 400 });
  expect(await acknowledge(id, {}, customer)).toMatchObject({ status: 403 });
  expect(await acknowledge(id, { version: 99 })).toMatchObject({ status: 409, error: 'record.changed' });
  expect(await acknowledge(id, { lineNo: 2 })).toMatchObject({ status: 404 });
  expect(await acknowledge(id)).toMatchObject({ status: 200 });
  expect((await modelOf(id)).acknowledged).toMatchObject({ reason: '已与客户核对图纸' });
  expect((await modelOf(id, customer)).acknowledged).toMatchObject({ reason: '' });
  const [last] = (await detailsOf(id, customer)).history.slice(-1);
  expect(last).toMatchObject({ reason: '核对三维模型：零件 1', from: 'placed', to: 'placed' });
  // Measured again: what was acknowledged is not what is there now.
  await setMeasured(modelId);
  expect(await confirm(id)).toMatchObject({ status: 409 });
  expect(await acknowledge(id)).toMatchObject({ status: 200 });
  expect(await confirm(id)).toMatchObject({ status: 200 });
});

test('the list finds exactly the orders whose confirmation a model stops', async () => {
  const { db } = app.database;
  const { id: modelId } = await upload();
  await setMeasured(modelId);
  const { id } = await order({ id: modelId, ...boxMeasures(box) });
  const isListed = async () => {
    const { list, count } = (await app.send('GET', `/order?models=open&pageSize=100`, { token: clerk.token }))
      .data as { list: Order[]; count: number };
    expect(list).toHaveLength(count);
    const found = list.find((row) => row.id === id);
    expect(found?.openModels ?? 1).toBe(1);
    return found !== undefined;
  };
  expect(await isListed()).toBe(false);
  const numbers = seededNumbers(14);
  const random = () => numbers(1_000_000) / 1_000_000;
  const near = (value: number, by: number) => value + (random() - 0.5) * by;
  const seen = new Set<string>();
  for (let round = 0; round < 40; round += 1) {
    const edges = box.map((edge) => near(edge, random() < 0.5 ? 0.16 : 0)).toSorted(() => random() - 0.5);
    const scale = (['1', '25.4', '1/25.4'] as const)[Math.floor(random() * 3)] ?? '1';
    const factor = modelScales[scale];
    const measured = box.map((edge) => edge / factor);
    const volume = (60 * 40 * 8) / factor ** 3;
    const measures = {
      volumeMm3: volume,
      stockBoxMm: measured,
      boxMm: random() < 0.5 ? [1, 1, 1] : measured,
    };
    const line = box.map((edge) => near(edge + 0.02, 0.3)).toSorted(() => random() - 0.5);
    await db.execute(sql`update part_model set scale = ${scale}, box_mm = ${JSON.stringify(edges)},
      volume_mm3 = ${near(19_200, 60)} where order_id = ${id}`);
    await db.execute(sql`update model_body set kind = ${random() < 0.1 ? 'open' : 'solid'},
      measures = measures || ${JSON.stringify(measures)} where model_id = ${modelId}`);
    await db.execute(sql`update order_item set length = ${line[0]}, width = ${line[1]}, height = ${line[2]}
      where order_id = ${id}`);
    const { check } = await modelOf(id);
    seen.add(check);
    expect({ round, isListed: await isListed() }).toStrictEqual({ round, isListed: check !== 'equal' });
  }
  expect([...seen].toSorted()).toStrictEqual(['different', 'equal', 'smaller', 'unmeasured']);
  await db.execute(sql`update part_model set volume_mm3 = 1 where order_id = ${id}`);
  const work = await app.send('GET', '/today', { token: clerk.token });
  const { openModels } = (work.data as TodayWork).orders!;
  expect(openModels?.list.map((row) => row.id)).toContain(id);
  const blind = await addPerson(app, { permissions: ['mfr:order:list'], isStaff: true, dataScope: '1' });
  const other = await app.send('GET', '/today', { token: blind.token });
  expect((other.data as TodayWork).orders?.openModels).toBeNull();
  await acknowledge(id);
  expect(await isListed()).toBe(false);
  await db.update(modelFiles).set({ measurings: 99 }).where(eq(modelFiles.id, modelId));
  expect(await isListed()).toBe(true);
  await app.send('POST', `/order/${id}/move`, {
    token: clerk.token,
    body: { to: 'cancelled', reason: '测试', version: (await detailsOf(id)).version },
  });
  expect(await isListed()).toBe(false);
});

test('what the checks find is told in words, in the unit that the customer chose', async () => {
  const { id: modelId } = await upload();
  await setMeasured(modelId);
  const features = {
    holes: [],
    pockets: [],
    sharpInnerEdges: [{ faces: [], lengthMm: 8 }],
    thinWall: { thicknessMm: 0.05, faces: [] },
    undercutFaces: [],
    setups: 1,
    turnedShare: 0,
    isTurned: false,
  };
  await app.database.db.update(modelBodies).set({ features }).where(eq(modelBodies.modelId, modelId));
  const { id } = await order({ id: modelId, scale: '25.4', volumeMm3: 1, boxMm: [1, 1, 1] });
  expect(await modelOf(id)).toMatchObject({
    bodies: 1,
    unit: null,
    findings: [
      {
        severity: 'hold',
        text: '1524 × 1016 × 203.2 mm 超出机床行程',
        help: '长度减到 1000 mm 以内、宽度减到 500 mm 以内',
      },
      { severity: 'advice', text: '内尖角，铣刀铣不出', help: '加 R0.5 以上的圆角，或在角上加清角孔' },
      { severity: 'fact', text: '适合铣削', help: '' },
    ],
  });
  expect((await modelOf(id)).measured?.areaMm2).toBeCloseTo(6_400 * 25.4 ** 2, 6);
});

test('threads and narrow tolerances without a drawing of the part are told until one is attached', async () => {
  const { id: modelId } = await upload();
  const nodes = (await readCatalogue(app)).tree.flatMap((process) =>
    process.children.map((option) => ({ process, option })),
  );
  const chosen = (process: string, option: string): Partial<QuotationItem> => {
    const found = nodes.find((one) => one.process.name === process && one.option.name.startsWith(option));
    return { [processKey(found!.process.id)]: found!.option.id };
  };
  const withoutWork = { ...chosen('螺纹', '无螺纹'), ...chosen('公差', 'GB/T 1804-f') };
  const narrow = { ...chosen('螺纹', 'M8'), ...chosen('公差', '±0.02') };
  const ordered = async (change: Partial<QuotationItem>) =>
    (await order({ id: modelId, ...boxMeasures(box) }, { ...withoutWork, ...change })).id;
  const told = async (id: number) => (await modelOf(id)).findings;
  const attach = async (id: number, name: string, content: Buffer) => {
    const { token } = customer;
    const file = (await sendFile(app, name, content, { token })).data as UploadedFile;
    const body = { lineNo: 1, fileIds: [file.id], revision: 1 };
    expect(await app.send('POST', `/order/${id}/file`, { token, body })).toMatchObject({ status: 200 });
  };
  // The model is not even measured.
  const finding = {
    severity: 'advice',
    text: '公差 ±0.02 mm、螺纹 M8–M12（≤4 孔）要按图纸加工，这个零件还没有图纸',
    help: '附上标明位置、规格与公差的图纸（PDF、DXF、DWG 或图片）',
  };
  const id = await ordered(narrow);
  expect(await told(id)).toEqual([finding]);
  await attach(id, '零件.step', samples.step);
  expect(await told(id)).toEqual([finding]);
  await attach(id, '零件.pdf', samples.pdf);
  expect(await told(id)).toEqual([]);
  expect(await told(await ordered({}))).toEqual([]);
});

test.each([
  ['waits', (_id: number) => Promise.resolve(), {}, 'waiting'],
  ['fits into no line of smaller dimensions', setMeasured, { height: 7 }, 'smaller'],
  [
    'cannot be measured',
    (id: number) =>
      app.database.db
        .update(modelFiles)
        .set({ status: 'unmeasured', failure: 'damaged' })
        .where(eq(modelFiles.id, id))
        .then(() => undefined),
    {},
    'unmeasured',
  ],
] as const)('no order is confirmed unseen while its model %s', async (_what, prepare, line, check) => {
  const { id: modelId } = await upload();
  await prepare(modelId);
  const { id } = await order({ id: modelId, ...boxMeasures(box) }, line);
  expect(await modelOf(id)).toMatchObject({ check });
  expect(await confirm(id)).toMatchObject({ status: 409, error: 'order.model_unchecked' });
  await acknowledge(id);
  expect(await confirm(id)).toMatchObject({ status: 200 });
});

test('a new revision keeps the model, and an unknown or foreign one is refused', async () => {
  const { id: modelId } = await upload();
  await setMeasured(modelId);
  const model = { id: modelId, ...boxMeasures(box) };
  const { id } = await order(model, {}, 'quoted');
  const who = { token: (await addPerson(app, { roleKey: 'admin' })).token };
  const { version, price } = await detailsOf(id);
  const body = { items: [{ ...item, model }], price, version };
  expect(await app.send('PUT', `/order/${id}`, { ...who, body })).toMatchObject({ status: 200 });
  expect((await detailsOf(id)).models).toMatchObject([{ id: modelId, check: 'equal' }]);
  const first = await app.send('GET', `/order/${id}/revision/1`, who);
  expect((first.data as OrderWithExt).models).toMatchObject([{ id: modelId }]);
  const asStranger = { token: stranger.token };
  for (const foreign of [modelId, 999_999]) {
    const items = [{ ...item, model: { ...model, id: foreign } }];
    const refused = await place(app, asStranger, { items, price: '1.00', status: 'quoted' });
    expect(refused).toMatchObject({ status: 422, error: 'quote.invalid' });
    expect(Object.keys(refused.errors ?? {})).toStrictEqual(['items.0.model']);
  }
});

test('a model that is deleted while a revision is written refuses the revision, and nothing is written', async () => {
  const kept = await upload();
  const gone = await upload();
  const { id: orderId } = await order({ id: kept.id, ...boxMeasures(box) }, {}, 'quoted');
  const model = { id: gone.id, ...boxMeasures(box) };
  const row = await readOrderRow(orderId);
  const write = app.database.db.transaction(async (tx) => {
    await removeModel(gone.id);
    await attachModels(tx, { ...row, revision: 2 }, [{ model }]);
  });
  await expect(write).rejects.toMatchObject({
    error: 'quote.invalid',
    message: '三维模型不存在或已删除，请重新上传',
    fields: { 'items.0.model': '三维模型不存在或已删除，请重新上传' },
  });
});

test('the deletion of a model waits for an order that is being written with it, and is refused', async () => {
  const { id: modelId } = await upload();
  const { id: orderId } = await order({ id: (await upload()).id, ...boxMeasures(box) }, {}, 'quoted');
  const model = { id: modelId, ...boxMeasures(box) };
  const row = await readOrderRow(orderId);
  let removal: ReturnType<typeof removeModel> | undefined;
  await app.database.db.transaction(async (tx) => {
    await attachModels(tx, { ...row, revision: 2 }, [{ model }]);
    removal = removeModel(modelId);
    await expect
      .poll(async () => {
        const { rows } = await app.database.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBe(1);
  });
  expect(await removal).toMatchObject({ status: 409, error: 'record.in_use' });
});

test('a model is seen by its owner and by those who see an order with it', async () => {
  const { id } = await upload();
  const get = async (path: string, { token }: Person) => (await app.send('GET', path, { token })).status;
  for (const path of [`/model/${id}`, `/model/${id}/file`]) {
    expect(await get(path, customer)).toBe(200);
    expect(await get(path, stranger)).toBe(404);
  }
  // Staff see the models of orders, not what customers only try.
  const sales = await addPerson(app, {
    permissions: ['mfr:order:query', 'mfr:model:measure'],
    dataScope: '1',
  });
  await order({ id, ...boxMeasures(box) });
  expect(await get(`/model/${id}/file`, sales)).toBe(200);
  expect(await get(`/model/${id}/file`, stranger)).toBe(404);
  const again = (who: Person) => app.send('POST', `/model/${id}/measure`, { token: who.token });
  await setMeasured(id);
  expect(await again(customer)).toMatchObject({ status: 403 });
  expect(await again(sales)).toMatchObject({ status: 200, data: { status: 'waiting' } });
});

test('its owner deletes a model that no order has', async () => {
  const [free, used] = [await upload(), await upload()];
  await order({ id: used.id, ...boxMeasures(box) });
  const remove = (ids: number[], { token }: Person) => app.send('DELETE', '/model', { token, body: { ids } });
  expect(await remove([free.id], stranger)).toMatchObject({ status: 404 });
  expect(await remove([free.id, used.id], customer)).toMatchObject({ status: 409, error: 'record.in_use' });
  const { fileId } = await readModelRow(free.id);
  expect(await remove([free.id], customer)).toMatchObject({ status: 200 });
  expect(await app.database.db.select().from(files).where(eq(files.id, fileId!))).toStrictEqual([]);
  expect(await app.send('GET', `/model/${free.id}`, { token: customer.token })).toMatchObject({
    status: 404,
  });
});

test('models are deleted after the days that the shop keeps them, never those of an order under way', async () => {
  const { db } = app.database;
  const [unused, finished, open] = [await upload(), await upload(), await upload()];
  const orderOf = async ({ id }: Model) => (await order({ id, ...boxMeasures(box) })).id;
  const [done] = [await orderOf(finished), await orderOf(open)];
  await setMeasured(finished.id);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await db.update(modelFiles).set({ createdAt: daysAgo(40) });
  await db
    .update(orders)
    .set({ status: 'completed', updatedAt: daysAgo(40) })
    .where(eq(orders.id, done));
  const sweep = () => sweepModels(app.database, store, new Date(), new AbortController().signal);
  expect((await sweep())['model files']).toBe(0);
  expect(await readModelRow(unused.id)).toBeUndefined();
  await db.update(configs).set({ configValue: '30' }).where(eq(configs.configKey, 'model.keepDays'));
  expect((await sweep())['model files']).toBeGreaterThanOrEqual(1);
  expect(await readModelRow(open.id)).toMatchObject({ deletedAt: null });
  expect(await readModelRow(finished.id)).toMatchObject({ fileId: null, status: 'measured' });
  // The figures stay.
  expect(await modelOf(done)).toMatchObject({ check: 'equal', isDeleted: true });
  expect(await app.send('GET', `/model/${finished.id}/file`, { token: customer.token })).toMatchObject({
    status: 404,
  });
});

test('the history of an order names who acknowledged a model, and when', async () => {
  const { id: modelId } = await upload();
  const { id } = await order({ id: modelId, ...boxMeasures(box) });
  await acknowledge(id);
  const rows = await app.database.db.select().from(orderHistory).where(eq(orderHistory.orderId, id));
  expect(rows.at(-1)).toMatchObject({ userId: clerk.userId, reason: '核对三维模型：零件 1' });
  expect((await detailsOf(id)) as Order).toMatchObject({ status: 'placed', version: 2 });
});
