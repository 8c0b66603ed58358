import { sql } from 'drizzle-orm';
import { STANDARD } from '#domain/lead/lead-class.ts';
import { MIN_SHIPPED, type DeliveryFigures } from '#contract/system/dashboards.ts';
import type { Db } from '#server/db/database.ts';
import { withinDays } from '#server/db/list-query.ts';
import { leadId, orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import type { Period } from './period.ts';
import { ratio, type Totals } from './totals.ts';

/** Shipments of a class in a period. */
interface LeadShipments {
  name: string;
  factor: number;
  shipped: number;
  late: number;
}

/**
 * Shipments of the period by class, within the scope, except the standard class. Each class has the name and factor
 * of its last shipped order.
 */
export async function listLeadShipments(
  db: Db,
  scope: Scope,
  { first, last }: Pick<Period, 'first' | 'last'>,
): Promise<LeadShipments[]> {
  const { rows } = await db.execute<LeadShipments & Record<string, unknown>>(sql`
    select (array_agg(lead ->> 'name' order by shipped_at desc))[1] as name,
      (array_agg((lead ->> 'factor')::float8 order by shipped_at desc))[1] as factor,
      count(*)::int as shipped,
      (count(*) filter (where (shipped_at at time zone 'Asia/Shanghai')::date > promised_date::date))::int as late
    from ${orders}
    where lead is not null and shipped_at is not null
      and ${withinDays(sql`shipped_at`, first, last)}
      and ${withinScope(scope) ?? sql`true`}
    group by ${leadId}`);
  return rows;
}

/** Shipments and on-time shares by class, the slowest first. The standard class has those that no other class has. */
export function leadFigures(
  all: Pick<Totals, 'shipped' | 'late'>,
  leads: readonly LeadShipments[],
): NonNullable<DeliveryFigures['byLead']> {
  const restOf = (figure: 'shipped' | 'late') =>
    Math.max(0, all[figure] - leads.reduce((sum, lead) => sum + lead[figure], 0));
  const standard = { ...STANDARD, shipped: restOf('shipped'), late: restOf('late') };
  return [standard, ...leads]
    .toSorted((a, b) => b.factor - a.factor)
    .map(({ name, shipped, late }) => ({
      name,
      shipped,
      late,
      onTime: shipped < MIN_SHIPPED ? null : ratio(shipped - late, shipped, 4),
    }));
}
