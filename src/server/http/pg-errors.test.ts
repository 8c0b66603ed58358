import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { asDatabaseFailure } from './pg-errors.ts';

const nameOf = (code: string) =>
  asDatabaseFailure(
    new Error('Failed query', { cause: Object.assign(new pg.DatabaseError('x', 1, 'error'), { code }) }),
  )?.error;

describe('an error of PostgreSQL', () => {
  const codes = {
    'lost connections': ['08000', '08003', '08006', '08P01'],
    'a demoted leader and transaction timeouts': ['25006', '25P03', '25P04'],
    'memory, connections and configured limits': ['53000', '53200', '53300', '53400'],
    'its stop or start': ['57P01', '57P02', '57P03', '57P04', '57P05'],
    'the machine below it': ['58000', '58030', '58P01', '58P02'],
  };
  test.each(Object.entries(codes))('about %s is 503, because a retry may succeed', (_, states) => {
    expect([...new Set(states.map(nameOf))]).toStrictEqual(['server.unavailable']);
  });

  test('is 507 for a full disk, and busy for a cancelled statement', () => {
    expect([nameOf('53100'), nameOf('57014')]).toStrictEqual(['storage.full', 'server.busy']);
  });
});

test('errors in our own statements and transactions are not converted', () => {
  expect(['25P02', '25001', '42601', '42P01', '22003', '23503'].map(nameOf)).toStrictEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});
