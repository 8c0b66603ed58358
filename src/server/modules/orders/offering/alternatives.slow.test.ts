import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/order-data.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import { stateOf } from '#tests/support/database-state.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { releasingPermissions } from '#tests/support/staff-permissions.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let other: QuotationItem;
let customer: Person;
/** May reduce by 30 % and release. */
let chief: Person;
beforeAll(async () => {
  app = await createTestApp();
  const catalogue = await readCatalogue(app);
  item = { ...buildItem(catalogue), name: '支架', num: 10 };
  other = { ...buildItem(catalogue, { materialIndex: 1 }), name: '法兰', num: 3 };
  customer = await addPerson(app, { roleKey: 'customer' });
  const staff = { isStaff: true, dataScope: '1' };
  chief = await addPerson(app, {
    ...staff,
    permissions: releasingPermissions,
    discountLimit: 30,
  });
});
afterAll(() => app.close());

const post = (who: Person, path: string, body: object) => app.send('POST', path, { token: who.token, body });
const read = async (id: number, who: Person = customer): Promise<OrderWithExt> =>
  (await app.send('GET', `/order/${id}/withExt`, { token: who.token })).data;
async function request(): Promise<number> {
  const body = await buildOrder(app, customer, [item, other], { status: 'requested' });
  const answer = await place(app, customer, body);
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}
const offer = (id: number, body: object, who: Person = chief) =>
  post(who, `/order/${id}/offer`, { lines: [], version: 1, ...body });

const twenty = { lineNo: 1, num: 20, amount: 5_000, days: 8 };
const variant = { lineNo: 1, num: 10, label: '改用 6061', amount: 4_000, days: 5.5 };
const anodised = { lineNo: 2, num: 3, label: '不做阳极', amount: 900, days: 3 };

/** An offer with three alternatives and a discount of 10 %. */
async function offered(more: object = {}): Promise<OrderWithExt> {
  const id = await request();
  const answer = await offer(id, {
    alternatives: [twenty, variant, anodised],
    charges: [{ kind: 'packing', amount: 50 }],
    discount: { percent: 10 },
    ...more,
  });
  expect(answer, answer.msg).toMatchObject({ status: 200, data: { isForRelease: false } });
  return read(id);
}

test('an order without alternatives has none, and its document no field for them', async () => {
  const order = await offered({ alternatives: [], discount: undefined });
  expect(order.alternatives).toEqual([]);
  const document = await app.send('GET', `/order/${order.id}/document`, { token: customer.token });
  expect(Object(document.data).snapshot).not.toHaveProperty('alternatives');
});

describe('what is refused, with nothing written', () => {
  test.each([
    ['of no line', { ...twenty, lineNo: 3 }, { 'alternatives.0.lineNo': '没有这个零件' }],
    ['that does not differ', { ...twenty, num: 10 }, { 'alternatives.0.label': '请填写与原方案的区别' }],
    ['that costs nothing', { ...twenty, amount: 0 }, { 'alternatives.0.amount': '金额为 0 时请确认免费' }],
    [
      'with a negative amount',
      { ...twenty, amount: -1 },
      { 'alternatives.0.amount': expect.any(String) as unknown },
    ],
    ['of no piece', { ...twenty, num: 0 }, { 'alternatives.0.num': expect.any(String) as unknown }],
  ])('an alternative %s', async (_what, alternative, errors) => {
    const id = await request();
    const before = await stateOf(app.database);
    expect(await offer(id, { alternatives: [alternative] })).toMatchObject({ status: 400, errors });
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('more than five of one line', async () => {
    const id = await request();
    const alternatives = Array.from({ length: 6 }, (_, index) => ({ ...twenty, num: 20 + index }));
    expect(await offer(id, { alternatives })).toMatchObject({
      status: 400,
      errors: { alternatives: '每个零件最多5个方案' },
    });
  });
});
