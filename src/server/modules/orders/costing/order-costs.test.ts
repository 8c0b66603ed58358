import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CostRow, OrderCost } from '#contract/catalogue/costs.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { enterCosts } from '#tests/support/data/costs.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { pricingPermissions, approvingPermissions } from '#tests/support/data/staff-permissions.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let other: QuotationItem;
let customer: Person;
/** Can price, but not see costs. */
let seller: Person;
/** Can price and see costs. */
let clerk: Person;
/** Can approve offers, but not see costs. */
let chief: Person;
const admin = { as: 'admin' };
beforeAll(async () => {
  app = await createTestApp();
  const catalogue = await readCatalogue(app);
  item = { ...buildItem(catalogue), name: '支架', num: 10 };
  other = { ...buildItem(catalogue, { materialIndex: 1 }), name: '法兰', num: 3 };
  customer = await addPerson(app, { roleKey: 'customer' });
  const staff = { isStaff: true, dataScope: '1' };
  seller = await addPerson(app, { ...staff, permissions: pricingPermissions });
  clerk = await addPerson(app, { ...staff, permissions: [...pricingPermissions, 'mfr:cost:list'] });
  chief = await addPerson(app, { ...staff, permissions: approvingPermissions });
});
beforeEach(() => enterCosts(app, 50, 20));
afterAll(() => app.close());

const post = (who: Person, path: string, body: object) => app.send('POST', path, { token: who.token, body });
async function cost(id: number, basis = 'kept', who: Person = clerk): Promise<OrderCost> {
  const answer = await app.send('GET', `/order/${id}/cost?basis=${basis}`, { token: who.token });
  expect(answer.status, answer.msg).toBe(200);
  return answer.data;
}
async function order(
  status: 'placed' | 'requested' | 'quoted' = 'placed',
  items = [item, other],
): Promise<number> {
  const contact = { contactName: '张工', contactPhone: '13800138000' };
  const body = await buildOrder(app, customer, items, { status, ...contact });
  const answer = await place(app, customer, body);
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}
const read = async (id: number, who: Person = seller): Promise<OrderWithExt> =>
  (await app.send('GET', `/order/${id}/withExt`, { token: who.token })).data;

async function setFloor(percent: string): Promise<void> {
  const body = [{ configKey: 'quote.minMargin', configValue: percent }];
  const saved = await app.send('PUT', '/set-config', { ...admin, body });
  expect(saved.status, saved.msg).toBe(200);
}

describe('the cost of an order', () => {
  test('is not stored while no cost is entered', async () => {
    await writeCatalogue(app.database, (tx) => tx.execute('truncate cost'));
    const id = await order();
    expect(await cost(id)).toMatchObject({ lines: [], cost: null, margin: null, floorPercent: null });
    const { rows } = await app.database.pool.query('select 1 from order_item_cost where order_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('is stored with the order and not changed by later costs', async () => {
    const id = await order();
    const before = await cost(id);
    const { items, price } = await read(id);
    expect(before.revenue).toBe(Number(price));
    for (const [index, { cost: line, factors, margin }] of before.lines.entries()) {
      const { sub_total, trace } = items[index]!;
      const sum = factors.reduce((fen, { amount }) => fen + Math.round(Number(amount) * 100), 0);
      expect(Math.round(Number(line) * 100)).toBe(sum);
      expect(margin?.amount).toBeCloseTo(sub_total - Number(line), 6);
      const [machining, material] = factors;
      // Half the price per piece, without the quantity discount.
      expect(machining).toMatchObject({ kind: 'machining' });
      expect(machining?.amount).toBeCloseTo((trace.machiningPrice / 2) * trace.ratio * trace.num, 1);
      expect(material?.amount).toBeCloseTo(Number(material?.kg) * 20 * trace.num, 1);
      expect(material?.weighed).toBe('stock');
      expect(factors.filter(({ kind }) => kind === 'option')).toHaveLength(trace.options.length);
    }
    expect(before.cost).toBeCloseTo(
      before.lines.reduce((sum, line) => sum + Number(line.cost), 0),
      6,
    );
    expect(before.margin?.amount).toBeCloseTo(Number(price) - Number(before.cost), 6);
    await enterCosts(app, 80, 30);
    expect(await cost(id)).toEqual(before);
    expect((await cost(id, 'today')).cost).toBeGreaterThan(Number(before.cost));
  });

  test('is stored again with each revision, with the costs of that day', async () => {
    const id = await order('requested');
    const asked = await cost(id);
    await enterCosts(app, 70, 20);
    const version = (await read(id)).version;
    const sent = await post(seller, `/order/${id}/offer`, { lines: [], version });
    expect(sent.status, sent.msg).toBe(200);
    const offered = await cost(id);
    expect(offered.cost).toBeGreaterThan(Number(asked.cost));
    expect(offered).toEqual(await cost(id, 'today'));
    const { rows } = await app.database.pool.query<{ revision: number; lines: number }>(
      'select revision, count(*)::int as lines from order_item_cost where order_id = $1 group by 1 order by 1',
      [id],
    );
    expect(rows).toEqual([
      { revision: 1, lines: 2 },
      { revision: 2, lines: 2 },
    ]);
  });

  test('is unknown while a factor is unknown, and lists that factor', async () => {
    const id = await order('quoted');
    const { items } = await read(id);
    const { optionId, optionName, processName } = items[0]!.processes[0]!;
    const target = { kind: 'option', materialId: items[0]!.material, optionId };
    const rows = listOf<CostRow>(
      await app.send('GET', `/cost?kind=option&materialId=${target.materialId}&pageSize=1000`, admin),
    );
    const before = rows.find((row) => row.optionId === optionId)!.cost;
    const set = (from: number | null, after: number | null) =>
      app.send('PUT', '/cost', { ...admin, body: { changes: [{ ...target, before: from, after }] } });
    expect((await set(before, null)).status).toBe(200);
    const today = await cost(id, 'today');
    expect(today).toMatchObject({ cost: null, margin: null });
    expect(today.lines[0]).toMatchObject({ cost: null, margin: null });
    expect(today.lines[0]!.factors.filter(({ amount }) => amount === null).map(({ name }) => name)).toEqual([
      `${processName}：${optionName}`,
    ]);
    expect(today.lines[1]!.cost).not.toBeNull();
  });

  test('is visible to users who see costs, within their data scope', async () => {
    const id = await order();
    for (const who of [customer, seller, chief])
      expect((await app.send('GET', `/order/${id}/cost`, { token: who.token })).status).toBe(403);
    const stranger = await addPerson(app, { permissions: ['mfr:cost:list'], isStaff: true, dataScope: '5' });
    expect((await app.send('GET', `/order/${id}/cost`, { token: stranger.token })).status).toBe(404);
  });
});

describe('the minimum margin', () => {
  afterEach(() => setFloor(''));

  /** Offers a request at a manual price that has this margin. */
  async function offerAt(percent: number, who: Person = seller, more: object = {}) {
    const id = await order('requested', [item]);
    const { cost: amount } = await cost(id, 'today');
    const line = {
      lineNo: 1,
      kind: 'price',
      amount: Math.round((Number(amount) / (1 - percent / 100)) * 100) / 100,
      days: 5,
      reason: '协商价',
    };
    const { version } = await read(id);
    const sent = await post(who, `/order/${id}/offer`, { lines: [line], version, ...more });
    expect(sent.status, sent.msg).toBe(200);
    return { id, isForRelease: (sent.data as { isForRelease: boolean }).isForRelease };
  }

  test('requires no approval while it is empty', async () => {
    expect(await offerAt(-50)).toMatchObject({ isForRelease: false });
  });

  test('requires approval of an offer below it, and the margin is shown only to users who see costs', async () => {
    await setFloor('25');
    expect(await offerAt(25.5)).toMatchObject({ isForRelease: false });
    const { id, isForRelease } = await offerAt(20);
    expect(isForRelease).toBe(true);
    const seen = await read(id, clerk);
    expect(seen.approval?.margin?.floorPercent).toBe(25);
    expect(seen.approval?.margin?.percent).toBeCloseTo(20, 0);
    const blind = await read(id, chief);
    expect(blind.approval).toMatchObject({ state: 'waiting', mayRelease: true });
    expect(blind.approval).not.toHaveProperty('margin');
    expect(blind.history.at(-1)).toMatchObject({ reason: '提交审批', isStaffOnly: true });
    expect((await read(id, customer)).history.map(({ reason }) => reason)).not.toContain('提交审批');
    const released = await post(chief, `/order/${id}/offer/release`, { approvalId: blind.approval!.id });
    expect(released).toMatchObject({ status: 200, data: { status: 'quoted' } });
    const { rows } = await app.database.pool.query<{ text: string }>(
      'select title || body as text from notification where order_id = $1',
      [id],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => /毛利|成本|25%/.test(text))).toEqual([]);
  });

  test('requires none for an offer by an approver', async () => {
    await setFloor('25');
    expect(await offerAt(5, chief)).toMatchObject({ isForRelease: false });
  });

  test('requires approval of an offer with an alternative below it', async () => {
    await setFloor('25');
    const free = { alternatives: [{ lineNo: 1, num: 20, amount: 1, days: 5 }] };
    expect(await offerAt(60, seller, free)).toMatchObject({ isForRelease: true });
  });

  test('accepts only a percentage', async () => {
    for (const configValue of ['abc', '101', '-1', '12.345']) {
      const body = [{ configKey: 'quote.minMargin', configValue }];
      expect((await app.send('PUT', '/set-config', { ...admin, body })).status, configValue).toBe(400);
    }
    await setFloor('');
    expect(await offerAt(5)).toMatchObject({ isForRelease: false });
  });
});
