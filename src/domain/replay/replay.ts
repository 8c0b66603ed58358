import { enteredName } from '../parts/line-title.ts';
import {
  chargeRows,
  replayCharges,
  type PricedLine,
  type ReplayedCharges,
  type SoldCharges,
} from './replay-charges.ts';
import {
  addAmounts,
  addCost,
  addLine,
  byChange,
  sizeClassKey,
  getOrAddGroup,
  inSizeClassOrder,
  isAffected,
  mostAffected,
  noAmounts,
  noSums,
  withCharges,
  type Amounts,
  type CountedGroup,
  type Sums,
} from './replay-sums.ts';
import type { AffectedOrder, ChargeTotal, BookTotals, LostCharges, LostLine, Replayed } from './replayed.ts';
import { CHANGE_BUCKETS, changeBucket, edgeClass, quantityClass, valueClass } from './size-classes.ts';
import { priceSold, type Book, type SoldLine } from './sold-line.ts';

/** The most affected customers and orders that a result lists, and the orders that it lists for each customer. */
const MAX_AFFECTED = 20;
const MAX_AFFECTED_PER_CUSTOMER = 3;
/** The tags, the options and the reasons that a result lists. */
const MAX_GROUPS = 100;
/** The lost lines and the orders with lost charges that a result lists. */
const MAX_LOST = 100;

/** The last revision of an order, with the lines that match the filter. */
export interface SoldOrder {
  readonly id: number;
  readonly orderNo: string;
  /** The company, or a customer without one. */
  readonly customer: { readonly key: string; readonly name: string };
  /** The department and its ancestors, nearest first. */
  readonly deptPath: readonly number[];
  readonly lines: readonly SoldLine[];
  /** Missing if charges are not replayed. */
  readonly soldCharges?: SoldCharges | undefined;
}

interface Books {
  before: Book;
  after: Book;
  /** Names options, including deleted ones. */
  nameOf: (optionId: number) => string;
  tagNameOf: (tag: string) => string;
  /** Charges are replayed, so every order has all of its lines. */
  hasCharges?: boolean;
}

interface Affected extends AffectedOrder {
  readonly replayed?: ReplayedCharges;
}

/**
 * Prices orders in two books and sums the differences. Memory depends on the number of customers, tags and options, not of
 * orders.
 */
export function createReplay({ before, after, nameOf, tagNameOf, hasCharges = false }: Books): {
  /**
   * Adds an order. Returns its totals; undefined if a line is open or declined, if a book cannot price it, or if a fact
   * for a charge is missing.
   */
  add(order: SoldOrder): BookTotals | undefined;
  result(): Replayed;
} {
  const total = {
    ...noSums(),
    handLines: 0,
    handFen: 0,
    lostLines: 0,
    lostFen: 0,
    openLines: 0,
    changedLines: 0,
    driftedLines: 0,
    dearerOrders: 0,
    cheaperOrders: 0,
  };
  const customers = new Map<string, CountedGroup>();
  const tags = new Map<string, CountedGroup>();
  const options = new Map<string, CountedGroup>();
  const quantities = new Map<string, CountedGroup>();
  const edges = new Map<string, CountedGroup>();
  const values = new Map<string, CountedGroup>();
  const changes = CHANGE_BUCKETS.map((label) => ({ label, orders: 0, beforeFen: 0 }));
  const reasons = new Map<string, Replayed['reasons'][number]>();
  const lost: LostLine[] = [];
  const affected: Affected[] = [];
  const affectedByCustomer = new Map<string, Affected[]>();
  const charges: ChargeTotal = {
    ...noAmounts(),
    handCharges: 0,
    handFen: 0,
    lostOrders: 0,
    lostFen: 0,
    changedOrders: 0,
  };
  const chargeReasons = new Map<string, NonNullable<Replayed['chargeReasons']>[number]>();
  const lostCharges: LostCharges[] = [];

  /** Counts a line that a book cannot price. */
  function addLost(
    line: Omit<LostLine, 'lineNo' | 'name' | 'paidFen'>,
    { lineNo, name, materialName, paidFen }: SoldLine,
  ): void {
    total.lostLines += 1;
    total.lostFen += paidFen;
    if (lost.length < MAX_LOST)
      lost.push({ ...line, lineNo, name: enteredName({ name, materialName }), paidFen });
    const key = `${line.book}/${line.reason}`;
    const existing = reasons.get(key);
    if (existing) {
      existing.lines += 1;
      existing.paidFen += paidFen;
    } else if (reasons.size < MAX_GROUPS)
      reasons.set(key, { reason: line.reason, book: line.book, lines: 1, paidFen });
  }

  /** Counts an order whose charges need a fact that was not stored. */
  function addLostCharges(lostOrder: LostCharges): void {
    const { reason, paidFen } = lostOrder;
    charges.lostOrders += 1;
    charges.lostFen += paidFen;
    if (lostCharges.length < MAX_LOST) lostCharges.push(lostOrder);
    const existing = chargeReasons.get(reason);
    if (existing) {
      existing.orders += 1;
      existing.paidFen += paidFen;
    } else if (chargeReasons.size < MAX_GROUPS) chargeReasons.set(reason, { reason, orders: 1, paidFen });
  }

  /** Charges are revenue without a cost: they count in the margin if all lines of the order have a known cost. */
  function addCharges(order: SoldOrder, replayed: ReplayedCharges, isCosted: boolean): void {
    addAmounts(charges, replayed);
    charges.handCharges += replayed.handCharges;
    charges.handFen += replayed.handFen;
    if (replayed.beforeFen !== replayed.afterFen) charges.changedOrders += 1;
    const customer = getOrAddGroup(customers, order.customer.key, order.customer.name);
    customer.charges ??= noAmounts();
    addAmounts(customer.charges, replayed);
    if (!isCosted) return;
    for (const sums of [total, customer]) {
      sums.costedBeforeFen += replayed.beforeFen;
      sums.costedAfterFen += replayed.afterFen;
    }
  }

  function addOrder(order: SoldOrder, sums: Sums, charged: ReplayedCharges | undefined): void {
    total.orders += 1;
    const beforeFen = sums.beforeFen + (charged?.beforeFen ?? 0);
    const afterFen = sums.afterFen + (charged?.afterFen ?? 0);
    if (afterFen > beforeFen) total.dearerOrders += 1;
    if (afterFen < beforeFen) total.cheaperOrders += 1;
    const bucket = changes[changeBucket(beforeFen, afterFen)];
    if (bucket) {
      bucket.orders += 1;
      bucket.beforeFen += beforeFen;
    }
    const orderClass = valueClass(sums.beforeFen);
    const valueGroup = getOrAddGroup(values, sizeClassKey(orderClass), orderClass.label);
    valueGroup.orders += 1;
    valueGroup.lines += sums.lines;
    addAmounts(valueGroup, sums);
    valueGroup.costFen += sums.costFen;
    valueGroup.costedBeforeFen += sums.costedBeforeFen;
    valueGroup.costedAfterFen += sums.costedAfterFen;
    if (afterFen === beforeFen) return;
    const { id, orderNo, customer } = order;
    const affectedOrder: Affected = {
      id,
      orderNo,
      customerName: customer.name,
      paidFen: sums.paidFen,
      beforeFen: sums.beforeFen,
      afterFen: sums.afterFen,
      charges: charged,
      replayed: charged,
    };
    keepLargest(affected, affectedOrder, MAX_AFFECTED);
    const affectedOfCustomer = affectedByCustomer.get(customer.key);
    if (affectedOfCustomer) keepLargest(affectedOfCustomer, affectedOrder, MAX_AFFECTED_PER_CUSTOMER);
    else affectedByCustomer.set(customer.key, [affectedOrder]);
  }

  return {
    add(order) {
      const { id, orderNo, customer } = order;
      const pricesBefore = before.machiningPricesFor(order.deptPath);
      const pricesAfter = after.machiningPricesFor(order.deptPath);
      const sums = noSums();
      const openBefore = total.openLines;
      const priced: PricedLine[] = [];
      const lostBefore = total.lostLines;
      let costedLines = 0;
      for (const line of order.lines) {
        if (line.state === 'open' || line.state === 'declined') {
          total.openLines += 1;
          continue;
        }
        const pricedBefore = priceSold(line, before, pricesBefore, nameOf);
        if ('reason' in pricedBefore) {
          addLost({ orderId: id, orderNo, book: 'before', reason: pricedBefore.reason }, line);
          continue;
        }
        const pricedAfter = priceSold(line, after, pricesAfter, nameOf);
        if ('reason' in pricedAfter) {
          addLost({ orderId: id, orderNo, book: 'after', reason: pricedAfter.reason }, line);
          continue;
        }
        priced.push({ line, before: pricedBefore, after: pricedAfter });
        const { paidFen, costFen } = line;
        if (costFen !== null && costFen !== undefined) costedLines += 1;
        const amounts = { paidFen, beforeFen: pricedBefore.fen, afterFen: pricedAfter.fen, costFen };
        if (line.state === 'price') {
          total.handLines += 1;
          total.handFen += line.paidFen;
        }
        if (pricedBefore.fen !== pricedAfter.fen) total.changedLines += 1;
        if (pricedBefore.fen !== line.paidFen) total.driftedLines += 1;
        total.lines += 1;
        addAmounts(total, amounts);
        addCost(total, amounts);
        sums.lines += 1;
        addAmounts(sums, amounts);
        addCost(sums, amounts);
        addLine(getOrAddGroup(customers, customer.key, customer.name), id, amounts);
        addLine(getOrAddGroup(tags, line.materialTag, tagNameOf(line.materialTag)), id, amounts);
        const pieces = quantityClass(line.num);
        addLine(getOrAddGroup(quantities, sizeClassKey(pieces), pieces.label), id, amounts);
        const edge = edgeClass(line);
        addLine(getOrAddGroup(edges, sizeClassKey(edge), edge.label), id, amounts);
        for (const { optionId } of line.options) {
          const existing = options.get(String(optionId));
          addLine(existing ?? getOrAddGroup(options, String(optionId), nameOf(optionId)), id, amounts);
        }
      }
      const hasLostLines = total.lostLines > lostBefore;
      const replayed =
        order.soldCharges && (sums.lines > 0 || hasLostLines)
          ? replayCharges(order.soldCharges, priced, { before, after, hasLostLines })
          : undefined;
      const charged = replayed && !('reason' in replayed) && sums.lines > 0 ? replayed : undefined;
      if (replayed && 'reason' in replayed) addLostCharges({ orderId: id, orderNo, ...replayed });
      if (charged) addCharges(order, charged, !hasLostLines && costedLines === sums.lines);
      if (sums.lines > 0) addOrder(order, sums, charged);
      if (hasLostLines || total.openLines > openBefore || (replayed && !charged)) return undefined;
      return {
        beforeFen: sums.beforeFen + (charged?.beforeFen ?? 0),
        afterFen: sums.afterFen + (charged?.afterFen ?? 0),
      };
    },
    result() {
      const byCustomer = [...customers.values()];
      const totals = byCustomer.map(withCharges);
      return {
        total: {
          ...total,
          customers: byCustomer.length,
          dearerCustomers: totals.filter(({ beforeFen, afterFen }) => afterFen > beforeFen).length,
          cheaperCustomers: totals.filter(({ beforeFen, afterFen }) => afterFen < beforeFen).length,
          ...(hasCharges && { charges }),
        },
        customers: mostAffected(byCustomer, MAX_AFFECTED)
          .filter(isAffected)
          .map((group) => ({
            ...group,
            affected: (affectedByCustomer.get(group.key) ?? []).map(withChargeRows),
          })),
        orders: affected.map(withChargeRows),
        tags: mostAffected([...tags.values()], MAX_GROUPS),
        options: mostAffected([...options.values()], MAX_GROUPS),
        quantities: inSizeClassOrder(quantities),
        edges: inSizeClassOrder(edges),
        values: inSizeClassOrder(values),
        changes,
        reasons: [...reasons.values()].toSorted((a, b) => b.lines - a.lines),
        lost,
        ...(hasCharges && {
          chargeReasons: [...chargeReasons.values()].toSorted((a, b) => b.orders - a.orders),
          lostCharges,
        }),
      };
    },
  };
}

const amountsOf = ({ paidFen, beforeFen, afterFen }: Amounts): Amounts => ({ paidFen, beforeFen, afterFen });

const withChargeRows = ({ replayed, charges, ...order }: Affected): AffectedOrder => ({
  ...order,
  ...(replayed && charges && { charges: amountsOf(charges), chargeRows: chargeRows(replayed) }),
});

/** Keeps the `count` orders with the largest changes, sorted; of equal changes, those that came first. */
function keepLargest(largest: Affected[], order: Affected, count: number): void {
  const smallest = largest.at(-1);
  const isFull = largest.length >= count;
  if (isFull && smallest && byChange(order, smallest) >= 0) return;
  if (isFull) largest.pop();
  largest.push(order);
  largest.sort(byChange);
}
