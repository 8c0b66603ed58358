import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Part } from '#contract/parts.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import type { Fingerprint } from '#geometry/model-reading.ts';
import { modelBodies, modelFiles, partChanges, parts } from '#server/db/schema.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { foldParts } from './fold-parts.service.ts';

let app: TestApp;
let item: QuotationItem;
beforeAll(async () => {
  app = await createTestApp();
  item = { ...buildItem(await readCatalogue(app)), length: 60, width: 40, height: 8 };
});
afterAll(() => app.close());

const addCustomer = () => addPerson(app, { roleKey: 'customer' });

async function order(
  { token }: Person,
  items: Pick<Partial<QuotationItem>, 'name' | 'num' | 'length' | 'width' | 'height' | 'model'>[],
  status: 'placed' | 'quoted' | 'requested' = 'placed',
): Promise<number> {
  const body = await buildOrder(
    app,
    { token },
    items.map((one) => Object.assign({}, item, one)),
    { status },
  );
  const answer = await place(app, { token }, body);
  if (answer.status !== 200) throw new Error(answer.msg);
  return Number(answer.data);
}
const send = ({ token }: Person, query = '') => app.send('GET', `/part${query}`, { token });
async function list(who: Person, query = ''): Promise<Part[]> {
  const answer = await send(who, query);
  expect(answer.status, answer.msg).toBe(200);
  return listOf<Part>(answer);
}
const namesOf = (found: readonly Part[]) => found.map(({ name }) => name);

test('another revision, another size and a part without a name are parts of their own', async () => {
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

test('a part that was kept under the name of its material has no name, unless somebody gave it that one', async () => {
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

const print: Fingerprint = {
  precision: 'exact',
  volumeMm3: 19_000,
  areaMm2: 6_400,
  reachMm: 36,
  momentsMm5: [2e6, 5e6, 7e6],
  handedness: 0.3,
};

/** An uploaded model; different content, the same box. */
async function model({ token }: Person, note: string) {
  const content = boxStl([60, 40, 8]);
  content.write(note, 0);
  const { id } = await uploadedModel(app, `${note}.stl`, content, { token });
  return { id, ...boxMeasures([60, 40, 8]) };
}

/** As the measuring stores it. */
async function measure(modelId: number, fingerprint: Fingerprint): Promise<void> {
  const { db } = app.database;
  const edges = [60, 40, 8] as const;
  const figures = { volumeMm3: fingerprint.volumeMm3, areaMm2: fingerprint.areaMm2 };
  const measures = {
    ...figures,
    boxMm: edges,
    stockBoxMm: edges,
    isStockTilted: false,
    centreMm: edges,
  };
  await db.insert(modelBodies).values({
    modelId,
    body: 0,
    kind: 'solid',
    name: '',
    count: 1,
    ...figures,
    measures,
    fingerprint,
  });
  await db.update(modelFiles).set({ status: 'measured', measurings: 1 }).where(eq(modelFiles.id, modelId));
  await db.execute(
    sql`insert into part_change (order_id) select order_id from part_model where model_id = ${modelId}`,
  );
}

test('an altered copy is a part of its own, and a copy that may be a mirror image is one unless it has the same name', async () => {
  const buyer = await addCustomer();
  const unclear = { ...print, handedness: 0 };
  const lines = [
    ['底板', print],
    ['底板', { ...print, momentsMm5: [2e6, 5e6, 7.0001e6] as const }],
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

test('orders of before the library are added in batches, once, by several processes', async () => {
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
  // Again: nothing changes.
  await db.execute(sql`insert into part_change (order_id) select id from orders`);
  await foldParts(app.database);
  expect(await list(buyer)).toEqual(after);
  expect((await db.select({ id: parts.id }).from(parts)).length).toBeGreaterThan(5);
});
