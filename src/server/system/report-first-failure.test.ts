import { expect, test } from 'vitest';
import { reportFirstFailure } from './report-first-failure.ts';

test('reports only the first of consecutive failures, and the next one after a success', () => {
  const reported: unknown[] = [];
  const outcome = reportFirstFailure((error) => reported.push(error));
  outcome.failed(1);
  outcome.failed(2);
  outcome.succeeded();
  outcome.failed(3);
  expect(reported).toEqual([1, 3]);
});
