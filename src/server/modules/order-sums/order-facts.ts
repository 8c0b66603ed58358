import { sql, type SQL } from 'drizzle-orm';

/*
 * Defines the summed figures of orders once: over `order_change` for folding and for pending changes, and over `orders`
 * itself for comparing, rebuilding and the sums of a single customer.
 */

/** A query with the columns of `order_change`; `sign` is 1 for orders to add and -1 for orders to subtract. */
export type OrderDeltas = SQL;

/** The current state of every order; `where` refers to columns of `orders`. */
export const currentOrders = (where: SQL = sql`true`): OrderDeltas => sql`
  select 1 as sign, orders.id as order_id, revision, status, total_fen, promised_date, user_id, dept_id, created_at, placed_at, shipped_at
  from orders where ${where}`;

/** The Shanghai day of an instant. A fixed offset, because looking up the zone by name takes ten times as long. */
const dayOf = (column: 'created_at' | 'placed_at' | 'shipped_at') =>
  sql.raw(`(${column} at time zone interval '08:00')::date`);

/** Placed and not cancelled. */
const isOrder = sql`(placed_at is not null and status <> 'cancelled')`;
/** Placed and not shipped yet. */
const isOpen = sql`status in ('placed', 'confirmed', 'producing', 'inspecting')`;

/** The sum columns of `order_day_sum`. */
const DAY_SUMS = [
  'quotations',
  'won',
  'orders',
  'fen',
  'due',
  'open',
  'shipped',
  'late',
  'promised_days',
  'actual_days',
] as const;
const MATERIAL_SUMS = ['pieces', 'fen', 'orders'] as const;
const STATUS_SUMS = ['count', 'fen'] as const;

const summed = (columns: readonly string[]) =>
  sql.raw(columns.map((name) => `sum(${name})::bigint as ${name}`).join(', '));
const anyNonZero = (columns: readonly string[]) =>
  sql.raw(columns.map((name) => `sum(${name}) <> 0`).join(' or '));

/** One row per company and day: `dept_id` (0: no company), `day` and the sums. */
export const dayFacts = (orders: OrderDeltas): SQL => sql`
  select dept_id, day, ${summed(DAY_SUMS)} from (
    select coalesce(dept_id, 0) as dept_id, ${dayOf('created_at')} as day,
      sign as quotations, case when ${isOrder} then sign else 0 end as won, 0 as orders, 0 as fen,
      0 as due, 0 as open, 0 as shipped, 0 as late, 0 as promised_days, 0 as actual_days
    from (${orders}) created
    union all
    select coalesce(dept_id, 0), ${dayOf('placed_at')}, 0, 0, sign, sign * total_fen, 0, 0, 0, 0, 0, 0
    from (${orders}) placed where ${isOrder}
    union all
    select coalesce(dept_id, 0), promised_date::date, 0, 0, 0, 0, sign, case when ${isOpen} then sign else 0 end, 0, 0, 0, 0
    from (${orders}) promised where status not in ('requested', 'quoted', 'cancelled')
    union all
    select coalesce(dept_id, 0), ${dayOf('shipped_at')}, 0, 0, 0, 0, 0, 0, sign,
      case when ${dayOf('shipped_at')} > promised_date::date then sign else 0 end,
      sign * coalesce(promised_date::date - ${dayOf('placed_at')}, 0), sign * coalesce(${dayOf('shipped_at')} - ${dayOf('placed_at')}, 0)
    from (${orders}) shipped where shipped_at is not null
  ) fact
  group by dept_id, day having ${anyNonZero(DAY_SUMS)}`;

/** One row per company, day and material; an order with several lines of a material counts once. */
export const materialFacts = (orders: OrderDeltas): SQL => sql`
  select dept_id, day, material_name, ${summed(MATERIAL_SUMS)} from (
    select coalesce(o.dept_id, 0) as dept_id, ${dayOf('placed_at')} as day, line.material_name,
      o.sign * line.pieces as pieces, o.sign * line.fen as fen, o.sign as orders
    from (${orders}) o
    cross join lateral (
      select material_name, sum(num) as pieces, sum(coalesce(line_fen, sub_total_fen)) as fen
      from order_item i where i.order_id = o.order_id and i.revision = o.revision
      group by material_name
    ) line
    where ${isOrder}
  ) fact
  group by dept_id, day, material_name having ${anyNonZero(MATERIAL_SUMS)}`;

/** One row per user, company and status. */
export const statusFacts = (orders: OrderDeltas): SQL => sql`
  select user_id, coalesce(dept_id, 0) as dept_id, status, sum(sign)::bigint as count, sum(sign * total_fen)::bigint as fen
  from (${orders}) o
  group by 1, 2, 3 having sum(sign) <> 0 or sum(sign * total_fen) <> 0`;

type Grain = 'shop/day' | 'shop/month' | 'company/day' | 'company/month';

export interface SumsTable {
  name: string;
  keys: readonly string[];
  sums: readonly string[];
  /** The table's rows for these orders, with columns in the order of `keys` and `sums`. */
  rows: (orders: OrderDeltas) => SQL;
}

/**
 * Aggregates daily facts by each grain; the rows of the whole shop have the `dept_id` 0.
 * @param keys further key columns, each after a comma
 */
function byGrain(facts: SQL, grains: readonly Grain[], keys: string, sums: readonly string[]): SQL {
  const parts = grains.map((grain) => {
    const [owner, span] = grain.split('/');
    const dept = owner === 'shop' ? '0' : 'dept_id';
    const day = span === 'month' ? `date_trunc('month', day)::date` : 'day';
    return sql.raw(
      `select '${grain}' as grain, ${dept} as dept_id, ${day} as day${keys}, ${sums.map((name) => `sum(${name})::bigint as ${name}`).join(', ')} from fact group by 1, 2, 3${keys}`,
    );
  });
  return sql`with fact as materialized (${facts}) ${sql.join(parts, sql` union all `)}`;
}

export const sumsTables: readonly SumsTable[] = [
  {
    name: 'order_day_sum',
    keys: ['grain', 'dept_id', 'day'],
    sums: DAY_SUMS,
    rows: (orders) => byGrain(dayFacts(orders), ['shop/day', 'company/day', 'company/month'], '', DAY_SUMS),
  },
  {
    name: 'order_material_sum',
    keys: ['grain', 'dept_id', 'day', 'material_name'],
    sums: MATERIAL_SUMS,
    rows: (orders) =>
      byGrain(
        materialFacts(orders),
        ['shop/day', 'shop/month', 'company/month'],
        ', material_name',
        MATERIAL_SUMS,
      ),
  },
  { name: 'order_status_sum', keys: ['user_id', 'dept_id', 'status'], sums: STATUS_SUMS, rows: statusFacts },
];
