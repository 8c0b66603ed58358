import { expect } from 'vitest';
import type { OfferApproval } from '#contract/orders/approvals.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { pricingPermissions, approvingPermissions } from '#tests/support/data/staff-permissions.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const twelve = { discount: { percent: 12, reason: '老客户' }, note: '含工装', validDays: 5 };

/** The app with requests, their customer, and staff with different limits of discounts. */
export async function startApprovals() {
  const app = await createTestApp();
  const catalogue = await readCatalogue(app);
  const item = { ...buildItem(catalogue), name: '支架' };
  const other = { ...buildItem(catalogue, { materialIndex: 1 }), name: '法兰' };
  const customer = await addPerson(app, { roleKey: 'customer' });
  const staff = { isStaff: true, dataScope: '1' };
  const seller = await addPerson(app, { ...staff, permissions: pricingPermissions, discountLimit: 5 });
  const chief = await addPerson(app, { ...staff, permissions: approvingPermissions, discountLimit: 30 });
  const owner = await addPerson(app, { ...staff, permissions: approvingPermissions });
  const deputy = await addPerson(app, { ...staff, permissions: approvingPermissions, discountLimit: 10 });

  async function request(items = [item, other]): Promise<number> {
    const answer = await place(
      app,
      customer,
      await buildOrder(app, customer, items, { status: 'requested' }),
    );
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  }

  const post = (who: Person, path: string, body: object) =>
    app.send('POST', path, { token: who.token, body });
  const get = (path: string, who: Person) => app.send('GET', path, { token: who.token });
  const read = async (id: number, who: Person = customer): Promise<OrderWithExt> =>
    (await get(`/order/${id}/withExt`, who)).data;
  const offer = (id: number, body: object, who: Person = seller) =>
    post(who, `/order/${id}/offer`, { lines: [], version: 1, ...body });
  const release = (id: number, approvalId: number, who: Person = chief) =>
    post(who, `/order/${id}/offer/release`, { approvalId });
  const refuse = (id: number, approvalId: number, reason = '利润太薄', who: Person = chief) =>
    post(who, `/order/${id}/offer/refuse`, { approvalId, reason });
  const move = (who: Person, id: number, body: object) => post(who, `/order/${id}/move`, body);

  /** A request with an offer of 12 % that waits, and what those who release it see. */
  async function waiting(body: object = twelve): Promise<{ id: number; approval: OfferApproval }> {
    const id = await request();
    const answer = await offer(id, { ...body, approvalReason: '竞争对手报得更低' });
    expect(answer).toMatchObject({ status: 200, data: { isForRelease: true, status: 'requested' } });
    const { approval } = await read(id, chief);
    return { id, approval: approval! };
  }
  const people = { customer, seller, chief, deputy, owner };
  return { app, ...people, item, other, request, post, get, read, offer, release, refuse, move, waiting };
}
