import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Quotation } from '#contract/orders/quotes.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { place } from '#tests/support/data/quotations.ts';
import { startSolving } from './solve.test-data.ts';

const { app, item, send, solved, taken, figures } = await startSolving();
afterAll(() => app.close());

describe('suggestions for a goal', () => {
  test('simultaneous requests of a user queue, beyond eight are refused, and do not delay other users', async () => {
    const { token } = await addPerson(app, { roleKey: 'customer' });
    const body = { item, goal: 'days', days: 0, quantities: true };
    const many = Array.from({ length: 40 }, () => send(body));
    const other = await app.send('POST', '/quote/solve', { token, body });
    expect(other.status).toBe(200);
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  });
});

describe('with lead classes', () => {
  const made: number[] = [];
  const addClass = async (lead: object): Promise<number> => {
    const answer = await app.send('POST', '/lead-class', {
      as: 'admin',
      body: { sort: 1, status: 2, ...lead },
    });
    expect(answer.status, answer.msg).toBe(200);
    made.push(Number(answer.data));
    return Number(answer.data);
  };
  afterEach(() => app.send('DELETE', '/lead-class', { as: 'admin', body: { ids: made.splice(0) } }));
  const orderOf = async (one: QuotationItem, leadClassId: number | null) => {
    const { data } = await app.send('POST', '/quote', { as: 'demo', body: { items: [one], leadClassId } });
    const { price, delivery_time: days } = data as Quotation;
    return { price: Number(price), days };
  };

  test('suggestions include other classes, with the price and days of the whole order', async () => {
    expect(await solved({ item, goal: 'saving' })).not.toHaveProperty('now.amount');
    const economy = await addClass({ name: '经济', factor: 1.5, percent: -10 });
    const express = await addClass({ name: '加急', factor: 0.5, percent: 30 });
    const standard = await orderOf(item, null);
    const goal = { goal: 'days', days: Math.ceil(standard.days * 0.6) };
    const fast = await solved({ item, ...goal });
    const byClass = fast.proposals.find(
      ({ changes }) => changes.length === 1 && changes[0]!.includes('加急'),
    );
    expect(byClass).toMatchObject({ changes: ['整单交期档位由“标准”改为“加急”'], leadClassId: express });
    const then = await orderOf(item, express);
    expect(byClass).toMatchObject({
      amount: then.price,
      delivery_time: then.days,
      sub_total: standard.price,
    });
    expect(byClass!.price_change).toBeCloseTo(then.price - standard.price, 6);
    // Leaving 加急 saves money, and the current days include the class.
    const saving = await solved({ item, goal: 'saving', leadClassId: express });
    expect(saving.now).toMatchObject({ amount: then.price, delivery_time: then.days });
    const back = saving.proposals.find(({ changes }) => changes[0]!.includes('改为“经济”'));
    expect(back).toMatchObject({ leadClassId: economy, amount: (await orderOf(item, economy)).price });
    for (const one of [...fast.proposals, ...saving.proposals]) {
      const held = await orderOf(taken(one), one.leadClassId!);
      expect(one).toMatchObject({ amount: held.price, delivery_time: held.days });
    }
  });

  test('classes without a slot today and classes that exclude the part are not suggested', async () => {
    const express = await addClass({ name: '加急', factor: 0.5, percent: 30, slots: 1 });
    await addClass({ name: '特急', factor: 0.3, percent: 60, maxPieces: 1 });
    const body = { item, goal: 'days', days: Math.ceil((await figures()).delivery_time * 0.6) };
    const classesIn = async () => {
      const { proposals } = await solved(body);
      return new Set(proposals.map(({ leadClassId }) => leadClassId));
    };
    expect(await classesIn()).toContain(express);
    const { price } = await orderOf(item, express);
    const order = { items: [item], price: price.toFixed(2), leadClassId: express };
    const contact = { contactName: '王工', contactPhone: '13800138000', address: '苏州市工业园区 1 号' };
    const placed = await place(app, { as: 'demo' }, { ...order, ...contact });
    expect(placed.status, placed.msg).toBe(200);
    const left = await classesIn();
    left.delete(null);
    expect([...left]).toEqual([]);
  });

  test('a class that is not offered is refused', async () => {
    expect(await send({ item, goal: 'saving', leadClassId: 999 })).toMatchObject({
      status: 422,
      error: 'order.lead_unavailable',
    });
  });
});

describe('invalid input', () => {
  test.each([
    ['without a goal', {}, '目标'],
    ['another goal', { goal: 'cheap' }, '目标'],
    ['a missing price', { goal: 'total' }, '请输入目标价'],
    ['a negative price', { goal: 'piece', amount: -1 }, '目标价'],
    ['missing days', { goal: 'days' }, '请输入目标交期'],
    ['unknown fields', { goal: 'saving', depth: 9 }, 'depth'],
  ])('%s is refused with a message', async (_name, rest, sentence) => {
    const answer = await send({ item, ...rest });
    expect(answer.status).toBe(400);
    expect(JSON.stringify([answer.msg, answer.errors])).toContain(sentence);
  });

  test('an incomplete part is refused like a quotation of it', async () => {
    const { length, width, height } = item;
    const open = { material: item.material, num: 1, length, width, height };
    const body = { item: open, goal: 'saving' };
    const { status, msg } = await send(body);
    expect({ status, msg }).toEqual(
      await app
        .send('POST', '/quote', { as: 'demo', body: { items: [open] } })
        .then((answer) => ({ status: answer.status, msg: answer.msg })),
    );
    expect((await app.send('POST', '/quote/solve', { body })).status).toBe(401);
  });
});
