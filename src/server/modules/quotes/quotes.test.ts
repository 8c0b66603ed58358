import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fenFromYuan, yuanText } from '#domain/money.ts';
import { ladder } from '#domain/pricing/ladder.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { Quotation, Solution } from '#contract/orders/quotes.ts';
import { OFFER_PERMISSION } from '#domain/orders/moves.ts';
import { defaultConfigs, materialProcesses, materials } from '#server/db/schema.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import {
  buildItem,
  place,
  readCatalogue,
  selectionsFor,
  type SeenCatalogue,
} from '#tests/support/data/quotations.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let catalogue: SeenCatalogue;
let cncPrice: CncPrice;
beforeAll(async () => {
  app = await createTestApp();
  catalogue = await readCatalogue(app);
  const prices = await app.send('GET', '/machining-price', { as: 'demo' });
  const rows = prices.data as { materialTag: string; price: number }[];
  cncPrice = Object.fromEntries(rows.map(({ materialTag, price }) => [materialTag, price]));
});
afterAll(() => app.close());

const quote = (items: readonly object[], who: object = { as: 'demo' }) =>
  app.send('POST', '/quote', { ...who, body: { items } });
const change = (id: number, values: Partial<typeof materials.$inferInsert>) =>
  writeCatalogue(app.database, (tx, updatedAt) =>
    tx
      .update(materials)
      .set({ ...values, updatedAt })
      .where(eq(materials.id, id)),
  );

describe('a quotation', () => {
  test('equals the kernel’s price for the client’s catalogue, for every material', async () => {
    const next = seededNumbers(7);
    for (const material of catalogue.materials) {
      const items = [1, 2, 3].map((): QuotationItem => ({
        material: material.id,
        num: 1 + next(3000),
        length: (1 + next(9_000_000)) / 1000,
        width: (1 + next(900_000)) / 1000,
        height: (1 + next(90_000)) / 1000,
        ...selectionsFor(catalogue.tree, material.id, next),
      }));
      const { data, status } = await quote(items);
      expect(status).toBe(200);
      const got = data as Quotation;
      const prices = items.map((item) => priceItem(material, item, cncPrice));
      const expected = prices.map(({ unitPriceFen, subTotalFen, deliveryDays, trace }, index) => ({
        unit_price: unitPriceFen / 100,
        sub_total: subTotalFen / 100,
        delivery_time: deliveryDays,
        trace,
        ladder: ladder(material, items[index]!, cncPrice).map((rung) => ({
          num: rung.num,
          unit_price: rung.piecePriceFen / 100,
          sub_total: rung.subTotalFen / 100,
          delivery_time: rung.deliveryDays,
        })),
        unpriced: [],
      }));
      expect(got.items).toStrictEqual(expected);
      expect(got.price).toBe(yuanText(prices.reduce((sum, price) => sum + price.subTotalFen, 0)));
      expect(got.delivery_time).toBe(Math.max(...prices.map((price) => price.deliveryDays)));
      expect(got.promisedDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  test('writes nothing', async () => {
    const before = await stateOf(app.database);
    await quote([buildItem(catalogue)]);
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('uses the prices agreed with the nearest company', async () => {
    const company = await addDept(app);
    const branch = await addDept(app, company);
    const item = buildItem(catalogue);
    const material = catalogue.materials[0]!;
    const agreed = cncPrice[material.materialTag]! + 11;
    await writeCatalogue(app.database, (tx) =>
      tx.execute(
        `insert into machining_price (material_tag, dept_id, price_fen) values ('${material.materialTag}', ${company.deptId}, ${fenFromYuan(agreed)})`,
      ),
    );
    const machiningPrice = async (deptId: number) => {
      const { token } = await addPerson(app, { roleKey: 'customer', deptId });
      return ((await quote([item], { token })).data as Quotation).items[0]?.trace.machiningPrice;
    };
    expect(await machiningPrice(branch.deptId)).toBe(agreed);
    expect(await machiningPrice((await addDept(app)).deptId)).toBe(cncPrice[material.materialTag]);
  });

  test('on behalf of a customer has the customer’s prices, as has its request, and needs the permission', async () => {
    const { deptId } = await addDept(app);
    const item = buildItem(catalogue);
    const { materialTag } = catalogue.materials[0]!;
    await writeCatalogue(app.database, (tx) =>
      tx.execute(
        `insert into machining_price (material_tag, dept_id, price_fen) values ('${materialTag}', ${deptId}, 1)`,
      ),
    );
    const customer = await addPerson(app, { roleKey: 'customer', deptId });
    const stranger = await addPerson(app, { roleKey: 'customer' });
    const clerk = await addPerson(app, {
      permissions: ['mfr:quote:add', 'mfr:order:add', OFFER_PERMISSION],
      isStaff: true,
      dataScope: '1',
    });
    const asked = (forUserId: number, { token }: Person) =>
      Promise.all([
        app.send('POST', '/quote', { token, body: { items: [item], forUserId } }),
        app.send('POST', '/quote/solve', { token, body: { item, goal: 'saving', forUserId } }),
        app.send('POST', '/quote/repeats', { token, body: { items: [item], forUserId } }),
        app.send('GET', `/gate-rule/table?forUserId=${forUserId}`, { token }),
      ]);
    const [quoted, solved, repeats, gates] = await asked(customer.userId, clerk);
    const own = await quote([item], { token: customer.token });
    const { price } = quoted.data as Quotation;
    expect(price).toBe((own.data as Quotation).price);
    expect(price).not.toBe(((await quote([item], { token: clerk.token })).data as Quotation).price);
    expect((solved.data as Solution).now?.sub_total).toBe(Number(price));
    expect([repeats.status, gates.status]).toEqual([200, 200]);
    const body = { items: [item], price, status: 'requested', forUserId: customer.userId };
    expect(await place(app, { token: clerk.token }, body)).toMatchObject({ status: 200 });

    for (const refused of await asked(customer.userId, stranger))
      expect(refused).toMatchObject({ status: 403, error: 'permission.denied' });
    for (const refused of await asked(999_999, clerk))
      expect(refused).toMatchObject({ status: 400, errors: { forUserId: '没有这个客户' } });
  });
});

describe('a refused quotation', () => {
  test('names the invalid fields of all items', async () => {
    const good = buildItem(catalogue);
    const bare = { material: good.material, num: 1, length: 10, width: 10, height: 10 };
    const open = processesFor(catalogue.tree, good.material, {});
    const first = open[0]!;
    const answer = await quote([good, bare, { ...good, material: 987_654 }]);
    expect(answer).toMatchObject({ status: 422, error: 'quote.invalid' });
    expect(answer.errors).toStrictEqual({
      ...Object.fromEntries(
        open.map(({ process }) => [`items.1.${processKey(process.id)}`, `请选择 ${process.name} !`]),
      ),
      'items.2.material': '该材料不存在或已下架，请重新选择',
    });
    expect(answer.msg).toBe(`请选择 ${first.process.name} !`);
  });

  test('names an option that does not apply to the material or belong to the process', async () => {
    const good = buildItem(catalogue);
    const known = processesFor(catalogue.tree, good.material, good);
    const foreign = catalogue.tree.find(({ id }) => !known.some(({ process }) => process.id === id))!;
    const [first, second] = known;
    const key = processKey(first!.process.id);
    const cases: [object, string][] = [
      [{ ...good, [processKey(foreign.id)]: foreign.children[0]!.id }, processKey(foreign.id)],
      [{ ...good, process_999999: 1 }, 'process_999999'],
      [{ ...good, [key]: 999_999 }, key],
      [{ ...good, [key]: second!.selected }, key],
    ];
    for (const [item, field] of cases) {
      const answer = await quote([item]);
      expect(answer).toMatchObject({ status: 422, error: 'quote.invalid' });
      expect(Object.keys(answer.errors ?? {})).toStrictEqual([`items.0.${field}`]);
    }
  });

  test('names a deleted material', async () => {
    const item = buildItem(catalogue, { materialIndex: 5 });
    expect((await quote([item])).status).toBe(200);
    await change(item.material, { deletedAt: new Date() });
    expect(await quote([item])).toMatchObject({
      status: 422,
      errors: { 'items.0.material': '该材料不存在或已下架，请重新选择' },
    });
    await change(item.material, { deletedAt: null });
  });

  test('names a material without a machining price; a huge amount causes no server error', async () => {
    const item = buildItem(catalogue, { materialIndex: 1 });
    const huge = { ...item, num: 1_000_000, length: 10_000, width: 10_000, height: 10_000 };
    const answer = await quote(Array.from({ length: 200 }, () => huge));
    expect([200, 422]).toContain(answer.status);
    const { materialTag } = catalogue.materials.find(({ id }) => id === item.material)!;
    await change(item.material, { materialTag: 'priceless' });
    expect(await quote([item])).toMatchObject({
      status: 422,
      errors: { 'items.0.material': '该类材料暂无加工基价，请联系我们报价' },
    });
    await change(item.material, { materialTag });
  });
});

test("the default configuration is the user's own, else the nearest company's, else the system's", async () => {
  const company = await addDept(app);
  const branch = await addDept(app, company);
  const { token, userId } = await addPerson(app, { roleKey: 'customer', deptId: branch.deptId });
  const effective = async () => (await app.send('GET', '/material_process/default_config', { token })).data;
  expect(await effective()).toMatchObject({ origin: 'system', cncPrice });
  const item = { material: catalogue.materials[0]!.id, length: 5, width: 5, height: 5 };
  const { db } = app.database;
  await db
    .insert(defaultConfigs)
    .values({ scope: 'company', ownerId: company.deptId, item: { ...item, num: 3 } });
  expect(await effective()).toMatchObject({ origin: 'company', num: 3 });
  await db
    .insert(defaultConfigs)
    .values({ scope: 'company', ownerId: branch.deptId, item: { ...item, num: 4 } });
  expect(await effective()).toMatchObject({ origin: 'company', num: 4 });
  const own = { ...buildItem(catalogue), num: 5, name: '不保存', remark: '不保存' };
  expect(await app.send('POST', '/material_process/default_config', { token, body: own })).toMatchObject({
    status: 200,
    msg: '保存成功',
  });
  expect(await effective()).toMatchObject({ origin: 'user', num: 5 });
  expect(await effective()).not.toHaveProperty('name');
  await app.send('POST', '/material_process/default_config', { token, body: { ...own, num: 6 } });
  expect(await effective()).toMatchObject({ origin: 'user', num: 6 });
  expect(await db.select().from(defaultConfigs).where(eq(defaultConfigs.ownerId, userId))).toMatchObject([
    { version: 2 },
  ]);
  // A configuration can be sent back as read, but its prices are not saved.
  const withPrice = await app.send('POST', '/material_process/default_config', {
    token,
    body: { ...Object(await effective()), cncPrice: { a: 1 } },
  });
  expect(withPrice).toMatchObject({ status: 200 });
  expect(await effective()).toMatchObject({ origin: 'user', num: 6, cncPrice });
  const other = await addPerson(app, { roleKey: 'customer' });
  expect(
    (await app.send('GET', '/material_process/default_config', { token: other.token })).data,
  ).toMatchObject({ origin: 'system' });
});

test('an option without a price counts as 0 and is listed as unpriced', async () => {
  const item = buildItem(catalogue);
  const whole = (await quote([item])).data as Quotation;
  const [priced] = whole.items[0]!.trace.options.filter(({ price }) => price > 0);
  const removed = priced ?? whole.items[0]!.trace.options[0]!;
  const ofOption = and(
    eq(materialProcesses.materialId, item.material),
    eq(materialProcesses.processId, removed.optionId),
  );
  const rows = await app.database.db.delete(materialProcesses).where(ofOption).returning();
  await change(item.material, {});
  const { data, status } = await quote([item]);
  expect(status).toBe(200);
  const [without] = (data as Quotation).items;
  expect(whole.items[0]!.unpriced).toEqual([]);
  expect(without!.unpriced).toEqual([removed.optionId]);
  expect(without!.trace.options).toContainEqual({ ...removed, price: 0, time: 0 });
  await app.database.db.insert(materialProcesses).values(rows);
  await change(item.material, {});
});
