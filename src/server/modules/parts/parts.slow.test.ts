import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { partChanges, parts } from '#server/db/schema.ts';
import { foldParts } from './fold-parts.service.ts';
import { startParts, namesOf, partFingerprint } from './parts.test-data.ts';

const { app, addCustomer, order, list, model, measure } = await startParts();
afterAll(() => app.close());

test('parts with another revision, another size or no name are separate parts', async () => {
  const buyer = await addCustomer();
  await order(buyer, [
    { name: 'QM-7 A' },
    { name: 'QM-7 B' },
    { name: 'QM-7 A', length: 61 },
    {},
    { length: 70 },
    {},
  ]);
  const found = await list(buyer);
  expect(found).toHaveLength(5);
  expect(new Set(namesOf(found))).toEqual(new Set(['QM-7 A', 'QM-7 B', '']));
});

test('a part stored under the name of its material has no name, unless a user entered that name', async () => {
  const buyer = await addCustomer();
  await order(buyer, [{}]);
  const [first] = await list(buyer);
  const { materialName } = first!.item;
  const keep = (version: number) =>
    app.database.db.update(parts).set({ name: materialName, version }).where(eq(parts.id, first!.id));
  await keep(1);
  expect(namesOf(await list(buyer))).toEqual(['']);
  await keep(2);
  expect(namesOf(await list(buyer))).toEqual([materialName]);
});

test('an altered copy is a separate part, as is a possible mirror image with another name', async () => {
  const buyer = await addCustomer();
  const unclear = { ...partFingerprint, handedness: 0 };
  const lines = [
    ['底板', partFingerprint],
    ['底板', { ...partFingerprint, momentsMm5: [2e6, 5e6, 7.0001e6] as const }],
    ['左件', unclear],
    ['右件', unclear],
    ['左件', unclear],
  ] as const;
  for (const [n, [name, fingerprint]] of lines.entries()) {
    const sent = await model(buyer, `改动${n}`);
    await measure(sent.id, fingerprint);
    await order(buyer, [{ name, model: sent }]);
  }
  const found = await list(buyer);
  expect(found.map((part) => `${part.name} ${part.orders}`).toSorted()).toEqual(
    ['底板 1', '底板 1', '左件 2', '右件 1'].toSorted(),
  );
});

test('orders older than the library are added in batches, once, even by several processes', async () => {
  const buyer = await addCustomer();
  for (let n = 0; n < 5; n += 1) await order(buyer, [{ name: `旧件 ${n}` }]);
  const { db } = app.database;
  await db.execute(sql`truncate part_line, part, part_change`);
  await db.execute(sql`insert into part_change (order_id) select id from orders`);
  const [{ count } = { count: 0 }] = (
    await db.execute<{ count: number }>(sql`select count(*)::int as count from part_change`)
  ).rows;
  const folded = await Promise.all([foldParts(app.database), foldParts(app.database)]);
  expect(folded.reduce((sum, one) => sum + one)).toBe(count);
  expect(await db.select().from(partChanges)).toEqual([]);
  const after = await list(buyer);
  expect(after).toHaveLength(5);
  // A second run changes nothing.
  await db.execute(sql`insert into part_change (order_id) select id from orders`);
  await foldParts(app.database);
  expect(await list(buyer)).toEqual(after);
  expect((await db.select({ id: parts.id }).from(parts)).length).toBeGreaterThan(5);
});
