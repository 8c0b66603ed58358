import { describe, expect, test } from 'vitest';
import { fenFromYuan } from '#domain/money.ts';
import vectors from '#domain/pricing/vectors.json?raw';
import { priceItem } from '#domain/pricing/price-item.ts';
import type { CncPrice, PartItem, PricedMaterial } from '#domain/pricing/types.ts';
import { oracleTotal } from '#tests/support/data/price-oracle.ts';
import { createReplay, type SoldOrder } from './replay.ts';
import type { Replayed } from './replayed.ts';
import type { Book, SoldLine } from './sold-line.ts';

/** A whole number below `n`; the same sequence in each run. Mulberry32, whose period is longer than the lines need. */
let seed = 20_261_125;
function below(n: number): number {
  seed = (seed + 0x6d_2b_79_f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
}
const nameOf = (optionId: number) => `选项 ${optionId}`;
const yuan = (max: number) => below(max * 100) / 100;

const MACHINING: CncPrice = { aluminium: 151.06, steel: 113.35, copper: 185.79 };
const materials: PricedMaterial[] = Object.keys(MACHINING).flatMap((materialTag, tag) =>
  Array.from({ length: 4 }, (_, n) => ({
    id: tag * 4 + n + 1,
    name: `${materialTag} ${n}`,
    materialTag,
    length: 20 + below(300),
    width: 20 + below(300),
    height: 1 + below(80),
    deliveryTime: below(10),
    speed: 0.2,
    processConfig: Array.from({ length: 12 }, (_option, option) => ({
      id: 101 + option,
      price: yuan(60),
      time: below(4) / 2,
    })),
  })),
);
const bookOf = (list: readonly PricedMaterial[], machining: CncPrice = MACHINING): Book => ({
  materials: new Map(list.map((material) => [material.id, material])),
  options: new Set(Array.from({ length: 12 }, (_, option) => 101 + option)),
  machiningPricesFor: () => machining,
  chargeRules: [],
});
const itemOf = (line: SoldLine): PartItem =>
  Object.assign(
    {
      material: line.materialId,
      num: line.num,
      length: line.length,
      width: line.width,
      height: line.height,
    },
    Object.fromEntries(line.options.map(({ processId, optionId }) => [`process_${processId}`, optionId])),
  );

/** A line at the prices of the book. */
function randomLine(lineNo: number): SoldLine {
  const material = materials[below(materials.length)]!;
  const line: SoldLine = {
    lineNo,
    name: `零件${lineNo}`,
    materialId: material.id,
    materialName: material.name,
    materialTag: material.materialTag,
    num: below(3) === 0 ? 1 + below(20_000) : 1 + below(60),
    length: 1 + below(400_000) / 1_000,
    width: 1 + below(200_000) / 1_000,
    height: 1 + below(80_000) / 1_000,
    // One of the three options of each process.
    options: [1, 2, 3, 4]
      .filter(() => below(3) > 0)
      .map((processId) => ({ processId, optionId: 98 + processId * 3 + below(3) })),
    state: 'formula',
    paidFen: 0,
  };
  return { ...line, paidFen: priceItem(material, itemOf(line), MACHINING).subTotalFen };
}

const orderOf = (id: number, lines: readonly SoldLine[], customer = `公司${id % 7}`): SoldOrder => ({
  id,
  orderNo: `Q${id}`,
  customer: { key: customer, name: customer },
  deptPath: [],
  lines,
});

function replayed(orders: readonly SoldOrder[], after: Book, before = bookOf(materials)): Replayed {
  const replay = createReplay({ before, after, nameOf, tagNameOf: (tag) => tag });
  for (const order of orders) replay.add(order);
  return replay.result();
}

const line = randomLine(1);
/** Every price of an option ×1.08, in whole fen. */
const dearer = (optionId: number) =>
  materials.map((material) => ({
    ...material,
    processConfig: material.processConfig.map((entry) =>
      entry.id === optionId ? { ...entry, price: Math.round(entry.price * 108) / 100 } : entry,
    ),
  }));

describe('10,000 random lines', () => {
  const orders = Array.from({ length: 4_000 }, (_, n) =>
    orderOf(
      n + 1,
      Array.from({ length: 2 + (n % 2) }, (_line, place) => randomLine(place + 1)),
    ),
  );
  const lines = orders.flatMap((order) => order.lines);

  test('are all different', () => {
    expect(new Set(lines.map((one) => JSON.stringify({ ...one, lineNo: 0, name: '' }))).size).toBe(10_000);
  });

  test('differ by exactly 0 in the same book, and from the paid amount', () => {
    const { total, changes, customers, orders: affected, lost } = replayed(orders, bookOf(materials));
    const sold = lines.reduce((sum, { paidFen }) => sum + paidFen, 0);
    expect(total).toMatchObject({
      orders: 4_000,
      lines: 10_000,
      paidFen: sold,
      beforeFen: sold,
      afterFen: sold,
      changedLines: 0,
      driftedLines: 0,
      dearerOrders: 0,
      cheaperOrders: 0,
      lostLines: 0,
    });
    expect(changes.filter((bucket) => bucket.orders > 0).map(({ label }) => label)).toEqual(['不变']);
    expect([customers, affected, lost]).toEqual([[], [], []]);
  });

  test('agree to the fen with an independent calculation in whole numbers, in both books and every group', () => {
    const draft = dearer(104);
    const machining = { ...MACHINING, copper: 171.5 };
    const result = replayed(orders, bookOf(draft, machining));
    const fen = (one: SoldLine, list: readonly PricedMaterial[], prices: CncPrice) =>
      fenFromYuan(oracleTotal([itemOf(one)], list, prices));
    const priced = orders.map((order) => ({
      order,
      lines: order.lines.map((one) => ({
        one,
        before: fen(one, materials, MACHINING),
        after: fen(one, draft, machining),
      })),
    }));
    const sumOf = (isWanted: (one: SoldLine, customer: string) => boolean) => {
      const wanted = priced.map(({ order, lines: all }) =>
        all.filter(({ one }) => isWanted(one, order.customer.key)),
      );
      const flat = wanted.flat();
      return {
        orders: wanted.filter((all) => all.length > 0).length,
        lines: flat.length,
        beforeFen: flat.reduce((sum, { before }) => sum + before, 0),
        afterFen: flat.reduce((sum, { after }) => sum + after, 0),
      };
    };
    expect(result.total).toMatchObject(sumOf(() => true));
    expect(result.total.changedLines).toBe(
      priced.flatMap((one) => one.lines).filter(({ before, after }) => before !== after).length,
    );
    expect(result.total.changedLines).toBeGreaterThan(3_000);
    expect(result.tags).toHaveLength(3);
    for (const tag of result.tags) expect(tag).toMatchObject(sumOf((one) => one.materialTag === tag.key));
    expect(result.customers).toHaveLength(7);
    for (const group of result.customers)
      expect(group).toMatchObject(sumOf((_one, customer) => customer === group.key));
    for (const { key, affected = [] } of result.customers) {
      const changesOf = priced
        .filter(({ order }) => order.customer.key === key)
        .map((one) => Math.abs(one.lines.reduce((sum, { before, after }) => sum + after - before, 0)));
      expect(affected.map(({ beforeFen, afterFen }) => Math.abs(afterFen - beforeFen))).toEqual(
        changesOf.toSorted((a, b) => b - a).slice(0, 3),
      );
    }
    expect(result.options).toHaveLength(12);
    for (const option of result.options)
      expect(option).toMatchObject(
        sumOf((one) => one.options.some(({ optionId }) => String(optionId) === option.key)),
      );
    const longest = (one: SoldLine) => Math.max(one.length, one.width, one.height);
    expect(result.edges.find(({ label }) => label === '100–200 mm')).toMatchObject(
      sumOf((one) => longest(one) >= 100 && longest(one) < 200),
    );
    expect(result.quantities.find(({ label }) => label === '10–49 件')).toMatchObject(
      sumOf(({ num }) => num >= 10 && num < 50),
    );
    const changes = priced
      .map(({ order, lines: all }) => ({
        id: order.id,
        change: all.reduce((sum, { before, after }) => sum + after - before, 0),
      }))
      .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
    expect(result.orders.map(({ id }) => id)).toEqual(changes.slice(0, 20).map(({ id }) => id));
    expect(result.changes.reduce((sum, { orders: count }) => sum + count, 0)).toBe(4_000);
    expect(result.total.dearerOrders).toBe(changes.filter(({ change }) => change > 0).length);
    expect(result.values.reduce((sum, { beforeFen }) => sum + beforeFen, 0)).toBe(result.total.beforeFen);
  });
});

test('the 24 reference cases are replayed to the fen', () => {
  const cases: {
    material: PricedMaterial;
    item: PartItem;
    cncPrice: CncPrice;
    expect: { sub_total: number };
  }[] = JSON.parse(vectors);
  for (const { material, item, cncPrice, expect: expected } of cases) {
    const paidFen = fenFromYuan(expected.sub_total);
    const options = Object.entries(item).flatMap(([key, optionId]) =>
      key.startsWith('process_') ? [{ processId: Number(key.slice(8)), optionId }] : [],
    );
    const priced = new Set(material.processConfig.map(({ id }) => id));
    const entries = options.filter(({ optionId }) => !priced.has(optionId));
    // The formula adds nothing for an unpriced option; orders have no such option.
    const complete = {
      ...material,
      processConfig: [
        ...material.processConfig,
        ...entries.map(({ optionId }) => ({ id: optionId, price: 0, time: 0 })),
      ],
    };
    const book = {
      ...bookOf([complete], cncPrice),
      options: new Set(options.map(({ optionId }) => optionId)),
    };
    const sold = {
      ...line,
      materialId: material.id,
      materialTag: material.materialTag,
      num: item.num,
      length: item.length,
      width: item.width,
      height: item.height,
      options,
      paidFen,
    };
    const { total } = replayed([orderOf(1, [sold])], book, book);
    expect(total).toMatchObject({ lines: 1, paidFen, beforeFen: paidFen, afterFen: paidFen });
  }
});

describe('a line', () => {
  const [option] = materials[0]!.processConfig;
  const sold: SoldLine = {
    ...line,
    materialId: 1,
    materialName: materials[0]!.name,
    materialTag: 'aluminium',
    options: [{ processId: 1, optionId: option!.id }],
  };
  const lostIn = (after: Book, before = bookOf(materials)) => {
    const { total, lost, reasons } = replayed([orderOf(1, [sold])], after, before);
    expect(total).toMatchObject({ orders: 0, lines: 0, lostLines: 1, lostFen: sold.paidFen, beforeFen: 0 });
    expect(reasons).toEqual([
      { reason: lost[0]!.reason, book: lost[0]!.book, lines: 1, paidFen: sold.paidFen },
    ]);
    return [lost[0]!.book, lost[0]!.reason];
  };

  test('with a manual price keeps its amount in both books, even where its material is deleted', () => {
    const byHand: SoldLine = { ...sold, state: 'price', paidFen: 99_900 };
    const { total } = replayed([orderOf(1, [byHand])], bookOf([]), bookOf([]));
    expect(total).toMatchObject({
      paidFen: 99_900,
      beforeFen: 99_900,
      afterFen: 99_900,
      handLines: 1,
      handFen: 99_900,
    });
  });

  test('without a price is counted separately', () => {
    const { total } = replayed(
      [
        orderOf(1, [
          { ...sold, state: 'open' },
          { ...sold, state: 'declined' },
        ]),
      ],
      bookOf(materials),
    );
    expect(total).toMatchObject({ orders: 0, lines: 0, openLines: 2, lostLines: 0 });
  });

  test('that a book cannot price is listed with the reason and the book', () => {
    const without = bookOf(materials.filter(({ id }) => id !== 1));
    expect(lostIn(without, without)).toEqual(['before', `材料“${materials[0]!.name}”已删除或下架`]);
    const unpriced = materials.map((material) => ({
      ...material,
      processConfig: material.processConfig.filter(({ id }) => id !== option!.id),
    }));
    expect(lostIn(bookOf(unpriced))).toEqual(['after', `“${materials[0]!.name}”的“选项 101”没有价格`]);
    const gone = { ...bookOf(materials), options: new Set<number>() };
    expect(lostIn(gone, gone)).toEqual(['before', '选项“选项 101”已删除']);
    expect(lostIn(bookOf(materials, {}))).toEqual(['after', `“${materials[0]!.name}”：该类材料暂无加工基价`]);
  });
});

test('an empty period has sums of 0 and no groups', () => {
  const { total, tags, quantities, changes } = replayed([], bookOf(materials));
  expect(total).toMatchObject({ orders: 0, lines: 0, paidFen: 0, beforeFen: 0, afterFen: 0, customers: 0 });
  expect([tags, quantities]).toEqual([[], []]);
  expect(changes.every(({ orders }) => orders === 0)).toBe(true);
});

test('only lines with a known cost are in the sums of costs', () => {
  const [known, unknown] = [
    { ...line, costFen: 1_000 },
    { ...randomLine(2), costFen: null },
  ];
  const [first] = known.options;
  const after = first ? bookOf(dearer(first.optionId)) : bookOf(materials);
  const { total, tags } = replayed([orderOf(1, [known, unknown]), orderOf(2, [line])], after);
  const becomes = priceItem(after.materials.get(known.materialId)!, itemOf(known), MACHINING).subTotalFen;
  const costed = { costFen: 1_000, costedBeforeFen: known.paidFen, costedAfterFen: becomes };
  expect(total).toMatchObject({ ...costed, lines: 3 });
  expect(tags.find(({ key }) => key === known.materialTag)).toMatchObject(costed);
  expect(tags.filter(({ costFen }) => costFen > 0)).toHaveLength(1);
});
