import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withStep } from './line.ts';
import { explainPriceDifference } from './price-difference.ts';
import { priceItem } from './price-item.ts';
import { buildItem, buildMaterial, pricedItems } from './samples.test-data.ts';
import type { PricedMaterial } from './types.ts';

const names = { process: (id: number) => `工艺${id}`, option: (id: number) => `选项${id}` };
const trace = (material: Partial<PricedMaterial>, item: Parameters<typeof buildItem>[0], machining = 100) =>
  priceItem(buildMaterial(material), buildItem(item), { tag: machining }).trace;
const textsOf = (...traces: [ReturnType<typeof trace>, ReturnType<typeof trace>]) =>
  explainPriceDifference(...traces, names)?.map(({ text, fen }) => [text, fen]);

test('the same part at the same prices has no reasons', () => {
  const before = trace({}, { num: 7, process_1: 11 });
  expect(explainPriceDifference(before, before, names)).toEqual([]);
});

test('each changed factor is named with its share of the difference', () => {
  const before = trace({}, { process_1: 11, process_2: 22 });
  const dearer = [
    { id: 11, price: 12.1, time: 1 },
    { id: 22, price: 20.2, time: 1 },
    { id: 33, price: 5, time: 0 },
  ];
  expect(textsOf(before, trace({ processConfig: dearer }, { process_1: 11, process_2: 22 }, 110))).toEqual([
    ['加工基价由 ¥100.00 变为 ¥110.00', 1_000],
    ['工艺1“选项11”每件由 ¥10.10 变为 ¥12.10', 200],
  ]);
  expect(textsOf(before, trace({ processConfig: dearer }, { process_1: 33, process_3: 11 }))).toEqual([
    ['工艺1由“选项11”改为“选项33”', -510],
    ['取消工艺2“选项22”', -2_020],
    ['增加工艺3“选项11”', 1_210],
  ]);
  expect(textsOf(before, trace({ id: 2, name: '7075' }, { process_1: 11, process_2: 22 }, 150))).toEqual([
    ['材料由“6061 铝”改为“7075”', 5_000],
  ]);
  expect(
    textsOf(before, trace({}, { process_1: 11, process_2: 22, num: 2, length: 1e6 }))?.map(([text]) => text),
  ).toEqual(['零件尺寸有改动', '数量由 1 件改为 2 件']);
  const small = trace({ length: 1, width: 1, height: 1 }, {});
  expect(textsOf(trace({}, {}), small)?.map(([text]) => text)).toEqual(['材料的毛坯尺寸有调整']);
});

test('a manual price is compared with the formula at the time, an unpriced line with nothing', () => {
  const formula = trace({}, {});
  const hand = withStep(formula, { kind: 'price', amount: 80, days: 3, reason: '', by: '' });
  expect(textsOf(hand, trace({}, {}, 110))).toEqual([
    ['当时由人工定价 ¥80.00，按当时的价格表为 ¥100.00', 2_000],
    ['加工基价由 ¥100.00 变为 ¥110.00', 1_000],
  ]);
  expect(explainPriceDifference(withStep(formula, { kind: 'open' }), formula, names)).toBeUndefined();
});

test('the reasons add up exactly to the difference for any change', () => {
  const items = pricedItems.map(({ material, item, cncPrice }) => priceItem(material, item, cncPrice));
  fc.assert(
    fc.property(items, items, fc.boolean(), (before, now, isSameMaterial) => {
      const after = isSameMaterial ? now.trace : { ...now.trace, materialId: 9 };
      const reasons = explainPriceDifference(before.trace, after, names);
      // A size between the two may be beyond the limit.
      if (reasons === undefined) return;
      const sum = reasons.reduce((total, { fen }) => total + fen, 0);
      expect(sum).toBe(now.subTotalFen - before.subTotalFen);
      expect(reasons.every(({ text, fen }) => text !== '' && fen !== 0)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
