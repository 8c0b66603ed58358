import { eq, inArray, sql } from 'drizzle-orm';
import { addWorkingHours } from '#domain/delivery/working-hours.ts';
import { parseDay, startOfHour } from '#domain/shanghai-time.ts';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import { dictData, orders } from '#server/db/schema.ts';
import type { OrderRow } from '#server/modules/orders/reading/orders.queries.ts';
import { freeSlot } from '#server/modules/orders/placing/lead-slots.queries.ts';
import { openingHours, promisedDate } from '#server/modules/quotes/quotes.service.ts';
import { offerRequest } from './offer-request.ts';
import { planAnswer, planProduction, type PlannedMove } from './plan-orders.ts';
import type { CreatedOrder, People, Shop } from './shop.ts';

/** The last requests stay unanswered, as do all of the last day, so that the quote desk has work. */
const OPEN_REQUESTS = 3;

interface OrderPlan {
  order: CreatedOrder;
  moves: readonly PlannedMove[];
}

/** Simulates every order until the last day: offers, answers, production. */
export async function insertProgress(
  shop: Shop,
  people: People,
  createdOrders: readonly CreatedOrder[],
  end: Date,
): Promise<void> {
  const { tx, last } = shop;
  const reasons = await tx.select().from(dictData).where(eq(dictData.dictType, REFUSAL_DICT));
  const labels = new Map(reasons.map(({ dictValue, dictLabel }) => [dictValue, dictLabel]));
  const refusals = reasons.map(({ dictValue }) => dictValue);
  const requests = createdOrders.filter(({ kind }) => kind === 'requested');
  const unanswered = new Set([
    ...requests.filter(({ at }) => at >= startOfHour(last, 0)),
    ...requests.slice(-OPEN_REQUESTS),
  ]);
  const plans: OrderPlan[] = [];
  for (const createdOrder of createdOrders) {
    const moves = unanswered.has(createdOrder)
      ? []
      : await planMoves(shop, people, createdOrder, refusals, end);
    plans.push({ order: createdOrder, moves: moves.filter(({ at }) => at < end) });
  }
  await writeMoves(shop, people, plans, labels);
}

/** Writes the offer of a request and plans the moves after it. */
async function planMoves(
  shop: Shop,
  people: People,
  { id, kind, customer, at, promisedDay, deliveryDays }: CreatedOrder,
  refusals: readonly string[],
  end: Date,
): Promise<PlannedMove[]> {
  const { random, settings } = shop;
  if (kind === 'placed') return planProduction(random, at, promisedDay);
  const isOffer = kind === 'requested';
  // Some requests are answered late.
  const hours = random.pickBy([0.5, 1, 2, 3, 5, 9], (value) => 1 / value);
  const quotedAt = isOffer ? addWorkingHours(at, hours, openingHours(settings)) : at;
  if (quotedAt >= end) return [];
  const days = isOffer ? await offerRequest(shop, people, id, quotedAt) : deliveryDays;
  // A customer who waits long orders elsewhere.
  const loyalty = customer.company.loyalty * (isOffer && hours > 4 ? 0.7 : 1);
  const answer = planAnswer(random, quotedAt, { loyalty, isOffer, refusals });
  if (!answer || answer.to !== 'placed') return answer ? [answer] : [];
  const promised = parseDay(promisedDate(settings, days, answer.at));
  return [answer, ...planProduction(random, answer.at, promised)];
}

/** Writes the moves of all orders and their final states. */
async function writeMoves(
  { tx, random, settings }: Shop,
  people: People,
  plans: readonly OrderPlan[],
  labels: ReadonlyMap<string, string>,
): Promise<void> {
  for (let from = 0; from < plans.length; from += 1_000) {
    const batch = plans.slice(from, from + 1_000).filter(({ moves }) => moves.length > 0);
    const ids = batch.map(({ order }) => order.id);
    const states = new Map(
      (ids.length === 0 ? [] : await tx.select().from(orders).where(inArray(orders.id, ids))).map((row) => [
        row.id,
        row,
      ]),
    );
    const history: object[] = [];
    const finalStates: object[] = [];
    for (const { order, moves } of batch) {
      const state = states.get(order.id);
      if (!state) throw new Error(`order ${order.id} is gone`);
      const staffMember = random.pick(people.staff);
      let status: OrderRow['status'] = state.status;
      for (const { to, at, by, reason, refusal } of moves) {
        const user = by === 'customer' ? order.customer : staffMember;
        const refusalText = [labels.get(refusal) ?? '', reason].filter(Boolean).join('：');
        history.push({
          orderId: order.id,
          from: status,
          to,
          reason: refusalText,
          userId: user.userId,
          userName: user.nickName,
          at,
        });
        status = to;
      }
      const timeOf = (to: string) => moves.find((move) => move.to === to)?.at ?? null;
      const placedAt = timeOf('placed');
      if (status === 'cancelled' && state.lead && state.slotDay !== null)
        await freeSlot(tx, { lead: state.lead, day: state.slotDay });
      finalStates.push({
        id: order.id,
        status,
        moves: moves.length,
        placedAt,
        shippedAt: timeOf('shipped'),
        promised: placedAt && promisedDate(settings, state.deliveryTime, placedAt),
        refusal: moves.at(-1)?.refusal ?? '',
        updatedAt: moves.at(-1)?.at,
      });
    }
    await tx.execute(sql`
      insert into order_history (order_id, from_status, to_status, reason, user_id, user_name, created_at)
      select "orderId", "from", "to", reason, "userId", "userName", at
      from jsonb_to_recordset(${JSON.stringify(history)}::jsonb) as move (
        "orderId" int, "from" text, "to" text, reason text, "userId" int, "userName" text, at timestamptz)`);
    await tx.execute(sql`
      update orders set status = final_state.status, version = version + final_state.moves, refusal = final_state.refusal,
        placed_at = coalesce(final_state."placedAt", placed_at), shipped_at = final_state."shippedAt",
        promised_date = coalesce(final_state.promised, promised_date), updated_at = final_state."updatedAt"
      from jsonb_to_recordset(${JSON.stringify(finalStates)}::jsonb) as final_state (
        id int, status text, moves int, "placedAt" timestamptz, "shippedAt" timestamptz, promised text, refusal text,
        "updatedAt" timestamptz)
      where orders.id = final_state.id`);
  }
}
