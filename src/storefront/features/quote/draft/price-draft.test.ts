import { describe, expect, test, vi } from 'vitest';
import { quotedFigures } from '#contract/orders/quotes.ts';
import vectors from '#domain/pricing/vectors.json' with { type: 'json' };
import { priceItem } from '#domain/pricing/price-item.ts';
import { buildFields, buildPart, catalogue } from './fixtures.test-data.ts';
import { countsText, createPricer, ladderOf, pricePart, summarise } from './price-draft.ts';

vi.mock(import('#domain/pricing/price-item.ts'), { spy: true });

describe('the price of a part as typed', () => {
  test('is the kernel’s price', () => {
    const price = pricePart(buildFields(), catalogue);
    // 85 machining + 12 anodising + 1 black = 98 yuan; inside the stock; 50 pieces.
    expect(price).toMatchObject({
      isPriced: true,
      missing: [],
      price: { unitPriceFen: 9800, subTotalFen: Math.round(9800 * 50 ** 0.86) },
    });
  });

  test.each([
    [{ materialId: null }, '选择材料后显示价格'],
    [{ length: '' }, '填写尺寸后显示价格'],
    [{ height: '-1' }, '尺寸须大于 0'],
    [{ height: '1e3' }, '高度必须是数字'],
    [{ length: 'abc' }, '长度必须是数字'],
    [{ length: '12,5 mm' }, '长度的小数点请写成“.”'],
    [{ num: '1.234,5' }, '数量的小数点请写成“.”'],
    [{ num: '' }, '填写数量后显示价格'],
    [{ num: '2.5' }, '数量须为 1 以上的整数'],
    [{ num: '999999999999999', length: '9999' }, '金额超出报价范围，请联系我们报价'],
  ])('is missing for %j, with the reason', (overrides, reason) => {
    expect(pricePart(buildFields(overrides), catalogue)).toEqual({ isPriced: false, reason });
  });

  test.each([
    [{ selections: { process_10: 12, process_20: 21 } }, '“表面处理：喷砂”'],
    [{ materialId: 2 }, '材料 SUS304 '],
  ])('is left to staff where the table has none: %j', (overrides, what) => {
    const [first, ...others] = catalogue.materials;
    const unpriced = {
      ...catalogue,
      materials: [
        { ...first!, processConfig: first!.processConfig.filter(({ id }) => id !== 12) },
        ...others,
      ],
      cncPrice: { aluminium: 85 },
    };
    const fields = buildFields(overrides);
    expect(pricePart(fields, unpriced)).toEqual({
      isPriced: false,
      reason: `${what}没有在线价格，由我们人工报价，提交询价即可`,
      isUnpriced: true,
    });
    expect(ladderOf(fields, unpriced)).toEqual([]);
  });

  test('is provisional while processes are missing, and never includes unsuitable ones', () => {
    const price = pricePart(buildFields({ materialId: 2 }), catalogue);
    expect(price).toMatchObject({
      isPriced: true,
      missing: ['表面处理', '热处理'],
      price: { unitPriceFen: 15000 },
    });
  });
});

test('the ladder includes the typed quantity, and is empty without a price', () => {
  expect(ladderOf(buildFields({ num: '37' }), catalogue).map(({ num }) => num)).toContain(37);
  expect(ladderOf(buildFields({ length: '' }), catalogue)).toEqual([]);
  expect(ladderOf(buildFields({ num: '0' }), catalogue)).toEqual([]);
});

test('typing in one part prices only that part', () => {
  const viewOf = createPricer(catalogue);
  const [first, second] = [buildPart(), buildPart({ key: 'part-2', num: '3' })];
  const before = summarise([first, second], viewOf);
  vi.mocked(priceItem).mockClear();
  const after = summarise([{ ...first, num: '51' }, second], viewOf);
  expect(priceItem).toHaveBeenCalledTimes(1);
  expect(after.lines[1]?.view).toBe(before.lines[1]?.view);
});

test('the total is the exact sum of the complete parts; incomplete ones are only counted', () => {
  const viewOf = createPricer(catalogue);
  const parts = [
    buildPart({ num: '50' }),
    buildPart({ key: 'part-2', num: '3', length: '500' }),
    buildPart({ key: 'part-3', selections: {} }),
    buildPart({ key: 'part-4', num: '' }),
  ];
  const summary = summarise(parts, viewOf);
  const [first, second] = parts.map((part) => viewOf(part).price);
  if (!first?.isPriced || !second?.isPriced) throw new Error('both parts are complete');
  expect(summary).toMatchObject({ partCount: 4, pieces: 53, incompleteCount: 2 });
  expect(summary.totalFen).toBe(first.price.subTotalFen + second.price.subTotalFen);
  expect(summary.deliveryTime).toBe(Math.max(first.price.deliveryDays, second.price.deliveryDays));
});

test.each(vectors.slice(0, 6).map((vector, index) => [index, vector] as const))(
  'vector %i through the form gives the expected figures',
  (_, { material, item, cncPrice, expect: expected }) => {
    const { num, length, width, height, ...rest } = item;
    const selections = Object.fromEntries(Object.entries(rest).filter(([key]) => key.startsWith('process_')));
    const tree = Object.entries(selections).map(([key, optionId]) => ({
      ...catalogue.tree[0]!,
      id: Number(key.slice(8)),
      children: [{ ...catalogue.tree[0]!.children[0]!, id: Number(optionId) }],
    }));
    const fields = buildFields({
      materialId: 1,
      num: String(num),
      length: String(length),
      width: String(width),
      height: String(height),
      selections,
    });
    const price = pricePart(fields, {
      materials: [{ ...catalogue.materials[0]!, ...material, id: 1 }],
      tree,
      cncPrice,
    });
    expect(price.isPriced && quotedFigures(price.price)).toMatchObject(expected);
  },
);

test.each([
  [{ partCount: 15, pieces: 1034, incompleteCount: 0, unpricedCount: 0 }, '15 种 1034 件'],
  [{ partCount: 15, pieces: 1034, incompleteCount: 2, unpricedCount: 1 }, '12 种 1034 件，另有 3 种未计价'],
  [{ partCount: 2, pieces: 0, incompleteCount: 1, unpricedCount: 1 }, '2 种未计价'],
])('the text for %j says how many kinds the total leaves out', (counts, text) => {
  expect(countsText(counts)).toBe(text);
});
