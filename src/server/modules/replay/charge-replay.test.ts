import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildItem } from '#tests/support/data/quotations.ts';
import type { DraftTask } from './replay-draft.ts';
import { startChargeReplays, amountFrom } from './charge-replay.test-data.ts';

const { app, catalogue, addRule, draftOf, order, customer, replayed, deleteRules } =
  await startChargeReplays();
afterAll(() => app.close());
beforeEach(deleteRules);

test('live rules reproduce the stored charges; a draft of charges changes exactly these', async () => {
  const ruleId = await addRule({});
  await addRule({ kind: 'discount', basis: 'percent', amount: null, percent: 5, sort: 2 });
  const person = await customer();
  const { id, linesFen, chargesFen } = await order(person, [
    buildItem(catalogue),
    buildItem(catalogue, { materialIndex: 3, num: 77 }),
  ]);
  expect(chargesFen).toBe(10_000 - Math.floor((linesFen * 500 + 5_000) / 10_000));
  const same = (await replayed(person)).result;
  const sums = { paidFen: chargesFen, beforeFen: chargesFen };
  expect(same.total).toMatchObject({
    beforeFen: linesFen,
    afterFen: linesFen,
    charges: { ...sums, afterFen: chargesFen, changedOrders: 0, lostOrders: 0 },
  });
  expect([same.orders, same.customers]).toEqual([[], []]);

  const draftId = await draftOf(amountFrom(ruleId, 50, 72.35));
  const { result } = await replayed(person, { draftId });
  expect(result.total).toMatchObject({
    beforeFen: linesFen,
    afterFen: linesFen,
    changedLines: 0,
    dearerOrders: 1,
    dearerCustomers: 1,
    charges: { ...sums, afterFen: chargesFen + 2 * 2_235, changedOrders: 1 },
  });
  expect(result.customers).toMatchObject([{ charges: { ...sums, afterFen: chargesFen + 4_470 } }]);
  expect(result.orders).toMatchObject([{ id, chargeRows: [{ afterFen: 14_470 }, { label: '折扣' }] }]);
  const changes = [{ kind: 'charge' as const, ...amountFrom(ruleId, 50, 72.35) }] as NonNullable<
    DraftTask['shadow']
  >['changes'];
  const now = new Date();
  const shadow = { changes, from: new Date(now.getTime() - 3_600_000), to: now };
  expect((await replayed(person, { draftId, shadow })).result.total).toEqual(result.total);
  // A filter by line excludes charges of whole orders.
  const { materialTag } = catalogue.materials[0]!;
  const filtered = await replayed(person, { draftId, materialTag });
  expect(filtered.result.total).not.toHaveProperty('charges');
});
