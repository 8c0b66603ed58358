import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { dateText } from '#domain/shanghai-time.ts';
import type { QuotationDocument } from '#contract/orders/documents.ts';
import type { TypedSetting } from '#contract/system/settings.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { newAddress } from '#tests/support/app/sign-in.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { dataUri, photographedStamp, stamp } from '#tests/support/data/seal-pictures.ts';
import { marksOf, textsOf } from '#tests/support/data/pdf-text.ts';
import { customerDocumentsPerDay } from '#server/fairness/limits.ts';
import { canonicalJson } from '#server/system/canonical-json.ts';
import { startDocuments } from './documents.test-data.ts';

const { app, token, orderId, newOrder, documentOf, download, compare } = await startDocuments();
afterAll(() => app.close());

const verify = (code: string, remoteAddress?: string) =>
  app.send('GET', `/public/quotation/${code}`, remoteAddress === undefined ? {} : { remoteAddress });

describe('a document', () => {
  test('is issued once: simultaneous and later requests get the same one', async () => {
    const id = await newOrder();
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => documentOf(id)));
    for (const other of others) expect(other).toStrictEqual(first);
    expect(first).toMatchObject({ status: 'valid', verifyUrl: `https://quote.test/verify/${first!.code}` });
    expect(first!.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/);
    expect(first!.hash).toBe(createHash('sha256').update(canonicalJson(first!.snapshot)).digest('hex'));
  });

  test('lists the characters that its PDF cannot print', async () => {
    const item = { ...buildItem(await readCatalogue(app)), name: 'กรอบ 4-⌀5.5', remark: '去毛刺 ⌖😀𠮷' };
    const order = await buildOrder(app, { token }, [item], {
      contactName: '张ก',
      contactPhone: '13800138000',
      address: '上海',
    });
    const { snapshot } = await documentOf(Number((await place(app, { token }, order)).data));
    expect(snapshot.terms.at(-1)).toBe(
      'PDF 里印不出、以“〓”代替的字符：联系人的 “ก”（U+0E01）；第 1 行的 “ก”（U+0E01）、“ร”（U+0E23）、“อ”（U+0E2D）、“บ”（U+0E1A）',
    );
  });

  test('can be checked for unprintable characters in advance', async () => {
    const ask = (text: string) => app.send('POST', '/quote/unprintable', { token, body: { text } });
    expect((await ask('支架 กร 4-⌀5.5 😀𠮷')).data).toBe('กร');
    expect((await ask('支架')).data).toBe('');
  });

  test('is not affected by later changes of settings or prices', async () => {
    const before = await documentOf(orderId);
    expect(before.snapshot).toMatchObject({
      issuer: { name: '智造报价' },
      customer: { contactName: '张工', address: '上海' },
      items: [{ name: '支架', remark: '去毛刺' }],
    });
    const { data } = await app.send('GET', '/configKey/company.name', { as: 'admin' });
    expect(data).toBeDefined();
    await app.database.pool.query(
      "update sys_config set config_value = '新公司' where config_key = 'company.name'",
    );
    expect(await documentOf(orderId)).toStrictEqual(before);
  });

  test('is dated to its revision, not to when it is first opened', async () => {
    const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * 86_400_000);
    const [made, revised] = [weeksAgo(5), weeksAgo(4)];
    app.setNow(made);
    const id = await newOrder('quoted');
    app.setNow(revised);
    const items = [{ ...buildItem(await readCatalogue(app)), num: 50 }];
    const { price } = await buildOrder(app, { token }, items);
    expect(
      await app.send('PUT', `/order/${id}`, { token, body: { items, price, version: 1 } }),
    ).toMatchObject({ status: 200 });
    app.setNow(undefined);
    const { snapshot, code } = await documentOf(id);
    expect(snapshot).toMatchObject({ revision: 2, issuedAt: revised.toISOString() });
    const printed = textsOf((await download(id)).rawPayload).map(({ text }) => text);
    expect(printed).toContain(dateText(revised));
    expect(printed).not.toContain(dateText(new Date()));
    expect(await verify(code)).toMatchObject({ data: { issuedAt: revised.toISOString() } });
    const { data: first } = await app.send('GET', `/order/${id}/document?revision=1`, { token });
    expect(first).toMatchObject({ snapshot: { revision: 1, issuedAt: made.toISOString() } });
  });

  test('of another customer is not found', async () => {
    const stranger = await addPerson(app, { roleKey: 'customer' });
    for (const end of ['document', 'quotation.pdf'])
      expect((await app.send('GET', `/order/${orderId}/${end}`, { token: stranger.token })).status).toBe(404);
  });
});

describe('the data for invoices and transfers', () => {
  const admin = { as: 'admin' } as const;
  async function save(values: Record<string, string>) {
    const typed = (await app.send('GET', '/set-config/typed', admin)).data as TypedSetting[];
    const body = Object.entries(values).map(([configKey, configValue]) => ({
      configKey,
      configValue,
      version: typed.find((one) => one.configKey === configKey)?.version,
    }));
    return app.send('PUT', '/set-config', { ...admin, body });
  }

  test('are included in the hash of later documents, and change no earlier one', async () => {
    const before = await documentOf(orderId);
    const { rawPayload } = await download(orderId);
    expect(before.snapshot.issuer).not.toHaveProperty('payment');
    const set = {
      'company.bank': ' 工商银行上海分行 ',
      'company.bankAccount': '6222 0200 1234',
      'company.taxNumber': '91310000abcdefgh1x',
    };
    expect(await save(set)).toMatchObject({ status: 200 });
    expect(await documentOf(orderId)).toStrictEqual(before);
    expect((await download(orderId)).rawPayload.equals(rawPayload)).toBe(true);
    expect((await compare(before.code, rawPayload)).json()).toMatchObject({ data: { isIssued: true } });

    const { snapshot, hash, code } = await documentOf(await newOrder());
    expect(snapshot.issuer.payment).toStrictEqual({
      title: '',
      taxNumber: '91310000ABCDEFGH1X',
      bank: '工商银行上海分行',
      account: '6222 0200 1234',
    });
    expect(hash).toBe(createHash('sha256').update(canonicalJson(snapshot)).digest('hex'));
    // The public page of a code does not show the account.
    expect(JSON.stringify(await verify(code))).not.toContain('6222');
  });
});

describe('the file', () => {
  test('is a PDF with the same bytes each time', async () => {
    const [one, two] = [await download(orderId), await download(orderId)];
    expect(one.headers['content-type']).toBe('application/pdf');
    expect(one.headers['content-disposition']).toMatch(
      /^attachment; filename\*=UTF-8''Q\d{8}-\d{4}-R1\.pdf$/,
    );
    expect(one.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(two.rawPayload.equals(one.rawPayload)).toBe(true);
  });

  test('is verified with its code, which detects a single changed byte', async () => {
    const { code } = await documentOf(orderId);
    const { rawPayload } = await download(orderId);
    expect((await compare(code, rawPayload)).json()).toMatchObject({ code: 200, data: { isIssued: true } });
    const changed = Buffer.from(rawPayload);
    changed[changed.length >> 1]! ^= 1;
    expect((await compare(code, changed)).json()).toMatchObject({ data: { isIssued: false } });
    const other = await documentOf(await newOrder());
    expect((await compare(other.code, rawPayload)).json()).toMatchObject({ data: { isIssued: false } });
  });

  test('is marked as invalid on every page, and only the file as issued or so marked is verified', async () => {
    const id = await newOrder('quoted');
    const { code, snapshot } = await documentOf(id);
    const valid = (await download(id)).rawPayload;
    expect(marksOf(valid)).toEqual([]);

    app.setNow(new Date(Date.parse(snapshot.validUntil) + 1));
    const expired = await download(id);
    expect(marksOf(expired.rawPayload)).toEqual(['已过期']);
    expect(expired.headers['content-disposition']).toContain(encodeURIComponent('-R1-已过期.pdf'));
    app.setNow(undefined);
    expect((await download(id)).rawPayload.equals(valid)).toBe(true);

    const { data } = await app.send('POST', `/order/${id}/share`, { token, body: { days: 1 } });
    await app.send('POST', `/order/${id}/move`, { token, body: { to: 'cancelled', version: 1 } });
    const cancelled = (await download(id)).rawPayload;
    expect(marksOf(cancelled)).toEqual(['已作废']);
    // It has the same texts and starts with the issued bytes.
    expect(textsOf(cancelled)).toStrictEqual(textsOf(valid));
    expect(cancelled.subarray(0, valid.length).equals(valid)).toBe(true);
    expect((await download(id)).rawPayload.equals(cancelled)).toBe(true);
    const shared = `/api/v1/public/share/${(data as { token: string }).token}/quotation.pdf`;
    expect((await app.http.inject({ url: shared })).rawPayload.equals(cancelled)).toBe(true);

    for (const file of [valid, cancelled, expired.rawPayload])
      expect((await compare(code, file)).json()).toMatchObject({ data: { isIssued: true } });
    const forged = Buffer.concat([valid, cancelled.subarray(valid.length)]);
    forged[forged.length - 200]! ^= 1;
    for (const file of [forged, Buffer.concat([valid, Buffer.from('\n')]), cancelled.subarray(0, -1)])
      expect((await compare(code, file)).json()).toMatchObject({ data: { isIssued: false } });
  });
});

describe('the seals', () => {
  const admin = { as: 'admin' };

  async function setShopSeal(image: string): Promise<string> {
    const kept = await app.send('POST', '/set-config/picture', { ...admin, body: { image } });
    const { hash, image: stored } = kept.data as { hash: string; image: string };
    const settings = (await app.send('GET', '/set-config/typed', admin)).data as TypedSetting[];
    const { version } = settings.find(({ configKey }) => configKey === 'company.seal')!;
    const body = [{ configKey: 'company.seal', configValue: hash, version }];
    expect(await app.send('PUT', '/set-config', { ...admin, body })).toMatchObject({ status: 200 });
    return stored;
  }
  const setOwnSeal = async (image: string) =>
    ((await app.send('PUT', '/user/seal', { token, body: { image } })).data as { image: string }).image;

  test('of both sides are on newly issued documents and stay on them', async () => {
    const before = await documentOf(orderId);
    expect(before.seals).toStrictEqual({ issuer: '', customer: '' });
    const shop = await setShopSeal(await stamp(300));
    const own = await setOwnSeal(dataUri(await photographedStamp(200), 'jpeg'));
    expect((await app.send('GET', '/set-config/picture/company.seal', admin)).data).toStrictEqual({
      image: shop,
    });
    expect(await documentOf(orderId)).toStrictEqual(before);

    const id = await newOrder();
    const sealed = await documentOf(id);
    expect(sealed.seals).toStrictEqual({ issuer: shop, customer: own });
    expect(sealed.snapshot.seals?.issuer).toBe(
      createHash('sha256')
        .update(Buffer.from(shop.split(',')[1]!, 'base64'))
        .digest('hex'),
    );
    expect(sealed.hash).toBe(createHash('sha256').update(canonicalJson(sealed.snapshot)).digest('hex'));

    await setShopSeal(await stamp(301, '#1e1ec8'));
    await app.send('DELETE', '/user/seal', { token });
    expect(await documentOf(id)).toStrictEqual(sealed);
    const file = await download(id);
    // The images are the stamp, its alpha mask and the opaque photograph.
    expect(file.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(3);
    expect((await documentOf(await newOrder())).seals.customer).toBe('');
  });

  test('include the customer’s only when the customer issues or has placed it', async () => {
    const own = await setOwnSeal(await stamp(120));
    const customerSeal = async (id: number, as: object, revision = '') => {
      const { data } = await app.send('GET', `/order/${id}/document${revision}`, as);
      return (data as QuotationDocument).seals.customer;
    };

    const opened = await newOrder('quoted');
    expect(await customerSeal(opened, admin)).toBe('');
    expect(await customerSeal(opened, { token })).toBe('');
    const shared = await newOrder('quoted');
    expect(await app.send('POST', `/order/${shared}/share`, { ...admin, body: { days: 1 } })).toMatchObject({
      status: 200,
    });
    expect(await customerSeal(shared, { token })).toBe('');
    const cancelled = await newOrder('quoted');
    await app.send('POST', `/order/${cancelled}/move`, { token, body: { to: 'cancelled', version: 1 } });
    expect(await customerSeal(cancelled, admin)).toBe('');

    expect(await customerSeal(await newOrder('quoted'), { token })).toBe(own);
    expect(await customerSeal(await newOrder('placed'), admin)).toBe(own);

    // The second revision was placed, so the first has no seal of the customer.
    const revised = await newOrder('quoted');
    const items = [{ ...buildItem(await readCatalogue(app)), num: 50 }];
    const { price } = await buildOrder(app, { token }, items);
    await app.send('PUT', `/order/${revised}`, { token, body: { items, price, version: 1 } });
    const placed = { to: 'placed', version: 2 };
    expect((await app.send('POST', `/order/${revised}/move`, { token, body: placed })).status).toBe(200);
    expect(await customerSeal(revised, admin, '?revision=1')).toBe('');
    expect(await customerSeal(revised, admin)).toBe(own);
    await app.send('DELETE', '/user/seal', { token });
  });

  test('must be stored by the server: an unknown picture is left out', async () => {
    const settings = (await app.send('GET', '/set-config/typed', admin)).data as TypedSetting[];
    const { version } = settings.find(({ configKey }) => configKey === 'company.seal')!;
    const save = (configValue: string) =>
      app.send('PUT', '/set-config', {
        ...admin,
        body: [{ configKey: 'company.seal', configValue, version }],
      });
    expect(await save('../../etc/passwd')).toMatchObject({ status: 400 });
    expect(await save('ab'.repeat(32))).toMatchObject({ status: 200 });
    const id = await newOrder();
    expect((await documentOf(id)).seals.issuer).toBe('');
    expect((await download(id)).statusCode).toBe(200);
    expect(await app.send('GET', '/set-config/picture/site.name', admin)).toMatchObject({ status: 404 });
  });
});

describe('the public page', () => {
  test("shows the document's current validity and no personal data", async () => {
    const id = await newOrder('quoted');
    const { code, snapshot, hash } = await documentOf(id);
    const { data } = await verify(code);
    expect(data).toStrictEqual({
      orderNo: snapshot.orderNo,
      revision: 1,
      status: 'valid',
      issuer: snapshot.issuer.name,
      total: snapshot.total,
      issuedAt: snapshot.issuedAt,
      validUntil: snapshot.validUntil,
      hash,
    });
    const later = new Date(Date.parse(snapshot.validUntil) + 1);
    app.setNow(later);
    expect((await verify(code)).data).toMatchObject({ status: 'expired' });
    app.setNow(undefined);
    await app.database.pool.query('update orders set revision = 2 where id = $1', [id]);
    expect((await verify(code)).data).toMatchObject({ status: 'superseded' });
    await app.database.pool.query("update orders set status = 'cancelled' where id = $1", [id]);
    expect((await verify(code)).data).toMatchObject({ status: 'cancelled' });
  });

  test('refuses other codes and limits attempts', async () => {
    const [unknown, address] = ['0'.repeat(20), newAddress()];
    expect((await verify(unknown)).status).toBe(404);
    for (const code of ['0'.repeat(19), '0'.repeat(21), 'I'.repeat(20), `${'0'.repeat(19)}'`])
      expect((await verify(encodeURIComponent(code))).status).toBe(400);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await verify(unknown, address)).status),
    );
    expect(statuses).toContain(429);
  });
});

test('a customer gets 50 new documents a day; issued ones stay readable, and staff are not limited', async () => {
  const now = new Date('2026-11-27T02:00:00Z');
  app.setNow(now);
  const eager = await addPerson(app, { roleKey: 'customer' });
  const own = async () => {
    const order = await buildOrder(app, eager, [buildItem(await readCatalogue(app))]);
    return Number((await place(app, eager, { ...order, status: 'quoted' })).data);
  };
  const ask = (id: number, who = eager) =>
    app
      .send('GET', `/order/${id}/document`, { token: who.token })
      .then(({ status, msg }) => ({ status, msg }));
  const [issued, other] = [await own(), await own()];
  for (let n = 0; n < 49; n += 1) customerDocumentsPerDay.count(eager.userId, now);
  expect(await ask(issued)).toMatchObject({ status: 200 });
  expect(await ask(other)).toEqual({
    status: 429,
    msg: '您今天生成的报价单已达 50 份，请明天再试；已生成的报价单仍可查看',
  });
  expect(await ask(issued)).toMatchObject({ status: 200 });
  expect(await ask(other, await addPerson(app, { roleKey: 'sales' }))).toMatchObject({ status: 200 });
  expect(await ask(other)).toMatchObject({ status: 200 });
  app.setNow(undefined);
});
