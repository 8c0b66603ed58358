import { expect } from 'vitest';
import type { LeadClassRecord } from '#contract/catalogue/lead-classes.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { Quotation } from '#contract/orders/quotes.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const EXPRESS = { name: '加急', factor: 0.5, percent: 30 };
export const ECONOMY = { name: '经济', factor: 1.5, percent: -10 };
export const contact = { contactName: '王工', contactPhone: '13800138000', address: '苏州市工业园区 1 号' };

/** The app with lead classes and orders that take them. */
export async function startLeads() {
  const classes: number[] = [];

  const app = await createTestApp();
  const catalogue = await readCatalogue(app);
  const item = { ...buildItem(catalogue), name: '支架' };
  const other = { ...buildItem(catalogue, { materialIndex: 1, num: 3 }), name: '底板' };
  const customer = await addPerson(app, { roleKey: 'customer' });

  const rules: number[] = [];

  const resetLeads = async (): Promise<void> => {
    app.setNow(undefined);
    if (rules.length > 0)
      await app.send('DELETE', '/charge-rule', { as: 'admin', body: { ids: rules.splice(0) } });
    if (classes.length > 0)
      await app.send('DELETE', '/lead-class', { as: 'admin', body: { ids: classes.splice(0) } });
  };

  const addRule = async (rule: object): Promise<number> => {
    const answer = await app.send('POST', '/charge-rule', {
      as: 'admin',
      body: { scope: 'all', sort: 1, status: 2, ...rule },
    });
    expect(answer.status, answer.msg).toBe(200);
    rules.push(Number(answer.data));
    return Number(answer.data);
  };
  async function addClass(lead: object): Promise<number> {
    const answer = await app.send('POST', '/lead-class', {
      as: 'admin',
      body: { sort: 1, status: 2, ...lead },
    });
    expect(answer.status, answer.msg).toBe(200);
    classes.push(Number(answer.data));
    return Number(answer.data);
  }
  async function changeClass(id: number, changed: object): Promise<void> {
    const lead: LeadClassRecord = (await app.send('GET', `/lead-class/${id}`, { as: 'admin' })).data;
    const answer = await app.send('PUT', `/lead-class/${id}`, { as: 'admin', body: { ...lead, ...changed } });
    expect(answer.status, answer.msg).toBe(200);
  }

  const quote = async (items: QuotationItem[], leadClassId?: number | null): Promise<Quotation> => {
    const answer = await app.send('POST', '/quote', { token: customer.token, body: { items, leadClassId } });
    expect(answer.status, answer.msg).toBe(200);
    return answer.data;
  };
  const bodyOf = async (
    items: QuotationItem[],
    leadClassId: number | null,
    rest: Partial<PlaceOrder> = {},
  ): Promise<object> => ({
    items,
    price: (await quote(items, leadClassId)).price,
    leadClassId,
    ...contact,
    ...rest,
  });
  async function order(leadClassId: number | null, rest: Partial<PlaceOrder> = {}): Promise<number> {
    const answer = await place(app, customer, await bodyOf([item], leadClassId, rest));
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  }
  return {
    app,
    item,
    other,
    customer,
    classes,
    addRule,
    addClass,
    changeClass,
    quote,
    bodyOf,
    order,
    resetLeads,
  };
}
