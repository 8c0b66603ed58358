import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { materials, processes } from '#server/db/schema.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import type { SendOptions } from '#tests/support/app/api.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { archivePlaced, createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { addDept, addPerson } from '#tests/support/data/people.ts';
import { oracleTotal } from '#tests/support/data/price-oracle.ts';
import {
  buildItem,
  buildOrder,
  place,
  readCatalogue,
  selectionsFor,
  type SeenCatalogue,
} from '#tests/support/data/quotations.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { bar } from './bar.ts';

let app: GateApp;
let catalogue: SeenCatalogue;
let item: QuotationItem;
let who: SendOptions;
beforeAll(async () => {
  app = await createGateApp();
  catalogue = await readCatalogue(app);
  item = buildItem(catalogue);
  who = { token: (await addPerson(app, { roleKey: 'customer' })).token };
});
afterAll(() => app.close());

/** Raises the machining price of every tag, like an editor of the catalogue. */
const raisePrices = (fen: number) =>
  writeCatalogue(app.database, async (tx) => {
    await tx.execute(sql`update machining_price set price_fen = price_fen + ${fen}`);
  });

// The last test deletes the catalogue.
describe('prices of orders', { shuffle: false }, () => {
  bar(45, 'every total equals an independent calculation in whole numbers', async () => {
    const { data: prices } = await app.send('GET', '/machining-price', { as: 'admin' });
    const machining = Object.fromEntries(
      (prices as { materialTag: string; price: number }[]).map(({ materialTag, price }) => [
        materialTag,
        price,
      ]),
    );
    const size = fc.integer({ min: 1, max: 400_000 }).map((thousandths) => thousandths / 1_000);
    const part = fc
      .record({
        materialIndex: fc.nat({ max: catalogue.materials.length - 1 }),
        num: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20_000 })),
        length: size,
        width: size,
        height: size,
        choices: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 6 }),
      })
      .map(({ choices, ...rest }) => {
        let next = 0;
        const { material } = buildItem(catalogue, rest);
        const pick = () => choices[next++ % choices.length]!;
        return { ...buildItem(catalogue, { ...rest }), ...selectionsFor(catalogue.tree, material, pick) };
      });
    const carts = fc.sample(fc.array(part, { minLength: 1, maxLength: 6 }), {
      seed: 20_261_121,
      numRuns: atScale(40, 1_000),
    });
    const differences: string[] = [];
    let items = 0;
    for (const cart of carts) {
      const price = oracleTotal(cart, catalogue.materials, machining);
      const answer = await place(app, who, { items: cart, price, status: 'quoted' });
      items += cart.length;
      if (answer.status !== 200) {
        differences.push(
          `${price}: ${answer.status} ${JSON.stringify(answer.data ?? answer.errors).slice(0, 200)}`,
        );
        continue;
      }
      const { data } = await app.send('GET', `/order/${String(answer.data)}`, who);
      if ((data as { price: string }).price !== price) differences.push(`${price}: ${JSON.stringify(data)}`);
    }
    expect(differences).toStrictEqual([]);
    return `${carts.length} carts of ${items} parts ordered at the price of the second calculation, 0 differences`;
  });

  bar(45, 'money and names in a body are refused, and nothing is written', async () => {
    const body = await buildOrder(app, who, [item], { status: 'quoted' });
    const before = await stateOf(app.database);
    const ofOrder =
      'total discount currency userId deptId orderNo validUntil createdAt lineTotal unitPrice name taxRate';
    for (const key of ofOrder.split(' '))
      expect(await place(app, who, { ...body, [key]: 1 })).toMatchObject({
        status: 400,
        errors: { [key]: '不支持的字段' },
      });
    const ofItem =
      'price unit_price sub_total lineTotal total discount currency materialName materialTag trace';
    for (const key of ofItem.split(' '))
      expect(await place(app, who, { ...body, items: [{ ...item, [key]: 1 }] })).toMatchObject({
        status: 400,
        errors: { [`items.0.${key}`]: '不支持的字段' },
      });
    expect(await stateOf(app.database)).toStrictEqual(before);
    return `${ofOrder.split(' ').length + ofItem.split(' ').length} foreign fields refused`;
  });

  bar(46, 'impossible quantities and too many parts are refused', async () => {
    const body = await buildOrder(app, who, [item], { status: 'quoted' });
    const before = await stateOf(app.database);
    const quantities = [
      '0',
      '-1',
      '0.5',
      '1e9',
      '1e400',
      'null',
      '"3"',
      'true',
      '[5]',
      '{}',
      '"0x10"',
      '-0',
      '1000001',
    ];
    const text = JSON.stringify(body);
    const bodies = quantities.map((num) => text.replace(`"num":${item.num}`, () => `"num":${num}`));
    bodies.push(JSON.stringify({ ...body, items: Array.from({ length: 201 }, () => item) }));
    bodies.push(JSON.stringify({ ...body, items: [] }));
    const twice = ['"num":10,"num":10', '"num":10,"num":1', String.raw`"num":10,"n\u0075m":1`];
    bodies.push(...twice.map((pair) => text.replace(`"num":${item.num}`, () => pair)));
    bodies.push(text.replace('"price"', () => '"price":"0.01","price"'));
    for (const [url, suffix] of [
      ['/order', ''],
      ['/quote', 'without price'],
    ] as const) {
      for (const raw of bodies) {
        const sent = suffix === '' ? raw : raw.replace(/,"price":"[\d.]+","status":"quoted"/, '');
        const answer = await app.send('POST', url, {
          ...who,
          raw: sent,
          headers: { 'idempotency-key': '0123456789abcdef0123' },
        });
        expect(answer.status, sent.slice(0, 300)).toBe(400);
      }
    }
    expect(await stateOf(app.database)).toStrictEqual(before);
    return `${bodies.length} bodies refused at the order and at the quotation`;
  });

  bar(
    47,
    'a changed price is shown before anything is written, and confirmed at exactly the new price',
    async () => {
      const rounds = atScale(3, 30);
      const body = await buildOrder(app, who, [item, { ...item, num: 3 }], { status: 'quoted' });
      const untouched = await stateOf(app.database);
      for (const price of ['0.00', '0.01', '9999999.99', `1${body.price}`])
        expect(await place(app, who, { ...body, price })).toMatchObject({
          status: 409,
          error: 'order.price_changed',
          data: { price: body.price },
        });
      expect(await stateOf(app.database)).toStrictEqual(untouched);
      let known: PlaceOrder = body;
      for (let round = 0; round < rounds; round += 1) {
        await raisePrices(round % 2 === 0 ? 1 : 250);
        const before = await stateOf(app.database);
        const refused = await place(app, who, known);
        expect(refused).toMatchObject({ status: 409, error: 'order.price_changed' });
        expect(await stateOf(app.database)).toStrictEqual(before);
        const { price } = refused.data as { price: string };
        expect(price).not.toBe(known.price);
        known = { ...known, price };
        const confirmed = await place(app, who, known);
        expect(confirmed).toMatchObject({ status: 200 });
        const { data } = await app.send('GET', `/order/${String(confirmed.data)}`, who);
        expect(data).toMatchObject({ price });
      }
      return `${rounds} price changes: 409 with the new figures, nothing written; confirmed at exactly them`;
    },
  );

  bar(51, 'an order stays the same to the byte when its catalogue changes', async () => {
    const count = atScale(3, 50);
    const staff = await addPerson(app, { permissions: ['mfr:order:query'], isStaff: true, dataScope: '1' });
    const company = await addDept(app);
    const buyer = await addPerson(app, {
      roleKey: 'customer',
      deptId: company.deptId,
      user: { phone: '021-1' },
    });
    // Placed orders have a document, made in the background and named in the order once it exists.
    const isPlaced = (n: number) => n % 2 === 1;
    const ids: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const materialIndex = n % catalogue.materials.length;
      const order = await buildOrder(
        app,
        buyer,
        [buildItem(catalogue, { materialIndex, num: n + 1 }), item],
        {
          status: isPlaced(n) ? 'placed' : 'quoted',
        },
      );
      ids.push(Number((await place(app, { token: buyer.token }, order)).data));
    }
    const paths = ids.flatMap((id) => [`/order/${id}`, `/order/${id}/withExt`, `/order/${id}/revision/1`]);
    const read = async () => {
      const bodies: string[] = [];
      for (const path of paths) {
        const { status, body } = await app.exchange({
          method: 'GET',
          url: `/api/v1${path}`,
          headers: { authorization: `Bearer ${staff.token}`, 'x-request-id': 'always-the-same' },
        });
        expect(status).toBe(200);
        bodies.push(body);
      }
      return bodies;
    };
    await archivePlaced(app);
    for (const id of ids.filter((_, n) => isPlaced(n)))
      expect((await app.send('GET', `/order/${id}/withExt`, { token: staff.token })).data).toHaveProperty(
        'document.code',
      );
    const before = await read();
    await writeCatalogue(app.database, async (tx, updatedAt) => {
      await tx
        .update(materials)
        .set({ name: '改名', materialTag: 'other', deliveryTime: 99, length: 1, updatedAt });
      await tx.update(processes).set({ name: sql`'改名' || id`, updatedAt });
      await tx.execute(sql`update material_process set price_fen = price_fen + 100, time = time + 1`);
      await tx.execute(sql`update machining_price set price_fen = price_fen * 2`);
    });
    expect(await read()).toStrictEqual(before);
    await writeCatalogue(app.database, async (tx, updatedAt) => {
      await tx.update(materials).set({ deletedAt: new Date(), updatedAt });
      await tx.update(processes).set({ deletedAt: new Date(), updatedAt });
      await tx.execute(sql`update sys_dept set dept_name = '改名' where dept_id = ${company.deptId}`);
      await tx.execute(
        sql`update sys_user set nick_name = '改名', phone = '1', email = 'x', company_title = '改名' where user_id = ${buyer.userId}`,
      );
    });
    expect(await read()).toStrictEqual(before);
    await app.database.pool.query("update sys_user set deleted_at = now(), status = '1' where user_id = $1", [
      buyer.userId,
    ]);
    expect(await read()).toStrictEqual(before);
    return `${paths.length} answers about ${count} orders are the same bytes after renaming, repricing and deleting`;
  });
});
