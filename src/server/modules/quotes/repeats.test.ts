import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/order-data.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import type { Quotation } from '#contract/quotes.ts';
import { foldParts } from '#server/modules/parts/fold-parts.service.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models.ts';
import { addDept, addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let item: QuotationItem;
let other: QuotationItem;
let buyer: Person;
let colleague: Person;
let rival: Person;
let deptId: number;
beforeAll(async () => {
  app = await createTestApp();
  const catalogue = await readCatalogue(app);
  item = { ...buildItem(catalogue), name: 'QM-5 A', length: 60, width: 40, height: 8 };
  other = buildItem(catalogue, { materialIndex: 1, name: 'QM-5 A', length: 60, width: 40, height: 8 });
  const rule = {
    kind: 'setup',
    scope: 'all',
    basis: 'line',
    amount: 50,
    onRepeat: 'waived',
    sort: 1,
    status: 2,
  };
  const added = await app.send('POST', '/charge-rule', { as: 'admin', body: rule });
  if (added.status !== 200) throw new Error(added.msg);
  const permissions = ['mfr:quote:add', 'mfr:order:add', 'mfr:order:query', 'mfr:order:move'];
  ({ deptId } = await addDept(app));
  const member = { deptId, permissions };
  buyer = await addPerson(app, member);
  colleague = await addPerson(app, member);
  rival = await addPerson(app, { deptId: (await addDept(app)).deptId, permissions });
});
afterAll(() => app.close());

const quote = async ({ token }: Person, ...items: QuotationItem[]): Promise<Quotation> =>
  (await app.send('POST', '/quote', { token, body: { items } })).data;
const setUpOf = async (who: Person, ...items: QuotationItem[]) =>
  ((await quote(who, ...items)).charges ?? []).map(({ amount, reason }) => [amount, reason]);
const repeatsOf = async ({ token }: Person, ...items: QuotationItem[]) =>
  (await app.send('POST', '/quote/repeats', { token, body: { items } })).data as boolean[];
async function order(who: Person, items: QuotationItem[], status: 'placed' | 'quoted' = 'placed') {
  const answer = await place(app, who, await buildOrder(app, who, items, { status }));
  expect(answer.status, answer.msg).toBe(200);
  await foldParts(app.database);
  return (await app.send('GET', `/order/${String(answer.data)}/withExt`, { token: who.token }))
    .data as OrderWithExt;
}
const charged = [[50, '1 种零件 × ¥50.00']];
const waived = [[0, '返单免收']];

test('a line is spared once an equal one was ordered by its company, at the price that the quotation page computes', async () => {
  expect(await setUpOf(buyer, item)).toEqual(charged);
  await order(buyer, [item], 'quoted');
  expect(await setUpOf(buyer, item)).toEqual(charged);
  await order(buyer, [item]);
  expect(await setUpOf(buyer, item)).toEqual(waived);
  expect(await setUpOf(colleague, { ...item, num: 3 })).toEqual(waived);
  expect(await setUpOf(buyer, item, other)).toEqual([[50, '1 种零件 × ¥50.00，另有 1 种零件返单免收']]);
  expect(await repeatsOf(buyer, item, other)).toEqual([true, false]);

  const again = await order(colleague, [item]);
  expect(again.charges).toMatchObject([{ kind: 'setup', amount: 0, reason: '返单免收' }]);
  expect(Number(again.price)).toBe(again.items[0]?.sub_total);
});

test('not for another company, and not for another size, material, option or number', async () => {
  expect(await setUpOf(rival, item)).toEqual(charged);
  expect(await repeatsOf(rival, item)).toEqual([false]);
  const [key] = Object.keys(item).filter((name) => name.startsWith('process_'));
  const { [key as `process_${number}`]: _option, ...fewer } = item;
  for (const changed of [
    { ...item, length: 61 },
    { ...item, name: 'QM-5 B' },
    { ...item, name: '支架' },
    other,
  ])
    expect(await setUpOf(buyer, changed)).toEqual(charged);
  expect(await repeatsOf(buyer, fewer as QuotationItem)).toEqual([false]);
});

test('a cancelled order spares nothing', async () => {
  const part = { ...item, name: 'QM-6' };
  const { id, version } = await order(buyer, [part]);
  expect(await setUpOf(buyer, part)).toEqual(waived);
  const moved = await app.send('POST', `/order/${id}/move`, {
    token: buyer.token,
    body: { to: 'cancelled', reason: '重复', version },
  });
  expect(moved.status, moved.msg).toBe(200);
  expect(await setUpOf(buyer, part)).toEqual(charged);
});

test('a model counts by its bytes; a part with another model, or with the model of another customer, is no repeat', async () => {
  const upload = async ({ token }: Person, note: string) => {
    const content = boxStl([60, 40, 8]);
    content.write(note, 0);
    const { id } = await uploadedModel(app, 'QM-8.stl', content, { token });
    return { id, ...boxMeasures([60, 40, 8]) };
  };
  const part = { ...item, name: 'QM-8' };
  const first = { ...part, model: await upload(buyer, 'a') };
  await order(buyer, [first]);
  expect(await setUpOf(buyer, { ...part, name: '另一个名字', model: await upload(buyer, 'a') })).toEqual(
    waived,
  );
  expect(await setUpOf(buyer, { ...part, model: await upload(buyer, 'b') })).toEqual(charged);
  expect(await setUpOf(buyer, part)).toEqual(charged);
  const theirs = await upload(rival, 'a');
  expect(await setUpOf(rival, { ...part, model: theirs })).toEqual(charged);
  expect(await setUpOf(buyer, { ...part, model: theirs })).toEqual(charged);
});
