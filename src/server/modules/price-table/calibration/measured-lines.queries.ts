import { sql } from 'drizzle-orm';
import type { MeasuredLine } from '#domain/calibration/measured-line.ts';
import { MEASURED_STATUSES } from '#domain/calibration/measured-line.ts';
import type { Fen } from '#domain/money.ts';
import type { CostFactor } from '#domain/pricing/cost.ts';
import { parseDay } from '#domain/shanghai-time.ts';
import { MAX_CALIBRATED_ORDERS } from '#contract/catalogue/calibration.ts';
import type { Db } from '#server/db/database.ts';
import { withinDays } from '#server/db/list-query.ts';
import { idsOfPath } from '#server/db/tree.ts';
import { orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';

export interface LineFilter {
  /** `YYYY-MM-DD`. */
  beginDate: string;
  endDate: string;
  /** Empty: all. */
  materialTag: string;
}

/** The latest orders of the period within the scope that have reached production. */
const selectStartedOrders = (scope: Scope, { beginDate, endDate }: LineFilter) => sql`
  select ${orders.id} as id, ${orders.revision} as revision, ${orders.deptId} as dept_id
  from ${orders}
  where ${orders.status} = any(${sql.param([...MEASURED_STATUSES])}::text[])
    and ${withinDays(orders.createdAt, parseDay(beginDate), parseDay(endDate))}
    and ${withinScope(scope) ?? sql`true`}
  order by ${orders.createdAt} desc, ${orders.id} desc
  limit ${MAX_CALIBRATED_ORDERS + 1}`;

/** Counts the orders, up to one above the limit, and their lines with the material tag. */
export async function countOrders(
  tx: Db,
  scope: Scope,
  filter: LineFilter,
): Promise<{ orders: number; lines: number }> {
  const { rows } = await tx.execute<{ orders: number; lines: number }>(sql`
    with started as (${selectStartedOrders(scope, filter)})
    select (select count(*)::int from started) as orders, (
      select count(*)::int
      from started join order_item item on item.order_id = started.id and item.revision = started.revision
      where ${hasTag(filter)}
    ) as lines`);
  return rows[0] ?? { orders: 0, lines: 0 };
}

const hasTag = ({ materialTag }: LineFilter) =>
  materialTag === '' ? sql`true` : sql`item.material_tag = ${materialTag}`;

interface Row extends Omit<MeasuredLine, 'isAgreed' | 'hourFen' | 'factors' | 'options'> {
  deptPath: string | null;
  hourFen: string | null;
  factors: readonly CostFactor[] | null;
  options: MeasuredLine['options'] | null;
}

/** The lines with entered actuals. Hours entered without an hourly cost count at today's hourly cost. */
export async function listMeasuredLines(tx: Db, scope: Scope, filter: LineFilter): Promise<MeasuredLine[]> {
  const { rows } = await tx.execute<{ [Key in keyof Row]: Row[Key] }>(sql`
    with started as (${selectStartedOrders(scope, filter)})
    select item.material_tag as "materialTag", item.material_id as "materialId", item.material_name as "materialName",
      item.length, item.width, item.height, item.num, (item.trace ->> 'ratio')::float8 as ratio,
      (item.trace ->> 'machiningPrice')::float8 as "machiningPrice", item.trace -> 'options' as options,
      dept.dept_path as "deptPath", cost.factors,
      actual.hours, coalesce(actual.hour_fen, hour.cost_fen) as "hourFen", actual.kg, actual.fees
    from started
    join order_item_actual actual on actual.order_id = started.id and actual.revision = started.revision
    join order_item item on item.order_id = started.id and item.revision = started.revision
      and item.line_no = actual.line_no
    left join order_item_cost cost on cost.order_id = started.id and cost.revision = started.revision
      and cost.line_no = actual.line_no
    left join sys_dept dept on dept.dept_id = started.dept_id
    left join cost hour on hour.kind = 'hour' and hour.material_tag = item.material_tag and hour.material_id = 0 and hour.option_id = 0
    where ${hasTag(filter)}`);
  const agreements = await readAgreements(tx);
  return rows.map(({ deptPath, hourFen, factors, options, ...row }) => ({
    ...row,
    factors: factors ?? [],
    options: options ?? [],
    hourFen: hourFen === null ? null : Number(hourFen),
    isAgreed: idsOfPath(deptPath ?? '').some((id) => agreements.has(`${id} ${row.materialTag}`)),
  }));
}

/** The agreed machining prices, as `<department id> <tag>`; department 0 has the system's, which are not agreed. */
async function readAgreements(tx: Db): Promise<Set<string>> {
  const { rows } = await tx.execute<{ key: string }>(
    sql`select dept_id || ' ' || material_tag as key from machining_price where dept_id <> 0`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** The system's machining prices, by tag. */
export async function readMachiningPrices(tx: Db): Promise<Map<string, Fen>> {
  const { rows } = await tx.execute<{ tag: string; fen: string }>(
    sql`select material_tag as tag, price_fen as fen from machining_price where dept_id = 0`,
  );
  return new Map(rows.map(({ tag, fen }) => [tag, Number(fen)]));
}
