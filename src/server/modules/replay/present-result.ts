import type { CostSums, Group } from '#domain/replay/replay-sums.ts';
import type { AffectedOrder } from '#domain/replay/replayed.ts';
import type { BookPrice } from '#domain/replay/sold-line.ts';
import { inYuan } from '#contract/kernel/amounts.ts';
import type { ReceiptLine, ReplayResult } from '#contract/prices/replay-result.ts';
import type { StoredReceipt, StoredReplay } from '#server/db/schema.ts';

/** Sums, with their costs for callers who may see costs. */
function presentSums<S extends CostSums>(
  { costFen, costedBeforeFen, costedAfterFen, ...sums }: S,
  seesCosts: boolean,
) {
  const costed = { costFen, beforeFen: costedBeforeFen, afterFen: costedAfterFen };
  return { ...sums, ...(seesCosts && costedBeforeFen > 0 ? { costed } : {}) };
}

const presentOrder = ({ charges, chargeRows = [], ...order }: AffectedOrder) => ({
  ...order,
  charges: charges ?? null,
  chargeRows,
});

/** A stored result in the wire format. Names every field: the serialiser rejects unknown fields below a nullable one. */
export function presentResult(stored: StoredReplay, seesCosts: boolean): ReplayResult {
  const { winRates } = stored;
  const { charges: totalCharges = null, ...total } = stored.total;
  const toGroups = (groups: readonly Group[]) =>
    groups.map(({ charges: _charges, ...group }) => presentSums(group, seesCosts));
  return inYuan({
    catalogueRevision: stored.catalogueRevision,
    total: { ...presentSums(total, seesCosts), charges: totalCharges },
    customers: stored.customers.map(({ charges = null, affected = [], ...group }) => ({
      ...presentSums(group, seesCosts),
      charges,
      affected: affected.map(presentOrder),
    })),
    orders: stored.orders.map(presentOrder),
    tags: toGroups(stored.tags),
    options: toGroups(stored.options),
    quantities: toGroups(stored.quantities),
    edges: toGroups(stored.edges),
    values: toGroups(stored.values),
    changes: stored.changes,
    reasons: stored.reasons,
    lost: stored.lost,
    // Missing in results stored before charges were replayed.
    chargeReasons: stored.chargeReasons ?? [],
    lostCharges: stored.lostCharges ?? [],
    winRates: { ...winRates, values: winRates.values ?? [], tags: winRates.tags ?? [] },
    expectedOrders: stored.expectedOrders ?? null,
  });
}

export const presentReceipt = ({ before, after, ...line }: StoredReceipt): ReceiptLine =>
  inYuan({ ...line, before: presentPrice(before), after: presentPrice(after) });

function presentPrice(price: BookPrice | null) {
  if (!price) return { priceFen: null, reason: '未报价' };
  if ('reason' in price) return { priceFen: null, reason: price.reason };
  return { priceFen: price.fen, ...(price.trace && { trace: price.trace }), reason: '' };
}
