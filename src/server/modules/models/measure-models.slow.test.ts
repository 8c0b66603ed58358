import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { boxStl, uploadedModel } from '#tests/support/models/models.ts';
import { startMeasuringShop, type Measuring } from './measuring.test-data.ts';
import { box } from './model-shop.test-data.ts';

let measuring: Measuring;
beforeAll(async () => {
  measuring = await startMeasuringShop();
});
afterEach(() => measuring.clear());
afterAll(() => measuring.shop.close());

test('a damaged file is measured once, and one that takes too long twice, before staff review it', async () => {
  const content = boxStl(box);
  content.writeFloatLE(NaN, 84 + 12);
  const damaged = await uploadedModel(measuring.shop.app, '坏.stl', content, {
    token: measuring.shop.customer.token,
  });
  await measuring.start();
  await expect.poll(() => measuring.shop.readModelRow(damaged.id)).toMatchObject({ status: 'unmeasured' });
  expect(await measuring.shop.readModelRow(damaged.id)).toMatchObject({ measurings: 1, tries: 0 });
  await measuring.stop();

  const slow = await measuring.shop.upload();
  await measuring.start(1);
  await expect
    .poll(() => measuring.shop.readModelRow(slow.id))
    .toMatchObject({ status: 'waiting', tries: 1 });
  await measuring.shop.app.database.db.execute(
    sql`update pgboss.job set start_after = now() where state = 'created'`,
  );
  await expect
    .poll(() => measuring.shop.readModelRow(slow.id))
    .toMatchObject({
      status: 'unmeasured',
      failure: 'out-of-time',
      measurings: 1,
    });
});
