import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { buildModel } from '#tests/support/data/wire-order.ts';
import { buildOrder } from './order.test-data.ts';
import { orderDetailsQuery } from './order-query.ts';

test('an order is fetched again while one of its models is being measured', () => {
  const client = new QueryClient();
  const { queryKey, refetchInterval } = orderDetailsQuery(3);
  if (typeof refetchInterval !== 'function') throw new TypeError('The order is never fetched again.');
  const msWith = (status: 'waiting' | 'measured', isDeleted = false) => {
    client.setQueryData(queryKey, buildOrder({ models: [buildModel({ status, isDeleted })] }));
    const query = client.getQueryCache().find({ queryKey });
    return refetchInterval(query as unknown as Parameters<typeof refetchInterval>[0]);
  };
  expect(msWith('waiting')).toBeGreaterThan(0);
  expect(msWith('waiting', true)).toBe(false);
  expect(msWith('measured')).toBe(false);
});
