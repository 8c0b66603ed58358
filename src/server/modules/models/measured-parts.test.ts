import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { promisedDateText, type QuotationDocument } from '#contract/orders/documents.ts';
import type { Order, OrderWithExt } from '#contract/orders/order-data.ts';
import { round2 } from '#domain/money.ts';
import type { Quotation, Solution } from '#contract/orders/quotes.ts';
import { quotationRows } from '#domain/documents/line-texts.ts';
import { modelBodies } from '#server/db/schema.ts';
import { boxMeasures } from '#tests/support/models/models.ts';
import { updateHolds } from './measured-parts.service.ts';
import { box, startModelShop, type ModelShop } from './model-shop.test-data.ts';

let shop: ModelShop;
beforeAll(async () => {
  shop = await startModelShop();
});
afterEach(async () => {
  const { data } = await shop.app.send('GET', '/charge-rule/table', { as: 'demo' });
  const ids = (data as { rules: { id: number }[] }).rules.map(({ id }) => id);
  if (ids.length > 0) await shop.app.send('DELETE', '/charge-rule', { as: 'admin', body: { ids } });
});
afterAll(() => shop.close());

const forged = { volumeMm3: 1, boxMm: [60, 40, 8] as [number, number, number] };
const large = [1200, 600, 20] as const;
const largePart = { length: 1200, width: 600, height: 20 };

test('the measured figures replace the sent ones', async () => {
  const { id: modelId } = await shop.upload();
  await shop.setMeasured(modelId);
  const { id } = await shop.order({ id: modelId, ...forged });
  expect(await shop.modelOf(id)).toMatchObject({ check: 'equal', sent: boxMeasures(box) });
});

test('a body that the measured file does not have is refused, and nothing is written', async () => {
  const { id: modelId } = await shop.upload();
  await shop.setMeasured(modelId);
  const { answer } = await shop.order({ id: modelId, body: 7, ...boxMeasures(box) });
  expect(answer).toMatchObject({ status: 422, error: 'quote.invalid' });
  expect(answer.msg).toBe('模型文件里没有所选的实体，请重新选择模型');
});

test('a part that needs a manual check has a reference price until then, for customer and staff', async () => {
  const { id: modelId } = await shop.upload(large);
  await shop.setMeasured(modelId, large);
  const { id } = await shop.order({ id: modelId, ...boxMeasures(large) }, largePart);
  const { token } = shop.customer;
  const one = async () => (await shop.app.send('GET', `/order/${id}`, { token })).data as Order;
  const listed = async () =>
    ((await shop.app.send('GET', '/order?status=placed', { token })).data as { list: Order[] }).list.find(
      (order) => order.id === id,
    );
  const toCheck = async () =>
    (
      (await shop.app.send('GET', '/order?models=open', { token: shop.clerk.token })).data as {
        list: Order[];
      }
    ).list.filter((order) => order.id === id);
  expect(await one()).toMatchObject({ isReference: true });
  expect(await listed()).toMatchObject({ isReference: true });
  expect(await shop.detailsOf(id, shop.customer)).toMatchObject({
    isReference: true,
    models: [{ findings: [{ severity: 'hold', text: '1200 × 600 × 20 mm 超出机床行程' }] }],
  });
  expect(await toCheck()).toMatchObject([{ openModels: 1 }]);
  const sheet = (await shop.app.send('GET', `/order/${id}/document`, { token })).data as QuotationDocument;
  expect(sheet.snapshot.items).toMatchObject([{ holds: ['1200 × 600 × 20 mm 超出机床行程'] }]);
  expect(promisedDateText(sheet.snapshot)).toBe('核对后确定');

  expect(await shop.acknowledge(id)).toMatchObject({ status: 200 });
  expect(await one()).not.toHaveProperty('isReference');
  expect(await toCheck()).toEqual([]);
});

test('a model that is measured after the order was placed reports its findings', async () => {
  const { id: modelId } = await shop.upload(large);
  const { id } = await shop.order({ id: modelId, ...boxMeasures(large) }, largePart);
  const { token } = shop.customer;
  expect((await shop.app.send('GET', `/order/${id}`, { token })).data).not.toHaveProperty('isReference');
  const held = await shop.order({ id: modelId, ...boxMeasures(large), isHeld: true }, largePart);
  expect((await shop.app.send('GET', `/order/${held.id}`, { token })).data).toMatchObject({
    isReference: true,
  });
  await shop.setMeasured(modelId, large);
  await updateHolds(shop.app.database.db, modelId);
  expect((await shop.app.send('GET', `/order/${id}`, { token })).data).toMatchObject({ isReference: true });
});

test('a part with an open surface, which has no volume, must be checked by staff', async () => {
  const { id: modelId } = await shop.upload();
  const { id } = await shop.order({ id: modelId, volumeMm3: 0, boxMm: [...box] });
  expect(await shop.modelOf(id)).toMatchObject({ check: 'waiting' });
  expect(await shop.confirm(id)).toMatchObject({ status: 409, error: 'order.model_unchecked' });
});

test('while a rule charges by weight, the sent figures of an unmeasured model are not used', async () => {
  const rule = { kind: 'material', basis: 'kg', amount: 100, scope: 'all', sort: 1, status: 2 };
  expect(await shop.app.send('POST', '/charge-rule', { as: 'admin', body: rule })).toMatchObject({
    status: 200,
  });
  const { id: modelId } = await shop.upload();
  const early = await shop.order({ id: modelId, ...forged });
  expect(early.answer).toMatchObject({ status: 409, error: 'order.model_waiting' });
  await shop.setMeasured(modelId);
  const { id } = await shop.order({ id: modelId, ...forged });
  const { charges } = await shop.detailsOf(id);
  // Ten pieces of 19.2 cm³ and 2.7 g/cm³, at ¥100 per kg.
  expect(charges).toMatchObject([{ kind: 'material', amount: 51.84 }]);
});

test('a charge uses the measured figures, not forged ones, and treats a part without a model by its rule', async () => {
  const send: ModelShop['app']['send'] = (...args) => shop.app.send(...args);
  const rule = { kind: 'other', scope: 'all', basis: 'surface', amount: 100, sort: 1, status: 2 };
  const body = { ...rule, withoutModel: 'flat', flat: 33, confirmJumps: true };
  const { data: ruleId } = await send('POST', '/charge-rule', { as: 'admin', body });
  const { id: modelId } = await shop.upload();
  expect((await shop.order({ id: modelId, ...forged })).answer).toMatchObject({
    error: 'order.model_waiting',
  });
  await shop.setMeasured(modelId);

  const { token } = shop.customer;
  const chargesOf = async (model: object) =>
    (
      (await send('POST', '/quote', { token, body: { items: [{ ...shop.item, ...model }] } }))
        .data as Quotation
    ).charges;
  const measured = { amount: 640, reason: '表面 6.4 dm² × ¥100.00/dm²（按三维模型测量）' };
  for (const model of [forged, boxMeasures(box), { ...forged, scale: '1/25.4', boxMm: [2.36, 1.57, 0.31] }])
    expect(await chargesOf({ model: { id: modelId, ...model } })).toMatchObject([measured]);
  const { id } = await shop.order({ id: modelId, ...forged });
  const shared = { ...measured, shares: [{ lineNo: 1, ...measured }] };
  expect(await shop.detailsOf(id, shop.customer)).toMatchObject({ charges: [shared] });
  const flat = { amount: 33, shares: [{ lineNo: 1, amount: 33, reason: '没有能测出表面积的模型，¥33.00' }] };
  expect(await chargesOf({})).toMatchObject([{ ...flat, reason: '1 种测不出表面积的零件 × ¥33.00' }]);

  const { data: saved } = await send('GET', `/charge-rule/${Number(ruleId)}`, { as: 'admin' });
  const change = { withoutModel: 'person', flat: null, basis: 'hole', amount: 0.5 };
  await send('PUT', `/charge-rule/${Number(ruleId)}`, { as: 'admin', body: { ...Object(saved), ...change } });
  expect((await shop.order({ id: modelId, ...forged })).answer).toMatchObject({
    error: 'order.needs_review',
    data: { gates: [{ kind: 'model', ruleId: null, lineNo: 1, priceDisplay: 'reference' }] },
  });

  // Days for machine time are a separate line on order and document; the days of the part are unchanged.
  await send('PUT', `/charge-rule/${Number(ruleId)}`, {
    as: 'admin',
    body: {
      ...Object((await send('GET', `/charge-rule/${Number(ruleId)}`, { as: 'admin' })).data),
      kind: 'days',
      basis: 'days',
      amount: null,
      dayMinutes: 10,
      withoutModel: 'free',
    },
  });
  const features = {
    holes: [],
    pockets: [],
    sharpInnerEdges: [],
    undercutFaces: [],
    turnedShare: 0,
    isTurned: false,
    setups: 2,
  };
  await shop.app.database.db.update(modelBodies).set({ features }).where(eq(modelBodies.modelId, modelId));
  const later = await shop.order({ id: modelId, ...forged });
  const placed = Object(await shop.detailsOf(later.id, shop.customer)) as OrderWithExt;
  const [days] = placed.charges;
  expect(days).toMatchObject({ kind: 'days', label: '机时交期', amount: 0, ruleId });
  expect(days?.days).toBeGreaterThan(1);
  expect(placed.delivery_time).toBe(Number(placed.items[0]?.delivery_time) + Number(days?.days));
  const paper = (await send('GET', `/order/${later.id}/document`, { token })).data as QuotationDocument;
  expect(quotationRows(paper.snapshot).at(-1)).toMatchObject({ amount: '', days: `+${days?.days}` });
  // A suggestion for a target of days promises the days that its order then has.
  const item = { ...shop.item, model: { id: modelId, ...forged } };
  const goal = { goal: 'days', days: Math.floor(placed.delivery_time) - 1, quantities: true };
  const answer = await send('POST', '/quote/solve', { token, body: { item, ...goal } });
  expect(answer.status, answer.msg).toBe(200);
  const { now, proposals } = answer.data as Solution;
  expect(now).toMatchObject({ delivery_time: placed.items[0]?.delivery_time, added_days: days?.days });
  expect(proposals.length).toBeGreaterThan(0);
  for (const { material, num, selections, delivery_time, added_days = 0 } of proposals) {
    const kept = Object.entries(item).filter(([name]) => !name.startsWith('process_'));
    const suggested = { ...Object.fromEntries(kept), material, num, ...selections };
    const quoted = await send('POST', '/quote', { token, body: { items: [suggested] } });
    const promised = round2(delivery_time + added_days);
    expect(quoted.data).toMatchObject({ delivery_time: promised });
    expect(promised).toBeLessThanOrEqual(goal.days);
  }
  const { data: table } = await send('GET', '/charge-rule/table', { token });
  expect(table).toMatchObject({ timeRates: { '': { setupMinutes: 15, holeMinutes: 0.5 } } });
});
