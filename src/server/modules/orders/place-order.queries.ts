import type pg from 'pg';
import type { CustomerAsOrdered } from '#server/db/schema.ts';

/** Everything of a new order but its number. */
export interface NewOrder {
  userId: number;
  userName: string;
  key: string;
  bodyHash: string;
  /** The catalogue revision that priced it: the order is written only while it stands. */
  catalogueRevision: number;
  /** `YYYYMMDD` in Shanghai. */
  day: string;
  status: 'quoted' | 'placed';
  totalFen: number;
  deliveryTime: number;
  promisedDate: string;
  validUntil: Date;
  pieceCount: number;
  summary: string;
  deptId: number | null;
  customer: CustomerAsOrdered;
  contactName: string;
  contactPhone: string;
  address: string;
  remark: string;
  items: readonly NewOrderItem[];
  now: Date;
}

/** In the names of the table's columns: the statement reads them from JSON. */
export interface NewOrderItem {
  line_no: number;
  name: string;
  material_id: number;
  material_name: string;
  material_tag: string;
  num: number;
  length: number;
  width: number;
  height: number;
  remark: string;
  processes: unknown;
  unit_price_fen: number;
  sub_total_fen: number;
  delivery_time: number;
  trace: unknown;
}

/*
 * The whole order in one statement, so that it is one transaction with one flush and the day's counter row is locked
 * for no longer than that. The number has four digits or more, as `orderNumber` of the domain writes it.
 */
const text = `
with key as (
  insert into idempotency_key (user_id, key, body_hash, order_id, created_at)
  select $1, $2, $3, nextval('orders_id_seq'), $4::timestamptz
  where exists (select 1 from revision where name = 'catalogue' and value = $5)
  on conflict do nothing
  returning order_id
), number as (
  insert into order_counter as counter (day, last)
  select $6, 1 from key
  on conflict (day) do update set last = counter.last + 1
  returning last
), new_order as (
  insert into orders (
    id, order_no, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count, summary,
    user_id, dept_id, customer, contact_name, contact_phone, address, remark, catalogue_revision, placed_at,
    create_by, update_by, created_at, updated_at
  ) overriding system value
  select
    key.order_id, 'Q' || $6 || '-' || lpad(number.last::text, greatest(4, length(number.last::text)), '0'),
    $7, $8, $9, $10, $11::timestamptz, jsonb_array_length($12::jsonb), $13, $14,
    $1, $15, $16::jsonb, $17, $18, $19, $20, $5, case when $7 = 'placed' then $4::timestamptz end,
    $1, $1, $4::timestamptz, $4::timestamptz
  from key, number
  returning id
), items as (
  insert into order_item (
    order_id, line_no, name, material_id, material_name, material_tag, num, length, width, height, remark, processes,
    unit_price_fen, sub_total_fen, delivery_time, trace
  )
  select new_order.id, item.*
  from new_order, jsonb_to_recordset($12::jsonb) as item (
    line_no int, name text, material_id int, material_name text, material_tag text, num int, length float8,
    width float8, height float8, remark text, processes jsonb, unit_price_fen bigint, sub_total_fen bigint,
    delivery_time float8, trace jsonb
  )
), history as (
  insert into order_history (order_id, from_status, to_status, user_id, user_name, created_at)
  select id, null, $7, $1, $21, $4::timestamptz from new_order
)
select id from new_order`;

/**
 * Writes a new order and returns its id. Undefined, and nothing written, when the key was used before or the
 * catalogue has moved on: `findByKey` tells which.
 */
export async function insertOrder(pool: pg.Pool, order: NewOrder): Promise<number | undefined> {
  const values = [
    order.userId,
    order.key,
    order.bodyHash,
    order.now,
    order.catalogueRevision,
    order.day,
    order.status,
    order.totalFen,
    order.deliveryTime,
    order.promisedDate,
    order.validUntil,
    JSON.stringify(order.items),
    order.pieceCount,
    order.summary,
    order.deptId,
    JSON.stringify(order.customer),
    order.contactName,
    order.contactPhone,
    order.address,
    order.remark,
    order.userName,
  ];
  const { rows } = await pool.query<{ id: number }>({ name: 'insert_order', text, values });
  return rows[0]?.id;
}

/** The order that a user's key has made, if any. */
export async function findByKey(
  pool: pg.Pool,
  userId: number,
  key: string,
): Promise<{ orderId: number; bodyHash: string } | undefined> {
  const { rows } = await pool.query<{ orderId: number; bodyHash: string }>({
    name: 'find_idempotency_key',
    text: 'select order_id as "orderId", body_hash as "bodyHash" from idempotency_key where user_id = $1 and key = $2',
    values: [userId, key],
  });
  return rows[0];
}
