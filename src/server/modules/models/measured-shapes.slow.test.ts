import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Model } from '#contract/files/models.ts';
import { ALL_BODIES } from '#domain/models/model-check.ts';
import { nodeKernel, partMaker } from '#geometry/kernel/parts.test-data.ts';
import { readModel } from '#geometry/read-model.ts';
import { binaryStl } from '#tests/support/models/mesh-files.ts';
import { boxMesh, insideOut, together } from '#tests/support/models/mesh-parts.ts';
import { uploadedModel } from '#tests/support/models/models.ts';
import { queueLostModels } from './measure-models.service.ts';
import { startMeasuringShop, type Measuring } from './measuring.test-data.ts';
import { box } from './model-shop.test-data.ts';

let measuring: Measuring;
beforeAll(async () => {
  measuring = await startMeasuringShop();
});
afterEach(() => measuring.clear());
afterAll(() => measuring.shop.close());

test('the walls of a mesh are measured and checked by the limits of the shop; skipped parts of the file are reported', async () => {
  const hollow = together(boxMesh(box), insideOut(boxMesh([59, 39, 7], [0.5, 0.5, 0.5])));
  const content = Buffer.concat([binaryStl(hollow), Buffer.alloc(9)]);
  const { id } = await uploadedModel(measuring.shop.app, '外壳.stl', content, {
    token: measuring.shop.customer.token,
  });
  await measuring.start();
  await expect.poll(async () => (await measuring.shop.readModelRow(id)).status).toBe('measured');
  const [x, y, z] = box;
  const volumeMm3 = x * y * z - 59 * 39 * 7;
  const order = await measuring.shop.order({ id, volumeMm3, boxMm: [...box] });
  expect(await measuring.shop.modelOf(order.id)).toMatchObject({
    check: 'equal',
    measured: { isWallChecked: true },
    findings: [
      { severity: 'advice', text: '没有计入文件结尾 9 字节空白', help: '不影响形状' },
      { severity: 'advice', text: '薄壁 0.5 mm（建议不小于 0.76 mm）', help: '壁厚加到 0.76 mm 以上' },
    ],
  });
});

test('an assembly ordered as one part is compared as a whole, even with a rotated body', async () => {
  const kernel = nodeKernel();
  const make = partMaker(await kernel.occt());
  const pin = make.cylinder(4, 60);
  const lying = make.moved(make.turned(pin, [1, 0, 0], Math.PI / 3), [30, 5, 20]);
  const content = Buffer.from(make.step(make.together(pin, lying)));
  const { whole } = await readModel(content, '组件.step', kernel);
  const { volumeMm3 = 0, stockBoxMm = box } = whole ?? {};
  const [length, width, height] = stockBoxMm.map((edge) => Math.ceil(edge));
  const size = { length: length!, width: width!, height: height! };

  const { id } = await uploadedModel(measuring.shop.app, '组件.step', content, {
    token: measuring.shop.customer.token,
  });
  const failures = await measuring.start();
  await expect.poll(async () => (await measuring.shop.readModelRow(id)).status).toBe('measured');
  expect(failures).toStrictEqual([]);
  const { bodies } = (
    await measuring.shop.app.send('GET', `/model/${id}`, { token: measuring.shop.customer.token })
  ).data as Model;
  expect(bodies.map(({ count }) => count)).toStrictEqual([2]);

  const sent = { id, body: ALL_BODIES, volumeMm3, boxMm: [...stockBoxMm] as [number, number, number] };
  const honest = await measuring.shop.order(sent, size);
  const model = await measuring.shop.modelOf(honest.id);
  expect(model).toMatchObject({ check: 'equal', body: ALL_BODIES, bodies: 2, hasThumbnail: true });
  expect(model.findings).toContainEqual({
    severity: 'advice',
    text: '一个零件里有 2 个实体',
    help: '不是一体的零件请每个实体单独报价',
  });
  expect(await measuring.shop.confirm(honest.id)).toMatchObject({ status: 200 });
  const [long, ...others] = stockBoxMm as [number, number, number];
  const wrong = await measuring.shop.order({ ...sent, boxMm: [long - 1, ...others] }, size);
  expect((await measuring.shop.modelOf(wrong.id)).sent.boxMm).toStrictEqual(model.measured?.boxMm);
  const one = await measuring.shop.order({ ...sent, body: 0 }, size);
  expect((await measuring.shop.modelOf(one.id)).sent.volumeMm3).toBeCloseTo(volumeMm3 / 2, 0);
});

test('a model whose job ended without a result is left for review by staff', async () => {
  const { id } = await measuring.shop.upload();
  await measuring.shop.app.database.db.execute(sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 day', retry_count = retry_limit
    where name = 'measure-model' and singleton_key = ${String(id)}`);
  await measuring.start();
  await expect.poll(() => measuring.shop.readModelRow(id)).toMatchObject({ failure: 'abandoned' });
});

test('a restored model without a job is queued again, once', async () => {
  const { id } = await measuring.shop.upload();
  const { db } = measuring.shop.app.database;
  await db.execute(sql`truncate pgboss.job`);
  const later = new Date(Date.now() + 2 * 3_600_000);
  expect(await queueLostModels(db, new Date())).toBe(0);
  expect(await queueLostModels(db, later)).toBeGreaterThanOrEqual(1);
  expect(await queueLostModels(db, later)).toBe(0);
  const { rows } = await db.execute(
    sql`select singleton_key as key from pgboss.job where singleton_key = ${String(id)}`,
  );
  expect(rows).toHaveLength(1);
});
