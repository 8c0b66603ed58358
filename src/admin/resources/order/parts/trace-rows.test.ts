import { expect, test } from 'vitest';
import { aluminium, pricePart } from '#tests/support/data/wire-order.ts';
import { buildOrder } from '../order.test-data.ts';
import { traceRows } from './trace-rows.ts';

const [item] = buildOrder().items;

const compare = ({ trace }: ReturnType<typeof pricePart>) =>
  item ? traceRows(item, { ...trace, options: [...trace.options] }) : [];
const differing = (today: ReturnType<typeof pricePart>) =>
  compare(today)
    .filter((row) => row.isDifferent)
    .map((row) => row.label);

test('equal prices differ in no factor', () => {
  expect(differing(pricePart())).toEqual([]);
});

test('a different machining price changes its factor and every sum that includes it', () => {
  expect(differing(pricePart(90))).toEqual(['加工基价（aluminium）', '每件合计', '基准单价', '小计']);
});

test('a row shows the stored value and the compared one', () => {
  expect(compare(pricePart(90))[0]).toMatchObject({ stored: '¥85.00', compared: '¥90.00' });
});

test('a different option price, stock size and delivery time each change their factor', () => {
  const today = {
    ...aluminium,
    length: 100,
    deliveryTime: 4,
    processConfig: [{ id: 11, price: 20, time: 1.5 }],
  };
  expect(differing(pricePart(85, today))).toEqual([
    '表面处理：阳极氧化',
    '每件合计',
    '基准体积',
    '基准单价',
    '小计',
    '基础交期',
    '含工艺交期',
    '交期',
  ]);
});

test('without today’s prices nothing is compared', () => {
  expect(item && traceRows(item).every((row) => row.compared === undefined && !row.isDifferent)).toBe(true);
});
