import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { fenFromYuan, yuanText } from '#domain/money.ts';
import { totalWithCharges } from '#domain/pricing/charges.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { shareOf, SHARES_PER_PRICE } from '#domain/pricing/shares.ts';
import { chargeInFen } from '#contract/orders/charges.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { Quotation } from '#contract/orders/quotes.ts';
import { idempotencyKeys, leadSlots, orders } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { place } from '#tests/support/data/quotations.ts';
import { startLeads, EXPRESS, ECONOMY } from './leads.test-data.ts';

const { app, item, other, customer, addRule, addClass, changeClass, quote, bodyOf, order, resetLeads } =
  await startLeads();
afterAll(() => app.close());
afterEach(resetLeads);
const read = async (id: unknown): Promise<OrderWithExt> =>
  (await app.send('GET', `/order/${String(id)}/withExt`, { token: customer.token })).data;
const move = async (id: number, to: string, as: object = { token: customer.token }) => {
  const { version } = await read(id);
  return app.send('POST', `/order/${id}/move`, { ...as, body: { to, version, reason: '测试' } });
};
const usedSlotsOf = async (id: number): Promise<number> => {
  const rows = await app.database.db.select().from(leadSlots).where(eq(leadSlots.classId, id));
  return rows.reduce((sum, { taken }) => sum + taken, 0);
};

/** 30 % of the machining in the lines, in fen. */
const surchargeOf = ({ items }: Pick<Quotation, 'items'>, percent: number): number => {
  const machining = items.reduce(
    (sum, { sub_total, trace }) =>
      sum + BigInt(fenFromYuan(sub_total)) * shareOf(trace.machiningPrice, trace.unit),
    0n,
  );
  return Math.round((Number(machining) / SHARES_PER_PRICE) * (percent / 100));
};

test('without an enabled class, quotations and orders have no lead class fields', async () => {
  await addClass({ ...EXPRESS, status: 1 });
  const figures = await quote([item]);
  expect(figures).not.toHaveProperty('leadClasses');
  expect(figures).not.toHaveProperty('lead');
  const { data } = await app.send('GET', '/charge-rule/table', { token: customer.token });
  expect(data).not.toHaveProperty('leadClasses');
  const found = await read(await order(null));
  expect(found).not.toHaveProperty('lead');
  expect(found).toMatchObject({ price: figures.price, charges: [] });
});

describe('a quotation', () => {
  test('lists every class with price, days and date, and leaves part figures and price breaks unchanged', async () => {
    const before = await quote([item, other]);
    const express = await addClass(EXPRESS);
    const economy = await addClass(ECONOMY);
    const standard = await quote([item, other]);
    expect({ ...standard, leadClasses: undefined }).toEqual({ ...before, leadClasses: undefined });
    expect(standard.leadClasses?.map(({ id, name }) => [id, name])).toEqual([
      [economy, '经济'],
      [null, '标准'],
      [express, '加急'],
    ]);
    for (const { id, price, delivery_time, promisedDate } of standard.leadClasses ?? []) {
      const chosen = await quote([item, other], id);
      expect(chosen.items).toEqual(before.items);
      expect(chosen).toMatchObject({ price, delivery_time, promisedDate });
    }
    const fast = await quote([item, other], express);
    const added = surchargeOf(before, 30);
    expect(fast.lead).toEqual({ id: express, ...EXPRESS });
    expect(fast.charges).toMatchObject([
      { kind: 'express', label: '加急（交期 ×0.5）', amount: added / 100, leadClassId: express },
    ]);
    expect(fast.price).toBe(yuanText(fenFromYuan(before.price) + added));
    expect(fast.delivery_time).toBeCloseTo(before.delivery_time / 2, 2);
    const slow = await quote([item, other], economy);
    expect(slow.charges).toMatchObject([{ kind: 'discount', label: '经济（交期 ×1.5）' }]);
    expect(slow.charges?.[0]).not.toHaveProperty('percent');
  });
});

describe('an order', () => {
  test('keeps its class in document and revisions, and its total is recomputed from stored data', async () => {
    const express = await addClass(EXPRESS);
    const id = await order(express);
    const figures = await quote([item], express);
    await changeClass(express, { percent: 60, name: '特急' });
    const found = await read(id);
    expect(found.lead).toEqual({ id: express, ...EXPRESS });
    expect(found).toMatchObject({ price: figures.price, promisedDate: figures.promisedDate });
    const lines = found.items.map(({ trace }) => lineFromTrace(trace));
    expect(totalWithCharges(lines, found.charges.map(chargeInFen)).totalFen).toBe(fenFromYuan(found.price));
    const { data } = await app.send('GET', `/order/${id}/document`, { token: customer.token });
    expect(Object(data).snapshot).toMatchObject({ lead: '加急', charges: [{ label: '加急（交期 ×0.5）' }] });
  });

  test('at the price of another class is refused with the server’s figures', async () => {
    const express = await addClass(EXPRESS);
    const body = await bodyOf([item], null);
    const refused = await place(app, customer, { ...body, leadClassId: express });
    expect(refused).toMatchObject({ status: 409, error: 'order.price_changed' });
    expect(Object(refused.data).lead).toMatchObject({ id: express });
  });

  test('keeps its class when its parts change, and becomes 标准 with a notice if the class is gone', async () => {
    const express = await addClass(EXPRESS);
    const id = await order(express, { status: 'quoted' });
    const revise = async (price: string, rest: object = {}) => {
      const { version } = await read(id);
      return app.send('PUT', `/order/${id}`, {
        token: customer.token,
        body: { items: [other], price, version, ...rest },
      });
    };
    const kept = await revise((await quote([other], express)).price);
    expect(kept).toMatchObject({ status: 200, data: { lead: { id: express } } });
    await changeClass(express, { status: 1 });
    const refused = await revise((await quote([other])).price.replace(/\d\.\d\d$/, '7.77'));
    expect(refused).toMatchObject({ status: 409, error: 'order.price_changed' });
    expect(Object(refused.data).leadNotice).toBe('交期档位“加急”已停用，按标准交期计算');
    const repriced = await app.send('GET', `/order/${id}/reprice`, { token: customer.token });
    expect(Object(repriced.data).quotation).toMatchObject({ leadNotice: Object(refused.data).leadNotice });
    const saved = await revise((await quote([other])).price);
    expect(saved.status, saved.msg).toBe(200);
    const found = await read(id);
    expect(found).not.toHaveProperty('lead');
    expect(found.history.at(-1)?.reason).toContain('交期档位 加急 → 标准');
    const before = await app.send('GET', `/order/${id}/revision/2`, { token: customer.token });
    expect(before.data).toMatchObject({ lead: { id: express, ...EXPRESS } });
  });

  test('keeps manual prices: the class only affects lines priced by the formula', async () => {
    const economy = await addClass(ECONOMY);
    const body = await bodyOf([item, other], economy, { status: 'requested' });
    const answer = await place(app, customer, body);
    expect(answer.status, answer.msg).toBe(200);
    const id = Number(answer.data);
    const { version, items } = await read(id);
    const sent = await app.send('POST', `/order/${id}/offer`, {
      as: 'admin',
      body: {
        version,
        lines: [
          { lineNo: 1, kind: 'price', amount: 500, days: 99, reason: '复杂' },
          { lineNo: 2, kind: 'formula' },
        ],
        charges: [],
      },
    });
    expect(sent.status, sent.msg).toBe(200);
    const offered = await read(id);
    const second = items.filter(({ lineNo }) => lineNo === 2);
    const deducted = surchargeOf({ items: second as unknown as Quotation['items'] }, 10);
    expect(offered.charges).toMatchObject([{ leadClassId: economy }]);
    expect(Math.abs(fenFromYuan(offered.charges[0]?.amount ?? 0) + deducted)).toBeLessThanOrEqual(1);
    expect(offered.delivery_time).toBe(99);
    expect(offered.lead).toMatchObject({ id: economy });
  });
});

describe('daily slots', () => {
  test('exactly one of 50 simultaneous orders gets the last slot, and nothing is written for the others', async () => {
    const express = await addClass({ ...EXPRESS, slots: 2 });
    await order(express);
    const body = await bodyOf([item], express);
    const people = await Promise.all(
      Array.from({ length: 5 }, () => addPerson(app, { roleKey: 'customer' })),
    );
    const before = await counts();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => place(app, people[n % 5] ?? customer, body)),
    );
    const statuses = answers.map(({ status, error }) => (status === 200 ? 'placed' : error));
    expect(statuses.filter((one) => one === 'placed')).toHaveLength(1);
    // Under load some are refused with 503; they are not written either.
    const refused = answers.filter(({ status, error }) => error === 'order.lead_full' || status === 503);
    expect(refused).toHaveLength(49);
    expect(answers.find(({ error }) => error === 'order.lead_full')?.msg).toMatch(
      /^今日“加急”名额已满（每天 2 单）：请改选其他交期档位，或明天（\d{4}-\d\d-\d\d）再提交$/,
    );
    expect(await counts()).toEqual(before.map((count) => count + 1));
    expect(await usedSlotsOf(express)).toBe(2);
    expect((await quote([item])).leadClasses?.find(({ id }) => id === express)?.left).toBe(0);
  });

  const counts = async (): Promise<number[]> => [
    (await app.database.db.select({ id: orders.id }).from(orders)).length,
    (await app.database.db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)).length,
  ];

  test('count per Shanghai day, and are used by orders, not by quotations or requests', async () => {
    const express = await addClass({ ...EXPRESS, slots: 1 });
    app.setNow(new Date('2027-03-04T15:59:00Z'));
    await order(express, { status: 'requested' });
    const saved = await order(express, { status: 'quoted' });
    const late = await order(express, { status: 'quoted' });
    expect(await usedSlotsOf(express)).toBe(0);
    expect(await move(saved, 'placed')).toMatchObject({ status: 200 });
    const refused = await move(late, 'placed');
    expect(refused).toMatchObject({ status: 409, error: 'order.lead_full' });
    expect(refused.msg).toContain('明天（2027-03-05）');
    expect(await read(late)).toMatchObject({ status: 'quoted', placedAt: null });
    app.setNow(new Date('2027-03-04T16:01:00Z'));
    expect(await move(late, 'placed')).toMatchObject({ status: 200 });
    expect(await usedSlotsOf(express)).toBe(2);
  });

  test('cancelling frees the slot once, even twice at the same time; undoing takes it again or is refused', async () => {
    const express = await addClass({ ...EXPRESS, slots: 1 });
    const id = await order(express);
    const cancels = await Promise.all([
      move(id, 'cancelled', { as: 'admin' }),
      move(id, 'cancelled', { as: 'admin' }),
    ]);
    expect(cancels.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await usedSlotsOf(express)).toBe(0);
    expect((await move(id, 'cancelled', { as: 'admin' })).status).toBe(409);
    expect(await usedSlotsOf(express)).toBe(0);
    const undo = async () => {
      const { version } = await read(id);
      return app.send('POST', `/order/${id}/undo`, { as: 'admin', body: { version } });
    };
    expect(await undo()).toMatchObject({ status: 200, data: { status: 'placed' } });
    expect(await usedSlotsOf(express)).toBe(1);
    expect((await move(id, 'cancelled', { as: 'admin' })).status).toBe(200);
    await order(express);
    const refused = await undo();
    expect(refused).toMatchObject({ status: 409, error: 'order.lead_full' });
    expect(await read(id)).toMatchObject({ status: 'cancelled' });
    expect(await usedSlotsOf(express)).toBe(1);
  });

  test('a repeated key returns the same order without a second slot; other classes in the batch are placed', async () => {
    const express = await addClass({ ...EXPRESS, slots: 1 });
    const body = await bodyOf([item], express);
    const standard = await bodyOf([item], null);
    const key = crypto.randomUUID();
    const answers = await Promise.all([
      place(app, customer, body, key),
      place(app, customer, body, key),
      place(app, customer, standard),
      place(app, customer, standard),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[0]?.data).toBe(answers[1]?.data);
    expect(await usedSlotsOf(express)).toBe(1);
    expect((await place(app, customer, body, key)).data).toBe(answers[0]?.data);
    const rows = await app.database.db.execute(sql`select 1 from lead_slot where taken > slots`);
    expect(rows.rows).toEqual([]);
  });
});

describe('rules of a class', () => {
  const chargesIn = ({ charges = [] }: Pick<Quotation, 'charges'>) =>
    charges.filter(({ ruleId }) => ruleId !== undefined).map(({ label, amount }) => [label, amount]);

  test('apply to it and to faster ones, in quotations, orders and revisions', async () => {
    const express = await addClass(EXPRESS);
    const economy = await addClass(ECONOMY);
    await addRule({ kind: 'inspection', basis: 'order', amount: 60, leadClassId: express });
    await addRule({ kind: 'packing', basis: 'order', amount: 20, leadClassId: 0 });
    await addRule({ kind: 'discount', basis: 'percent', percent: 5, leadClassId: economy });
    const expected = new Map<number | null, string[]>([
      [express, ['检验与证书费', '包装费']],
      [null, ['包装费']],
      [economy, ['折扣']],
    ]);
    const standard = await quote([item]);
    for (const [id, labels] of expected) {
      const figures = await quote([item], id);
      expect(chargesIn(figures).map(([label]) => label)).toEqual(labels);
      expect(standard.leadClasses?.find((one) => one.id === id)?.price).toBe(figures.price);
    }
    const id = await order(express, { status: 'quoted' });
    expect(chargesIn(await read(id))).toEqual([
      ['检验与证书费', 60],
      ['包装费', 20],
    ]);
    expect((await read(id)).charges[0]?.reason).toBe('加急及更快：每单 ¥60.00');
    const revised = await app.send('PUT', `/order/${id}`, {
      token: customer.token,
      body: {
        items: [item],
        price: (await quote([item], economy)).price,
        version: (await read(id)).version,
        leadClassId: economy,
      },
    });
    expect(revised.status, revised.msg).toBe(200);
    expect(chargesIn(await read(id)).map(([label]) => label)).toEqual(['折扣']);
  });
});
