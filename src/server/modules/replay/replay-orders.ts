import { setTimeout as delay } from 'node:timers/promises';
import { countsMeasures } from '#domain/charges/charge-rule.ts';
import type { Line } from '#domain/pricing/line.ts';
import { compareOrder } from '#domain/replay/compare-order.ts';
import { createReplay, type SoldOrder } from '#domain/replay/replay.ts';
import { priceSold, type Book, type BookPrice, type SoldLine } from '#domain/replay/sold-line.ts';
import { createExpectedOrders } from '#domain/replay/expected-orders.ts';
import { createWinRates, formulaPrice } from '#domain/replay/win-rates.ts';
import type { ReplayFilter } from '#contract/prices/price-replays.ts';
import type { Db } from '#server/db/database.ts';
import type { StoredReceipt, StoredReplay } from '#server/db/schema.ts';
import { readTagLabels } from '#server/modules/catalogue/material-tags.ts';
import {
  countOrders,
  readDepts,
  readOptionNames,
  readOrders,
  readReceiptRows,
  type OrderFilter,
  type ReplayOrderRow,
  type StoredLine,
} from './sold-orders.queries.ts';

/** Orders per batch: a few megabytes, read by short statements. */
const BATCH = 500;
/** Pauses after each batch for this fraction of the batch's duration, to let other work run. */
const PAUSE_FRACTION = 0.25;
const MAX_PAUSE_MS = 200;
/** At most this many lines of each listed order keep their receipts. */
const MAX_RECEIPTS = 100;

export interface ReplayTask {
  filter: OrderFilter;
  before: Book;
  after: Book;
  catalogueRevision: number;
  /** Decides which quotations are expired. */
  now: Date;
  /** Called after each batch with the number of processed orders and the total. */
  onProgress: (done: number, total: number) => void;
}

export interface ReplayOutcome {
  /** Orders of the period, of any status. */
  total: number;
  result: StoredReplay;
  /** By order id. */
  receipts: Record<string, StoredReceipt[]>;
}

/**
 * Replays the orders of a filter in a snapshot, batch by batch with pauses. The memory that it uses grows with the size
 * of a batch and the number of customers.
 */
export async function replayOrders(
  tx: Db,
  { filter, before, after, catalogueRevision, now, onProgress }: ReplayTask,
): Promise<ReplayOutcome> {
  const nameOf = await readOptionNames(tx);
  const depts = await readDepts(tx);
  const tags = await readTagLabels(tx);
  const total = await countOrders(tx, filter);
  // Charges belong to whole orders, so they are not replayed for a filter that omits lines.
  const hasCharges = filter.materialTag === '' && filter.processId === null;
  const chargeRules = hasCharges ? [...before.chargeRules, ...after.chargeRules] : [];
  const needsWeights = chargeRules.some(({ basis }) => basis === 'kg');
  const needsMeasures = countsMeasures(chargeRules);
  const tagNameOf = (tag: string) => tags.get(tag) ?? tag;
  const replay = createReplay({ before, after, nameOf, tagNameOf, hasCharges });
  const winRates = createWinRates(now, tagNameOf);
  const books = { before, after, nameOf };
  // A replay of the live prices moves no quotation to another price level.
  const expected = before === after ? undefined : createExpectedOrders();
  const toSold = (row: ReplayOrderRow, lines: readonly SoldLine[]): SoldOrder => {
    const dept = row.deptId === null ? undefined : depts.get(row.deptId);
    return {
      id: row.id,
      orderNo: row.orderNo,
      customer: dept
        ? { key: `d${row.deptId}`, name: dept.name }
        : { key: `u${row.userId}`, name: row.nickName },
      deptPath: dept?.path ?? [],
      lines,
      soldCharges: hasCharges ? row : undefined,
    };
  };

  onProgress(0, total);
  let last: ReplayOrderRow | undefined;
  for (let done = 0; ;) {
    const began = performance.now();
    const rows = await readOrders(tx, filter, { size: BATCH, needsWeights, needsMeasures }, last);
    for (const row of rows) {
      const lines = row.lines.filter((line) => matchesLineFilter(line, filter));
      if (lines.length === 0) continue;
      const replayed = matchesStatusFilter(row, filter) ? replay.add(toSold(row, lines)) : null;
      const isAnswered = winRates.add(row) !== undefined;
      if (!isAnswered || !expected) continue;
      expected.add({
        totalFen: row.totalFen,
        formulaFen: formulaPrice(row),
        // Without a line filter, the replay has just priced the whole order.
        compared: replayed && hasCharges ? replayed : compareOrder(toSold(row, row.lines), books),
      });
    }
    done += rows.length;
    last = rows.at(-1);
    onProgress(done, total);
    if (rows.length < BATCH) break;
    await delay(Math.min(MAX_PAUSE_MS, (performance.now() - began) * PAUSE_FRACTION));
  }

  const replayResult = replay.result();
  const receipts: ReplayOutcome['receipts'] = {};
  const listed = [...replayResult.orders, ...replayResult.customers.flatMap(({ affected = [] }) => affected)];
  for (const id of new Set(listed.map((order) => order.id))) {
    const rows = await readReceiptRows(tx, id, MAX_RECEIPTS);
    receipts[id] = rows.map(({ deptId, line, stored }): StoredReceipt => {
      const deptPath = deptId === null ? [] : (depts.get(deptId)?.path ?? []);
      const { lineNo, name, materialName, num, paidFen } = line;
      const priceIn = (book: Book): BookPrice | null =>
        hasPrice(line) ? priceSold(line, book, book.machiningPricesFor(deptPath), nameOf) : null;
      return {
        lineNo,
        name,
        materialName,
        num,
        paidFen,
        ...stored,
        before: priceIn(before),
        after: priceIn(after),
      };
    });
  }
  const rates = winRates.rates();
  const expectedOrders = expected?.result(rates.formula) ?? null;
  return { total, result: { ...replayResult, winRates: rates, expectedOrders, catalogueRevision }, receipts };
}

const hasPrice = ({ state }: { state: Line['state'] }) => state === 'formula' || state === 'price';

function matchesStatusFilter({ status, placedAt }: ReplayOrderRow, filter: ReplayFilter): boolean {
  if (filter.status !== 'sold' && filter.status !== 'any') return status === filter.status;
  return status !== 'cancelled' && (filter.status === 'any' || placedAt !== null);
}

function matchesLineFilter({ materialTag, options }: StoredLine, filter: ReplayFilter): boolean {
  if (filter.materialTag !== '' && materialTag !== filter.materialTag) return false;
  const { processId } = filter;
  return (
    processId === null ||
    options.some((option) => option.processId === processId || option.optionId === processId)
  );
}
