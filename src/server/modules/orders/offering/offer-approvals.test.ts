import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { OfferApproval } from '#contract/orders/approvals.ts';
import { orderItems, roles, userRoles } from '#server/db/schema.ts';
import { advanceRevision } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildOrder } from '#tests/support/data/quotations.ts';
import { pricingPermissions, approvingPermissions } from '#tests/support/data/staff-permissions.ts';
import { startApprovals, twelve } from './offer-approvals.test-data.ts';

const approvals = await startApprovals();
const { app, item, other, customer, seller, chief, deputy, owner, request } = approvals;
const { post, get, read, offer, release, refuse, move, waiting } = approvals;
afterAll(() => app.close());

async function notificationsOf(id: number, { userId }: Person) {
  const { rows } = await app.database.db.execute<{ kind: string; title: string; body: string }>(
    sql`select kind, title, body from notification where order_id = ${id} and user_id = ${userId} order by id`,
  );
  return rows;
}

describe('an offer within the discount limit of its sender', () => {
  test('is sent at once', async () => {
    const id = await request();
    const sent = await offer(id, { discount: { percent: 5 } });
    expect(sent).toMatchObject({
      status: 200,
      msg: '报价已发送',
      data: { isForRelease: false, status: 'quoted' },
    });
  });

  test('is measured by the highest limit among the roles that can price', async () => {
    const both = await addPerson(app, {
      permissions: pricingPermissions,
      isStaff: true,
      dataScope: '1',
      discountLimit: 5,
    });
    await app.database.db.insert(userRoles).values({ userId: both.userId, roleId: deputy.roleId });
    // A role without a limit that cannot price does not count.
    const clerk = await addPerson(app, { permissions: ['mfr:order:list'], isStaff: true });
    await app.database.db.insert(userRoles).values({ userId: both.userId, roleId: clerk.roleId });
    await app.database.db.transaction((tx) => advanceRevision(tx, 'access'));
    expect((await offer(await request(), { discount: { percent: 10 } }, both)).data).toMatchObject({
      isForRelease: false,
    });
    expect((await offer(await request(), { discount: { percent: 10.01 } }, both)).data).toMatchObject({
      isForRelease: true,
    });
  });
});

describe('an offer above the discount limit of its sender', () => {
  test('waits for approval: the request is unchanged, and the customer sees nothing', async () => {
    const id = await request();
    const before = await read(id);
    const answer = await offer(id, { ...twelve, approvalReason: '竞争对手报得更低' });
    expect(answer).toMatchObject({ status: 200, msg: '报价已提交审批', data: { version: 1, revision: 1 } });
    expect(await read(id)).toEqual(before);
    expect(await notificationsOf(id, customer)).toEqual([]);
    const seen = await read(id, chief);
    expect(seen.history.at(-1)).toMatchObject({
      from: 'requested',
      to: 'requested',
      reason: '提交审批：折扣 12%，超过上限 5%：竞争对手报得更低',
      isStaffOnly: true,
    });
    const sum = seen.items.reduce((total, { sub_total }) => total + sub_total, 0);
    expect(seen.approval).toMatchObject({
      state: 'waiting',
      percent: 12,
      limitPercent: 5,
      automatic: sum.toFixed(2),
      reason: '竞争对手报得更低',
      isMine: false,
      mayRefuse: true,
      mayRelease: true,
      offer: { lines: [], discount: { percent: 12 }, note: '含工装', validDays: 5 },
    });
    expect(seen.approval!.lines).toHaveLength(2);
    expect(await read(id, deputy)).toMatchObject({ approval: { mayRefuse: true, mayRelease: false } });
    expect(await read(id, seller)).toMatchObject({ approval: { isMine: true, mayRefuse: false } });
  });

  test('waits for approval also if manual prices lower the total, with or without a discount', async () => {
    const id = await request([item]);
    const { items } = await read(id);
    const full = items[0]!.sub_total;
    const byHand = (share: number) => ({
      lines: [
        { lineNo: 1, kind: 'price', amount: Number((full * share).toFixed(2)), days: 3, reason: '优惠' },
      ],
    });
    expect((await offer(id, byHand(0.9))).data).toMatchObject({ isForRelease: true });
    const { approval } = await read(id, chief);
    const again = { ...byHand(0.97), discount: { percent: 3 }, replacesId: approval!.id };
    expect((await offer(id, again)).data).toMatchObject({ isForRelease: true });
    const dearer = { ...byHand(1.02), discount: { percent: 5 } };
    const last = await read(id, chief);
    expect((await offer(id, { ...dearer, replacesId: last.approval!.id })).data).toMatchObject({
      isForRelease: false,
      status: 'quoted',
    });
  });

  test('waits for approval also if it drops a rule’s charge, in the preview and after a repeated request', async () => {
    const rule = { kind: 'setup', scope: 'all', basis: 'order', amount: 1_000, sort: 1, status: 2 };
    const made = await app.send('POST', '/charge-rule', { as: 'admin', body: rule });
    expect(made.status, made.msg).toBe(200);
    try {
      const id = await request([item]);
      const charges = [{ kind: 'setup', amount: 1_000 }];
      const preview = async (body: object) =>
        (await post(seller, `/order/${id}/offer/preview`, { lines: [], version: 1, ...body })).data;
      const { price, ruleCharges } = await read(id, seller);
      const percent = Math.ceil((1_000 / Number(price)) * 10_000) / 100;
      expect(percent).toBeGreaterThan(5);
      expect(ruleCharges).toMatchObject([{ kind: 'setup', amount: 1_000 }]);
      expect(await read(id)).not.toHaveProperty('ruleCharges');
      expect(await preview({})).toMatchObject({ percent, isForRelease: true });
      expect(await preview({ charges })).toMatchObject({ percent: 0, isForRelease: false });
      expect((await offer(id, { charges })).data).toMatchObject({ isForRelease: false, status: 'quoted' });
      await move(customer, id, { to: 'requested', version: 2, reason: '能否便宜些' });
      expect(await read(id, seller)).toMatchObject({ ruleCharges: [{ kind: 'setup', amount: 1_000 }] });
      expect((await offer(id, { version: 3 })).data).toMatchObject({ isForRelease: true });
    } finally {
      await app.send('DELETE', '/charge-rule', { as: 'admin', body: { ids: [Number(made.data)] } });
    }
  });

  test('notifies only users who may approve it', async () => {
    const { id } = await waiting();
    const requested = { kind: 'offer_approval', title: expect.stringMatching(/^报价待审批 Q/) };
    const asked = (rows: { kind: string }[]) => rows.filter(({ kind }) => kind === 'offer_approval');
    expect(asked(await notificationsOf(id, chief))).toMatchObject([requested]);
    for (const who of [deputy, seller, customer]) {
      expect(asked(await notificationsOf(id, who))).toEqual([]);
    }
  });

  test('is not overwritten by a colleague with a stale page', async () => {
    const { id, approval } = await waiting();
    for (const body of [{ discount: { percent: 1 } }, { discount: { percent: 40 } }]) {
      const state = await stateOf(app.database);
      const refused = await offer(id, body, chief);
      expect(refused).toMatchObject({ status: 409, error: 'record.changed' });
      expect(await stateOf(app.database)).toEqual(state);
    }
    const sent = await offer(id, { discount: { percent: 1 }, replacesId: approval.id }, chief);
    expect(sent).toMatchObject({ status: 200, data: { status: 'quoted' } });
    expect(await release(id, approval.id)).toMatchObject({ status: 409, error: 'order.approval_decided' });
  });
});

describe('an approval', () => {
  test('sends the offer exactly as stored, in the author’s name', async () => {
    const charges = [{ kind: 'setup', amount: 200, reason: '五轴编程' }];
    const line = { lineNo: 2, kind: 'price', amount: 0.5, days: 7, reason: '样件' };
    const { id, approval } = await waiting({ ...twelve, lines: [line], charges });
    const released = await release(id, approval.id, owner);
    expect(released).toMatchObject({
      status: 200,
      msg: '报价已批准并发送',
      data: { status: 'quoted', revision: 2, version: 2, price: approval.total },
    });
    const after = await read(id);
    const { nickName } = await nameOf(seller);
    expect(after.charges).toMatchObject([
      { kind: 'setup', amount: 200, by: nickName },
      { kind: 'discount', percent: 12, reason: '老客户', by: nickName },
    ]);
    expect(after.items[1]).toMatchObject({ line_total: 0.5, line_days: 7 });
    expect(after.items[1]!.trace.steps).toMatchObject([{ by: nickName }]);
    expect(after.history.at(-1)).toMatchObject({ userName: nickName, reason: '人工报价，第 2 版：含工装' });
    expect(Date.parse(after.validUntil) - Date.now()).toBeLessThan(6 * 86_400_000);
    expect(JSON.stringify(after)).not.toContain('批准');
    expect((await read(id, chief)).history.at(-2)).toMatchObject({
      reason: `批准${nickName}的报价：折扣 ${approval.percent}%`,
      isStaffOnly: true,
    });
    expect((await notificationsOf(id, seller)).at(-1)?.title).toMatch(/的报价已批准并发送$/);
    const { rows: unread } = await app.database.db.execute(
      sql`select id from notification where order_id = ${id} and once_key like 'approval:%' and read_at is null`,
    );
    expect(unread, 'nothing is left to do for anybody who was asked').toEqual([]);
    expect((await notificationsOf(id, customer)).map(({ kind }) => kind)).toEqual(['quotation_revised']);
    expect(await move(customer, id, { to: 'placed', version: 2 })).toMatchObject({ status: 200 });
  });

  test('needs the permission, the data scope and a sufficient limit', async () => {
    const { id, approval } = await waiting();
    const { deptId } = await addDept(app);
    const far = await addPerson(app, {
      permissions: approvingPermissions,
      isStaff: true,
      dataScope: '2',
      scopeDeptIds: [deptId],
    });
    const state = await stateOf(app.database);
    expect((await release(id, approval.id, seller)).status).toBe(403);
    expect((await release(id, approval.id, customer)).status).toBe(403);
    expect((await release(id, approval.id, far)).status).toBe(404);
    expect(await release(id, approval.id, deputy)).toMatchObject({
      status: 403,
      error: 'order.above_limit',
      msg: '折扣 12% 超过您的上限 10%，不能批准',
    });
    const another = await request();
    const before = await stateOf(app.database);
    expect((await release(another, approval.id)).status).toBe(404);
    expect(await stateOf(app.database)).toEqual(before);
    expect(before).not.toEqual(state);
    expect((await release(id, approval.id)).status).toBe(200);
  });

  test('succeeds once out of fifty simultaneous ones', async () => {
    const { id, approval } = await waiting();
    const answers = await Promise.all(Array.from({ length: 50 }, () => release(id, approval.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // A busy server refuses some before they reach the order.
    expect(answers.filter(({ status }) => status === 409 || status === 503)).toHaveLength(49);
    const { revision, revisions } = await read(id);
    expect([revision, revisions.length]).toEqual([2, 2]);
    expect(await notificationsOf(id, customer)).toHaveLength(1);
  });

  const edit = async (id: number, version: number) => {
    const { price } = await buildOrder(app, customer, [other]);
    const body = { items: [other], price, version };
    return app.send('PUT', `/order/${id}`, { token: customer.token, body });
  };
  const changes: [string, (id: number, approval: OfferApproval) => Promise<unknown>][] = [
    ['the customer changed the parts', (id) => edit(id, 1)],
    ['the request was cancelled', (id) => move(customer, id, { to: 'cancelled', version: 1 })],
    [
      'another offer was sent',
      (id, { id: replacesId }) => offer(id, { discount: { percent: 3 }, replacesId }),
    ],
    [
      'another offer was sent and withdrawn',
      async (id, { id: replacesId }) => {
        await offer(id, { replacesId });
        return move(seller, id, { to: 'requested', version: 2, reason: '算错了' });
      },
    ],
    [
      'it was replaced by another waiting offer',
      (id, { id: replacesId }) => offer(id, { discount: { percent: 13 }, replacesId }),
    ],
    ['it was refused', (id, approval) => refuse(id, approval.id)],
    ['it was approved', (id, approval) => release(id, approval.id)],
    [
      'it was approved and the customer asked again',
      async (id, approval) => {
        await release(id, approval.id);
        return move(customer, id, { to: 'requested', version: 2, reason: '再便宜些' });
      },
    ],
    [
      'the stored parts changed',
      async (id) => {
        const changed = await app.database.db
          .update(orderItems)
          .set({ num: 1_000 })
          .where(eq(orderItems.orderId, id))
          .returning();
        return { status: changed.length > 0 ? 200 : 500 };
      },
    ],
  ];
  test.each(changes)('is refused after %s, and sends nothing', async (_what, change) => {
    const { id, approval } = await waiting();
    expect(await change(id, approval)).toMatchObject({ status: 200 });
    const state = await stateOf(app.database);
    const refused = await release(id, approval.id);
    expect(refused.status).toBe(409);
    expect(['order.approval_stale', 'order.approval_decided']).toContain(refused.error);
    expect(await stateOf(app.database)).toEqual(state);
  });
});

describe('a refusal', () => {
  test('returns the offer to its author with a reason', async () => {
    const { id, approval } = await waiting();
    expect(await refuse(id, approval.id, '  ')).toMatchObject({
      status: 422,
      error: 'order.reason_required',
    });
    expect(await refuse(id, approval.id)).toMatchObject({ status: 200, data: { status: 'requested' } });
    const seen = await read(id, seller);
    expect(seen.approval).toMatchObject({
      state: 'refused',
      decisionNote: '利润太薄',
      offer: { discount: { percent: 12 } },
      mayRefuse: false,
      mayRelease: false,
    });
    expect((await notificationsOf(id, seller)).at(-1)?.body).toContain('利润太薄');
    expect(JSON.stringify(await read(id))).not.toContain('利润太薄');
    expect(await offer(id, { discount: { percent: 5 } })).toMatchObject({ data: { status: 'quoted' } });
  });
});

describe('a preview', () => {
  const preview = (id: number, body: object, who: Person = seller) =>
    post(who, `/order/${id}/offer/preview`, { lines: [], version: 1, ...body });

  test('equals the document of the sent offer, and writes nothing', async () => {
    const id = await request();
    const line = { lineNo: 2, kind: 'declined', reason: '无此设备' };
    const body = { lines: [line], charges: [{ kind: 'freight', amount: 35.5 }], discount: { percent: 4 } };
    const state = await stateOf(app.database);
    const seen = await preview(id, body);
    expect(seen).toMatchObject({ status: 200, data: { percent: 4, limitPercent: 5, isForRelease: false } });
    expect(await stateOf(app.database)).toEqual(state);
    await offer(id, body);
    const { data } = await get(`/order/${id}/document`, customer);
    const { issuedAt: _at, seals: _seals, validUntil: until, ...issued } = Object(data).snapshot;
    const { issuedAt: _now, seals: _none, validUntil, ...shown } = Object(seen.data).snapshot;
    expect(shown).toEqual(issued);
    expect(Math.abs(Date.parse(until) - Date.parse(validUntil))).toBeLessThan(86_400_000);
  });
});

describe('the discount limit of a role', () => {
  test('cannot be raised by someone whose own is lower', async () => {
    const manager = await addPerson(app, {
      permissions: [
        ...approvingPermissions,
        'admin:sysRole:edit',
        'admin:sysRole:query',
        'admin:sysRole:add',
      ],
      isStaff: true,
      dataScope: '1',
      discountLimit: 10,
    });
    const { token } = manager;
    const role = (await app.send('GET', `/role/${seller.roleId}`, { token })).data as {
      roleKey: string;
      menuIds: number[];
      version: number;
    };
    const body = (discountLimit?: number | null, roleKey = role.roleKey) => ({
      roleName: '销售',
      roleKey,
      roleSort: 1,
      status: '2',
      menuIds: role.menuIds,
      ...(discountLimit === undefined ? {} : { discountLimit }),
    });
    const save = (limit: number | null | undefined, version: number) =>
      app.send('PUT', `/role/${seller.roleId}`, { token, body: { ...body(limit), version } });
    for (const limit of [10.5, 100, null, undefined]) {
      expect(await save(limit, role.version)).toMatchObject({ status: 403 });
      const created = { ...body(limit, 'bold'), status: '2' };
      expect(await app.send('POST', '/role', { token, body: created })).toMatchObject({ status: 403 });
    }
    expect(await save(101, role.version)).toMatchObject({
      status: 400,
      errors: { discountLimit: '折扣上限不能大于100' },
    });
    expect(await save(8, role.version)).toMatchObject({ status: 200, data: { discountLimit: 8 } });
    expect((await offer(await request(), { discount: { percent: 8 } })).data).toMatchObject({
      isForRelease: false,
    });
    await app.database.db.update(roles).set({ discountLimit: 5 }).where(eq(roles.roleId, seller.roleId));
    await app.database.db.transaction((tx) => advanceRevision(tx, 'access'));
    const chiefs = await app.send('PUT', `/role/${chief.roleId}`, {
      token,
      body: { ...body(5, 'chiefs'), version: 1 },
    });
    expect(chiefs).toMatchObject({ status: 403, msg: '不能授予超出您自己上限的折扣' });
  });
});

async function nameOf({ userId }: Person): Promise<{ nickName: string }> {
  const { rows } = await app.database.db.execute<{ nickName: string }>(
    sql`select nick_name as "nickName" from sys_user where user_id = ${userId}`,
  );
  return rows[0]!;
}
