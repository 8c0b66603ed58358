import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { fen, time } from './columns.ts';

/**
 * Orders before (sign -1) and after (sign 1) each change, written by triggers on `orders` and folded into the sums
 * below by a job. Dashboards and counts add the sums and these rows.
 */
export const orderChanges = pgTable('order_change', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  sign: smallint('sign').notNull(),
  orderId: integer('order_id').notNull(),
  revision: integer('revision').notNull(),
  status: text('status').$type<OrderStatus>().notNull(),
  totalFen: fen('total_fen').notNull(),
  promisedDate: text('promised_date').notNull(),
  userId: integer('user_id').notNull(),
  deptId: integer('dept_id'),
  createdAt: time('created_at').notNull(),
  placedAt: time('placed_at'),
  shippedAt: time('shipped_at'),
});

/** The key of a row of sums: the whole shop or one company, and a Shanghai day or the month that starts on it. */
const grain = {
  /** `shop/day`, `company/day`, `shop/month` or `company/month`. */
  grain: text('grain').notNull(),
  /** 0 for the whole shop and for users without a company. */
  deptId: integer('dept_id').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
};
const sum = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** Orders by creation date (quotations, won), order date (orders, fen), promised date (due, open) and ship date (rest). */
export const orderDaySums = pgTable(
  'order_day_sum',
  {
    ...grain,
    quotations: sum('quotations'),
    /** No default, so that folding fails in an older server version, which counts orders by creation date. */
    won: bigint('won', { mode: 'number' }).notNull(),
    orders: sum('orders'),
    fen: sum('fen'),
    due: sum('due'),
    open: sum('open'),
    shipped: sum('shipped'),
    late: sum('late'),
    /** Days from the order to the promised date, and to the shipment. */
    promisedDays: sum('promised_days'),
    actualDays: sum('actual_days'),
  },
  (t) => [
    primaryKey({ columns: [t.grain, t.deptId, t.day] }),
    index('order_day_sum_day').on(t.grain, t.day, t.deptId),
    index('order_day_sum_open')
      .on(t.grain, t.deptId, t.day)
      .where(sql`open <> 0`),
  ],
);

/** Materials of placed orders by the day on which they were placed. Companies have monthly rows only. */
export const orderMaterialSums = pgTable(
  'order_material_sum',
  {
    ...grain,
    materialName: text('material_name').notNull(),
    pieces: sum('pieces'),
    fen: sum('fen'),
    orders: sum('orders'),
  },
  (t) => [primaryKey({ columns: [t.grain, t.deptId, t.day, t.materialName] })],
);

/** Orders of a user, as a member of a company, by status. */
export const orderStatusSums = pgTable(
  'order_status_sum',
  {
    userId: integer('user_id').notNull(),
    deptId: integer('dept_id').notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    count: sum('count'),
    fen: sum('fen'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.deptId, t.status] }),
    index('order_status_sum_dept').on(t.deptId),
  ],
);
