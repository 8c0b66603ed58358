import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { EarlierPart } from '#contract/orders/earlier-parts.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { scaleFingerprint } from '#geometry/fingerprint.ts';
import { orders } from '#server/db/schema.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { startEarlierParts, partFingerprint } from './earlier-parts.test-data.ts';

const { app, buyer, colleague, stranger, clerk, order, send, find } = await startEarlierParts();
afterAll(() => app.close());

test('a part is found in orders of its customer and company with the price paid, but not by other customers', async () => {
  const id = await order(buyer, partFingerprint);
  const turned = { ...partFingerprint, areaMm2: 6_400.01, volumeMm3: 19_000.01 };
  expect(await find(buyer, turned)).toEqual([[[id, 'same']]]);
  expect(await find(colleague, turned)).toEqual([[[id, 'same']]]);
  expect(await find(stranger, turned)).toEqual([[]]);
  // Staff who quote for themselves find only their own orders.
  expect(await find(clerk, turned)).toEqual([[]]);
  const found = ((await send(buyer, [turned])).data as EarlierPart[][])[0]?.[0];
  const sold = (await app.send('GET', `/order/${id}/withExt`, { token: buyer.token })).data as OrderWithExt;
  expect(found).toMatchObject({ orderNo: sold.orderNo, placedAt: sold.placedAt, item: sold.items[0] });
});

test('mirrored parts are distinguished, scaled parts show the factor, and identical parts come first', async () => {
  const left = { ...partFingerprint, volumeMm3: 50_000, handedness: -0.4 };
  const mirrored = await order(buyer, { ...left, handedness: 0.4 });
  const inches = await order(buyer, scaleFingerprint(left, 25.4));
  const wrongUnit = await order(buyer, scaleFingerprint(left, 1 / 25.4));
  expect(await find(buyer, left)).toEqual([
    [
      [wrongUnit, '1/25.4'],
      [inches, '25.4'],
      [mirrored, 'mirrored'],
    ],
  ]);
  const same = await order(buyer, left);
  expect((await find(buyer, left))[0]?.[0]).toEqual([same, 'same']);
  // The ordered part is the file scaled by the customer's factor.
  const scaled = { ...partFingerprint, volumeMm3: 70_000 };
  const factored = await order(buyer, scaleFingerprint(scaled, 1 / 25.4), {
    model: { scale: '25.4', volumeMm3: 70_000 },
  });
  expect(await find(buyer, scaled)).toEqual([[[factored, 'same']]]);
});

test('quotations, cancelled orders and replaced revisions do not count as earlier orders', async () => {
  const part = { ...partFingerprint, volumeMm3: 110_000 };
  await order(buyer, part, { status: 'quoted' });
  const id = await order(buyer, part);
  const { db } = app.database;
  expect(await find(buyer, part)).toEqual([[[id, 'same']]]);
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, id));
  expect(await find(buyer, part)).toEqual([[]]);
  await db.update(orders).set({ status: 'completed', revision: 2 }).where(eq(orders.id, id));
  expect(await find(buyer, part)).toEqual([[]]);
});

test('staff see earlier orders of the same customer for each part, never of other customers', async () => {
  const part = { ...partFingerprint, volumeMm3: 150_000 };
  const foreign = await order(stranger, part);
  const first = await order(buyer, part);
  const second = await order(colleague, part);
  const of = async (id: number, { token }: Person) =>
    (await app.send('GET', `/order/${id}/earlier`, { token })).data as
      { lineNo: number; earlier: EarlierPart[] }[] | null;
  expect(await of(first, clerk)).toEqual([]);
  expect(await of(foreign, clerk)).toEqual([]);
  expect(await of(second, clerk)).toMatchObject([
    { lineNo: 1, earlier: [{ orderId: first, likeness: 'same' }] },
  ]);
  const foreignAnswer = await app.send('GET', `/order/${second}/earlier`, { token: stranger.token });
  expect(foreignAnswer).toMatchObject({ status: 404 });
});

test('nothing is found without the permission for orders, or after it is revoked', async () => {
  const blind = await addPerson(app, { permissions: ['mfr:quote:add'] });
  expect(await send(blind, [partFingerprint])).toMatchObject({ status: 403 });
  const former = await addPerson(app, { permissions: ['mfr:order:query'] });
  expect(await send(former, [partFingerprint])).toMatchObject({ status: 200 });
  await app.database.db.transaction(async (tx) => {
    await tx.execute(sql`delete from sys_role_menu where role_id in (
      select role_id from sys_user_role where user_id = ${former.userId})`);
    await tx.execute(
      sql`update revision set value = value + 1, changed_at = now() + interval '1 second' where name = 'access'`,
    );
  });
  expect(await send(former, [partFingerprint])).toMatchObject({ status: 403 });
});
