import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from './db/database.ts';
import { createLogger } from './logger.ts';

let database: Database;
beforeAll(() => {
  database = openDatabase(inject('postgresUrl'), 1, () => undefined);
});
afterAll(() => database.close());

test('a failed statement is logged with its text and its cause, without its values', async () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  const secret = 'SECRET-VALUE';
  const failure: unknown = await database.db
    .execute(sql`select ${secret}::text, ${`${secret}\nsecond line ${secret}`}::text, ${secret}::int`)
    .then(() => undefined)
    .catch((error: unknown) => error);
  logger.error({ err: failure, url: '/api/v1/order' }, 'server.error');
  const [line = ''] = lines;
  expect(line).toContain('select $1::text');
  expect(line).toContain('logger.test.ts');
  expect(JSON.parse(line)).toMatchObject({ url: '/api/v1/order', msg: 'server.error' });
  // PostgreSQL repeats the value in its own message.
  expect(line.replaceAll(/invalid input syntax for type integer: [^:]*?SECRET-VALUE\\?"/g, '')).not.toContain(
    secret,
  );
});

test('a very long error is truncated', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) });
  logger.error({ err: new Error('x'.repeat(5_000_000)) }, 'too long');
  expect(lines[0]!.length).toBeLessThan(20_000);
});
