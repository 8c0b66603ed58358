import { hasPermission } from '#domain/permissions.ts';
import { APPROVE_PERMISSION } from '#domain/orders/moves.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { chargedFen, chargedSeconds, type Charge } from '#domain/pricing/charges.ts';
import { marginBelowFloor, marginOf, orderMargin, type Margin } from '#domain/pricing/margin.ts';
import { inYuan } from '#contract/kernel/amounts.ts';
import type { OrderCost } from '#contract/catalogue/costs.ts';
import type { Db } from '#server/db/database.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { readCurrentCosts, listItemCosts, type ItemCost } from '#server/modules/costs/item-costs.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { getOrder } from '../reading/orders.service.ts';
import type { OrderDeps } from '../placing/place-order.service.ts';
import type { PreparedOffer } from '../offering/prepare-offer.service.ts';
import { listItemRowsOf } from '../reading/orders.queries.ts';

/** Cost and margin of an order at the costs stored with its revision (`kept`) or today's. Throws `record.not_found`. */
export async function getOrderCost(
  { database: { db }, settings }: Pick<OrderDeps, 'database' | 'settings'>,
  caller: Caller,
  id: number,
  basis: 'kept' | 'today',
): Promise<OrderCost> {
  const order = await getOrder(db, caller.grant.scope, id);
  const rows = await listItemRowsOf(db, order);
  const itemCosts =
    basis === 'kept' ? await listItemCosts(db, order) : await readCurrentCosts(db, rows, order.charges);
  const costOf = new Map(itemCosts.map((cost) => [cost.lineNo, cost]));
  const lines = rows.map(({ lineNo, trace }) => ({
    lineNo,
    line: lineFromTrace(trace),
    cost: costOf.get(lineNo),
    costFen: costOf.get(lineNo)?.costFen ?? null,
  }));
  const { revenueFen, costFen, margin } = orderMargin(lines, order.charges);
  return inYuan({
    lines: lines.flatMap(({ cost, line: { fen } }) => (cost ? [presentLine(cost, fen, order.charges)] : [])),
    revenueFen,
    costFen,
    margin: margin && presentMargin(margin),
    floorPercent: marginFloorFor(await settings(caller.settingsRevision), caller),
  });
}

/** The margin in percent below which an offer of this caller needs an approval; null for approvers, and if no floor is set. */
export const marginFloorFor = (settings: Settings, { grant }: Caller): number | null =>
  hasPermission(grant.permissions, APPROVE_PERMISSION) ? null : settings['quote.minMargin'];

/** The margin of an offer at current costs, if it is known and below the floor for any choice of alternatives. */
export async function findMarginBelowFloor(
  tx: Db,
  { items, variants, charges }: Pick<PreparedOffer, 'items' | 'variants' | 'charges'>,
  floorPercent: number | null,
): Promise<Margin | undefined> {
  if (floorPercent === null) return undefined;
  const parts = [...items, ...variants];
  const costs = await readCurrentCosts(tx, parts, charges);
  const [itemLines, variantLines] = [items, variants].map((rows) =>
    rows.map((row) => ({
      lineNo: row.lineNo,
      line: lineFromTrace(row.trace),
      costFen: costs[parts.indexOf(row)]?.costFen ?? null,
    })),
  );
  const lines = (itemLines ?? []).map(({ lineNo, ...line }) => ({
    ...line,
    alternatives: (variantLines ?? []).filter((other) => other.lineNo === lineNo),
  }));
  return marginBelowFloor(lines, charges, floorPercent);
}

function presentLine({ lineNo, costFen, factors }: ItemCost, fen: number | null, charges: readonly Charge[]) {
  const addedFen = chargedFen(charges, lineNo);
  return {
    lineNo,
    costFen,
    factors: factors.map(({ fen: amountFen, ...factor }) => ({
      ...factor,
      amountFen,
      ...(factor.kind === 'minute' && { seconds: chargedSeconds(charges, lineNo) }),
    })),
    chargedFen: addedFen,
    margin: costFen === null || fen === null ? null : presentMargin(marginOf(fen + addedFen, costFen)),
  };
}

const presentMargin = ({ fen: amountFen, percent }: Margin) => ({ amountFen, percent });
