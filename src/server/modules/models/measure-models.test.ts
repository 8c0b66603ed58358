import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Model } from '#contract/files/models.ts';
import { boxStl } from '#tests/support/models/models.ts';
import { startMeasuringShop, type Measuring } from './measuring.test-data.ts';
import { box } from './model-shop.test-data.ts';

let measuring: Measuring;
beforeAll(async () => {
  measuring = await startMeasuringShop();
});
afterEach(() => measuring.clear());
afterAll(() => measuring.shop.close());

test('an uploaded model is measured in a process of its own, which also draws a picture', async () => {
  const { id, ...sent } = await measuring.shop.upload();
  expect(sent).toMatchObject({
    name: '底板.stl',
    format: 'stl',
    status: 'waiting',
    bodies: [],
    isDeleted: false,
  });
  const failures = await measuring.start();
  await expect.poll(async () => (await measuring.shop.readModelRow(id)).status).toBe('measured');
  const { token } = measuring.shop.customer;
  const model = (await measuring.shop.app.send('GET', `/model/${id}`, { token })).data as Model;
  expect(model).toMatchObject({ status: 'measured', failure: null, measurings: 1 });
  expect(model.bodies).toHaveLength(1);
  const [body] = model.bodies;
  expect(body).toMatchObject({ body: 0, kind: 'mesh', count: 1, hasThumbnail: true });
  expect(body!.volumeMm3).toBeCloseTo(19_200, 6);
  expect(body!.stockBoxMm.map((edge) => Math.round(edge * 1e6) / 1e6)).toStrictEqual([60, 40, 8]);
  const picture = await measuring.shop.app.http.inject({
    url: `/api/v1/model/${id}/thumbnail/0`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(picture.headers['content-type']).toBe('image/webp');
  expect(picture.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  const file = await measuring.shop.app.http.inject({
    url: `/api/v1/model/${id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(file.rawPayload.equals(boxStl(box))).toBe(true);
  expect(failures).toStrictEqual([]);
});
