import { expect, test } from 'vitest';
import type { OperationLogRow } from './operation-log.ts';
import { createRefusedOperations } from './refused-operations.ts';

const refused = (userId: number, code = 409) => ({ userId, code, msg: '记录已存在' }) as OperationLogRow;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 27) + minute * 60_000);

test('a user gets 200 rows a minute, and one row for the rest', () => {
  const refusals = createRefusedOperations();
  const admitted = Array.from({ length: 205 }, () => refusals.admits(refused(1), at(0)));
  expect(admitted.filter(Boolean)).toHaveLength(200);
  expect(refusals.admits(refused(2), at(0))).toBe(true);
  expect(refusals.takeCounted()).toEqual([
    expect.objectContaining({ userId: 1, msg: expect.stringContaining('有 5 次未逐条记录') }),
  ]);
  expect(refusals.takeCounted()).toEqual([]);
  expect(refusals.admits(refused(1), at(1))).toBe(true);
});

test('throttled operations get one row a minute', () => {
  const refusals = createRefusedOperations();
  expect([1, 2, 3].map(() => refusals.admits(refused(1, 429), at(0)))).toEqual([true, false, false]);
  expect(refusals.admits(refused(1), at(0))).toBe(true);
  expect(refusals.takeCounted()).toMatchObject([{ msg: expect.stringContaining('有 2 次') }]);
});

test('a user gets 5,000 rows a day', () => {
  const refusals = createRefusedOperations();
  let rows = 0;
  for (let n = 0; n < 9_000; n += 1) if (refusals.admits(refused(1), at(n / 200))) rows += 1;
  expect(rows).toBe(5_000);
  expect(refusals.takeCounted()).toMatchObject([{ msg: expect.stringContaining('有 4000 次') }]);
  expect(refusals.admits(refused(1), at(24 * 60))).toBe(true);
});

test('the number of counted users is limited', () => {
  const refusals = createRefusedOperations();
  for (let userId = 1; userId <= 1_005; userId += 1) {
    refusals.admits(refused(userId, 429), at(0));
    refusals.admits(refused(userId, 429), at(0));
  }
  expect(refusals.takeCounted()).toHaveLength(1_000);
});
