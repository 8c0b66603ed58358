import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Part } from '#contract/orders/parts.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { Fingerprint } from '#geometry/model-reading.ts';
import { modelBodies, modelFiles } from '#server/db/schema.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models/models.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const namesOf = (found: readonly Part[]) => found.map(({ name }) => name);

export const partFingerprint: Fingerprint = {
  precision: 'exact',
  volumeMm3: 19_000,
  areaMm2: 6_400,
  reachMm: 36,
  momentsMm5: [2e6, 5e6, 7e6],
  handedness: 0.3,
};

/** The app with customers who order parts, and with models that are measured. */
export async function startParts() {
  const app = await createTestApp();
  const item = { ...buildItem(await readCatalogue(app)), length: 60, width: 40, height: 8 };

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
  return { app, item, addCustomer, order, send, list, model, measure };
}
