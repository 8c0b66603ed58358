import { expect } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { Share } from '#contract/orders/shares.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;
export const bearer = { kind: 'accepted', name: '张工', phone: '13800138000', agreed: true };

/** The app with a quotation that its customer shares. */
export async function startShares() {
  const app = await createTestApp();
  const who = await addPerson(app, { roleKey: 'customer' });
  const orderId = await quote();

  async function quote(): Promise<number> {
    const item = { ...buildItem(await readCatalogue(app, { token: who.token })), name: '支架' };
    const body = await buildOrder(app, who, [item], { status: 'quoted', contactName: '张工' });
    return Number((await place(app, who, body)).data);
  }

  const create = (id: number, body: unknown = { days: 7 }, person: Person = who) =>
    app.send('POST', `/order/${id}/share`, { token: person.token, body });
  const revoke = (id: number, ids: number[], person: Person = who) =>
    app.send('DELETE', `/order/${id}/share`, { token: person.token, body: { ids } });

  async function link(id: number, body?: unknown): Promise<{ id: number; token: string; expiresAt: string }> {
    const answer = await create(id, body);
    expect(answer).toMatchObject({ status: 200, msg: '分享链接已生成' });
    return answer.data;
  }

  async function list(id: number): Promise<Share[]> {
    return (await app.send('GET', `/order/${id}/share`, { token: who.token })).data;
  }
  /** Each visitor has a separate address, so that visitors are throttled independently. */
  const open = (token: string, end = '', userAgent = 'Mozilla/5.0') =>
    app.send('GET', `/public/share/${token}${end}`, {
      remoteAddress: newAddress(),
      headers: { 'user-agent': userAgent },
    });
  const answer = (token: string, body: object = {}) =>
    app.send('POST', `/public/share/${token}/answer`, {
      remoteAddress: newAddress(),
      body: { ...bearer, ...body },
    });
  const order = async (id: number): Promise<OrderWithExt> =>
    (await app.send('GET', `/order/${id}/withExt`, { token: who.token })).data;
  async function at(time: number, work: () => Promise<void>): Promise<void> {
    app.setNow(new Date(time));
    try {
      await work();
    } finally {
      app.setNow(undefined);
    }
  }
  return { app, who, orderId, quote, create, revoke, link, list, open, answer, order, at };
}
