import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import type { PriceVersion } from '#contract/prices/price-versions.ts';
import { priceReplays } from '#server/db/schema.ts';
import { foldParts } from '#server/modules/parts/fold-parts.service.ts';
import { buildItem, listOf } from '#tests/support/data/quotations.ts';
import { startChargeReplays, admin, done, setup, amountFrom } from './charge-replay.test-data.ts';

const { today, app, catalogue, addRule, draftOf, order, customer, replayed, deleteRules } =
  await startChargeReplays();
afterAll(() => app.close());
beforeEach(deleteRules);

test('a version is replayed with its own rules, even if they were changed, added or deleted since', async () => {
  const ruleId = await addRule({ amount: 40 });
  const [version] = listOf<PriceVersion>(await app.send('GET', '/price-version', admin));
  const person = await customer();
  const { chargesFen } = await order(person, [buildItem(catalogue)]);
  const edited = { ...setup, amount: 60, version: 1 };
  await done(app.send('PUT', `/charge-rule/${ruleId}`, { ...admin, body: edited }));
  await addRule({ kind: 'packing', basis: 'order', amount: 15, sort: 2 });
  const ofVersion = async () =>
    (await replayed(person, { bookRevision: version!.revision })).result.total.charges;
  expect(chargesFen).toBe(4_000);
  expect(await ofVersion()).toMatchObject({ paidFen: 4_000, beforeFen: 7_500, afterFen: 4_000 });
  await done(app.send('DELETE', '/charge-rule', { ...admin, body: { ids: [ruleId] } }));
  expect(await ofVersion()).toMatchObject({ paidFen: 4_000, beforeFen: 1_500, afterFen: 4_000 });
});

test('orders record whether their lines are repeats; without that record, waived charges are not guessed', async () => {
  const person = await customer();
  const item = buildItem(catalogue, { num: 8 });
  const named = { ...item, name: 'QM-2001-A 支架' };
  const before = await order(person, [named]);
  await foldParts(app.database);
  const ruleId = await addRule({ onRepeat: 'waived' });
  const repeat = await order(person, [named, buildItem(catalogue, { materialIndex: 3 })]);
  expect(repeat.chargesFen).toBe(5_000);
  const draftId = await draftOf(amountFrom(ruleId, 50, 80));
  const { result } = await replayed(person, { draftId });
  expect(result.total.charges).toMatchObject({
    paidFen: 5_000,
    beforeFen: 5_000,
    afterFen: 8_000,
    lostOrders: 1,
    lostFen: 0,
  });
  expect(result.lostCharges).toEqual([
    {
      orderId: before.id,
      orderNo: before.orderNo,
      paidFen: 0,
      reason: '没有记录零件是否返单，免收与否无法判断',
    },
  ]);
});

test('weights come from material and model; rules of other days are ignored before and after', async () => {
  await addRule({ kind: 'material', basis: 'kg', amount: 12 });
  const ended = await addRule({ kind: 'packing', basis: 'order', amount: 9, sort: 2 });
  const person = await customer();
  const { chargesFen } = await order(person, [buildItem(catalogue, { num: 30 })]);
  expect(chargesFen).toBeGreaterThan(900);
  const live = await replayed(person);
  expect(live.result.total.charges).toMatchObject({ beforeFen: chargesFen, lostOrders: 0 });
  const body = { ...setup, kind: 'packing', basis: 'order', amount: 9, sort: 2, version: 1 };
  const later = { ...body, validFrom: '2999-01-01' };
  await done(app.send('PUT', `/charge-rule/${ended}`, { ...admin, body: later }));
  const draftId = await draftOf(amountFrom(ended, 9, 100));
  expect((await replayed(person, { draftId })).result.total.charges).toMatchObject({
    paidFen: chargesFen,
    beforeFen: chargesFen - 900,
    afterFen: chargesFen - 900,
  });
});

test('response and export list charges separately; results older than charge replays have none', async () => {
  const ruleId = await addRule({});
  const person = await customer();
  const { orderNo, linesFen } = await order(person, [buildItem(catalogue)]);
  const draftId = await draftOf(amountFrom(ruleId, 50, 80));
  const { result, receipts } = await replayed(person, { draftId });
  const started = { draftId, beginDate: today, endDate: today, username: person.username };
  const id = Number(await done(app.send('POST', '/price-replay', { ...admin, body: started })));
  const store = (stored: typeof result) =>
    app.database.db
      .update(priceReplays)
      .set({ result: stored, receipts, state: 'done' })
      .where(eq(priceReplays.id, id));
  const answered = async () =>
    ((await done(app.send('GET', `/price-replay/${id}`, admin))) as { result: ReplayResult }).result;
  await store(result);
  const lines = linesFen / 100;
  const charges = { paid: 50, before: 50, after: 80 };
  const { total, orders: affected } = await answered();
  expect(total).toMatchObject({ paid: lines, before: lines, after: lines, charges });
  expect(affected).toMatchObject([
    {
      before: lines,
      charges,
      chargeRows: [{ label: '编程开机费', isByHand: false, ...charges, afterReason: '1 种零件 × ¥80.00' }],
    },
  ]);
  const file = await app.http.inject({
    url: `/api/v1/price-replay/${id}/export?format=csv`,
    headers: { authorization: `Bearer ${await app.signIn('admin')}` },
  });
  expect(file.body).toContain('附加费成交（元）,附加费现价（元）,附加费草稿（元）,合计变化（元）');
  expect(file.body).toMatch(new RegExp(`订单（变化最大）,${orderNo}.*,50,50,80,30`));

  const { chargeReasons: _reasons, lostCharges: _lost, ...old } = result;
  const { charges: _charges, ...oldTotal } = old.total;
  await store({
    ...old,
    total: oldTotal,
    orders: old.orders.map(({ charges: _c, chargeRows: _r, ...one }) => one),
  });
  const before = await answered();
  expect(before.total.charges).toBeNull();
  expect(before).toMatchObject({
    chargeReasons: [],
    lostCharges: [],
    orders: [{ charges: null, chargeRows: [] }],
  });
});
