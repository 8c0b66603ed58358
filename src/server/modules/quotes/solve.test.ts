import { afterAll, describe, expect, test } from 'vitest';
import type { Quotation, SuggestionInYuan, Solution } from '#contract/orders/quotes.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { startSolving } from './solve.test-data.ts';

const { app, item, solved, quoted, taken, figures } = await startSolving();
afterAll(() => app.close());

const ruleOf = async (id: number): Promise<object> =>
  (await app.send('GET', `/charge-rule/${id}`, { as: 'admin' })).data;

/** Asserts that the quotation of the changed part has exactly the promised figures. */
async function expectHeld(proposals: readonly SuggestionInYuan[]): Promise<void> {
  const now = await quoted(item);
  for (const suggestion of proposals) {
    const then = await quoted(taken(suggestion));
    expect(then).toMatchObject({ sub_total: suggestion.sub_total, delivery_time: suggestion.delivery_time });
    expect(suggestion.price_change).toBeCloseTo(then.sub_total - now.sub_total, 6);
    expect(suggestion.days_change).toBeCloseTo(then.delivery_time - now.delivery_time, 6);
    expect(suggestion.changes.length).toBeGreaterThan(0);
    expect(suggestion.changes.length).toBeLessThanOrEqual(2);
  }
}

describe('suggestions for a goal', () => {
  test('savings are sorted by amount, and each has the promised price', async () => {
    const { now, proposals } = await solved({ item, goal: 'saving' });
    const { sub_total, delivery_time } = await figures();
    expect(now).toEqual({ sub_total, delivery_time });
    expect(proposals.length).toBeGreaterThan(1);
    const changes = proposals.map(({ price_change: change }) => change);
    expect(changes.every((change) => change < 0)).toBe(true);
    expect(changes).toEqual(changes.toSorted((a, b) => a - b));
    await expectHeld(proposals);
  });

  test('a total or unit price is reached, with another quantity if that is allowed', async () => {
    const { sub_total: price } = await figures();
    const total = await solved({ item, goal: 'total', amount: Math.floor(price * 0.9) });
    expect(total.proposals.length).toBeGreaterThan(0);
    for (const one of total.proposals) {
      expect(one.sub_total).toBeLessThanOrEqual(price * 0.9);
      expect(one.num).toBe(item.num);
    }
    await expectHeld(total.proposals);
    const amount = Math.floor((price / item.num) * 0.5);
    const piece = await solved({ item, goal: 'piece', amount, quantities: true });
    expect(piece.proposals.some(({ num }) => num > item.num)).toBe(true);
    for (const one of piece.proposals) expect(one.sub_total / one.num).toBeLessThanOrEqual(amount);
    await expectHeld(piece.proposals);
  });

  test('a date is reached at the lowest price, or reported as already reached', async () => {
    const { delivery_time: days } = await figures();
    const found = await solved({ item, goal: 'days', days: Math.floor(days) - 1 });
    expect(found.isReached).toBe(false);
    expect(found.proposals.length).toBeGreaterThan(0);
    for (const one of found.proposals) expect(one.delivery_time).toBeLessThanOrEqual(Math.floor(days) - 1);
    await expectHeld(found.proposals);
    expect(await solved({ item, goal: 'days', days: 3_650 })).toMatchObject({
      isReached: true,
      proposals: [],
    });
  });

  test('an unreachable price is answered with the lowest possible one', async () => {
    const { now, proposals, nearest } = await solved({ item, goal: 'total', amount: 0.01 });
    expect(proposals).toEqual([]);
    expect(nearest!.sub_total).toBeLessThan(now!.sub_total);
    await expectHeld([nearest!]);
  });

  test('variants that need a review are not suggested', async () => {
    const { sub_total: many } = await quoted({ ...item, num: 1_000 });
    const amount = Math.ceil(many / 10) / 100;
    const numbersOf = ({ proposals, nearest }: Solution) =>
      [...proposals, ...(nearest ? [nearest] : [])].map(({ num }) => num);
    expect(
      Math.max(...numbersOf(await solved({ item, goal: 'piece', amount, quantities: true }))),
    ).toBeGreaterThan(50);
    const { data, status } = await app.send('POST', '/gate-rule', {
      as: 'admin',
      body: { kind: 'pieces', pieces: 50, priceDisplay: 'reference', sort: 1, status: 2 },
    });
    expect(status).toBe(200);
    const held = numbersOf(await solved({ item, goal: 'piece', amount, quantities: true }));
    expect(held.filter((num) => num <= 50)).toEqual(held);
    expect(held).not.toEqual([]);
    await app.send('DELETE', '/gate-rule', { as: 'admin', body: { ids: [Number(data)] } });
  });

  test('with a charge rule for the order, suggestions and savings are based on the order total', async () => {
    const { sub_total: price } = await figures();
    const rule = { kind: 'minimum', basis: 'orderMinimum', scope: 'all', sort: 1, status: 2 };
    const minimum = Math.floor(price * 0.9);
    const body = { ...rule, minimum };
    const { data, status } = await app.send('POST', '/charge-rule', { as: 'admin', body });
    expect(status).toBe(200);
    const { now, proposals } = await solved({ item, goal: 'saving' });
    const { proposals: reached } = await solved({ item, goal: 'total', amount: Math.floor(price * 0.8) });
    const orderTotal = async (one: QuotationItem) =>
      Number(
        ((await app.send('POST', '/quote', { as: 'demo', body: { items: [one] } })).data as Quotation).price,
      );
    expect(now).toMatchObject({ order_total: await orderTotal(item) });
    expect(proposals.length).toBeGreaterThan(0);
    expect(proposals.map((one) => one.order_total)).toContain(minimum);
    for (const one of [...proposals, ...reached]) expect(one.order_total).toBe(await orderTotal(taken(one)));
    await app.send('PUT', `/charge-rule/${Number(data)}`, {
      as: 'admin',
      body: { ...(await ruleOf(Number(data))), minimum: Math.ceil(price * 2), confirmJumps: true },
    });
    expect((await solved({ item, goal: 'saving' })).proposals).toEqual([]);
    await app.send('DELETE', '/charge-rule', { as: 'admin', body: { ids: [Number(data)] } });
  });
});

/** The last option of every process. */
