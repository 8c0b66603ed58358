import { inArray, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { meshFingerprint } from '#geometry/fingerprint.ts';
import { meshMoments } from '#geometry/mesh/mesh-moments.ts';
import type { TriangleMesh } from '#geometry/mesh/triangle-mesh.ts';
import type { Fingerprint } from '#geometry/model-reading.ts';
import { modelBodies, modelFiles } from '#server/db/schema.ts';
import { alteredCopies, exportedAgain, plateWithBoss } from '#tests/support/models/altered-copies.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models/models.ts';
import { findRepeats } from './repeats.service.ts';
import { startRepeats, charged } from './repeats.test-data.ts';

const { app, item, buyer, deptId, setUpOf, repeatsOf, order } = await startRepeats();
afterAll(() => app.close());

const printOf = ({ points, indices }: TriangleMesh, n: number): Fingerprint => ({
  ...meshFingerprint(meshMoments(points, indices)),
  precision: n % 2 ? 'exact' : 'mesh',
});

/** Stores the measures of models. */
async function setMeasured(ids: readonly number[], prints: readonly Fingerprint[]): Promise<void> {
  const { db } = app.database;
  const boxMm = [100, 80, 18] as const;
  await db.insert(modelBodies).values(
    prints.map((fingerprint, n) => {
      const figures = { volumeMm3: fingerprint.volumeMm3, areaMm2: fingerprint.areaMm2 };
      const measures = { ...figures, boxMm, stockBoxMm: boxMm, isStockTilted: false, centreMm: boxMm };
      const kind = fingerprint.precision === 'exact' ? 'solid' : 'mesh';
      return {
        modelId: ids[n]!,
        body: 0,
        kind,
        name: '',
        count: 1,
        ...figures,
        measures,
        fingerprint,
      } as const;
    }),
  );
  await db
    .update(modelFiles)
    .set({ status: 'measured' })
    .where(inArray(modelFiles.id, [...ids]));
}

/** Stores measured models of the buyer with distinct contents. */
async function storedModels(prints: readonly Fingerprint[], note: string): Promise<number[]> {
  const file = {
    name: '底板.step',
    format: 'step',
    size: 1,
    ownerId: buyer.userId,
    createdAt: new Date(),
  } as const;
  const rows = await app.database.db
    .insert(modelFiles)
    .values(prints.map((_, n) => ({ ...file, hash: `${note} ${n}` })))
    .returning({ id: modelFiles.id });
  const ids = rows.map(({ id }) => id);
  await setMeasured(ids, prints);
  return ids;
}

test('none of 1,000 altered copies of a model is a repeat, but a re-exported part is', async () => {
  const itemOf = (id: number): QuotationItem => ({
    ...item,
    name: '底板',
    model: { id, ...boxMeasures([100, 80, 18]) },
  });
  const known = await Promise.all(
    [0, 1].map(async (n) => {
      const { id } = await uploadedModel(app, '底板.stl', boxStl([100, 80, 18 + n]), { token: buyer.token });
      await setMeasured([id], [printOf(plateWithBoss(), n)]);
      return itemOf(id);
    }),
  );
  await order(buyer, known);
  const altered = await storedModels([...alteredCopies(7, 1_000)].map(printOf), 'altered');
  const again = await storedModels([...exportedAgain(8, 20)].map(printOf), 'again');
  const items = [...[...altered, ...again].map(itemOf), ...known];
  const found = await findRepeats(app.database.db, { userId: buyer.userId, deptId }, items);
  expect(found.slice(0, 1_000).filter(Boolean)).toEqual([]);
  expect(found.slice(1_000)).toEqual(Array.from({ length: 22 }, () => true));
});

test('without a rule that waives charges for repeats nothing is looked up, and invalid items are refused', async () => {
  expect((await app.send('POST', '/quote/repeats', { token: buyer.token, body: { items: [] } })).status).toBe(
    400,
  );
  await app.database.db.execute(sql`update charge_rule set on_repeat = 'charged'`);
  await app.database.db.execute(sql`update revision set value = value + 1 where name = 'catalogue'`);
  expect(await repeatsOf(buyer, item)).toEqual([false]);
  expect(await setUpOf(buyer, item)).toEqual(charged);
});
