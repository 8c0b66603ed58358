import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { LeadClassRecord } from '#contract/catalogue/lead-classes.ts';
import type { LeadOption } from '#contract/catalogue/lead-options.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { listOf, place } from '#tests/support/data/quotations.ts';
import { startLeads, EXPRESS, ECONOMY, contact } from './leads.test-data.ts';

const { app, item, customer, classes, addRule, addClass, changeClass, quote, order, resetLeads } =
  await startLeads();
afterAll(() => app.close());
afterEach(resetLeads);

test('a lead class that deducts more than half of the machining price needs confirmation', async () => {
  const body = { name: '清仓', factor: 3, percent: -60, sort: 9, status: 2 };
  const sent = (more: object) => app.send('POST', '/lead-class', { as: 'admin', body: { ...body, ...more } });
  expect(await sent({})).toMatchObject({
    status: 409,
    error: 'price.jump',
    data: { count: 1, jumps: [{ name: '清仓（加工费 100 元）', from: 100, to: 40 }] },
  });
  const id = await addClass({ ...body, confirmJumps: true });
  await changeClass(id, { remark: '库存' });
  const saved = (await app.send('GET', `/lead-class/${id}`, { as: 'admin' })).data as LeadClassRecord;
  expect(
    await app.send('PUT', `/lead-class/${id}`, { as: 'admin', body: { ...saved, percent: -70 } }),
  ).toMatchObject({ error: 'price.jump' });
});

describe('a quotation', () => {
  test('gives the reasons why a class is unavailable for the parts, and refuses it', async () => {
    const [option] = Object.entries(item).flatMap(([key, id]) => (key.startsWith('process_') ? [id] : []));
    const express = await addClass({ ...EXPRESS, maxPieces: 2, maxEdgeMm: 1, optionIds: [option] });
    const { leadClasses } = await quote([item]);
    const reasons = leadClasses?.find(({ id }) => id === express)?.reasons ?? [];
    expect(reasons).toEqual([
      expect.stringMatching(/^零件 1：最长边 .* mm 超过 1 mm$/),
      expect.stringMatching(/^零件 1：数量 .* 件超过 2 件$/),
      expect.stringMatching(/^零件 1：“.*”不提供加急$/),
    ]);
    const refused = await app.send('POST', '/quote', {
      token: customer.token,
      body: { items: [item], leadClassId: express },
    });
    expect(refused).toMatchObject({ status: 422, error: 'order.lead_unavailable' });
    expect(refused.msg).toContain('不能选“加急”：零件 1：最长边');
    const unknown = await place(app, customer, {
      items: [item],
      price: (await quote([item])).price,
      leadClassId: 999,
      ...contact,
    });
    expect(unknown).toMatchObject({ status: 422, error: 'order.lead_unavailable' });
  });
});

describe('the shop', () => {
  test('cannot enable a class that is both faster and cheaper, or a duplicate', async () => {
    await addClass(EXPRESS);
    const save = (lead: object) =>
      app.send('POST', '/lead-class', { as: 'admin', body: { sort: 1, status: 2, ...lead } });
    const refused = await save({ name: '特急', factor: 0.3, percent: 20 });
    expect(refused).toMatchObject({ status: 400, error: 'request.invalid' });
    expect(refused.errors?.['percent']).toContain('“特急”比“加急”快');
    expect((await save({ name: '慢', factor: 2, percent: 5 })).msg).toContain('更快的档位不能更便宜');
    expect((await save({ name: '标准', factor: 2, percent: 0 })).msg).toContain('已有名为“标准”');
    const off = await save({ name: '特急', factor: 0.3, percent: 20, status: 1 });
    expect(off.status).toBe(200);
    classes.push(Number(off.data));
    const unknown = await save({ name: '慢', factor: 2, percent: 0, optionIds: [999_999] });
    expect(unknown.errors).toHaveProperty('optionIds');
  });
});

describe('rules of a class', () => {
  test('charge nothing once the class is deleted, and must name existing classes', async () => {
    const express = await addClass(EXPRESS);
    const id = await addRule({ kind: 'packing', basis: 'order', amount: 20, leadClassId: express });
    const one = async () => (await app.send('GET', `/charge-rule/${id}`, { as: 'admin' })).data as object;
    expect(await one()).toMatchObject({ leadTarget: '加急及更快', name: '包装费：加急及更快，每单 ¥20.00' });
    await app.send('DELETE', '/lead-class', { as: 'admin', body: { ids: classes.splice(0) } });
    expect(await one()).toMatchObject({ leadTarget: '已删除的交期档位', leadFactor: null });
    expect(await quote([item])).not.toHaveProperty('charges.0');
    const refused = await app.send('POST', '/charge-rule', {
      as: 'admin',
      body: {
        kind: 'packing',
        basis: 'line',
        amount: 2,
        scope: 'all',
        sort: 1,
        status: 2,
        leadClassId: express,
      },
    });
    expect(refused.errors).toEqual({ leadClassId: '该交期档位不存在或已删除，请重新选择' });
  });
});

describe('lists', () => {
  const idsOf = async (path: string, who: object) =>
    listOf<{ id: number }>(await app.send('GET', path, who)).map(({ id }) => id);

  test('of orders can be filtered by class, 0 for 标准; other values are refused', async () => {
    const express = await addClass(EXPRESS);
    const [fast, slow] = [await order(express), await order(null)];
    const own = { token: customer.token };
    expect(await idsOf(`/order?leadClassId=${express}`, own)).toEqual([fast]);
    const standard = await idsOf('/order?leadClassId=0', own);
    expect(standard).toContain(slow);
    expect(standard).not.toContain(fast);
    const counts = (await app.send('GET', `/order/counts?leadClassId=${express}`, own)).data;
    expect(counts).toEqual({ placed: 1 });
    for (const value of ['-1', '1.5', 'express'])
      expect(await app.send('GET', `/order?leadClassId=${value}`, own)).toMatchObject({
        status: 400,
        errors: { leadClassId: expect.any(String) },
      });
  });

  test('offer 标准, enabled classes, and classes of orders within the scope as filters', async () => {
    const express = await addClass(EXPRESS);
    const economy = await addClass({ ...ECONOMY, status: 1 });
    const namesFor = async (who: object): Promise<number[]> => {
      const found: LeadOption[] = (await app.send('GET', '/lead-class/options', who)).data;
      return found.map(({ id }) => id);
    };
    const stranger = { token: (await addPerson(app, { roleKey: 'customer' })).token };
    expect(await namesFor(stranger)).toEqual([0, express]);
    expect(await namesFor({ as: 'admin' })).toEqual(expect.arrayContaining([economy, 0, express]));
    await order(express);
    await changeClass(express, { status: 1 });
    expect(await namesFor({ token: customer.token })).toContain(express);
    expect(await namesFor(stranger)).toEqual([0]);
  });
});
