import { expect, test } from 'vitest';
import { CHANGE_BUCKETS, changeBucket, edgeClass, quantityClass, valueClass } from './size-classes.ts';

test.each([
  [10_000, 10_000, '不变'],
  [10_000, 10_001, '高 5% 以内'],
  [10_000, 10_500, '高 5% 以内'],
  [10_000, 10_501, '高 5–10%'],
  [10_000, 11_001, '高 10–20%'],
  [10_000, 12_000, '高 10–20%'],
  [10_000, 12_001, '高 20% 以上'],
  [10_000, 9_999, '低 5% 以内'],
  [10_000, 9_499, '低 5–10%'],
  [10_000, 8_000, '低 10–20%'],
  [10_000, 7_999, '低 20% 以上'],
  [0, 1, '高 20% 以上'],
  [0, 0, '不变'],
])('from %i to %i fen is %s', (before, after, label) => {
  expect(CHANGE_BUCKETS[changeBucket(before, after)]).toBe(label);
});

test('a figure equal to an upper end belongs to that class', () => {
  expect([1, 2, 9, 10, 199, 200, 1e6].map((num) => quantityClass(num).label)).toEqual([
    '1 件',
    '2–9 件',
    '2–9 件',
    '10–49 件',
    '50–199 件',
    '200 件及以上',
    '200 件及以上',
  ]);
  expect(edgeClass({ length: 10, width: 100, height: 99.99 })).toEqual({ index: 2, label: '100–200 mm' });
  expect([49_999, 50_000, 4_999_999, 5_000_000].map((fen) => valueClass(fen).index)).toEqual([0, 1, 3, 4]);
});
