import { expect } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { pricingPermissions, approvingPermissions } from '#tests/support/data/staff-permissions.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const twenty = { lineNo: 1, num: 20, amount: 5_000, days: 8 };
export const variant = { lineNo: 1, num: 10, label: '改用 6061', amount: 4_000, days: 5.5 };
export const anodised = { lineNo: 2, num: 3, label: '不做阳极', amount: 900, days: 3 };

/** The app with requests whose offers have alternatives, their customer and staff. */
export async function startAlternatives() {
  const app = await createTestApp();
  const catalogue = await readCatalogue(app);
  const item = { ...buildItem(catalogue), name: '支架', num: 10 };
  const other = { ...buildItem(catalogue, { materialIndex: 1 }), name: '法兰', num: 3 };
  const customer = await addPerson(app, { roleKey: 'customer' });
  const staff = { isStaff: true, dataScope: '1' };
  const seller = await addPerson(app, { ...staff, permissions: pricingPermissions, discountLimit: 5 });
  const chief = await addPerson(app, {
    ...staff,
    permissions: approvingPermissions,
    discountLimit: 30,
  });

  const post = (who: Person, path: string, body: object) =>
    app.send('POST', path, { token: who.token, body });
  const read = async (id: number, who: Person = customer): Promise<OrderWithExt> =>
    (await app.send('GET', `/order/${id}/withExt`, { token: who.token })).data;
  async function request(): Promise<number> {
    const body = await buildOrder(app, customer, [item, other], { status: 'requested' });
    const answer = await place(app, customer, body);
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  }
  const offer = (id: number, body: object, who: Person = chief) =>
    post(who, `/order/${id}/offer`, { lines: [], version: 1, ...body });

  /** An offer with three alternatives and a discount of 10 %. */
  async function offered(more: object = {}): Promise<OrderWithExt> {
    const id = await request();
    const answer = await offer(id, {
      alternatives: [twenty, variant, anodised],
      charges: [{ kind: 'packing', amount: 50 }],
      discount: { percent: 10 },
      ...more,
    });
    expect(answer, answer.msg).toMatchObject({ status: 200, data: { isForRelease: false } });
    return read(id);
  }
  return { app, item, other, customer, seller, chief, post, read, request, offer, offered };
}
