import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import * as schema from '#server/db/schema.ts';
import type { TableHeader } from './archive.ts';

/** Short-lived sign-in data. Sessions and known devices are left out too, so all users must sign in again after a restore. */
const TRANSIENT = ['captcha', 'login_challenge', 'login_ticket', 'throttle', 'session', 'known_device'];
/** Filled by triggers, even during a restore. */
const DERIVED = [
  'table_revision',
  'order_change',
  'order_day_sum',
  'order_material_sum',
  'order_status_sum',
  // After a restore, the parts of every order are assigned again, with the same result.
  'part_change',
];
const EXCLUDED = new Set([...TRANSIENT, ...DERIVED]);

/** The tables that a backup contains. */
export const tableNames: readonly string[] = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableName(table))
  .filter((name) => !EXCLUDED.has(name));

/** The tables with their columns, each after the tables that it references. */
export async function listTables(client: pg.Client): Promise<TableHeader[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(
    `select c.relname as name,
       array(select attname::text from pg_attribute
             where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
       array(select t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
             where f.contype = 'f' and f.conrelid = c.oid and t.oid <> c.oid) as needs
     from pg_class c where c.oid = any($1::regclass[])`,
    [tableNames],
  );
  const sorted: TableHeader[] = [];
  const unsorted = new Map(rows.map((row) => [row.name, row]));
  while (unsorted.size > 0) {
    const ready = [...unsorted.values()].filter(({ needs }) => !needs.some((name) => unsorted.has(name)));
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...unsorted.keys()].join(', ')}`);
    for (const { name, columns } of ready) {
      unsorted.delete(name);
      sorted.push({ name, columns });
    }
  }
  return sorted;
}

/** `"orders" ("id", "order_no")` for COPY. */
export function copyTarget(client: pg.Client, { name, columns }: TableHeader): string {
  return `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
}
