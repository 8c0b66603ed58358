import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from './database.ts';

let database: Database;
const slow: string[] = [];
beforeAll(() => {
  database = openDatabase(
    inject('postgresUrl'),
    2,
    () => undefined,
    (statement, ms) => slow.push(`${statement} ${ms > 500}`),
  );
});
afterAll(() => database.close());

const figuresOf = (part: string) =>
  database.statements.slowest(1000).filter((figures) => figures.statement.includes(part));

describe('statement statistics', () => {
  test('count and time all statements of the pool, including failed ones', async () => {
    const { pool } = database;
    await pool.query('select 1 as slow, pg_sleep(0.05)');
    await pool.query({ name: 'quick', text: 'select $1::int as quick', values: [1] });
    await pool.query({ name: 'quick', text: 'select $1::int as quick', values: [2] });
    await expect(pool.query('select broken_column')).rejects.toThrow('broken_column');
    expect(figuresOf('as quick')).toMatchObject([{ calls: 2 }]);
    expect(figuresOf('broken_column')).toMatchObject([{ calls: 1 }]);
    const [slowed] = figuresOf('as slow');
    expect(slowed).toMatchObject({ statement: 'select 1 as slow, pg_sleep(0.05)', calls: 1 });
    expect(slowed!.meanMs).toBeGreaterThan(49);
    const means = database.statements.slowest(1000).map(({ meanMs }) => meanMs);
    expect(means).toEqual(means.toSorted((a, b) => b - a));
  });

  test('include clients outside the pool, and count lists of any length as one statement', async () => {
    const client = await database.pool.connect();
    await client.query('select 7 in ($1::int, $2) as listed', [1, 2]);
    await client.query('select 7 in ($1::int, $2) as listed', [1, 2]);
    client.release();
    await database.pool.query('select 8 in ($1, $2, $3) as counted', [1, 2, 3]);
    await database.pool.query('select 8 in ($1, $2, $3, $4) as counted', [1, 2, 3, 4]);
    expect(figuresOf('as listed')).toMatchObject([{ calls: 2 }]);
    expect(figuresOf('as counted')).toMatchObject([{ statement: 'select 8 in ($…) as counted', calls: 2 }]);
  });

  test('keep a limited number of different statements', async () => {
    const other = openDatabase(inject('postgresUrl'), 1, () => undefined);
    for (let n = 0; n < 400; n += 1) await other.pool.query(`select 1 as column_${n}`);
    expect(other.statements.slowest(10_000).length).toBeLessThanOrEqual(301);
    await other.close();
  });

  test('report statements slower than half a second, without their values', async () => {
    await database.pool.query('select pg_sleep($1), $2::text as sought', [0.55, 'a name']);
    expect(slow.filter((line) => line.includes('sought'))).toEqual([
      'select pg_sleep($1), $2::text as sought true',
    ]);
    // On a slow machine other statements may be reported too.
    expect(slow.filter((line) => line.endsWith('false'))).toEqual([]);
  });
});
