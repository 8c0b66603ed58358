import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EarlierPart } from '#contract/earlier-parts.ts';
import type { QuotationItem, SentModel } from '#contract/part-item.ts';
import type { Fingerprint } from '#geometry/model-reading.ts';
import { modelBodies, modelFiles, partModels } from '#server/db/schema.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models.ts';
import { addDept, addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let company: { deptId: number };
let buyer: Person;
const box = [60, 40, 8] as const;
const print: Fingerprint = {
  precision: 'exact',
  volumeMm3: 19_000,
  areaMm2: 6_400,
  reachMm: 36,
  momentsMm5: [2e6, 5e6, 7e6],
  handedness: 0.3,
};

beforeAll(async () => {
  app = await createTestApp();
  item = { ...buildItem(await readCatalogue(app)), length: 60, width: 40, height: 8 };
  company = await addDept(app);
  const member = {
    deptId: company.deptId,
    permissions: ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query'],
  };
  buyer = await addPerson(app, { ...member, dataScope: '3' });
});
afterAll(() => app.close());

/** An order of a part with this fingerprint, as measured. */
async function order(
  { token }: Person,
  fingerprint: Fingerprint,
  { status = 'placed', model = {} }: { status?: 'placed' | 'quoted'; model?: Partial<SentModel> } = {},
) {
  const { db } = app.database;
  const { id } = await uploadedModel(app, '底板.stl', boxStl(box), { token });
  const [volumeMm3, areaMm2] = [fingerprint.volumeMm3, fingerprint.areaMm2];
  const edges = [60, 40, 8] as const;
  const measures = {
    volumeMm3,
    areaMm2,
    boxMm: edges,
    stockBoxMm: edges,
    isStockTilted: false,
    centreMm: edges,
  };
  await db.insert(modelBodies).values({
    modelId: id,
    body: 0,
    kind: 'solid',
    name: '',
    count: 1,
    volumeMm3,
    areaMm2,
    measures,
    fingerprint,
  });
  await db.update(modelFiles).set({ status: 'measured', measurings: 1 }).where(eq(modelFiles.id, id));
  const items = [{ ...item, model: { id, ...boxMeasures(box), volumeMm3, ...model } }];
  const answer = await place(app, { token }, await buildOrder(app, { token }, items, { status }));
  if (answer.status !== 200) throw new Error(answer.msg);
  return Number(answer.data);
}
const send = ({ token }: Person, fingerprints: unknown) =>
  app.send('POST', '/model/earlier', { token, body: { fingerprints } });
async function find(who: Person, ...prints: Fingerprint[]): Promise<[number, string][][]> {
  const answer = await send(who, prints);
  expect(answer.status).toBe(200);
  return (answer.data as EarlierPart[][]).map((found) => found.map((one) => [one.orderId, one.likeness]));
}

test('coarse meshes are found within their tolerance, other parts and open ones are not', async () => {
  const round = { ...print, volumeMm3: 90_000 };
  const id = await order(buyer, round);
  const coarse = { ...round, precision: 'mesh' as const, volumeMm3: 89_300, areaMm2: 6_370 };
  expect(await find(buyer, coarse, { ...coarse, precision: 'exact' }, { ...coarse, reachMm: 36.1 })).toEqual([
    [[id, 'same']],
    [],
    [],
  ]);
});

test('a part is found after its file was deleted', async () => {
  const part = { ...print, volumeMm3: 130_000 };
  const id = await order(buyer, part);
  const [link] = await app.database.db.select().from(partModels).where(eq(partModels.orderId, id));
  await app.database.db
    .update(modelFiles)
    .set({ fileId: null, deletedAt: new Date() })
    .where(eq(modelFiles.id, link!.modelId));
  expect(await find(buyer, part)).toEqual([[[id, 'same']]]);
});

test.each([
  ['no fingerprint', []],
  ['more than 200', Array.from({ length: 201 }, () => print)],
  ['a volume of zero', [{ ...print, volumeMm3: 0 }]],
  ['a text for a number', [{ ...print, areaMm2: '1' }]],
  ['two moments', [{ ...print, momentsMm5: [1, 2] }]],
  ['an unknown precision', [{ ...print, precision: 'guess' }]],
  ['the name of the file', [{ ...print, name: '秘密.step' }]],
])('%s is refused', async (_what, fingerprints) => {
  expect(await send(buyer, fingerprints)).toMatchObject({ status: 400 });
});

test('200 parts are looked for in one request, by index', async () => {
  const prints = Array.from({ length: 200 }, (_, n) => ({ ...print, volumeMm3: 1e6 * (n + 1) }));
  const found = await find(buyer, ...prints);
  expect(found).toHaveLength(200);
  const { db } = app.database;
  await db.execute(sql`insert into part_model (order_id, revision, line_no, user_id, dept_id, model_id, volume_mm3, box_mm)
    select order_id, 100 + n, line_no, 1, 1, model_id, n, box_mm from part_model, generate_series(1, 3000) as n
    where revision = 1 limit 30000`);
  await db.execute(sql`analyze part_model`);
  for (const [column, index] of [
    ['user_id', 'part_model_of_user'],
    ['dept_id', 'part_model_of_company'],
  ] as const) {
    const { rows } = await db.execute(sql`explain select 1 from part_model p
      where p.${sql.identifier(column)} = ${buyer.userId} and p.volume_mm3 between 10::float8 * 0.99 and 10::float8 * 1.01
      order by p.order_id desc limit 30`);
    expect(JSON.stringify(rows)).toContain(index);
  }
});
