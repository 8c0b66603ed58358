import { sql } from 'drizzle-orm';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { turnOf, waitsOf, withQuestions, type AskedQuestion } from '#domain/orders/turns.ts';
import {
  MAX_WAITING_ORDERS,
  WAIT_PHASES,
  type WaitingFigures,
  type WaitPhase,
} from '#contract/system/dashboards.ts';
import type { Db } from '#server/db/database.ts';
import { withinDays } from '#server/db/list-query.ts';
import { orders } from '#server/db/schema.ts';
import type { Scope } from '#server/modules/access/caller.ts';
import { withinScope } from '#server/modules/access/order-scope.ts';
import { questionsOf, toQuestions, type StoredQuestion } from './asked-questions.ts';
import type { Period } from './period.ts';
import { meanMinutes, percentile } from './minute-statistics.ts';

/** An order that shipped in the period, with the changes of its status, oldest first, and the questions about it. */
interface ShippedOrder {
  orderId: number;
  shippedAt: Date;
  changes: { status: OrderStatus; at: Date }[];
  questions: AskedQuestion[];
}

const MINUTE_MS = 60_000;

const phaseOf = (status: OrderStatus): WaitPhase =>
  status === 'requested' || status === 'quoted' ? status : 'placed';

/**
 * How long the orders within the scope that shipped in the period waited for the shop and for the customer, from the
 * first request, quotation or order to the shipment.
 * @param workingMsBetween returns the milliseconds of working time between two instants
 */
export async function readWaitingFigures(
  db: Db,
  scope: Scope,
  period: Period,
  workingMsBetween: (from: Date, to: Date) => number,
): Promise<WaitingFigures> {
  const listed = await listShippedOrders(db, scope, period);
  const shippedOrders = listed.slice(0, MAX_WAITING_ORDERS);
  const waitsOfOrders = shippedOrders.map(({ shippedAt, changes, questions }) =>
    waitsOf(
      withQuestions(
        changes.map(({ status, at }) => ({ at, turn: turnOf(status), phase: phaseOf(status) })),
        questions,
      ),
      shippedAt,
    ).map(({ turn, phase, from, to }) => ({ turn, phase, minutes: workingMsBetween(from, to) / MINUTE_MS })),
  );
  const sumOf = (waits: (typeof waitsOfOrders)[number]) =>
    waits.reduce((sum, { minutes }) => sum + minutes, 0);
  const minutesOf = (side: 'shop' | 'customer') =>
    waitsOfOrders.map((waits) => sumOf(waits.filter(({ turn }) => turn === side)));
  return {
    orders: shippedOrders.length,
    shopMinutes: meanMinutes(minutesOf('shop')),
    customerMinutes: meanMinutes(minutesOf('customer')),
    phases: WAIT_PHASES.map((phase) => {
      const minutesPerOrder = waitsOfOrders
        .map((waits) => waits.filter((wait) => wait.phase === phase))
        .filter((waits) => waits.length > 0)
        .map(sumOf);
      return {
        phase,
        orders: minutesPerOrder.length,
        meanMinutes: meanMinutes(minutesPerOrder),
        p50Minutes: percentile(minutesPerOrder, 0.5),
        p90Minutes: percentile(minutesPerOrder, 0.9),
      };
    }),
    isCut: listed.length > MAX_WAITING_ORDERS,
  };
}

/** The latest shipments of the period, up to one more than the limit. */
async function listShippedOrders(db: Db, scope: Scope, { first, last }: Period): Promise<ShippedOrder[]> {
  const { rows } = await db.execute<{
    orderId: number;
    shippedAt: string;
    changes: { status: OrderStatus; at: string }[];
    questions: StoredQuestion[] | null;
  }>(sql`
    select shipped.order_id as "orderId", shipped.created_at as "shippedAt", progress.changes,
      ${questionsOf(sql`shipped.order_id`)} as questions
    from order_history shipped
    join ${orders} on ${orders.id} = shipped.order_id and ${orders.shippedAt} = shipped.created_at
    cross join lateral (
      select jsonb_agg(jsonb_build_object('status', step.to_status, 'at', step.created_at) order by step.id) as changes
      from order_history step
      where step.order_id = shipped.order_id and step.from_status is distinct from step.to_status
    ) as progress
    where shipped.to_status = 'shipped'
      and ${withinDays(sql`shipped.created_at`, first, last)}
      and ${withinScope(scope) ?? sql`true`}
    order by shipped.created_at desc, shipped.id desc
    limit ${MAX_WAITING_ORDERS + 1}`);
  return rows.map(({ orderId, shippedAt, changes, questions }) => ({
    orderId,
    shippedAt: new Date(shippedAt),
    questions: toQuestions(questions),
    changes: changes.map(({ status, at }) => ({ status, at: new Date(at) })),
  }));
}
