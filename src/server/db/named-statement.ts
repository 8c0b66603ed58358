import { DrizzleQueryError, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** A statement or its first part: parameters are numbered from `$1`. */
export interface Statement {
  text: string;
  values: unknown[];
}

const dialect = new PgDialect();

export function compile(part: SQL): Statement {
  const { sql: text, params: values } = dialect.sqlToQuery(part);
  return { text, values };
}

/** Each connection of the pool caches up to this many plans: a few megabytes in total. */
const MAX_NAMES = 200;
const names = new Map<string, string>();

/**
 * Runs a named statement, which each connection parses once; rows have the names and types that `pg` gives them. Texts
 * beyond the first 200 run without a name. Throws the same errors as Drizzle.
 */
export async function runNamed<Row extends object>(db: Db, { text, values }: Statement): Promise<Row[]> {
  const name = nameOf(text);
  try {
    const { rows } = await db.$client.query<Row>(
      name === undefined ? { text, values } : { name, text, values },
    );
    return rows;
  } catch (error) {
    throw new DrizzleQueryError(text, values, error instanceof Error ? error : undefined);
  }
}

function nameOf(text: string): string | undefined {
  const existing = names.get(text);
  if (existing !== undefined || names.size >= MAX_NAMES) return existing;
  const name = `named_${names.size}`;
  names.set(text, name);
  return name;
}
