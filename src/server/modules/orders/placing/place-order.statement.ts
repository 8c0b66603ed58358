import { orderItems, orders } from '#server/db/schema.ts';
import { recordsetFields, itemColumns, columnNames, placedColumns, recordsetTypes } from './order-columns.ts';
import { ownOrInherited } from '#server/modules/depts/company-data.ts';

/**
 * Places simultaneous orders in one statement: one transaction and one flush for all of them. The day's counter row, for
 * which every order waits, is locked no longer than that. Keys are inserted before counters are updated, both in sorted
 * order, so that two such statements cannot deadlock. The day's counter has at least four digits in the order number,
 * as in the domain's `orderNumber`; the customer's data are the current ones. The catalogue's revision is locked until
 * the commit: otherwise an order that waits for the counter could be written at prices that have changed meanwhile.
 * Attached files must be uploads of the user who places the order: the customer, or staff on the customer's behalf. Orders
 * of a lead class take their slots together: if too few slots are free, the constraint `lead_slot_free` fails the whole
 * statement, and the orders are then placed one by one.
 *
 * `$1` is an array of `NewOrder` as JSON. Returns the position in it (from 1) and the id of each order written.
 */
export const placeOrdersText = `
with input as (
  select distinct on ("byId", key) *
  from rows from (jsonb_to_recordset($1::jsonb) as (
    ${recordsetTypes(orders, placedColumns)},
    "byId" int, "userName" text, key text, "bodyHash" text, day text, items jsonb, costs jsonb, "fileIds" int[], "hasModels" boolean, slots int, now timestamptz
  )) with ordinality
  order by "byId", key, ordinality
), key as (
  insert into idempotency_key (user_id, key, body_hash, order_id, created_at)
  select "byId", key, "bodyHash", nextval('orders_id_seq'), now
  from input
  where "catalogueRevision" = (select value from revision where name = 'catalogue' for share)
    and not exists (
      select from unnest("fileIds") as attached
      where not exists (
        select from file where file.id = attached and file.owner_id = input."byId" and file.kind = 'upload'
      )
    )
  order by "byId", key
  on conflict do nothing
  returning user_id, key, order_id
), accepted as (
  select input.*, key.order_id, row_number() over (partition by day order by ordinality) as nth
  from input join key on key.user_id = input."byId" and key.key = input.key
), counter as (
  insert into order_counter as counter (day, last)
  select day, count(*) from accepted group by day order by day
  on conflict (day) do update set last = counter.last + excluded.last
  returning day, last
), numbered as (
  select accepted.*, counter.last - count(*) over (partition by day) + nth as number
  from accepted join counter using (day)
), slot as (
  insert into lead_slot as slot (class_id, day, taken, slots)
  select (lead->>'id')::int as class_id, "slotDay", count(*), min(slots)
  from accepted where "slotDay" is not null group by 1, 2 order by 1, 2
  on conflict (class_id, day) do update set taken = slot.taken + excluded.taken, slots = excluded.slots
), new_order as (
  insert into orders (
    id, order_no, customer, placed_at, create_by, update_by, created_at, updated_at,
    ${columnNames(orders, placedColumns)}
  ) overriding system value
  select
    n.order_id, 'Q' || n.day || '-' || lpad(n.number::text, greatest(4, length(n.number::text)), '0'),
    jsonb_build_object(
      'username', u.username, 'nickName', u.nick_name, 'phone', u.phone, 'email', u.email,
      'companyTitle', ${ownOrInherited('company_title', 'u')}, 'taxNumber', ${ownOrInherited('tax_number', 'u')}, 'deptName', coalesce(d.dept_name, '')
    ),
    case when n.status = 'placed' then n.now end, n."byId", n."byId", n.now, n.now,
    ${recordsetFields('n', placedColumns)}
  from numbered n
  join sys_user u on u.user_id = n."userId"
  left join sys_dept d on d.dept_id = n."deptId"
), items as (
  insert into order_item (order_id, ${columnNames(orderItems, itemColumns)})
  select numbered.order_id, ${recordsetFields('item', itemColumns)}
  from numbered, jsonb_to_recordset(numbered.items) as item (${recordsetTypes(orderItems, itemColumns)})
), costs as (
  insert into order_item_cost (order_id, revision, line_no, material_tag, line_fen, cost_fen, factors)
  select numbered.order_id, 1, cost.*
  from numbered, jsonb_to_recordset(numbered.costs)
    as cost ("lineNo" int, "materialTag" text, "lineFen" bigint, "costFen" bigint, factors jsonb)
  where numbered.costs <> '[]'
), files as (
  insert into order_item_file (order_id, revision, line_no, file_id, place)
  select numbered.order_id, 1, item."lineNo", file.id::int, file.place
  from numbered, jsonb_to_recordset(numbered.items) as item ("lineNo" int, "fileIds" jsonb),
    jsonb_array_elements(item."fileIds") with ordinality as file (id, place)
  where numbered."fileIds" <> '{}'
), models as (
  insert into part_model (order_id, revision, line_no, user_id, dept_id, model_id, body, scale, volume_mm3, box_mm, is_turned, holds)
  select numbered.order_id, 1, item."lineNo", numbered."userId", numbered."deptId", (item.model->>'id')::int, coalesce((item.model->>'body')::int, 0),
    coalesce(item.model->>'scale', '1'), (item.model->>'volumeMm3')::float8, item.model->'boxMm',
    coalesce((item.model->>'isTurned')::boolean, false), coalesce(item.model->'holds', '[]')
  from numbered, jsonb_to_recordset(numbered.items) as item ("lineNo" int, model jsonb)
  where numbered."hasModels" and item.model is not null
), history as (
  insert into order_history (order_id, from_status, to_status, user_id, user_name, created_at)
  select order_id, null, status, "byId", "userName", now from numbered
)
select ordinality::int as position, order_id::int as id from accepted`;
