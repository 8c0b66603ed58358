import { eq, sql } from 'drizzle-orm';
import type { OrderModel } from '#contract/files/models.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem, SentModel } from '#contract/orders/part-item.ts';
import type { Body } from '#geometry/model-reading.ts';
import { modelBodies, modelFiles, orders } from '#server/db/schema.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { foundOrThrow } from '#server/http/records.ts';
import { createFileStore } from '#server/modules/files/create-file-store.ts';
import { boxStl, uploadedModel } from '#tests/support/models/models.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

/** Edges in mm of the model that is uploaded, and of the part that is ordered with it. */
export const box = [60, 40, 8] as const;

export type ModelShop = Awaited<ReturnType<typeof startModelShop>>;

/** A server with two customers, a clerk, and what they do with models. */
export async function startModelShop() {
  const app = await createTestApp();
  const store = createFileStore({ kind: 'disk' }, app.dataDir);
  const item = { ...buildItem(await readCatalogue(app)), length: 60, width: 40, height: 8 };
  const customer = await addPerson(app, { roleKey: 'customer' });
  const stranger = await addPerson(app, { roleKey: 'customer' });
  const clerk = await addPerson(app, { roleKey: 'sales' });

  /** As a measuring stores it. */
  async function setMeasured(id: number, [x, y, z]: readonly [number, number, number] = box): Promise<void> {
    const { db } = app.database;
    const measures: Body['measures'] = {
      volumeMm3: x * y * z,
      areaMm2: 2 * (x * y + y * z + x * z),
      boxMm: [x, y, z],
      stockBoxMm: [x, y, z],
      isStockTilted: false,
      centreMm: [x / 2, y / 2, z / 2],
    };
    const { volumeMm3, areaMm2 } = measures;
    const fingerprint = {
      volumeMm3,
      areaMm2,
      precision: 'mesh' as const,
      reachMm: 1,
      momentsMm5: [1, 2, 3] as const,
      handedness: 0,
    };
    await db.delete(modelBodies).where(eq(modelBodies.modelId, id));
    await db.insert(modelBodies).values({
      modelId: id,
      body: 0,
      kind: 'mesh',
      name: '',
      count: 1,
      volumeMm3,
      areaMm2,
      measures,
      fingerprint,
    });
    await db
      .update(modelFiles)
      .set({ status: 'measured', measurings: sql`${modelFiles.measurings} + 1` })
      .where(eq(modelFiles.id, id));
  }

  async function order(
    model: SentModel,
    rest: Partial<QuotationItem> = {},
    status: 'quoted' | 'placed' | 'requested' = 'placed',
  ) {
    const who = { token: customer.token };
    const items = [{ ...item, ...rest, model }];
    const answer = await place(app, who, await buildOrder(app, who, items, { status }));
    return { answer, id: Number(answer.data) };
  }
  const detailsOf = async (id: number, { token }: Person = clerk) =>
    (await app.send('GET', `/order/${id}/withExt`, { token })).data as OrderWithExt;
  const modelOf = async (id: number, who: Person = clerk): Promise<OrderModel> =>
    foundOrThrow((await detailsOf(id, who)).models[0]);
  const confirm = async (id: number, seen: object = {}) =>
    app.send('POST', `/order/${id}/move`, {
      token: clerk.token,
      body: { to: 'confirmed', version: (await detailsOf(id)).version, ...seen },
    });
  const acknowledge = async (id: number, change: object = {}, { token }: Person = clerk) => {
    const { version } = await detailsOf(id);
    const { measurings } = await modelOf(id);
    const body = { lineNo: 1, measurings, reason: '已与客户核对图纸', version, ...change };
    return app.send('POST', `/order/${id}/model`, { token, body });
  };
  const removeModel = (id: number) =>
    app.send('DELETE', '/model', { token: customer.token, body: { ids: [id] } });
  const readOrderRow = async (id: number) =>
    onlyRow(await app.database.db.select().from(orders).where(eq(orders.id, id)));
  const readModelRow = async (id: number) =>
    onlyRow(await app.database.db.select().from(modelFiles).where(eq(modelFiles.id, id)));

  const upload = (edges: readonly [number, number, number] = box) =>
    uploadedModel(app, '底板.stl', boxStl(edges), { token: customer.token });

  return {
    app,
    store,
    item,
    customer,
    stranger,
    clerk,
    upload,
    setMeasured,
    order,
    detailsOf,
    modelOf,
    confirm,
    acknowledge,
    removeModel,
    readOrderRow,
    readModelRow,
    close: () => app.close(),
  };
}
