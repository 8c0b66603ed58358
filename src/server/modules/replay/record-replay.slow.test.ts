import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { LeadClassRecord } from '#contract/catalogue/lead-classes.ts';
import type { PriceChange } from '#contract/prices/price-changes.ts';
import { leadFiguresOf, materialFiguresOf } from '#contract/prices/record-figures.ts';
import { orders } from '#server/db/schema.ts';
import type { Person } from '#tests/support/data/people.ts';
import { buildItem, place } from '#tests/support/data/quotations.ts';
import { startChargeReplays, admin, done } from './charge-replay.test-data.ts';

const { app, catalogue, customer, replayed, deleteRules } = await startChargeReplays();
afterAll(() => app.close());

const item = buildItem(catalogue, { num: 3 });
const get = async <T>(path: string): Promise<T> => (await app.send('GET', path, admin)).data;

/** Places an order and returns the sums of its lines and charges in fen. */
async function ordered({ token }: Person, leadClassId?: number) {
  const body = { items: [item], ...(leadClassId === undefined ? {} : { leadClassId }) };
  const quote = await app.send('POST', '/quote', { token, body });
  const { price } = quote.data as { price: string };
  const placed = await place(app, { token }, { ...body, price, status: 'placed' });
  expect(placed.status, placed.msg).toBe(200);
  const [row] = await app.database.db
    .select()
    .from(orders)
    .where(eq(orders.id, Number(placed.data)));
  const chargesFen = row!.charges.reduce((sum, { amountFen }) => sum + amountFen, 0);
  return { linesFen: row!.totalFen - chargesFen, chargesFen };
}

async function draftOf(change: PriceChange): Promise<number> {
  const body = { name: '调价', reason: '', changes: [change] };
  return Number(await done(app.send('POST', '/price-draft', { ...admin, body })));
}
const publish = (id: number) =>
  done(
    app.send('POST', `/price-draft/${id}/publish`, { ...admin, body: { version: 1, confirmJumps: true } }),
  );

test('replaying changed base sizes and class percentages predicts the prices after publication', async () => {
  await deleteRules();
  const lead = { name: '特快', factor: 0.4, percent: 40, sort: 1, status: 2 };
  const leadClassId = Number(await done(app.send('POST', '/lead-class', { ...admin, body: lead })));
  const [sizes, leads, later] = [await customer(), await customer(), await customer()];
  const [plain, fast] = [await ordered(sizes), await ordered(leads, leadClassId)];
  const before = materialFiguresOf(await get<Material>(`/material/${item.material}`));
  const after = { ...before, length: 60, width: 40, height: 10, deliveryTime: before.deliveryTime + 2 };
  const sizeDraft = await draftOf({ kind: 'material', materialId: item.material, before, after });
  const was = leadFiguresOf(await get<LeadClassRecord>(`/lead-class/${leadClassId}`));
  const leadDraft = await draftOf({
    kind: 'lead',
    leadClassId,
    before: was,
    after: { ...was, percent: 90 },
  });
  const ofSize = (await replayed(sizes, { draftId: sizeDraft })).result.total;
  const ofLead = (await replayed(leads, { draftId: leadDraft })).result.total;
  expect(ofSize).toMatchObject({ paidFen: plain.linesFen, beforeFen: plain.linesFen });
  expect(ofLead.charges).toMatchObject({ paidFen: fast.chargesFen, beforeFen: fast.chargesFen });
  // Without a draft the order's own terms apply, before and after.
  expect((await replayed(leads)).result.total.charges).toMatchObject({
    beforeFen: fast.chargesFen,
    afterFen: fast.chargesFen,
  });
  await publish(leadDraft);
  expect((await ordered(later, leadClassId)).chargesFen).toBe(ofLead.charges!.afterFen);
  await publish(sizeDraft);
  expect((await ordered(later)).linesFen).toBe(ofSize.afterFen);
  expect(ofSize.afterFen).toBeGreaterThan(ofSize.beforeFen);
});
