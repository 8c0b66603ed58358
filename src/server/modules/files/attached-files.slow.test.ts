import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadedFile } from '#contract/files/files.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp();
  item = buildItem(await readCatalogue(app));
  const { deptId } = await addDept(app);
  owner = await addPerson(app, { roleKey: 'customer', deptId });
});
afterAll(() => app.close());

async function sent(who: Person, name = '图纸.pdf', content: Buffer = samples.pdf): Promise<number> {
  const answer = await upload(app, name, content, { token: who.token });
  expect(answer.status).toBe(200);
  return (answer.data as UploadedFile).id;
}

const orderOf = (who: Person, items: QuotationItem[], rest: Partial<PlaceOrder> = {}) =>
  buildOrder(app, { token: who.token }, items, rest);

describe('a file of an order', () => {
  test('does not change the price, and is ignored by POST /quote', async () => {
    const plain = await orderOf(owner, [item]);
    const withFile = await orderOf(owner, [{ ...item, fileIds: [await sent(owner)] }]);
    expect(withFile.price).toBe(plain.price);
    const absent = await app.send('POST', '/quote', {
      token: owner.token,
      body: { items: [{ ...item, fileIds: [987_654] }] },
    });
    expect(absent.status).toBe(200);
  });

  test('can belong to several parts and to a later order', async () => {
    const id = await sent(owner);
    for (let n = 0; n < 2; n += 1) {
      const body = await orderOf(owner, [
        { ...item, fileIds: [id] },
        { ...item, num: 2, fileIds: [id] },
      ]);
      expect((await place(app, { token: owner.token }, body)).status).toBe(200);
    }
  });

  test('is not part of a default configuration', async () => {
    const body = { ...item, fileIds: [await sent(owner)] };
    const saved = await app.send('POST', '/material_process/default_config', { token: owner.token, body });
    expect(saved.status).toBe(200);
    const own = await app.send('GET', '/material_process/default_config', { token: owner.token });
    expect(own.data).not.toHaveProperty('fileIds');
  });
});

test('asking for the next document name uses no order number', async () => {
  app.setNow(new Date('2026-11-21T04:00:00Z'));
  const next = () => app.send('GET', '/file/file_name', { token: owner.token });
  expect(await next()).toMatchObject({ status: 200, data: 'Q20261121-0001.pdf' });
  expect(await next()).toMatchObject({ data: 'Q20261121-0001.pdf' });
  const placed = await place(app, { token: owner.token }, await orderOf(owner, [item]));
  const order = await app.send('GET', `/order/${String(placed.data)}`, { token: owner.token });
  expect(order.data).toMatchObject({ orderNo: 'Q20261121-0001' });
  expect(await next()).toMatchObject({ data: 'Q20261121-0002.pdf' });
  app.setNow(undefined);
});
