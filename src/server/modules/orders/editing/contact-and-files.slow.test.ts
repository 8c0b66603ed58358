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
beforeAll(async () => {
  app = await createTestApp();
  item = { ...buildItem(await readCatalogue(app)), name: '支架' };
  who = await addPerson(app, { roleKey: 'customer' });
  stranger = await addPerson(app, { roleKey: 'customer' });
});
afterAll(() => app.close());

const send = (path: string, body: object, { token }: Person = who) => app.send('POST', path, { token, body });
const submit = async (rest: Partial<PlaceOrder>) =>
  place(app, { token: who.token }, await buildOrder(app, { token: who.token }, [item], rest));
const newOrder = async (rest: Partial<PlaceOrder> = {}) =>
  Number((await submit({ ...contact, ...rest })).data);
const read = async (id: number) =>
  (await app.send('GET', `/order/${id}/withExt`, { token: who.token })).data as OrderWithExt;
async function sent(person: Person, name: string): Promise<number> {
  const answer = await upload(app, name, samples.pdf, { token: person.token });
  return (answer.data as { id: number }).id;
}

describe('the contact of an order', () => {
  test('stores a phone number typed in full-width digits with ASCII digits', async () => {
    const id = await newOrder();
    const contactPhone = '＋８６ １３８－００１３－８０００';
    expect(await send(`/order/${id}/contact`, { ...contact, contactPhone, version: 1 })).toMatchObject({
      status: 200,
      data: { contactPhone: '+86 138-0013-8000' },
    });
  });
});

describe('files of an order', () => {
  test('must be the caller’s own, for an existing part, and ten at most', async () => {
    const id = await newOrder();
    const add = (fileIds: number[], lineNo = 1, person = who) =>
      send(`/order/${id}/file`, { lineNo, fileIds, revision: 1 }, person);
    const own = await sent(who, '图纸.pdf');
    expect(await add([await sent(stranger, '别人.pdf')])).toMatchObject({
      status: 422,
      error: 'quote.invalid',
    });
    expect(await add([own], 2)).toMatchObject({ status: 404 });
    expect(await add([own], 1, stranger)).toMatchObject({ status: 404 });
    const many: number[] = [];
    for (let n = 0; n < 11; n += 1) many.push(await sent(who, `${n}.pdf`));
    expect(await add(many)).toMatchObject({ status: 400 });
    expect(await add(many.slice(0, 10))).toMatchObject({ status: 200 });
    expect(await send(`/order/${id}/file`, { lineNo: 1, fileIds: [own], revision: 1 })).toMatchObject({
      status: 422,
      errors: { fileIds: '一个零件最多10个附件' },
    });
    expect((await read(id)).files).toHaveLength(10);
  });
});
