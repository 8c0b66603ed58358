import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { customerPermissions } from '#contract/kernel/permissions.ts';
import type { Share } from '#contract/orders/shares.ts';
import { MOVE_PERMISSION } from '#domain/orders/moves.ts';
import { operationLogs, orders, userRoles, users } from '#server/db/schema.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { untilBlockedBy } from '#tests/support/app/waiting.ts';
import { bearer, startShares, MINUTE_MS } from './shares.test-data.ts';

const { app, who, quote, create, revoke, link, list, open, answer, order, at } = await startShares();
afterAll(() => app.close());

describe('a link that allows answering the offer', () => {
  /** Also for an order whose customer cannot sign in. */
  const orderStateOf = (id: number) =>
    app.database.db
      .select({ status: orders.status, version: orders.version })
      .from(orders)
      .where(eq(orders.id, id));

  test('places the order once on behalf of its customer, and stores the name given', async () => {
    const id = await quote();
    const { token } = await link(id, { days: 7, canReply: true });
    expect((await open(token)).data).toMatchObject({ canReply: true, reply: null });
    const address = '上海市示例路 1 号';
    expect(await answer(token, { address })).toMatchObject({ status: 200, msg: '答复已提交' });
    const placed = await order(id);
    expect(placed).toMatchObject({
      status: 'placed',
      userId: who.userId,
      contactPhone: '13800138000',
      address,
    });
    expect(placed.history.at(-1)).toMatchObject({
      from: 'quoted',
      to: 'placed',
      reason: '同意第 1 版报价的价格、交期与条款',
      userName: '张工（13800138000，通过链接）',
    });
    expect((await list(id))[0]).toMatchObject({
      reply: { kind: 'accepted', name: '张工', phone: '13800138000' },
    });
    expect((await open(token)).data).toMatchObject({
      canReply: false,
      reply: 'accepted',
      accepted: { price: placed.price, promisedDate: placed.promisedDate },
    });
    const notified = await app.send('GET', '/notification', { token: who.token });
    expect((notified.data as { list: object[] }).list[0]).toMatchObject({
      title: `报价 ${placed.orderNo} 已通过链接接受`,
      body: expect.stringContaining('张工'),
      orderId: id,
    });
    const state = await stateOf(app.database);
    expect(await answer(token)).toMatchObject({ status: 409, error: 'share.answered' });
    expect(await stateOf(app.database)).toEqual(state);
  });

  test('can refuse with a reason', async () => {
    const id = await quote();
    const { token } = await link(id, { days: 7, canReply: true });
    expect((await answer(token, { kind: 'refused', reason: '价格太高' })).status).toBe(200);
    const refused = await order(id);
    expect(refused.status).toBe('cancelled');
    expect(refused.history.at(-1)?.reason).toBe('不接受报价：价格太高');
  });

  test('accepts one of ten simultaneous answers', async () => {
    const id = await quote();
    const { token } = await link(id, { days: 7, canReply: true });
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(token, { address: '上海' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'share.answered')).toHaveLength(9);
  });

  test('refuses answers without that right, or to an offer that is not current and valid', async () => {
    const id = await quote();
    const plain = await link(id);
    const { token, id: shareId } = await link(id, { days: 7, canReply: true });
    const state = await stateOf(app.database);
    expect(await answer(plain.token)).toMatchObject({ status: 409, error: 'share.unanswerable' });
    for (const body of [
      { agreed: false },
      { name: '' },
      { phone: 'abc' },
      { kind: 'placed' },
      { status: 'placed' },
    ]) {
      expect((await answer(token, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await answer('A'.repeat(43))).status).toBe(404);
    expect(await stateOf(app.database)).toEqual(state);
    const { validUntil } = await order(id);
    await at(Date.parse(validUntil) + MINUTE_MS, async () => {
      expect(await answer(token)).toMatchObject({ status: 404 });
    });
    const long = await link(id, { days: 90, canReply: true });
    await at(Date.parse(validUntil) + MINUTE_MS, async () => {
      expect(await answer(long.token)).toMatchObject({ status: 409, error: 'share.unanswerable' });
    });
    await revoke(id, [shareId]);
    expect((await answer(token)).status).toBe(404);
  });

  test('never places a later revision: a simultaneous revision waits, or the answer is refused', async () => {
    const revise = async (id: number) => {
      const item = { ...buildItem(await readCatalogue(app, { token: who.token })), num: 50 };
      const { price } = await buildOrder(app, who, [item]);
      return () =>
        app.send('PUT', `/order/${id}`, {
          token: who.token,
          body: { items: [item], price, version: 1 },
        });
    };
    const { pool } = app.database;
    const holder = await pool.connect();
    try {
      // The answer blocks while reading revision and document.
      const read = await quote();
      const { token } = await link(read, { days: 7, canReply: true });
      const save = await revise(read);
      await holder.query('select pg_advisory_lock(4711)');
      await pool.query(`
        create function stand_still() returns boolean language plpgsql as
          $$ begin perform pg_advisory_xact_lock_shared(4711); return true; end $$;
        alter table quotation_document rename to stored_document;
        create view quotation_document as select * from stored_document where stand_still()`);
      const accepting = answer(token, { address: '上海' });
      await untilBlockedBy(pool, holder);
      const saving = save();
      await Promise.race([saving, untilBlockedBy(pool, holder, 2)]);
      await holder.query('select pg_advisory_unlock(4711)');
      expect([(await accepting).status, (await saving).status]).toStrictEqual([200, 409]);
      expect(await order(read)).toMatchObject({ status: 'placed', revision: 1 });
      // The new revision comes first, and is not committed yet.
      const replaced = await quote();
      const late = await link(replaced, { days: 7, canReply: true });
      await holder.query('begin');
      await holder.query('update orders set revision = 2, version = version + 1 where id = $1', [replaced]);
      const answered = answer(late.token, { address: '上海' });
      await untilBlockedBy(pool, holder);
      await holder.query('commit');
      expect(await answered).toMatchObject({ status: 409, error: 'share.unanswerable' });
    } finally {
      await pool.query(`
        drop view quotation_document;
        alter table stored_document rename to quotation_document`);
      holder.release(true);
    }
  });

  test('refuses answers once its customer is disabled, deleted or not allowed to order', async () => {
    const owner = await addPerson(app, { permissions: [...customerPermissions] });
    const reader = await addPerson(app, {
      permissions: [...customerPermissions].filter((code) => code !== MOVE_PERMISSION),
    });
    const shop = await addPerson(app, { roleKey: 'sales' });
    const item = buildItem(await readCatalogue(app, { token: who.token }));
    const body = await buildOrder(app, owner, [item], { status: 'quoted' });
    const id = Number((await place(app, owner, body)).data);
    const { token } = (await create(id, { days: 7, canReply: true }, shop)).data as { token: string };
    const mayReply = async () => {
      const { data } = await open(token);
      const [listed] = (await app.send('GET', `/order/${id}/share`, { token: shop.token })).data as Share[];
      expect(listed?.canReply).toBe((data as { canReply: boolean }).canReply);
      return listed?.canReply;
    };
    const { db } = app.database;
    const set = (change: Partial<typeof users.$inferInsert>) =>
      db.update(users).set(change).where(eq(users.userId, owner.userId));
    const setRole = ({ roleId }: Person) =>
      db.update(userRoles).set({ roleId }).where(eq(userRoles.userId, owner.userId));
    const refused = { status: 409, error: 'share.unanswerable' };
    expect(await mayReply()).toBe(true);
    for (const [end, undo] of [
      [() => set({ status: '1' }), () => set({ status: '2' })],
      [() => set({ deletedAt: new Date() }), () => set({ deletedAt: null })],
      [() => setRole(reader), () => setRole(owner)],
    ] as const) {
      await end();
      expect(await mayReply()).toBe(false);
      const state = await orderStateOf(id);
      expect(await answer(token)).toMatchObject(refused);
      expect(await orderStateOf(id)).toStrictEqual(state);
      await undo();
    }
    expect(await mayReply()).toBe(true);
    expect(await answer(token, { address: '上海' })).toMatchObject({ status: 200 });
    expect((await app.send('GET', `/order/${id}/share`, { token: shop.token })).data).toMatchObject([
      { canReply: true, reply: { kind: 'accepted' } },
    ]);
  });

  test('records its creator and the answer’s IP address, in the operation log and for staff', async () => {
    const shop = await addPerson(app, { roleKey: 'sales', user: { nickName: '陈静' } });
    const id = await quote();
    const { token } = (await create(id, { days: 7, canReply: true }, shop)).data as { token: string };
    const path = `/public/share/${token}/answer`;
    const from = { remoteAddress: '198.51.100.7', headers: { 'user-agent': 'probe/1\u202e' } };
    const send = (body: object) => app.send('POST', path, { ...from, body: { ...bearer, ...body } });
    expect(await send({ kind: 'refused', reason: '价格太高' })).toMatchObject({ status: 200 });
    expect(await send({})).toMatchObject({ status: 409, error: 'share.answered' });
    const { orderNo } = await order(id);
    const rows = await app.database.db
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.operIp, from.remoteAddress))
      .orderBy(operationLogs.id);
    const row = {
      title: '答复分享的报价',
      operName: '张工（13800138000，通过链接）',
      userId: who.userId,
      operUrl: '/api/v1/public/share/…/answer',
      userAgent: 'probe/1 ',
    };
    expect(rows).toMatchObject([
      { ...row, code: 200, changes: { id, orderNo, status: ['quoted', 'cancelled'], sharedBy: '陈静' } },
      { ...row, code: 409, status: '2', changes: { id, orderNo, sharedBy: '陈静' } },
    ]);
    const listed = async (person: Person) =>
      ((await app.send('GET', `/order/${id}/share`, { token: person.token })).data as Share[])[0];
    expect(await listed(shop)).toMatchObject({
      createdBy: '陈静',
      reply: { name: '张工', ip: '198.51.100.7', userAgent: 'probe/1 ' },
    });
    const seen = await listed(who);
    expect(seen).toMatchObject({ createdBy: '陈静', reply: { name: '张工' } });
    expect(JSON.stringify(seen)).not.toMatch(/198\.51|probe/);
    const history = async (person: Person) =>
      ((await app.send('GET', `/order/${id}/withExt`, { token: person.token })).data as OrderWithExt).history;
    expect((await history(shop)).at(-2)).toMatchObject({
      isStaffOnly: true,
      reason: '通过链接答复：链接由陈静生成，答复来自 198.51.100.7',
    });
    expect(JSON.stringify(await history(who))).not.toContain('198.51');
  });
});
