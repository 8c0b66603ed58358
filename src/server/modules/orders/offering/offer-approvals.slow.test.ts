import { afterAll, describe, expect, test } from 'vitest';
import type { DeskRequest } from '#contract/orders/quote-desk.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { pricingPermissions } from '#tests/support/data/staff-permissions.ts';
import { startApprovals, twelve } from './offer-approvals.test-data.ts';

const approvals = await startApprovals();
const { app, customer, seller, chief, deputy, owner, request } = approvals;
const { post, get, offer, release, refuse, move, waiting } = approvals;
afterAll(() => app.close());

describe('an offer within the discount limit of its sender', () => {
  test('is any offer of an administrator or a role without a limit', async () => {
    const free = await addPerson(app, { permissions: pricingPermissions, isStaff: true, dataScope: '1' });
    const admin = await addPerson(app, { roleKey: 'admin' });
    for (const who of [free, admin]) {
      const sent = await offer(await request(), { discount: { percent: 100 }, isFree: true }, who);
      expect(sent).toMatchObject({ status: 200, data: { status: 'quoted' } });
    }
  });
});

describe('an offer above the discount limit of its sender', () => {
  test('is listed on the quote desk and on the today page', async () => {
    const { id } = await waiting();
    const ids = (list: { id: number }[]) => list.map((one) => one.id);
    const desk = (await get('/quote-desk?approval=waiting&pageSize=1000', seller)).data as {
      list: DeskRequest[];
    };
    expect(ids(desk.list)).toContain(id);
    expect(desk.list.every(({ isForRelease }) => isForRelease)).toBe(true);
    const counts = (await get('/quote-desk/counts', seller)).data;
    expect(counts).toMatchObject({ waiting: desk.list.length });
    const todayOf = async (who: Person) => Object((await get('/today', who)).data).orders;
    expect(await todayOf(chief)).toMatchObject({ toRelease: { count: desk.list.length } });
    expect(await todayOf(seller)).toMatchObject({ toRelease: null });
    await move(customer, id, { to: 'cancelled', version: 1 });
    expect((await get('/quote-desk/counts', seller)).data).toMatchObject({ waiting: desk.list.length - 1 });
  });
});

describe('an approval', () => {
  test('does not carry over to the next request: the same prices need approval again', async () => {
    const line = { lineNo: 1, kind: 'price', amount: 0.5, days: 7, reason: '样件' };
    const { id, approval } = await waiting({ lines: [line] });
    expect((await release(id, approval.id, owner)).status).toBe(200);
    await move(customer, id, { to: 'requested', version: 2, reason: '交期能否提前' });
    expect(await offer(id, { version: 3 })).toMatchObject({ data: { isForRelease: true, revision: 2 } });
  });

  test('also covers the extension of the offer', async () => {
    const { id, approval } = await waiting();
    await release(id, approval.id);
    const longer = await post(seller, `/order/${id}/extend`, { validDays: 20, version: 2 });
    expect(longer).toMatchObject({
      status: 200,
      data: { status: 'quoted', revision: 3, price: approval.total },
    });
  });
});

describe('a refusal', () => {
  test('needs the permission to approve', async () => {
    const { id, approval } = await waiting();
    expect((await refuse(id, approval.id, '不行', seller)).status).toBe(403);
    expect((await refuse(id, approval.id, '不行', customer)).status).toBe(403);
    expect((await refuse(id, approval.id, '可以再低一些', deputy)).status).toBe(200);
  });
});

describe('a preview', () => {
  const preview = (id: number, body: object, who: Person = seller) =>
    post(who, `/order/${id}/offer/preview`, { lines: [], version: 1, ...body });

  test('reports that the offer needs approval, and refuses an offer that could not be sent', async () => {
    const id = await request();
    expect((await preview(id, twelve)).data).toMatchObject({ percent: 12, isForRelease: true });
    expect((await preview(id, twelve, chief)).data).toMatchObject({ percent: 12, isForRelease: false });
    expect(await preview(id, { version: 2 })).toMatchObject({ status: 409, error: 'record.changed' });
    const declined = [1, 2].map((lineNo) => ({ lineNo, kind: 'declined', reason: '不做' }));
    expect(await preview(id, { lines: declined })).toMatchObject({ error: 'order.line_open' });
    expect((await preview(id, {}, customer)).status).toBe(403);
    await offer(id, {});
    expect(await preview(id, {})).toMatchObject({ status: 409, error: 'order.not_requested' });
  });
});
