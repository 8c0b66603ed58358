import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** UTC with offset, to the millisecond. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const serial = (name: string) => integer(name).generatedAlwaysAsIdentity();
/** Money: whole fen. */
export const fen = (name: string) => bigint(name, { mode: 'number' });

/** Columns of every record that can be edited; each write advances `version`. */
export const audit = {
  version: integer('version').notNull().default(1),
  createBy: integer('create_by').notNull().default(0),
  updateBy: integer('update_by').notNull().default(0),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
};
/** For records that others refer to. */
export const softDelete = { deletedAt: time('deleted_at') };
