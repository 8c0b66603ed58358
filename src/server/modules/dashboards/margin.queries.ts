import { sql, type SQL } from 'drizzle-orm';
import { groupBy } from '#domain/group-by.ts';
import { inYuan } from '#contract/kernel/amounts.ts';
import { MAX_MARGIN_ORDERS, type MarginFigures } from '#contract/system/dashboards.ts';
import type { Db } from '#server/db/database.ts';
import { withinDays } from '#server/db/list-query.ts';
import { orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import type { Period } from './period.ts';

/** The orders of a company in a month: their number, and sums in fen. */
interface Group {
  deptName: string;
  /** `YYYY-MM`, in Shanghai. */
  month: string;
  orders: number;
  fen: number;
  /** The amount of the orders whose costs are known. */
  knownFen: number;
  costFen: number;
}

const MAX_CUSTOMERS = 10;

/** Margins of the orders within the scope that were placed in the period. */
export async function readMarginFigures(db: Db, scope: Scope, period: Period): Promise<MarginFigures> {
  const placed = selectPlacedOrders(scope, period);
  const [groups, tags] = await Promise.all([listGroups(db, placed), listTagFigures(db, placed)]);
  const total = sumOf(groups);
  return inYuan({
    ...total,
    orders: Math.min(total.orders, MAX_MARGIN_ORDERS),
    months: sumByKey(groups, ({ month }) => month)
      .map(([month, sums]) => ({ month, ...sums }))
      .toSorted((a, b) => a.month.localeCompare(b.month)),
    customers: sumByKey(groups, ({ deptName }) => deptName)
      .map(([deptName, sums]) => ({ deptName, ...sums }))
      .filter(({ knownAmountFen }) => knownAmountFen > 0)
      .toSorted((a, b) => b.marginFen - a.marginFen)
      .slice(0, MAX_CUSTOMERS),
    tags,
    isCut: total.orders > MAX_MARGIN_ORDERS,
  });
}

function sumByKey(groups: readonly Group[], keyOf: (group: Group) => string) {
  return [...groupBy(groups, keyOf)].map(([key, members]) => [key, sumOf(members)] as const);
}

function sumOf(groups: readonly Group[]) {
  const total = (field: 'orders' | 'fen' | 'knownFen' | 'costFen') =>
    groups.reduce((sum, group) => sum + group[field], 0);
  return {
    orders: total('orders'),
    amountFen: total('fen'),
    knownAmountFen: total('knownFen'),
    marginFen: total('knownFen') - total('costFen'),
  };
}

/** Selects the latest orders placed in the period, up to one more than `MAX_MARGIN_ORDERS`. */
const selectPlacedOrders = (scope: Scope, { first, last }: Period) => sql`
  select ${orders.id} as id, ${orders.revision} as revision, ${orders.totalFen} as fen,
    ${orders.deptId} as dept_id, ${orders.placedAt} as placed_at
  from ${orders}
  where ${orders.placedAt} is not null and ${orders.status} <> 'cancelled'
    and ${withinDays(orders.placedAt, first, last)}
    and ${withinScope(scope) ?? sql`true`}
  order by ${orders.placedAt} desc, ${orders.id} desc
  limit ${MAX_MARGIN_ORDERS + 1}`;

async function listGroups(db: Db, placed: SQL): Promise<Group[]> {
  // The cost of an order is known only if the costs of all its priced lines are.
  const { rows } = await db.execute<Record<keyof Group, string>>(sql`
    with placed as (${placed}), costed as (
      select placed.*, (
        select case when bool_and(cost_fen is not null or line_fen is null)
          then coalesce(sum(cost_fen) filter (where line_fen is not null), 0) end
        from order_item_cost cost where cost.order_id = placed.id and cost.revision = placed.revision
      ) as cost_fen
      from placed
    )
    select coalesce(max(dept.dept_name), '未归属公司') as "deptName",
      left((costed.placed_at at time zone 'Asia/Shanghai')::date::text, 7) as month,
      count(*) as orders, sum(fen) as fen,
      coalesce(sum(fen) filter (where cost_fen is not null), 0) as "knownFen",
      coalesce(sum(cost_fen), 0) as "costFen"
    from costed left join sys_dept dept on dept.dept_id = costed.dept_id
    group by costed.dept_id, month`);
  return rows.map(({ deptName, month, ...sums }) => ({
    deptName,
    month,
    orders: Number(sums.orders),
    fen: Number(sums.fen),
    knownFen: Number(sums.knownFen),
    costFen: Number(sums.costFen),
  }));
}

async function listTagFigures(db: Db, placed: SQL) {
  const { rows } = await db.execute<{ materialTag: string; fen: string; costFen: string }>(sql`
    with placed as (${placed})
    select cost.material_tag as "materialTag", sum(cost.line_fen) as fen, sum(cost.cost_fen) as "costFen"
    from placed join order_item_cost cost on cost.order_id = placed.id and cost.revision = placed.revision
    where cost.line_fen is not null and cost.cost_fen is not null
    group by 1 order by 2 desc limit 50`);
  return rows.map(({ materialTag, fen, costFen }) => ({
    materialTag,
    amountFen: Number(fen),
    marginFen: Number(fen) - Number(costFen),
  }));
}
