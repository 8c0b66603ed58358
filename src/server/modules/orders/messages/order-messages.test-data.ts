import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { OrderMessage, OrderThread } from '#contract/orders/order-messages.ts';
import type { Order, OrderWithExt } from '#contract/orders/order-data.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const at = (text: string) => new Date(`${text}+08:00`);

/** The app with an order's customer, a colleague, a stranger and staff, and their messages. */
export async function startConversations() {
  const app = await createTestApp();
  const item: QuotationItem = { ...buildItem(await readCatalogue(app)), name: '支架' };
  const { deptId } = await addDept(app);
  const customer = await addPerson(app, { roleKey: 'customer', deptId });
  const colleague = await addPerson(app, {
    permissions: ['mfr:order:list', 'mfr:order:query', 'mfr:order:add'],
    dataScope: '3',
    deptId,
  });
  const stranger = await addPerson(app, { roleKey: 'customer' });
  const sales = await addPerson(app, { roleKey: 'sales' });
  // Handles orders, without the permission to write messages.
  const worker = await addPerson(app, {
    permissions: ['mfr:order:list', 'mfr:order:query', 'mfr:order:add', 'mfr:order:handle'],
    isStaff: true,
    dataScope: '1',
  });

  async function order(
    status: 'placed' | 'quoted' | 'requested' = 'placed',
    items = [item],
  ): Promise<number> {
    const answer = await place(
      app,
      customer,
      await buildOrder(app, customer, items, { status }),
      randomUUID(),
    );
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  }

  const get = (path: string, who: Person = customer) => app.send('GET', path, { token: who.token });
  const post = (id: number, body: object, who: Person = customer) =>
    app.send('POST', `/order/${id}/message`, {
      token: who.token,
      body: { kind: 'note', text: '你好', ...body },
    });
  const say = (id: number, body: object, who: Person = sales) =>
    app.send('POST', `/order/${id}/staff-message`, {
      token: who.token,
      body: { kind: 'note', text: '您好', audience: 'customer', ...body },
    });
  const threadOf = async (id: number, who: Person = customer, query = '') =>
    (await get(`/order/${id}/message${query}`, who)).data as OrderThread;
  const detailsOf = async (id: number, who: Person = customer) =>
    (await get(`/order/${id}/withExt`, who)).data as OrderWithExt;
  const read = (id: number, lastId: number, who: Person) =>
    app.send('PUT', `/order/${id}/message/read`, { token: who.token, body: { lastId } });
  const rowOf = async (id: number, who: Person, query = '') =>
    ((await get(`/order?pageSize=1000${query}`, who)).data as { list: Order[] }).list.find(
      (one) => one.id === id,
    );
  async function ask(id: number, body: object = {}): Promise<number> {
    const asked = await say(id, { kind: 'question', text: '螺纹是 M6 吗？', ...body });
    expect(asked.status, asked.msg).toBe(200);
    return (asked.data as OrderMessage).id;
  }
  const answer = (id: number, answersId: number, who: Person = customer) =>
    post(id, { kind: 'answer', text: '是的', answersId }, who);
  const people = { customer, colleague, stranger, sales, worker };
  return { app, ...people, item, order, get, post, say, threadOf, detailsOf, read, rowOf, ask, answer };
}
