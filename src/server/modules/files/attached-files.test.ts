import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderFile, UploadedFile } from '#contract/files/files.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { orderItemFiles } from '#server/db/schema.ts';
import { failureFaults } from '#tests/support/app/answers.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { png, samples, upload } from '#tests/support/data/files.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { attachFiles } from './attach-files.service.ts';

let app: TestApp;
let item: QuotationItem;
let owner: Person;
let colleague: Person;
let stranger: Person;
let staff: Person;
beforeAll(async () => {
  app = await createTestApp();
  item = buildItem(await readCatalogue(app));
  const { deptId } = await addDept(app);
  owner = await addPerson(app, { roleKey: 'customer', deptId });
  const codes = ['mfr:order:query', 'mfr:order:list'];
  colleague = await addPerson(app, { permissions: codes, dataScope: '3', deptId });
  stranger = await addPerson(app, { roleKey: 'customer' });
  staff = await addPerson(app, { roleKey: 'sales' });
});
afterAll(() => app.close());

async function sent(who: Person, name = '图纸.pdf', content: Buffer = samples.pdf): Promise<number> {
  const answer = await upload(app, name, content, { token: who.token });
  expect(answer.status).toBe(200);
  return (answer.data as UploadedFile).id;
}

const orderOf = (who: Person, items: QuotationItem[], rest: Partial<PlaceOrder> = {}) =>
  buildOrder(app, { token: who.token }, items, rest);
const statusFor = async ({ token }: Person, id: number, path = '') =>
  (await app.send('GET', `/file/${id}${path}`, { token })).status;

describe('a file of an order', () => {
  test('is listed with its part, in the order sent, for every user who can see the order', async () => {
    const [drawing, photo, other] = [
      await sent(owner),
      await sent(owner, '照片.png', png(20, 10)),
      await sent(owner, '模型.step', samples.step),
    ];
    const body = await orderOf(owner, [
      { ...item, fileIds: [photo, drawing] },
      { ...item, num: 3 },
      { ...item, num: 4, fileIds: [other] },
    ]);
    const placed = await place(app, { token: owner.token }, body);
    expect(placed.status).toBe(200);
    const order = await app.send('GET', `/order/${String(placed.data)}/withExt`, { token: staff.token });
    const { files } = order.data as { files: OrderFile[] };
    expect(files).toMatchObject([
      { lineNo: 1, id: photo, name: '照片.png', type: 'image/png', hasThumbnail: true },
      { lineNo: 1, id: drawing, name: '图纸.pdf', size: samples.pdf.length, hasThumbnail: false },
      { lineNo: 3, id: other, type: 'model/step' },
    ]);
    for (const who of [owner, colleague, staff]) {
      expect(await statusFor(who, drawing)).toBe(200);
      expect(await statusFor(who, photo, '/thumbnail')).toBe(200);
    }
    const foreign = await app.send('GET', `/file/${drawing}`, { token: stranger.token });
    const missing = await app.send('GET', '/file/999999', { token: stranger.token });
    expect(failureFaults(foreign, 'foreign', { status: 404, error: 'record.not_found' })).toStrictEqual([]);
    expect({ ...foreign, requestId: '', headers: {} }).toStrictEqual({
      ...missing,
      requestId: '',
      headers: {},
    });
    expect(await statusFor(stranger, photo, '/thumbnail')).toBe(404);
  });

  test('is visible only to its owner until it belongs to an order', async () => {
    const id = await sent(owner);
    const reading = await Promise.all([owner, colleague, stranger, staff].map((who) => statusFor(who, id)));
    expect(reading).toStrictEqual([200, 404, 404, 404]);
    const withoutPermission = await addPerson(app, { dataScope: '1' });
    expect(await statusFor(withoutPermission, id)).toBe(404);
  });

  test('must be the customer’s own upload; otherwise nothing is written', async () => {
    const mine = await sent(owner);
    const foreign = await sent(stranger);
    for (const [fileIds, line] of [
      [[foreign], 0],
      [[mine, 999_999], 0],
      [[mine], undefined],
    ] as const) {
      const body = await orderOf(owner, [
        { ...item, fileIds: [...fileIds] },
        { ...item, num: 2, fileIds: line === undefined ? [foreign] : [] },
      ]);
      const before = await stateOf(app.database);
      const answer = await place(app, { token: owner.token }, body);
      expect(failureFaults(answer, 'foreign file', { status: 422, error: 'quote.invalid' })).toStrictEqual(
        [],
      );
      expect(Object.keys(answer.errors ?? {})).toStrictEqual([`items.${line ?? 1}.fileIds`]);
      expect(await stateOf(app.database)).toStrictEqual(before);
    }
  });

  test('can be reused in a revision by another user', async () => {
    const id = await sent(owner);
    const body = await orderOf(owner, [{ ...item, fileIds: [id] }], { status: 'quoted' });
    const orderId = Number((await place(app, { token: owner.token }, body)).data);
    const revise = (userId: number, fileIds: number[], revision: number) =>
      app.database.db.transaction((tx) => attachFiles(tx, { orderId, revision, userId }, [{ fileIds }]));
    await revise(staff.userId, [id], 2);
    const foreign = await sent(stranger);
    const before = await stateOf(app.database);
    await expect(revise(staff.userId, [id, foreign], 3)).rejects.toMatchObject({ error: 'quote.invalid' });
    expect(await stateOf(app.database)).toStrictEqual(before);
    const rows = await app.database.db.select().from(orderItemFiles);
    expect(rows.filter((row) => row.orderId === orderId).map(({ revision }) => revision)).toStrictEqual([
      1, 2,
    ]);
  });
});

test('each revision of a quotation has its own files', async () => {
  const [first, second, foreign] = [await sent(owner), await sent(owner), await sent(stranger)];
  const body = await orderOf(owner, [{ ...item, fileIds: [first] }], { status: 'quoted' });
  const id = Number((await place(app, { token: owner.token }, body)).data);
  const put = (fileIds: number[], version: number) =>
    app.send('PUT', `/order/${id}`, {
      token: owner.token,
      body: { items: [{ ...item, fileIds }], price: body.price, version },
    });
  const before = await stateOf(app.database);
  const refused = await put([second, foreign], 1);
  expect(failureFaults(refused, 'foreign', { status: 422, error: 'quote.invalid' })).toStrictEqual([]);
  expect(await stateOf(app.database)).toStrictEqual(before);
  expect((await put([second], 1)).status).toBe(200);
  const filesOf = async (path: string) => {
    const answer = await app.send('GET', `/order/${id}/${path}`, { token: owner.token });
    return (answer.data as { files: OrderFile[] }).files.map((file) => file.id);
  };
  expect(await filesOf('withExt')).toStrictEqual([second]);
  expect(await filesOf('revision/1')).toStrictEqual([first]);
  expect((await app.send('DELETE', '/file', { token: owner.token, body: { ids: [first] } })).status).toBe(
    409,
  );
});

describe('deleting', () => {
  const remove = (who: Person, ids: number[]) =>
    app.send('DELETE', '/file', { token: who.token, body: { ids } });

  test('removes an own file from table and store', async () => {
    const countFiles = async () =>
      (await readdir(app.dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
        .length;
    const before = await countFiles();
    const id = await sent(owner, '照片.png', png(20, 10));
    expect(await countFiles()).toBe(before + 2);
    expect(await remove(owner, [id])).toMatchObject({ status: 200, data: [id] });
    expect(await countFiles()).toBe(before);
    expect(await statusFor(owner, id)).toBe(404);
    expect((await remove(owner, [id])).status).toBe(404);
  });

  test('is refused for attached files and files of others, and then removes nothing', async () => {
    const [free, attached, foreign] = [await sent(owner), await sent(owner), await sent(stranger)];
    const body = await orderOf(owner, [{ ...item, fileIds: [attached] }]);
    expect((await place(app, { token: owner.token }, body)).status).toBe(200);
    const before = await stateOf(app.database);
    const inUse = await remove(owner, [free, attached]);
    expect(failureFaults(inUse, 'attached', { status: 409, error: 'record.in_use' })).toStrictEqual([]);
    expect(inUse.msg).toMatch(/^附件“图纸\.pdf”已用于 Q\d{8}-\d{4}，不能删除$/);
    expect(await remove(owner, [free, foreign])).toMatchObject({ status: 404, error: 'record.not_found' });
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('excludes a simultaneous order with the file: exactly one succeeds', async () => {
    for (let n = 0; n < 10; n += 1) {
      const id = await sent(owner);
      const body = await orderOf(owner, [{ ...item, fileIds: [id] }]);
      const [placed, removed] = await Promise.all([
        place(app, { token: owner.token }, body, randomUUID()),
        remove(owner, [id]),
      ]);
      const outcome = [placed.status, removed.status].join(' ');
      expect(['200 409', '422 200']).toContain(outcome);
    }
  });
});
