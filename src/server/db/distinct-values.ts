import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import { contains } from './list-query.ts';

/** The values of an indexed column that contain the text. A loose index scan: one lookup for each value. */
export async function distinctValues(db: Db, column: PgColumn, text: string): Promise<string[]> {
  const name = sql.identifier(column.name);
  const { rows } = await db.execute<{ value: string }>(sql`
    with recursive scan as (
      (select ${name} as value from ${column.table} order by ${name} limit 1)
      union all
      select (select ${name} from ${column.table} where ${name} > scan.value order by ${name} limit 1)
      from scan where scan.value is not null
    )
    select value from scan where ${contains(sql`value`, text)}`);
  return rows.map(({ value }) => value);
}
