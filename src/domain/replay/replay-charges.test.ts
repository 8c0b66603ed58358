import { describe, expect, test } from 'vitest';
import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { buildChargeRule } from '#domain/charges/charges.test-data.ts';
import type { OrderLead } from '#domain/lead/lead-class.ts';
import type { Fen } from '#domain/money.ts';
import type { Charge } from '#domain/pricing/charges.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import type { CncPrice, PricedMaterial } from '#domain/pricing/types.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import type { SoldCharges } from './replay-charges.ts';
import { createReplay, type SoldOrder } from './replay.ts';
import type { Replayed } from './replayed.ts';
import type { Book, SoldLine } from './sold-line.ts';

const below = seededNumbers(20_261_126);
const MACHINING: CncPrice = { aluminium: 151.06, steel: 113.35 };
const OPTIONS = [101, 102, 103];
type Material = PricedMaterial & { density: number };
const materials: Material[] = [1, 2, 3, 4].map((id) => ({
  id,
  name: `材料${id}`,
  materialTag: id === 4 ? 'steel' : 'aluminium',
  length: 200,
  width: 100,
  height: 50,
  deliveryTime: 3,
  speed: 0.2,
  density: [2.7, 0, 2.81, 7.85][id - 1]!,
  processConfig: OPTIONS.map((option) => ({ id: option, price: below(6_000) / 100, time: 1 })),
}));
const bookOf = (chargeRules: readonly ChargeRule[], machining = MACHINING, sold = materials): Book => ({
  materials: new Map(sold.map((material) => [material.id, material])),
  options: new Set(OPTIONS),
  machiningPricesFor: () => machining,
  chargeRules,
});

function lineOf(lineNo: number, changed: Partial<SoldLine> = {}): SoldLine {
  const material = materials[below(4)]!;
  const line = {
    lineNo,
    name: `零件${lineNo}`,
    materialId: material.id,
    materialName: material.name,
    materialTag: material.materialTag,
    num: 1 + below(300),
    length: 1 + below(30_000) / 100,
    width: 1 + below(10_000) / 100,
    height: 1 + below(5_000) / 100,
    options: OPTIONS.filter(() => below(2) === 0).map((optionId) => ({
      processId: optionId - 100,
      optionId,
    })),
    state: 'formula' as const,
    isRepeat: below(3) === 0,
  };
  const selections = Object.fromEntries(
    line.options.map(({ processId, optionId }) => [`process_${processId}`, optionId]),
  );
  const priced = priceItem(material, { ...line, material: material.id, ...selections }, MACHINING);
  return { ...line, paidFen: priced.subTotalFen, ...changed };
}

const hundredths = (value: number | null): bigint => BigInt((value ?? 0).toFixed(2).replace('.', ''));
const nearest = (num: bigint, den: bigint): Fen => Number((2n * num + den) / (2n * den));

/** The charge of each rule, by id, in whole numbers and independent of the product code. Order minimums come last. */
function independently(rules: readonly ChargeRule[], lines: readonly SoldLine[]): Map<number, Fen> {
  const charged = new Map<number, Fen>();
  const linesFen = lines.reduce((sum, { paidFen }) => sum + BigInt(paidFen), 0n);
  for (const rule of rules) {
    const mine = lines.filter(
      (line) =>
        (rule.scope === 'all' ||
          (rule.scope === 'tag' && line.materialTag === rule.materialTag) ||
          (rule.scope === 'material' && line.materialId === rule.materialId) ||
          line.options.some(({ optionId }) => rule.scope === 'option' && optionId === rule.optionId)) &&
        !(rule.onRepeat === 'waived' && line.isRepeat),
    );
    const count = (of: (line: SoldLine) => bigint) => mine.reduce((sum, line) => sum + of(line), 0n);
    const amount = BigInt(rule.amountFen ?? 0);
    const least = rule.minimumFen ?? 0;
    const mg = count(({ materialId, num, length, width, height }) => {
      const { density } = materials.find(({ id }) => id === materialId)!;
      return BigInt(Math.round(length * width * height * density)) * BigInt(num);
    });
    const fen = {
      order: () => Number(amount),
      line: () => Number(amount) * mine.length,
      piece: () => Math.max(least, Number(amount * count(({ num }) => BigInt(num)))),
      kg: () => (mg === 0n ? 0 : Math.max(least, nearest(amount * mg, 1_000_000n))),
      percent: () => {
        const share = nearest(count(({ paidFen }) => BigInt(paidFen)) * hundredths(rule.percent), 10_000n);
        return rule.kind === 'discount' ? -share : Math.max(least, share);
      },
      orderMinimum: () => {
        const sum = [...charged.values()].reduce((fenOf, one) => fenOf + one, Number(linesFen));
        return Math.max(0, least - sum);
      },
    }[rule.basis as 'order' | 'line' | 'piece' | 'kg' | 'percent' | 'orderMinimum'];
    if (mine.length > 0 && fen() !== 0) charged.set(rule.id, fen());
  }
  return charged;
}
const sumOf = (charged: ReadonlyMap<number, Fen>): Fen =>
  [...charged.values()].reduce((sum, fen) => sum + fen, 0);

const rules: ChargeRule[] = [
  buildChargeRule({ id: 1, kind: 'setup', basis: 'line', amountFen: 5000, onRepeat: 'waived' }),
  buildChargeRule({
    id: 2,
    kind: 'packing',
    basis: 'order',
    amountFen: 1850,
    scope: 'tag',
    materialTag: 'steel',
  }),
  buildChargeRule({ id: 3, kind: 'inspection', basis: 'piece', amountFen: 37, minimumFen: 3000 }),
  buildChargeRule({ id: 4, kind: 'material', basis: 'kg', amountFen: 777, scope: 'material', materialId: 3 }),
  buildChargeRule({
    id: 5,
    kind: 'tooling',
    basis: 'percent',
    percent: 3.33,
    scope: 'option',
    optionId: 102,
  }),
  buildChargeRule({ id: 6, kind: 'discount', basis: 'percent', percent: 2.5 }),
  buildChargeRule({ id: 7, basis: 'orderMinimum', minimumFen: 90_000 }),
];
/** The same rules with other figures, one of them off. */
const tried = rules.flatMap((rule) => {
  if (rule.id === 2) return [];
  const more = (value: number | null) => (value === null ? null : Math.round(value * 117) / 100);
  const moreFen = (fen: number | null) => (fen === null ? null : Math.round((fen * 117) / 100));
  const { amountFen, percent, minimumFen } = rule;
  return [
    { ...rule, amountFen: moreFen(amountFen), percent: more(percent), minimumFen: moreFen(minimumFen) },
  ];
});
const storedOf = (charged: ReadonlyMap<number, Fen>): Charge[] =>
  [...charged].map(([ruleId, fen]) => {
    const kind = rules.find(({ id }) => id === ruleId)!.kind;
    return { kind, label: `规则${ruleId}`, amountFen: fen, reason: '', by: '', ruleId };
  });

const orderOf = (id: number, lines: readonly SoldLine[], beside: Partial<SoldCharges> = {}): SoldOrder => ({
  id,
  orderNo: `Q${id}`,
  customer: { key: `c${id % 5}`, name: `公司${id % 5}` },
  deptPath: [],
  lines,
  soldCharges: { charges: storedOf(independently(rules, lines)), lead: null, isOffered: false, ...beside },
});
function replayed(orders: readonly SoldOrder[], before: Book, after: Book): Replayed {
  const replay = createReplay({ before, after, nameOf: String, tagNameOf: String, hasCharges: true });
  for (const order of orders) replay.add(order);
  return replay.result();
}

describe('3,000 random orders', () => {
  const orders = Array.from({ length: 3_000 }, (_, n) =>
    orderOf(
      n + 1,
      Array.from({ length: 1 + below(4) }, (_line, place) => lineOf(place + 1)),
    ),
  );
  const expected = orders.map(({ id, customer, lines }) => ({
    id,
    customer: customer.key,
    before: sumOf(independently(rules, lines)),
    after: sumOf(independently(tried, lines)),
  }));
  const total = (list: typeof expected) => ({
    paidFen: list.reduce((sum, { before }) => sum + before, 0),
    beforeFen: list.reduce((sum, { before }) => sum + before, 0),
    afterFen: list.reduce((sum, { after }) => sum + after, 0),
  });

  test('have their original charges in the same book, and no difference', () => {
    const result = replayed(orders, bookOf(rules), bookOf(rules));
    const { paidFen } = total(expected);
    expect(result.total).toMatchObject({
      dearerOrders: 0,
      cheaperOrders: 0,
      charges: { paidFen, beforeFen: paidFen, afterFen: paidFen, changedOrders: 0, lostOrders: 0 },
    });
    expect([result.orders, result.customers, result.lostCharges]).toEqual([[], [], []]);
  });

  test('have the difference of an independent calculation for a draft that changes only charges', () => {
    const result = replayed(orders, bookOf(rules), bookOf(tried));
    const { total: sums } = result;
    expect(sums.charges).toMatchObject({
      ...total(expected),
      changedOrders: expected.filter(({ before, after }) => before !== after).length,
    });
    expect(sums.charges!.changedOrders).toBeGreaterThan(2_000);
    expect([sums.beforeFen, sums.changedLines]).toEqual([sums.afterFen, 0]);
    expect([sums.dearerOrders, sums.cheaperOrders]).toEqual([
      expected.filter(({ before, after }) => after > before).length,
      expected.filter(({ before, after }) => after < before).length,
    ]);
    for (const { key, charges, beforeFen, afterFen } of result.customers) {
      expect(charges).toEqual(total(expected.filter(({ customer }) => customer === key)));
      expect(beforeFen).toBe(afterFen);
    }
    const largest = expected.toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
    expect(result.orders).toHaveLength(20);
    for (const [place, order] of result.orders.entries()) {
      const { before, after } = largest[place]!;
      expect(Math.abs(order.charges!.afterFen - order.charges!.beforeFen)).toBe(Math.abs(after - before));
      const { lines } = orders[order.id - 1]!;
      const rows = (list: readonly ChargeRule[]) =>
        [...independently(list, lines).values()].toSorted((a, b) => a - b);
      const column = (pick: 'paidFen' | 'beforeFen' | 'afterFen') =>
        order.chargeRows!.flatMap((row) => row[pick] ?? []).toSorted((a, b) => a - b);
      expect([column('paidFen'), column('beforeFen'), column('afterFen')]).toEqual([
        rows(rules),
        rows(rules),
        rows(tried),
      ]);
    }
    const changed = result.changes.filter(({ label }) => label !== '不变');
    expect(changed.reduce((sum, { orders: count }) => sum + count, 0)).toBe(sums.charges!.changedOrders);
    // Groups by part are still sums of lines.
    expect([...result.tags, ...result.quantities].every((group) => group.charges === undefined)).toBe(true);
  });
});

describe('charges of an order', () => {
  const setup = [buildChargeRule({ id: 1, kind: 'setup', basis: 'line', amountFen: 5000 })];
  const dearer = [{ ...setup[0]!, amountFen: 8_000 }];
  const line = lineOf(1, { isRepeat: false });
  const hand = (more: Partial<Charge> = {}): Charge => ({
    kind: 'freight',
    label: '运费',
    amountFen: 12_000,
    reason: '',
    by: '王工',
    ...more,
  });
  const one = (beside: Partial<SoldCharges>, lines: readonly SoldLine[], before: Book, after: Book) =>
    replayed([orderOf(1, lines, beside)], before, after);

  test('keep manual amounts in both books and are counted separately; no rule adds to them', () => {
    const discount = hand({ kind: 'discount', amountFen: -3333, percent: 5 });
    const { total } = one(
      { charges: [hand(), discount], isOffered: true },
      [line],
      bookOf(setup),
      bookOf(dearer),
    );
    expect(total.charges).toMatchObject({
      paidFen: 8_667,
      beforeFen: 8_667,
      afterFen: 8_667,
      handCharges: 2,
      handFen: 8_667,
    });
    const without = one({ charges: [], isOffered: true }, [line], bookOf(setup), bookOf(dearer));
    expect(without.total.charges).toMatchObject({ beforeFen: 0, afterFen: 0 });
    // An extended quotation is offered too, and has the charges of its rules.
    const charges = storedOf(new Map([[1, 5_000]]));
    const extended = one({ charges, isOffered: true }, [line], bookOf(setup), bookOf(dearer));
    expect(extended.total.charges).toMatchObject({ paidFen: 5_000, beforeFen: 5_000, afterFen: 8_000 });
  });

  test('of a rule enabled by a draft are only in its book', () => {
    const { total, orders } = one({ charges: [] }, [line], bookOf([]), bookOf(dearer));
    expect(total.charges).toMatchObject({ paidFen: 0, beforeFen: 0, afterFen: 8_000 });
    expect(orders[0]!.chargeRows).toMatchObject([
      { label: '编程开机费', paidFen: null, beforeFen: null, afterFen: 8_000, isByHand: false },
    ]);
  });

  test('of a lead class follow the machining price, under the terms of the order', () => {
    const lead: OrderLead = { id: 3, name: '加急', factor: 0.5, percent: 30 };
    const bare = lineOf(1, { materialId: 1, materialTag: 'aluminium', materialName: '材料1', options: [] });
    const price = (machining: CncPrice) =>
      priceItem(materials[0]!, { ...bare, material: 1 }, machining).subTotalFen;
    const raised = { ...MACHINING, aluminium: 170 };
    const charged = (fen: Fen) => nearest(BigInt(fen) * 3_000n, 10_000n);
    const beside = { charges: [], lead };
    const { total } = one(beside, [bare], bookOf([]), bookOf([], raised));
    const [before, after] = [price(MACHINING), price(raised)].map(charged);
    expect(total.charges).toMatchObject({ beforeFen: before, afterFen: after });
    // A manual offer has it too; a deduction applies after a manual discount.
    const slow = { ...lead, percent: -10 };
    const offered = {
      charges: [hand({ amountFen: -100, kind: 'discount', percent: 50 })],
      lead: slow,
      isOffered: true,
    };
    const deducted = one(offered, [bare], bookOf(setup), bookOf(setup, raised)).total.charges!;
    expect(Math.abs(-100 - Math.round(price(raised) * 0.05) - deducted.afterFen)).toBeLessThanOrEqual(1);
  });

  const gone = materials.filter(({ id }) => id !== line.materialId);
  const waived = [{ ...setup[0]!, onRepeat: 'waived' as const }];
  const kg = [buildChargeRule({ id: 1, kind: 'material', basis: 'kg', amountFen: 800 })];
  const manualTrace = { machiningPrice: 100, unit: 100, options: [] };
  const priced: SoldLine = { ...line, state: 'price', paidFen: 9_900, manualTrace };
  const reasons = [
    [
      'whether a line repeats is not stored',
      [{ ...line, isRepeat: null }],
      bookOf(waived),
      '没有记录零件是否返单，免收与否无法判断',
    ],
    ['a line cannot be priced', [line, lineOf(2)], bookOf(setup, MACHINING, gone), '订单有无法计价的零件'],
    [
      'a weight is unknown',
      [priced],
      bookOf(kg, MACHINING, gone),
      '人工报价的零件，材料已删除或下架，重量未知',
    ],
  ] as const;
  test.each(reasons)('are not guessed where %s, but counted and named', (_why, lines, book, reason) => {
    const charges = storedOf(new Map([[1, 4_200]]));
    const { total, chargeReasons, lostCharges } = one({ charges }, lines, book, book);
    expect(total.charges).toMatchObject({
      paidFen: 0,
      beforeFen: 0,
      afterFen: 0,
      lostOrders: 1,
      lostFen: 4_200,
    });
    expect(chargeReasons).toEqual([{ reason, orders: 1, paidFen: 4_200 }]);
    expect(lostCharges).toEqual([{ orderId: 1, orderNo: 'Q1', paidFen: 4_200, reason }]);
  });

  test('do not depend on facts unused by the rules of its parts', () => {
    const elsewhere = [{ ...waived[0]!, scope: 'tag' as const, materialTag: 'brass' }];
    const other = { ...line, isRepeat: null };
    expect(one({ charges: [] }, [other], bookOf(elsewhere), bookOf(elsewhere)).total.charges).toMatchObject({
      lostOrders: 0,
    });
    const handPriced = one({ charges: [] }, [priced], bookOf(setup, MACHINING, gone), bookOf(dearer));
    expect(handPriced.total.charges).toMatchObject({ beforeFen: 5_000, afterFen: 8_000, lostOrders: 0 });
  });

  test('are revenue without a cost where every line of the order has a known cost', () => {
    const known = { ...line, costFen: 1_000 };
    const whole = one({ charges: [] }, [known], bookOf(setup), bookOf(dearer));
    expect(whole.total).toMatchObject({
      costFen: 1_000,
      costedBeforeFen: line.paidFen + 5_000,
      costedAfterFen: line.paidFen + 8_000,
    });
    expect(whole.customers[0]).toMatchObject({ costedAfterFen: line.paidFen + 8_000 });
    expect(whole.tags[0]).toMatchObject({ costedAfterFen: line.paidFen });
    const half = one(
      { charges: [] },
      [known, { ...line, lineNo: 2, costFen: null }],
      bookOf(setup),
      bookOf(dearer),
    );
    expect(half.total.costedAfterFen).toBe(line.paidFen);
  });
});
