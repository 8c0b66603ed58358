import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { modelFiles, partModels } from '#server/db/schema.ts';
import { startEarlierParts, partFingerprint } from './earlier-parts.test-data.ts';

const { app, buyer, order, send, find } = await startEarlierParts();
afterAll(() => app.close());

test('coarse meshes match within their tolerance; other parts and open meshes do not', async () => {
  const round = { ...partFingerprint, volumeMm3: 90_000 };
  const id = await order(buyer, round);
  const coarse = { ...round, precision: 'mesh' as const, volumeMm3: 89_300, areaMm2: 6_370 };
  expect(await find(buyer, coarse, { ...coarse, precision: 'exact' }, { ...coarse, reachMm: 36.1 })).toEqual([
    [[id, 'same']],
    [],
    [],
  ]);
});

test('a part is found after its file is deleted', async () => {
  const part = { ...partFingerprint, volumeMm3: 130_000 };
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
  ['more than 200', Array.from({ length: 201 }, () => partFingerprint)],
  ['a volume of zero', [{ ...partFingerprint, volumeMm3: 0 }]],
  ['a string instead of a number', [{ ...partFingerprint, areaMm2: '1' }]],
  ['only two moments', [{ ...partFingerprint, momentsMm5: [1, 2] }]],
  ['an unknown precision', [{ ...partFingerprint, precision: 'guess' }]],
  ['a file name', [{ ...partFingerprint, name: '秘密.step' }]],
])('%s is refused', async (_what, fingerprints) => {
  expect(await send(buyer, fingerprints)).toMatchObject({ status: 400 });
});

test('200 parts are looked up in one request and returned by index', async () => {
  const fingerprints = Array.from({ length: 200 }, (_, n) => ({
    ...partFingerprint,
    volumeMm3: 1e6 * (n + 1),
  }));
  const found = await find(buyer, ...fingerprints);
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
