import pg from 'pg';
import { inBatches } from '#server/db/batches.ts';

/** Everything of a new order but its number and its customer, whom the statement reads itself. */
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
  file_ids: readonly number[];
}

/*
 * Orders that are placed at the same moment in one statement: one transaction and one flush for all of them, and the day's
 * counter row, for which every order waits, is locked no longer than that. Keys come before counters and both in their
 * order, so that two such statements never wait for each other in a circle. The number has four digits or more, as
 * `orderNumber` of the domain writes it; the customer is as of now. The catalogue's revision is locked against change
 * until the orders stand: without it, one that waits for the counter could be written after a price change it never saw.
 * Files that are attached must be the customer's own uploads.
 */
const text = `
with input as (
  select distinct on (user_id, key) *
  from rows from (jsonb_to_recordset($1::jsonb) as (
    user_id int, user_name text, key text, body_hash text, catalogue_revision bigint, day text, status text,
    total_fen bigint, delivery_time float8, promised_date text, valid_until timestamptz, piece_count int, summary text,
    dept_id int, contact_name text, contact_phone text, address text, remark text, items jsonb, file_ids int[],
    now timestamptz
  )) with ordinality
  order by user_id, key, ordinality
), key as (
  insert into idempotency_key (user_id, key, body_hash, order_id, created_at)
  select user_id, key, body_hash, nextval('orders_id_seq'), now
  from input
  where catalogue_revision = (select value from revision where name = 'catalogue' for share)
    and not exists (
      select from unnest(file_ids) as attached
      where not exists (
        select from file where file.id = attached and file.owner_id = input.user_id and file.kind = 'upload'
      )
    )
  order by user_id, key
  on conflict do nothing
  returning user_id, key, order_id
), accepted as (
  select input.*, key.order_id, row_number() over (partition by day order by ordinality) as place
  from input join key using (user_id, key)
), counter as (
  insert into order_counter as counter (day, last)
  select day, count(*) from accepted group by day order by day
  on conflict (day) do update set last = counter.last + excluded.last
  returning day, last
), numbered as (
  select accepted.*, counter.last - count(*) over (partition by day) + place as number
  from accepted join counter using (day)
), new_order as (
  insert into orders (
    id, order_no, status, total_fen, delivery_time, promised_date, valid_until, item_count, piece_count, summary,
    user_id, dept_id, customer, contact_name, contact_phone, address, remark, catalogue_revision, placed_at,
    create_by, update_by, created_at, updated_at
  ) overriding system value
  select
    n.order_id, 'Q' || n.day || '-' || lpad(n.number::text, greatest(4, length(n.number::text)), '0'), n.status,
    n.total_fen, n.delivery_time, n.promised_date, n.valid_until, jsonb_array_length(n.items), n.piece_count, n.summary,
    n.user_id, n.dept_id,
    jsonb_build_object(
      'username', u.username, 'nickName', u.nick_name, 'phone', u.phone, 'email', u.email,
      'companyTitle', u.company_title, 'taxNumber', u.tax_number, 'deptName', coalesce(d.dept_name, '')
    ),
    n.contact_name, n.contact_phone, n.address, n.remark, n.catalogue_revision,
    case when n.status = 'placed' then n.now end, n.user_id, n.user_id, n.now, n.now
  from numbered n
  join sys_user u on u.user_id = n.user_id
  left join sys_dept d on d.dept_id = n.dept_id
), items as (
  insert into order_item (
    order_id, line_no, name, material_id, material_name, material_tag, num, length, width, height, remark, processes,
    unit_price_fen, sub_total_fen, delivery_time, trace
  )
  select numbered.order_id, item.*
  from numbered, jsonb_to_recordset(numbered.items) as item (
    line_no int, name text, material_id int, material_name text, material_tag text, num int, length float8,
    width float8, height float8, remark text, processes jsonb, unit_price_fen bigint, sub_total_fen bigint,
    delivery_time float8, trace jsonb
  )
), files as (
  insert into order_item_file (order_id, revision, line_no, file_id, place)
  select numbered.order_id, 1, item.line_no, file.id::int, file.place
  from numbered, jsonb_to_recordset(numbered.items) as item (line_no int, file_ids jsonb),
    jsonb_array_elements(item.file_ids) with ordinality as file (id, place)
  where numbered.file_ids <> '{}'
), history as (
  insert into order_history (order_id, from_status, to_status, user_id, user_name, created_at)
  select order_id, null, status, user_id, user_name, now from numbered
)
select ordinality::int as position, order_id::int as id from accepted`;

/** Those that wait while one statement is written share the next; a second one prepares while the first is flushed. */
const batches = { max: 50, atOnce: 2, waitMs: 2_000 };

/**
 * Writes a new order and resolves with its id. Undefined, and nothing written, when the key was used before (see
 * `findByKey`), the catalogue has changed, or a file is gone.
 */
export type OrderWriter = (order: NewOrder) => Promise<number | undefined>;

export function createOrderWriter(pool: pg.Pool): OrderWriter {
  return inBatches(batches, async (orders: NewOrder[]) => {
    const [first] = orders;
    if (first && orders.length === 1) return [await insertOne(pool, first)];
    try {
      return await insertOrders(pool, orders);
    } catch (error) {
      // One that the database refuses must not take the others with it.
      if (!(error instanceof pg.DatabaseError)) throw error;
      return orders.map((order) => insertOne(pool, order));
    }
  });
}

async function insertOne(pool: pg.Pool, order: NewOrder): Promise<number | undefined> {
  try {
    return (await insertOrders(pool, [order]))[0];
  } catch (error) {
    // Its owner removed a file in this very moment.
    const isFileGone =
      error instanceof pg.DatabaseError && error.constraint === 'order_item_file_file_id_file_id_fk';
    if (isFileGone) return undefined;
    throw error;
  }
}

async function insertOrders(pool: pg.Pool, orders: readonly NewOrder[]): Promise<(number | undefined)[]> {
  const values = [JSON.stringify(orders.map(toRow))];
  const { rows } = await pool.query<{ position: number; id: number }>({
    name: 'insert_orders',
    text,
    values,
  });
  const idAt = new Map(rows.map(({ position, id }) => [position, id]));
  return orders.map((_, index) => idAt.get(index + 1));
}

/** In the names of the statement. */
function toRow(order: NewOrder) {
  return {
    user_id: order.userId,
    user_name: order.userName,
    key: order.key,
    body_hash: order.bodyHash,
    catalogue_revision: order.catalogueRevision,
    day: order.day,
    status: order.status,
    total_fen: order.totalFen,
    delivery_time: order.deliveryTime,
    promised_date: order.promisedDate,
    valid_until: order.validUntil,
    piece_count: order.pieceCount,
    summary: order.summary,
    dept_id: order.deptId,
    contact_name: order.contactName,
    contact_phone: order.contactPhone,
    address: order.address,
    remark: order.remark,
    items: order.items,
    file_ids: order.items.flatMap((item) => item.file_ids),
    now: order.now,
  };
}

/** The order made with a user's key, if any. */
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
