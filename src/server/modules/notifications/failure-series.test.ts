import { expect, test } from 'vitest';
import { tellFirstOf } from './failure-series.ts';

test('of failures in a row the first is told, and the next one after it worked again', () => {
  const told: unknown[] = [];
  const outcome = tellFirstOf((error) => told.push(error));
  outcome.failed(1);
  outcome.failed(2);
  outcome.worked();
  outcome.failed(3);
  expect(told).toEqual([1, 3]);
});
