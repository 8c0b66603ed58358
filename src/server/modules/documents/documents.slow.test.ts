import { afterAll, describe, expect, test } from 'vitest';
import type { TypedSetting } from '#contract/system/settings.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { startDocuments } from './documents.test-data.ts';

const { app, orderId, newOrder, documentOf, download, compare } = await startDocuments();
afterAll(() => app.close());

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

  test.each([
    ['company.taxNumber', '123'],
    ['company.bankAccount', '工行 6222'],
    ['company.bank', '长'.repeat(101)],
    ['company.invoiceTitle', '长'.repeat(101)],
  ])('%s is refused with %s', async (key, value) => {
    expect(await save({ [key]: value })).toMatchObject({ status: 400 });
  });
});

describe('the file', () => {
  test('for comparison is a PDF of at most 5 MB', async () => {
    const { code } = await documentOf(orderId);
    const url = `/api/v1/public/quotation/${code}/file`;
    expect((await app.http.inject({ method: 'POST', url, payload: { a: 1 } })).statusCode).toBe(415);
    expect((await compare(code, Buffer.alloc(5 * 1024 * 1024 + 1))).statusCode).toBe(413);
  });
});

describe('the seals', () => {
  test('are next to the tax number of the customer at the time of ordering', async () => {
    const buyer = await addPerson(app, {
      roleKey: 'customer',
      user: { companyTitle: '示例客户公司', taxNumber: '91310000MA1K3ABC2D' },
    });
    const order = await buildOrder(app, { token: buyer.token }, [buildItem(await readCatalogue(app))]);
    const id = Number((await place(app, { token: buyer.token }, order)).data);
    const { data } = await app.send('GET', `/order/${id}/document`, { token: buyer.token });
    expect(data).toMatchObject({ snapshot: { customer: { taxNumber: '91310000MA1K3ABC2D' } } });
  });

  test('may be missing in old documents, which are still shown', async () => {
    const id = await newOrder();
    const { code } = await documentOf(id);
    await app.database.pool.query(
      "update quotation_document set snapshot = (snapshot::jsonb - 'seals' #- '{customer,taxNumber}')::text where code = $1",
      [code],
    );
    expect(await documentOf(id)).toMatchObject({ seals: { issuer: '', customer: '' } });
    expect((await download(id)).statusCode).toBe(200);
  });
});

test('when the disk is nearly full, existing documents can be read, and no new ones are issued', async () => {
  const disk = { hasRoom: true };
  const full = await createTestApp({ hasDiskSpace: () => Promise.resolve(disk.hasRoom) });
  const { token: bearer } = await addPerson(full, { roleKey: 'customer' });
  const who = { token: bearer };
  const item = buildItem(await readCatalogue(full));
  const quoteOnce = async () =>
    Number((await place(full, who, await buildOrder(full, who, [item], { status: 'quoted' }))).data);
  const [made, issued, fresh] = [await quoteOnce(), await quoteOnce(), await quoteOnce()];
  const get = (path: string) => full.send('GET', path, who);
  await get(`/order/${made}/quotation.pdf`);
  await get(`/order/${issued}/document`);
  const share = await full.send('POST', `/order/${made}/share`, { ...who, body: { days: 1 } });
  const link = `/public/share/${(share.data as { token: string }).token}`;

  disk.hasRoom = false;
  const statuses = async (paths: string[]) =>
    Object.fromEntries(
      await Promise.all(paths.map(async (path) => [path, (await get(path)).status] as const)),
    );
  const readable = [
    `/order/${made}/quotation.pdf`,
    `/order/${made}/document`,
    `/order/${issued}/document`,
    link,
    `${link}/quotation.pdf`,
  ];
  expect(await statuses(readable)).toStrictEqual(Object.fromEntries(readable.map((path) => [path, 200])));
  const refused = [
    `/order/${issued}/quotation.pdf`,
    `/order/${fresh}/document`,
    `/order/${fresh}/quotation.pdf`,
  ];
  expect(await statuses(refused)).toStrictEqual(Object.fromEntries(refused.map((path) => [path, 507])));
  const { rows } = await full.database.pool.query(
    'select sum(view_count)::int as views from quotation_share',
  );
  expect(rows).toStrictEqual([{ views: 0 }]);

  disk.hasRoom = true;
  expect(await statuses(refused)).toStrictEqual(Object.fromEntries(refused.map((path) => [path, 200])));
  await full.close();
});
