import { expect } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { pricingPermissions } from '#tests/support/data/staff-permissions.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const byHand = { lineNo: 2, kind: 'price', amount: 888.5, days: 7, reason: '需五轴加工' } as const;

/** The app with requests, their customer and an engineer who prices them. */
export async function startRequests() {
  const app = await createTestApp();
  const catalogue = await readCatalogue(app);
  const item = { ...buildItem(catalogue), name: '支架' };
  const other = { ...buildItem(catalogue, { materialIndex: 1 }), name: '法兰' };
  const customer = await addPerson(app, { roleKey: 'customer' });
  const engineer = await addPerson(app, {
    permissions: pricingPermissions,
    isStaff: true,
    dataScope: '1',
  });

  async function request(items = [item, other], rest: Partial<PlaceOrder> = {}): Promise<number> {
    const body = await buildOrder(app, customer, items, { status: 'requested', ...rest });
    const answer = await place(app, customer, body);
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  }

  const read = async (id: number, who: Person = customer): Promise<OrderWithExt> =>
    (await app.send('GET', `/order/${id}/withExt`, { token: who.token })).data;
  const offer = (id: number, body: object, who: Person = engineer) =>
    app.send('POST', `/order/${id}/offer`, { token: who.token, body: { lines: [], version: 1, ...body } });
  const move = (who: Person, id: number, body: object) =>
    app.send('POST', `/order/${id}/move`, { token: who.token, body });
  const extend = (id: number, body: object, who: Person = engineer) =>
    app.send('POST', `/order/${id}/extend`, {
      token: who.token,
      body: { validDays: 30, version: 2, ...body },
    });
  const offered = async () => {
    const id = await request();
    expect((await offer(id, { lines: [byHand], charges: [{ kind: 'tooling', amount: 300 }] })).status).toBe(
      200,
    );
    return id;
  };
  return { app, item, other, customer, engineer, request, read, offer, move, extend, offered };
}
