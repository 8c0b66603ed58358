import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { DataOf } from '#contract/kernel/endpoint.ts';
import type { Share, shares } from '#contract/orders/shares.ts';
import { operationLogs, orderHistory, quotationShares, users } from '#server/db/schema.ts';
import { hashToken } from '#server/modules/access/access.service.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { startShares, DAY_MS, MINUTE_MS } from './shares.test-data.ts';

const { app, who, orderId, quote, create, revoke, link, list, open, at } = await startShares();
afterAll(() => app.close());

describe('a link', () => {
  test('is closed while its creator is disabled, and permanently once the creator is deleted', async () => {
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

  test('shows its revision unchanged, and nothing of the account', async () => {
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

  test('shows the shop’s note to the customer of this revision, but no staff note', async () => {
    const id = await quote();
    const plain = await link(id);
    const entry = {
      orderId: id,
      userId: who.userId,
      userName: '陈静',
      from: 'requested',
      to: 'quoted',
    } as const;
    const { db } = app.database;
    await db.insert(orderHistory).values([
      { ...entry, reason: '人工报价，第 1 版：含运费\n月底前有效' },
      { ...entry, to: 'requested', reason: '第 1 版：低于成本', isStaffOnly: true },
      { ...entry, reason: '人工报价，第 2 版：后来的说明' },
    ]);
    const { data } = await open(plain.token);
    expect(data).toMatchObject({ note: '含运费\n月底前有效' });
    expect(JSON.stringify(data)).not.toMatch(/低于成本|后来的说明/);
    expect((await open((await link(orderId)).token)).data).toMatchObject({ note: '' });
  });

  test('returns the same file as the owner’s download', async () => {
    const { token } = await link(orderId);
    const fetchFile = (url: string, headers = {}) => app.http.inject({ url: `/api/v1${url}`, headers });
    const theirs = await fetchFile(`/public/share/${token}/quotation.pdf`);
    const own = await fetchFile(`/order/${orderId}/quotation.pdf`, { authorization: `Bearer ${who.token}` });
    expect(theirs.statusCode).toBe(200);
    expect(theirs.headers['content-disposition']).toBe(own.headers['content-disposition']);
    expect(theirs.rawPayload.equals(own.rawPayload)).toBe(true);
  });

  test('still shows its revision after a later one, marked as superseded', async () => {
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

  test('answers the same when unknown, malformed, expired or revoked, also for its file', async () => {
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

  test('guesses from one IP address are throttled', async () => {
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
  test('shows creation, expiry and number of views, counted once a minute', async () => {
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
    // HEAD requests and robots do not count as views.
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

  test('revokes all given links or none, including ended ones', async () => {
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

test('links of another customer are not found, and all endpoints need their permissions', async () => {
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
