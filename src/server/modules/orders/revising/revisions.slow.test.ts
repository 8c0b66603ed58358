import { afterAll, describe, expect, test } from 'vitest';
import { buildItem, buildOrder, place } from '#tests/support/data/quotations.ts';
import { whileUnpriced } from '#tests/support/data/unpriced.ts';
import { startRevisions } from './revisions.test-data.ts';

const { app, catalogue, item, who, quote, edit, put, read, more, raisePrices } = await startRevisions();
afterAll(() => app.close());

describe('editing a quotation', () => {
  test('accepts the record as read, and ignores everything but items and contact', async () => {
    const id = await quote();
    const { data: record } = await app.send('GET', `/order/${id}`, { token: who.token });
    const foreign = {
      userId: 1,
      deptId: 1,
      status: 'completed',
      orderNo: 'Q1',
      validUntil: '2099-01-01T00:00:00Z',
    };
    const body = { ...(record as object), ...foreign, ...(await edit(1, [more(3)])) };
    expect((await put(id, body)).status).toBe(200);
    expect(await read(id)).toMatchObject({
      userId: who.userId,
      status: 'quoted',
      revision: 2,
      orderNo: (record as { orderNo: string }).orderNo,
    });
  });
});

describe('simultaneous edits', () => {
  test('are saved or refused with the new price during constant price changes', async () => {
    const id = await quote();
    const editing = Array.from({ length: 20 }, (_, round) => (round % 2 === 0 ? 7 : -7)).reduce(
      (before, fen) => before.then(() => raisePrices(fen)),
      Promise.resolve(),
    );
    const refusals = new Set<string>();
    let version = 1;
    for (let round = 0; round < 15; round += 1) {
      const answer = await put(id, await edit(version, [more(round + 2)]));
      if (answer.status === 200) version += 1;
      else refusals.add(String(answer.error));
    }
    await editing;
    expect(
      [...refusals].filter((error) => !/^(order\.price_changed|server\.busy)$/.test(error)),
    ).toStrictEqual([]);
    expect((await read(id)).revision).toBe(version);
  });
});

describe('an expired quotation', () => {
  test('with a deleted material reports the items concerned, and prices the others', async () => {
    const gone = { ...buildItem(catalogue, { materialIndex: 5 }), name: '法兰' };
    const body = await buildOrder(app, who, [item, gone], { status: 'quoted' });
    const id = Number((await place(app, who, body)).data);
    await app.send('DELETE', '/material', { as: 'admin', body: { ids: [gone.material] } });
    const { data } = await app.send('GET', `/order/${id}/reprice`, { token: who.token });
    expect(data).toMatchObject({
      quotation: null,
      reason: '第2项 法兰：该材料不存在或已下架，请重新选择',
      items: [
        { lineNo: 1, sub_total: expect.any(Number), reason: '' },
        { lineNo: 2, sub_total: null, reason: '该材料不存在或已下架，请重新选择' },
      ],
    });
  });

  test('with an option that lost its price reports it instead of counting it as 0', async () => {
    const id = await quote();
    await whileUnpriced(app, item, async () => {
      const { data } = await app.send('GET', `/order/${id}/reprice`, { token: who.token });
      expect(data).toMatchObject({
        quotation: null,
        reason: expect.stringMatching(/^第1项 支架：.*尚未定价/),
        items: [{ lineNo: 1, sub_total: null, reason: expect.stringContaining('尚未定价') }],
      });
    });
  });
});

describe('the document', () => {
  const documentOf = (id: number, query = '') =>
    app.send('GET', `/order/${id}/document${query}`, { token: who.token });

  test('of the current revision is listed once it is issued', async () => {
    const id = await quote();
    expect((await read(id)).document).toBeNull();
    const { data } = await documentOf(id);
    const { orderNo, document } = await read(id);
    expect(document).toStrictEqual({ name: `${orderNo}-R1.pdf`, code: (data as { code: string }).code });
    await put(id, await edit(1, [more(20)]));
    expect((await read(id)).document).toBeNull();
  });

  test('of an old revision can still be issued', async () => {
    const id = await quote({ contactName: '张工' });
    const before = await read(id);
    await put(id, await edit(1, [more(20)], { contactName: '李工' }));
    const { data } = await documentOf(id, '?revision=1');
    expect(data).toMatchObject({
      status: 'superseded',
      snapshot: {
        revision: 1,
        total: before.price,
        validUntil: before.validUntil,
        promisedDate: before.promisedDate,
        customer: { contactName: '张工' },
        items: [{ num: 10 }],
      },
    });
    const answer = await app.http.inject({
      url: `/api/v1/order/${id}/quotation.pdf?revision=1`,
      headers: { authorization: `Bearer ${who.token}` },
    });
    expect(answer.headers['content-disposition']).toContain(
      encodeURIComponent(`${before.orderNo}-R1-已被取代.pdf`),
    );
    expect(await documentOf(id, '?revision=3')).toMatchObject({ status: 404, error: 'record.not_found' });
  });
});
