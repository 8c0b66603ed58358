import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { samples, upload } from '#tests/support/data/files.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const contact = { contactName: '张工', contactPhone: '13800138000', address: '苏州市' };

let app: TestApp;
let item: QuotationItem;
let who: Person;
let stranger: Person;
let clerk: Person;
beforeAll(async () => {
  app = await createTestApp();
  item = { ...buildItem(await readCatalogue(app)), name: '支架' };
  who = await addPerson(app, { roleKey: 'customer' });
  stranger = await addPerson(app, { roleKey: 'customer' });
  clerk = await addPerson(app, { roleKey: 'sales' });
});
afterAll(() => app.close());

const send = (path: string, body: object, { token }: Person = who) => app.send('POST', path, { token, body });
const submit = async (rest: Partial<PlaceOrder>) =>
  place(app, { token: who.token }, await buildOrder(app, { token: who.token }, [item], rest));
const newOrder = async (rest: Partial<PlaceOrder> = {}) =>
  Number((await submit({ ...contact, ...rest })).data);
const read = async (id: number) =>
  (await app.send('GET', `/order/${id}/withExt`, { token: who.token })).data as OrderWithExt;
const confirm = (id: number, version: number) =>
  send(`/order/${id}/move`, { to: 'confirmed', version }, clerk);
async function sent(person: Person, name: string): Promise<number> {
  const answer = await upload(app, name, samples.pdf, { token: person.token });
  return (answer.data as { id: number }).id;
}

describe('the contact of an order', () => {
  test('needs a name and phone unless disabled in the settings; a quotation does not', async () => {
    const lacking = { contactName: '张工', contactPhone: '' };
    expect(await submit(lacking)).toMatchObject({ status: 400, errors: { contactPhone: '请输入联系电话' } });
    expect(await submit({ ...lacking, status: 'quoted' })).toMatchObject({ status: 200 });
    const { token } = await addPerson(app, { roleKey: 'admin' });
    const typed = (await app.send('GET', '/set-config/typed', { token })).data as {
      configKey: string;
      version: number;
    }[];
    const { version } = typed.find(({ configKey }) => configKey === 'order.contact')!;
    const save = (configValue: string, at: number) =>
      app.send('PUT', '/set-config', {
        token,
        body: [{ configKey: 'order.contact', configValue, version: at }],
      });
    expect(await save('address', version)).toMatchObject({ status: 200 });
    expect(await submit({ ...contact, address: '' })).toMatchObject({
      status: 400,
      errors: { address: '请输入收货地址' },
    });
    expect(await save('none', version + 1)).toMatchObject({ status: 200 });
    expect(await submit(lacking)).toMatchObject({ status: 200 });
    expect(await save('phone', version + 2)).toMatchObject({ status: 200 });
  });

  test('is needed when a quotation is placed', async () => {
    const id = Number((await submit({ contactName: '张工', status: 'quoted' })).data);
    const move = (version: number) => send(`/order/${id}/move`, { to: 'placed', version });
    expect(await move(1)).toMatchObject({ status: 400, errors: { contactPhone: '请输入联系电话' } });
    expect(await send(`/order/${id}/contact`, { ...contact, version: 1 })).toMatchObject({ status: 200 });
    expect(await move(2)).toMatchObject({ status: 200, data: { status: 'placed', ...contact } });
  });

  test('can be corrected until the order is confirmed, with an entry in the history', async () => {
    const id = await newOrder();
    const next = { ...contact, contactPhone: '021-12345678', address: '上海市' };
    expect(await send(`/order/${id}/contact`, { ...next, version: 1 })).toMatchObject({
      status: 200,
      data: { ...next, version: 2 },
    });
    expect((await read(id)).history.at(-1)).toMatchObject({
      from: 'placed',
      to: 'placed',
      reason: '修改联系电话、收货地址',
    });
    expect(await send(`/order/${id}/contact`, { ...contact, version: 1 })).toMatchObject({
      status: 409,
      error: 'record.changed',
    });
    await confirm(id, 2);
    expect(await send(`/order/${id}/contact`, { ...contact, version: 3 })).toMatchObject({
      status: 409,
      error: 'order.not_editable',
    });
    expect(await read(id)).toMatchObject({ ...next, version: 3 });
  });

  test('cannot be emptied, nor corrected by another customer', async () => {
    const id = await newOrder();
    const empty = { contactName: '', contactPhone: '', address: '', version: 1 };
    expect(await send(`/order/${id}/contact`, empty)).toMatchObject({
      status: 400,
      errors: { contactName: '请输入联系人', contactPhone: '请输入联系电话' },
    });
    expect(await send(`/order/${id}/contact`, { ...contact, version: 1 }, stranger)).toMatchObject({
      status: 404,
    });
    expect(await read(id)).toMatchObject({ ...contact, version: 1 });
  });
});

describe('files of an order', () => {
  test('can be added to a part until the order is confirmed, with an entry in the history', async () => {
    const id = await newOrder();
    const drawing = await sent(who, '图纸.pdf');
    const add = (fileIds: number[], revision = 1) =>
      send(`/order/${id}/file`, { lineNo: 1, fileIds, revision });
    expect(await add([drawing])).toMatchObject({ status: 200, data: { version: 2 } });
    const order = await read(id);
    expect(order.files).toMatchObject([{ lineNo: 1, id: drawing, name: '图纸.pdf' }]);
    const found = await app.send('GET', `/order?part=${encodeURIComponent('图纸')}`, { token: who.token });
    expect((found.data as { list: { id: number }[] }).list.map((one) => one.id)).toEqual([id]);
    expect(order.history.at(-1)?.reason).toBe('补充附件：零件 1，图纸.pdf');
    expect(await add([drawing], 2)).toMatchObject({
      status: 409,
      error: 'record.changed',
      data: { version: 2 },
    });
    await confirm(id, 2);
    expect(await add([await sent(who, '晚.pdf')])).toMatchObject({ error: 'order.not_editable' });
    expect((await read(id)).files).toHaveLength(1);
  });

  test('can be added to two parts at once; a repeated call adds nothing more', async () => {
    const body = await buildOrder(app, { token: who.token }, [item, item], contact);
    const id = Number((await place(app, { token: who.token }, body)).data);
    const drawings = [await sent(who, '甲.pdf'), await sent(who, '乙.pdf')];
    const addBoth = () =>
      Promise.all(
        drawings.map((drawing, index) =>
          send(`/order/${id}/file`, { lineNo: index + 1, fileIds: [drawing], revision: 1 }),
        ),
      );
    expect(await addBoth()).toMatchObject([{ status: 200 }, { status: 200 }]);
    const order = await read(id);
    expect(order.files.map((file) => [file.lineNo, file.id])).toEqual([
      [1, drawings[0]],
      [2, drawings[1]],
    ]);
    expect(await addBoth()).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await read(id)).toMatchObject({ files: order.files, history: order.history, version: 3 });
  });

  test('of a quotation can be changed only by a revision', async () => {
    const id = await newOrder({ status: 'quoted' });
    const drawing = await sent(who, '图纸.pdf');
    expect(await send(`/order/${id}/file`, { lineNo: 1, fileIds: [drawing], revision: 1 })).toMatchObject({
      status: 409,
      error: 'order.not_editable',
      msg: '报价的图纸请在修改报价时补充',
    });
    expect(await read(id)).toMatchObject({ files: [], version: 1 });
  });
});
