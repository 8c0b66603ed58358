import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { EarlierPart } from '#contract/orders/earlier-parts.ts';
import type { SentModel } from '#contract/orders/part-item.ts';
import type { Fingerprint } from '#geometry/model-reading.ts';
import { modelBodies, modelFiles } from '#server/db/schema.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models/models.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

const box = [60, 40, 8] as const;
export const partFingerprint: Fingerprint = {
  precision: 'exact',
  volumeMm3: 19_000,
  areaMm2: 6_400,
  reachMm: 36,
  momentsMm5: [2e6, 5e6, 7e6],
  handedness: 0.3,
};

/** The app with people of one company, a stranger and a clerk, and with orders of measured models. */
export async function startEarlierParts() {
  const app = await createTestApp();
  const item = { ...buildItem(await readCatalogue(app)), length: 60, width: 40, height: 8 };
  const company = await addDept(app);
  const member = {
    deptId: company.deptId,
    permissions: ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query'],
  };
  const buyer = await addPerson(app, { ...member, dataScope: '3' });
  const colleague = await addPerson(app, { ...member, dataScope: '3' });
  const stranger = await addPerson(app, { roleKey: 'customer' });
  const clerk = await addPerson(app, { roleKey: 'sales' });

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
  return { app, buyer, colleague, stranger, clerk, order, send, find };
}
