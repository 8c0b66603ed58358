import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataOf } from '#contract/endpoint.ts';
import type { OrderWithExt } from '#contract/order-data.ts';
import { customerPermissions } from '#contract/permissions.ts';
import type { Share, shares } from '#contract/shares.ts';
import { MOVE_PERMISSION } from '#domain/orders/moves.ts';
import { operationLogs, orderHistory, orders, quotationShares, userRoles, users } from '#server/db/schema.ts';
import { hashToken } from '#server/modules/access/access.service.ts';
import { stateOf } from '#tests/support/database-state.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { untilBlockedBy } from '#tests/support/waiting.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let app: TestApp;
let who: Person;
let orderId: number;
beforeAll(async () => {
  app = await createTestApp();
  who = await addPerson(app, { roleKey: 'customer' });
  orderId = await quote();
});
afterAll(() => app.close());

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
let visitors = 0;
const open = (token: string, end = '', userAgent = 'Mozilla/5.0') => {
  visitors += 1;
  const remoteAddress = `10.1.${visitors >> 8}.${visitors & 255}`;
  return app.send('GET', `/public/share/${token}${end}`, {
    remoteAddress,
    headers: { 'user-agent': userAgent },
  });
};

async function at(time: number, work: () => Promise<void>): Promise<void> {
  app.setNow(new Date(time));
  try {
    await work();
  } finally {
    app.setNow(undefined);
  }
}

describe('a link', () => {
  test('is closed while its creator is disabled, and for good once the creator is deleted', async () => {
    const owner = await addPerson(app, { roleKey: 'customer' });
    const shop = await addPerson(app, { roleKey: 'sales' });
    const item = buildItem(await readCatalogue(app));
    const body = await buildOrder(app, owner, [item], { status: 'quoted' });
    const id = Number((await place(app, owner, body)).data);
    const { token } = (await create(id, { days: 7 }, shop)).data as { token: string };
    const seen = async () => [
      (await open(token)).status,
      (await open(token, '/quotation.pdf')).status,
      ((await app.send('GET', `/order/${id}/share`, { token: owner.token })).data as Share[])[0]?.isLive,
    ];
    const set = (change: Partial<typeof users.$inferInsert>) =>
      app.database.db.update(users).set(change).where(eq(users.userId, shop.userId));
    expect(await seen()).toStrictEqual([200, 200, true]);
    await set({ status: '1' });
    expect(await seen()).toStrictEqual([404, 404, false]);
    await set({ status: '2' });
    expect(await seen()).toStrictEqual([200, 200, true]);
    await set({ deletedAt: new Date() });
    expect(await seen()).toStrictEqual([404, 404, false]);
  });

  test('shows its frozen revision to its bearer, and nothing of the account', async () => {
    const { token } = await link(orderId);
    const answer = await open(token);
    const { data: issued } = await app.send('GET', `/order/${orderId}/document`, { token: who.token });
    const {
      expiresAt,
      note: _note,
      canReply,
      reply,
      accepted,
      ...shown
    } = answer.data as DataOf<typeof shares.open>;
    expect([canReply, reply, accepted]).toEqual([false, null, null]);
    expect(shown).toStrictEqual(issued);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
    expect(answer.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(JSON.stringify(answer.data)).not.toContain(who.username);
    expect(Object.keys(shown).toSorted()).toStrictEqual(Object.keys(issued).toSorted());
  });

  test('shows the shop’s note to the customer with this revision, and no text for staff', async () => {
    const id = await quote();
    const plain = await link(id);
    const told = {
      orderId: id,
      userId: who.userId,
      userName: '陈静',
      from: 'requested',
      to: 'quoted',
    } as const;
    const { db } = app.database;
    await db.insert(orderHistory).values([
      { ...told, reason: '人工报价，第 1 版：含运费\n月底前有效' },
      { ...told, to: 'requested', reason: '第 1 版：低于成本', isStaffOnly: true },
      { ...told, reason: '人工报价，第 2 版：后来的说明' },
    ]);
    const { data } = await open(plain.token);
    expect(data).toMatchObject({ note: '含运费\n月底前有效' });
    expect(JSON.stringify(data)).not.toMatch(/低于成本|后来的说明/);
    expect((await open((await link(orderId)).token)).data).toMatchObject({ note: '' });
  });

  test("gives the same file as the owner's download", async () => {
    const { token } = await link(orderId);
    const fetchFile = (url: string, headers = {}) => app.http.inject({ url: `/api/v1${url}`, headers });
    const theirs = await fetchFile(`/public/share/${token}/quotation.pdf`);
    const own = await fetchFile(`/order/${orderId}/quotation.pdf`, { authorization: `Bearer ${who.token}` });
    expect(theirs.statusCode).toBe(200);
    expect(theirs.headers['content-disposition']).toBe(own.headers['content-disposition']);
    expect(theirs.rawPayload.equals(own.rawPayload)).toBe(true);
  });

  test('keeps showing its revision after a later one, and says so', async () => {
    const id = await quote();
    const first = await link(id);
    const { data: before } = await open(first.token);
    const item = { ...buildItem(await readCatalogue(app)), num: 50 };
    const { price } = await buildOrder(app, who, [item]);
    const edit = { items: [item], price, version: 1 };
    expect((await app.send('PUT', `/order/${id}`, { token: who.token, body: edit })).status).toBe(200);
    expect((await open(first.token)).data).toStrictEqual({ ...(before as object), status: 'superseded' });
    const second = await link(id);
    expect((await open(second.token)).data).toMatchObject({ status: 'valid', snapshot: { revision: 2 } });
    const old = await link(id, { days: 1, revision: 1 });
    expect((await open(old.token)).data).toMatchObject({ status: 'superseded', snapshot: { revision: 1 } });
    expect(await create(id, { days: 1, revision: 3 })).toMatchObject({ status: 404 });
    expect((await list(id)).map(({ revision }) => revision)).toStrictEqual([1, 2, 1]);
  });

  test('has 256 random bits, of which only a hash is stored', async () => {
    const made = [await link(await quote()), await link(await quote())];
    for (const { id, token } of made) {
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      const [row] = await app.database.db.select().from(quotationShares).where(eq(quotationShares.id, id));
      expect(row?.tokenHash).toBe(hashToken(token));
      expect(JSON.stringify(row)).not.toContain(token);
    }
    expect(made[0]!.token).not.toBe(made[1]!.token);
    const logs = await app.database.db.select().from(operationLogs);
    for (const { token } of made) expect(JSON.stringify(logs)).not.toContain(token);
    expect(JSON.stringify(await list(orderId))).not.toMatch(/token/i);
  });

  test('gives the same answer when unknown, malformed, expired or revoked, for its file too', async () => {
    const [revoked, expired] = [await link(orderId), await link(orderId, { days: 1 })];
    expect((await revoke(orderId, [revoked.id])).data).toStrictEqual([revoked.id]);
    const answers: unknown[] = [];
    const ask = async (token: string) => {
      for (const end of ['', '/quotation.pdf']) {
        const { status, code, msg, error, data } = await open(token, end);
        answers.push({ status, code, msg, error, data });
      }
    };
    for (const token of ['A'.repeat(43), 'x', '..%2f', revoked.token]) await ask(token);
    expect((await open(expired.token)).status).toBe(200);
    await at(Date.parse(expired.expiresAt), () => ask(expired.token));
    const same = { status: 404, code: 404, msg: '链接不存在或已失效', error: 'record.not_found', data: null };
    expect(answers).toStrictEqual(Array.from({ length: 10 }, () => same));
  });

  test('guessed from one address is throttled', async () => {
    const guess = () => app.send('GET', `/public/share/${'B'.repeat(43)}`, { remoteAddress: '10.9.9.9' });
    const answers = [];
    for (let count = 0; count < 61; count += 1) answers.push(await guess());
    expect(answers.slice(0, 60).every(({ status }) => status === 404)).toBe(true);
    expect(answers.at(-1)).toMatchObject({ status: 429, error: 'request.throttled' });
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

const robots = [
  '',
  'curl/8.5.0',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0)',
  'Mozilla/5.0 (compatible; DingTalkBot-LinkService/1.0)',
  'Slack-LinkExpanding 1.0 (+https://api.slack.com/robots) preview',
];

describe('the list', () => {
  test('shows when links were created and end, and how often they were opened, counted once a minute', async () => {
    const id = await quote();
    const { id: shareId, token, expiresAt } = await link(id);
    expect(await list(id)).toMatchObject([
      {
        id: shareId,
        revision: 1,
        expiresAt,
        revokedAt: null,
        isLive: true,
        viewCount: 0,
        lastViewedAt: null,
      },
    ]);
    const start = Date.now() + 1_000;
    await at(start, async () => {
      await Promise.all(Array.from({ length: 10 }, () => open(token)));
      await open(token, '/quotation.pdf');
    });
    // Neither a look at the head nor a robot is a view.
    await at(start + 10 * MINUTE_MS, async () => {
      const head = { method: 'HEAD', url: `/api/v1/public/share/${token}` } as const;
      expect(await app.http.inject(head)).toMatchObject({ statusCode: 200 });
      for (const robot of robots) expect(await open(token, '', robot)).toMatchObject({ status: 200 });
    });
    expect(await list(id)).toMatchObject([{ viewCount: 1, lastViewedAt: new Date(start).toISOString() }]);
    await at(start + 59_000, async () => void (await open(token)));
    expect((await list(id))[0]?.viewCount).toBe(1);
    await at(start + MINUTE_MS + 1, async () => void (await open(token)));
    expect((await list(id))[0]?.viewCount).toBe(2);
    await revoke(id, [shareId]);
    await open(token);
    expect(await list(id)).toMatchObject([{ isLive: false, revokedAt: expect.any(String), viewCount: 2 }]);
  });

  test('has at most twenty valid links, also when they are created simultaneously', async () => {
    const id = await quote();
    const answers = await Promise.all(Array.from({ length: 25 }, () => create(id, { days: 1 })));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(5);
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, error: 'share.too_many' });
    const [newest] = await list(id);
    await revoke(id, [newest!.id]);
    expect((await create(id, { days: 1 })).status).toBe(200);
    expect((await create(id, { days: 1 })).status).toBe(409);
    await at(Date.now() + DAY_MS + MINUTE_MS, async () => {
      expect((await create(id)).status).toBe(200);
    });
  });

  test('ends all of the given links or none, including one that has ended', async () => {
    const id = await quote();
    const [one, two, other] = [await link(id), await link(id), await link(orderId)];
    const before = await stateOf(app.database);
    for (const ids of [
      [one.id, other.id],
      [one.id, 999_999],
    ])
      expect((await revoke(id, ids)).status).toBe(404);
    expect(await stateOf(app.database)).toStrictEqual(before);
    await revoke(id, [one.id]);
    const [, ended] = await list(id);
    expect((await revoke(id, [one.id, two.id])).status).toBe(200);
    expect((await list(id))[1]).toStrictEqual(ended);
    expect((await open(two.token)).status).toBe(404);
    expect((await open(other.token)).status).toBe(200);
  });
});

test('links of another customer are not found, and all calls need their permissions', async () => {
  const { id } = await link(orderId);
  const stranger = await addPerson(app, { roleKey: 'customer' });
  const reader = await addPerson(app, { permissions: ['mfr:order:query'] });
  const before = await stateOf(app.database);
  const missing = await create(999_999, { days: 7 }, stranger);
  for (const answer of [
    missing,
    await create(orderId, { days: 7 }, stranger),
    await revoke(orderId, [id], stranger),
    await app.send('GET', `/order/${orderId}/share`, { token: stranger.token }),
  ])
    expect(answer).toMatchObject({ status: 404, error: 'record.not_found', msg: missing.msg });
  for (const answer of [await create(orderId, { days: 7 }, reader), await revoke(orderId, [id], reader)])
    expect(answer).toMatchObject({ status: 403, error: 'permission.denied' });
  expect(await stateOf(app.database)).toStrictEqual(before);
});

describe('a link that may answer the offer', () => {
  beforeAll(async () => {
    who = await addPerson(app, { roleKey: 'customer' });
  });

  const bearer = { kind: 'accepted', name: '张工', phone: '13800138000', agreed: true };
  const answer = (token: string, body: object = {}) => {
    visitors += 1;
    const remoteAddress = `10.2.${visitors >> 8}.${visitors & 255}`;
    return app.send('POST', `/public/share/${token}/answer`, { remoteAddress, body: { ...bearer, ...body } });
  };
  const order = async (id: number): Promise<OrderWithExt> =>
    (await app.send('GET', `/order/${id}/withExt`, { token: who.token })).data;
  /** For an order whose customer may not sign in. */
  const orderStateOf = (id: number) =>
    app.database.db
      .select({ status: orders.status, version: orders.version })
      .from(orders)
      .where(eq(orders.id, id));

  test('places the order in the name of its customer, once, and keeps who answered', async () => {
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

  test('refuses with a reason', async () => {
    const id = await quote();
    const { token } = await link(id, { days: 7, canReply: true });
    expect((await answer(token, { kind: 'refused', reason: '价格太高' })).status).toBe(200);
    const refused = await order(id);
    expect(refused.status).toBe('cancelled');
    expect(refused.history.at(-1)?.reason).toBe('不接受报价：价格太高');
  });

  test('is answered once by ten at once', async () => {
    const id = await quote();
    const { token } = await link(id, { days: 7, canReply: true });
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(token, { address: '上海' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'share.answered')).toHaveLength(9);
  });

  test('is refused without that right, and for any offer that is not the current, valid one', async () => {
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

  test('places no later revision: one that is made meanwhile waits, or ends the answer', async () => {
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
      // The answer stands still where it reads revision and document.
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
      // The other revision comes first, and is not committed yet.
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

  test('is no answer any more once its customer is disabled, deleted or may not order', async () => {
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

  test('leaves who made it and from where it was answered, in the operation log and for staff', async () => {
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
