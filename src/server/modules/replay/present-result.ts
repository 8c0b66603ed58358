import { yuanFromFen } from '#domain/money.ts';
import type { ChargeRow } from '#domain/replay/replay-charges.ts';
import type { Amounts, CostSums, Group } from '#domain/replay/replay-sums.ts';
import type { AffectedOrder, ChargeTotal } from '#domain/replay/replayed.ts';
import type { BookPrice } from '#domain/replay/sold-line.ts';
import type { ReceiptLine, ReplayGroup, ReplayResult } from '#contract/prices/price-replays.ts';
import type { StoredReceipt, StoredReplay } from '#server/db/schema.ts';

const inYuan = <A extends Amounts>({ paidFen, beforeFen, afterFen, ...rest }: A) => ({
  ...rest,
  paid: yuanFromFen(paidFen),
  before: yuanFromFen(beforeFen),
  after: yuanFromFen(afterFen),
});

/** Sums in yuan; with their costs for those who see costs. */
function sumsInYuan<S extends Amounts & CostSums>(
  { costFen, costedBeforeFen, costedAfterFen, ...sums }: S,
  seesCosts: boolean,
) {
  const costed = {
    cost: yuanFromFen(costFen),
    before: yuanFromFen(costedBeforeFen),
    after: yuanFromFen(costedAfterFen),
  };
  return { ...inYuan(sums), ...(seesCosts && costedBeforeFen > 0 ? { costed } : {}) };
}

const chargesInYuan = (charges: Amounts | undefined) => (charges ? inYuan(charges) : null);

function presentTotal(
  { handFen, lostFen, charges, ...total }: StoredReplay['total'],
  seesCosts: boolean,
): ReplayResult['total'] {
  return {
    ...sumsInYuan(total, seesCosts),
    hand: yuanFromFen(handFen),
    lost: yuanFromFen(lostFen),
    charges: charges ? presentCharges(charges) : null,
  };
}

const presentCharges = ({ handFen, lostFen, ...charges }: ChargeTotal) => ({
  ...inYuan(charges),
  hand: yuanFromFen(handFen),
  lost: yuanFromFen(lostFen),
});

const yuanOrNull = (fen: number | null) => (fen === null ? null : yuanFromFen(fen));

const presentRow = ({ paidFen, beforeFen, afterFen, ...row }: ChargeRow) => ({
  ...row,
  paid: yuanOrNull(paidFen),
  before: yuanOrNull(beforeFen),
  after: yuanOrNull(afterFen),
});

const presentOrder = ({ charges, chargeRows = [], ...order }: AffectedOrder) => ({
  ...inYuan(order),
  charges: chargesInYuan(charges),
  chargeRows: chargeRows.map(presentRow),
});

/** A stored result in the wire's yuan. Nothing else: the serialiser refuses unknown fields below one that may be null. */
export function presentResult(stored: StoredReplay, seesCosts: boolean): ReplayResult {
  const toGroups = (groups: readonly Group[]): ReplayGroup[] =>
    groups.map(({ charges: _charges, ...group }) => sumsInYuan(group, seesCosts));
  return {
    catalogueRevision: stored.catalogueRevision,
    total: presentTotal(stored.total, seesCosts),
    customers: stored.customers.map(({ charges, affected = [], ...group }) => ({
      ...sumsInYuan(group, seesCosts),
      charges: chargesInYuan(charges),
      affected: affected.map(presentOrder),
    })),
    orders: stored.orders.map(presentOrder),
    tags: toGroups(stored.tags),
    options: toGroups(stored.options),
    quantities: toGroups(stored.quantities),
    edges: toGroups(stored.edges),
    values: toGroups(stored.values),
    changes: stored.changes.map(({ beforeFen, ...change }) => ({
      ...change,
      before: yuanFromFen(beforeFen),
    })),
    reasons: stored.reasons.map(({ paidFen, ...reason }) => ({ ...reason, paid: yuanFromFen(paidFen) })),
    lost: stored.lost.map(({ paidFen, ...line }) => ({ ...line, paid: yuanFromFen(paidFen) })),
    // Missing in results from before charges were replayed.
    chargeReasons: (stored.chargeReasons ?? []).map(({ paidFen, ...reason }) => ({
      ...reason,
      paid: yuanFromFen(paidFen),
    })),
    lostCharges: (stored.lostCharges ?? []).map(({ paidFen, ...order }) => ({
      ...order,
      paid: yuanFromFen(paidFen),
    })),
    winRates: {
      ...stored.winRates,
      formula: [...stored.winRates.formula],
      target: [...stored.winRates.target],
      values: [...(stored.winRates.values ?? [])],
      tags: [...(stored.winRates.tags ?? [])],
      refusals: [...stored.winRates.refusals],
    },
    expectedOrders: stored.expectedOrders ?? null,
  };
}

export const presentReceipt = ({ paidFen, before, after, ...line }: StoredReceipt): ReceiptLine => ({
  ...line,
  processes: [...line.processes],
  trace: mutable(line.trace),
  paid: yuanFromFen(paidFen),
  before: presentPrice(before),
  after: presentPrice(after),
});

function presentPrice(price: BookPrice | null): ReceiptLine['before'] {
  if (!price) return { price: null, reason: '未报价' };
  if ('reason' in price) return { price: null, reason: price.reason };
  return {
    price: yuanFromFen(price.fen),
    ...(price.trace && { trace: mutable(price.trace) }),
    reason: '',
  };
}

type Trace = StoredReceipt['trace'];
/** As the wire's type has it. */
const mutable = (trace: Trace): ReceiptLine['trace'] => ({ ...trace, options: [...trace.options] });
