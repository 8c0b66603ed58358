import { sql } from 'drizzle-orm';
import {
  bigint,
  customType,
  integer,
  smallint,
  text,
  timestamp,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { alternativeInFen, alternativeInYuan } from '#contract/orders/alternatives.ts';
import { chargeInFen, chargeInYuan } from '#contract/orders/charges.ts';
import { fenFromYuan, yuanFromFen } from '#domain/money.ts';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A JSON list that is stored in yuan and read in fen. */
const listInYuan = <T, S>(toYuan: (item: T) => S, toFen: (stored: S) => T) =>
  customType<{ data: T[]; driverData: string | S[] }>({
    dataType: () => 'jsonb',
    toDriver: (list) => JSON.stringify(list.map(toYuan)),
    fromDriver: (stored) => (stored as S[]).map(toFen),
  });
export const chargesJson = listInYuan(chargeInYuan, chargeInFen);
export const alternativesJson = listInYuan(alternativeInYuan, alternativeInFen);
/** `timestamptz`, to the millisecond. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const serial = (name: string) => integer(name).generatedAlwaysAsIdentity();
/** The id of a row of another table, which must exist. */
export const reference = (name: string, id: () => AnyPgColumn) => integer(name).notNull().references(id);
/** Ids of rows of another table, in order. */
export const idList = (name: string) =>
  integer(name)
    .array()
    .notNull()
    .default(sql`'{}'`);
/** Money: whole fen. */
export const fen = (name: string) => bigint(name, { mode: 'number' });

/** A price of the price table: yuan, as staff enter it and the formula reads it, stored as whole fen. */
export const priceInYuan = customType<{ data: number; driverData: number | string }>({
  dataType: () => 'bigint',
  toDriver: fenFromYuan,
  fromDriver: (stored) => yuanFromFen(Number(stored)),
});

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
/** The condition of partial indexes on such records. */
export const notDeleted = sql`deleted_at is null`;
/** For records that staff sort, disable and annotate. */
export const listColumns = {
  sort: integer('sort').notNull().default(0),
  /** 2 on, 1 off. */
  status: smallint('status').notNull().default(2),
  remark: text('remark').notNull().default(''),
  ...audit,
  ...softDelete,
};
