import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** `access`, `catalogue` and `settings`: each write advances its row, so that replicas refresh their caches. */
export const revisions = pgTable('revision', {
  name: text('name').primaryKey(),
  value: bigint('value', { mode: 'number' }).notNull(),
  changedAt: time('changed_at').notNull(),
});

/** One row per table of records; a trigger advances it with every write (migration 0010). Cached counts depend on it. */
export const tableRevisions = pgTable('table_revision', {
  name: text('name').primaryKey(),
  value: bigint('value', { mode: 'number' }).notNull(),
});
