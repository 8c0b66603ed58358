import { afterAll, describe, expect, test } from 'vitest';
import type { OrderRevision } from '#contract/orders/revisions.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildOrder, place } from '#tests/support/data/quotations.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { untilBlockedBy } from '#tests/support/app/waiting.ts';
import { startRevisions } from './revisions.test-data.ts';

const DAY_MS = 86_400_000;
const { app, catalogue, item, who, quote, edit, put, read, more, raisePrices } = await startRevisions();
afterAll(() => app.close());
const move = (id: number, version: number, to = 'placed') =>
  app.send('POST', `/order/${id}/move`, { token: who.token, body: { to, version } });

const readRevision = (id: number, revision: number | string, person: Person = who) =>
  app.send('GET', `/order/${id}/revision/${revision}`, { token: person.token });

describe('editing a quotation', () => {
  test('creates a new current revision and leaves the old one readable and unchanged', async () => {
    const id = await quote({ contactName: '张工', address: '上海', remark: '急' });
    const before = await read(id);
    const items = [more(25), { ...item, name: '端盖', num: 2 }];
    const answer = await put(id, await edit(1, items, { contactName: '李工', address: '' }));
    expect(answer).toMatchObject({
      status: 200,
      msg: '报价已保存',
      data: {
        id,
        orderNo: before.orderNo,
        revision: 2,
        version: 2,
        status: 'quoted',
        itemCount: 2,
        pieceCount: 27,
      },
    });
    const after = await read(id);
    expect(after).toMatchObject({
      revision: 2,
      summary: '支架×25、端盖×2',
      contactName: '李工',
      address: '',
      remark: '急',
      items: [{ num: 25 }, { name: '端盖' }],
      revisions: [
        { revision: 1, price: before.price, createdAt: before.createdAt, isCurrent: false },
        { revision: 2, price: after.price, createdAt: after.updatedAt, isCurrent: true },
      ],
      history: [{ to: 'quoted' }, { from: 'quoted', to: 'quoted', reason: '修改报价，第 2 版' }],
      createdAt: before.createdAt,
    });
    const old: OrderRevision = (await readRevision(id, 1)).data;
    expect(old).toMatchObject({
      orderId: id,
      revision: 1,
      isCurrent: false,
      price: before.price,
      validUntil: before.validUntil,
      promisedDate: before.promisedDate,
      contactName: '张工',
      address: '上海',
    });
    expect(old.items).toStrictEqual(before.items);
    expect((await readRevision(id, 2)).data).toMatchObject({ isCurrent: true, price: after.price });
  });

  test('refuses unknown keys, also in items, and another price, and writes nothing', async () => {
    const id = await quote();
    const body = await edit(1, [item]);
    const before = await stateOf(app.database);
    expect(await put(id, { ...body, total: 1 })).toMatchObject({
      status: 400,
      errors: { total: '不支持的字段' },
    });
    expect(await put(id, { ...body, items: [{ ...item, unit_price: 1 }] })).toMatchObject({
      status: 400,
      errors: { 'items.0.unit_price': '不支持的字段' },
    });
    for (const missing of ['items', 'price', 'version'])
      expect(await put(id, { ...body, [missing]: undefined })).toMatchObject({ status: 400 });
    expect(await put(id, { ...body, price: '0.01' })).toMatchObject({
      status: 409,
      error: 'order.price_changed',
      data: { price: body.price },
    });
    expect(await put(id, { ...body, items: [{ ...item, material: 2_000_000 }] })).toMatchObject({
      status: 422,
      error: 'quote.invalid',
      errors: { 'items.0.material': expect.any(String) },
    });
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('with a stale version is refused with the current order, and nothing is written', async () => {
    const id = await quote();
    await put(id, await edit(1, [more(20)]));
    const late = await edit(1, [more(30)]);
    const before = await stateOf(app.database);
    expect(await put(id, late)).toMatchObject({
      status: 409,
      error: 'record.changed',
      data: { id, revision: 2, version: 2, summary: '支架×20' },
    });
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('of a placed or cancelled order is refused', async () => {
    for (const to of ['placed', 'cancelled']) {
      const id = await quote();
      await move(id, 1, to);
      const body = await edit(2, [more(20)]);
      const before = await stateOf(app.database);
      expect(await put(id, body)).toMatchObject({
        status: 409,
        error: 'order.not_editable',
        data: { status: to },
      });
      expect(await stateOf(app.database)).toStrictEqual(before);
    }
  });

  test('of another customer is not found, nor are its revisions', async () => {
    const id = await quote();
    const stranger = await addPerson(app, { roleKey: 'customer' });
    const body = await edit(1, [more(20)]);
    const before = await stateOf(app.database);
    const missing = await put(999_999, body, stranger);
    const foreign = await put(id, body, stranger);
    expect(foreign).toMatchObject({ status: 404, error: 'record.not_found', msg: missing.msg });
    for (const answer of [await readRevision(id, 1, stranger), await readRevision(id, 2)])
      expect(answer).toMatchObject({ status: 404, error: 'record.not_found' });
    for (const revision of ['0', '-1', '1.5', 'x', '2147483648'])
      expect((await readRevision(id, revision)).status).toBe(400);
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('keeps the drawings of its parts; the old revision keeps its own', async () => {
    const send = async (name: string, person = who) => {
      const { data } = await upload(app, name, samples.pdf, { token: person.token });
      return (data as { id: number }).id;
    };
    const [drawing, other] = [await send('图纸.pdf'), await send('新图纸.pdf')];
    const first = { ...item, fileIds: [drawing] };
    const body = await buildOrder(app, who, [first], { status: 'quoted' });
    const id = Number((await place(app, who, body)).data);
    const stolen = await send('别人的.pdf', await addPerson(app, { roleKey: 'customer' }));
    const before = await stateOf(app.database);
    const refused = await put(id, await edit(1, [{ ...first, fileIds: [stolen] }]));
    expect(refused).toMatchObject({ status: 422, error: 'quote.invalid' });
    expect(await stateOf(app.database)).toStrictEqual(before);
    expect((await put(id, await edit(1, [more(3), { ...first, fileIds: [drawing, other] }]))).status).toBe(
      200,
    );
    const filesOf = (files: readonly { lineNo: number; id: number }[]) =>
      files.map((file) => [file.lineNo, file.id]);
    expect(filesOf((await read(id)).files)).toStrictEqual([
      [2, drawing],
      [2, other],
    ]);
    const { data: old } = await readRevision(id, 1);
    expect(filesOf((old as OrderRevision).files)).toStrictEqual([[1, drawing]]);
  });

  test('by staff is priced for the company of the order', async () => {
    const dept = await addDept(app);
    const customer = await addPerson(app, { roleKey: 'customer', deptId: dept.deptId });
    const { materialTag } = catalogue.materials[0]!;
    const prices = [{ materialTag, price: 12.5, version: 0 }];
    const agreed = { deptId: dept.deptId, prices, confirmJumps: true };
    expect((await app.send('PUT', '/machining-price', { as: 'admin', body: agreed })).status).toBe(200);
    const id = await quote({}, customer);
    const { price } = await buildOrder(app, customer, [more(40)]);
    const clerk = await addPerson(app, { permissions: ['mfr:order:add'], dataScope: '1', isStaff: true });
    expect(await put(id, { items: [more(40)], price, version: 1 }, clerk)).toMatchObject({
      status: 200,
      data: { price, userId: customer.userId, revision: 2 },
    });
  });
});

describe('simultaneous edits', () => {
  test('create one new revision out of twenty, and the others are refused', async () => {
    const id = await quote();
    const bodies = await Promise.all(Array.from({ length: 20 }, (_, at) => edit(1, [more(at + 2)])));
    const answers = await Promise.all(bodies.map((body) => put(id, body)));
    const won = answers.filter(({ status }) => status === 200);
    const conflicts = answers.filter(({ status, error }) => status === 409 && error === 'record.changed');
    expect([won.length, conflicts.length]).toStrictEqual([1, 19]);
    const { data } = won[0] as Envelope;
    const after = await read(id);
    expect(after).toMatchObject({ revision: 2, version: 2, summary: (data as { summary: string }).summary });
    expect([after.revisions.length, after.items.length, after.history.length]).toStrictEqual([2, 1, 2]);
    for (const answer of conflicts) expect(answer.data).toMatchObject({ version: 2, revision: 2 });
  });

  test('and placing exclude each other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await quote();
      const body = await edit(1, [more(20)]);
      const [edited, placed] = await Promise.all([put(id, body), move(id, 1)]);
      expect([edited.status, placed.status].toSorted((a, b) => a - b)).toStrictEqual([200, 409]);
      const after = await read(id);
      expect([after.status, after.revision, after.pieceCount]).toStrictEqual(
        placed.status === 200 ? ['placed', 1, 10] : ['quoted', 2, 20],
      );
      expect(after.revisions).toHaveLength(after.revision);
    }
  });

  test('never store a revision at the old price when it waits during a price change', async () => {
    const id = await quote();
    const body = await edit(1, [more(20)]);
    const holder = await app.database.pool.connect();
    const done: string[] = [];
    const work: Promise<unknown>[] = [];
    try {
      await holder.query('begin');
      await holder.query('lock table order_revision in share mode');
      work.push(put(id, body).then(({ status }) => done.push(`saved ${status}`)));
      await untilBlockedBy(app.database.pool, holder);
      // The edit has read its prices and is blocked: a price change must commit entirely before or after it.
      work.push(raisePrices(100).then(() => done.push('raised')));
      await untilBlockedBy(app.database.pool, holder, 2);
      expect(done).toStrictEqual([]);
    } finally {
      await holder.query('rollback');
      holder.release();
      await Promise.all(work);
    }
    expect(done).toContain('saved 200');
    expect(await put(id, { ...body, version: 2 })).toMatchObject({
      status: 409,
      error: 'order.price_changed',
    });
    await raisePrices(-100);
  });
});

describe('an expired quotation', () => {
  test('cannot be placed before repricing: the new revision has today’s validity, date and price', async () => {
    const id = await quote();
    const before = await read(id);
    app.setNow(new Date(Date.now() + 20 * DAY_MS));
    await raisePrices(500);
    try {
      expect(await move(id, 1)).toMatchObject({ status: 409, error: 'order.expired' });
      const { data } = await app.send('GET', `/order/${id}/reprice`, { token: who.token });
      const { quotation, items } = data as { quotation: { price: string }; items: object[] };
      expect(quotation.price).not.toBe(before.price);
      expect(items).toMatchObject([{ lineNo: 1, reason: '', sub_total: Number(quotation.price) }]);
      expect((await put(id, { items: [item], price: quotation.price, version: 1 })).status).toBe(200);
      const after = await read(id);
      expect(after).toMatchObject({ isExpired: false, price: quotation.price, revision: 2 });
      expect(after.history.at(-1)?.reason).toBe('按最新价格重新报价，第 2 版');
      expect(after.validUntil > before.validUntil).toBe(true);
      expect(after.promisedDate > before.promisedDate).toBe(true);
      expect((await move(id, 2)).status).toBe(200);
    } finally {
      app.setNow(undefined);
      await raisePrices(-500);
    }
  });
});

describe('the document', () => {
  const documentOf = (id: number, query = '') =>
    app.send('GET', `/order/${id}/document${query}`, { token: who.token });
  const statusOf = async (code: string) => {
    const { data } = await app.send('GET', `/public/quotation/${code}`);
    return (data as { status: string }).status;
  };

  test('of an old revision is unchanged and marked as superseded', async () => {
    const id = await quote();
    const { data: first } = await documentOf(id);
    const { code } = first as { code: string };
    expect(await statusOf(code)).toBe('valid');
    await put(id, await edit(1, [more(20)]));
    expect(await statusOf(code)).toBe('superseded');
    expect((await documentOf(id, '?revision=1')).data).toStrictEqual({
      ...(first as object),
      status: 'superseded',
    });
    const { data: second } = await documentOf(id);
    expect(second).toMatchObject({ status: 'valid', snapshot: { revision: 2, items: [{ num: 20 }] } });
    expect(await statusOf((second as { code: string }).code)).toBe('valid');
  });
});
