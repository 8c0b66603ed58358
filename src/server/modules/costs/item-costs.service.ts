import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Fen } from '#domain/money.ts';
import {
  costOfLine,
  isEmptyBook,
  type CostBook,
  type CostedLine,
  type CostFactor,
} from '#domain/pricing/cost.ts';
import { chargedSeconds, type Charge } from '#domain/pricing/charges.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import type { PriceTrace } from '#domain/pricing/types.ts';
import type { Db } from '#server/db/database.ts';
import { orderItemCosts } from '#server/db/schema.ts';
import { readCostBook } from './cost-book.service.ts';

export interface ItemCost {
  lineNo: number;
  materialTag: string;
  /** The price of the line; null if it has none. */
  lineFen: Fen | null;
  costFen: Fen | null;
  factors: readonly CostFactor[];
}

type CostedItem = CostedLine & { lineNo: number; trace: PriceTrace };

/** The costs of these lines, including the machine time of the order's charges; empty as long as no costs have been entered. */
export const costsOfItems = (
  book: CostBook,
  items: readonly CostedItem[],
  charges: readonly Charge[],
): ItemCost[] =>
  isEmptyBook(book)
    ? []
    : items.map((item) => {
        const { lineNo, trace } = item;
        const itemWithTime = { ...item, chargedSeconds: chargedSeconds(charges, lineNo) };
        const { fen: costFen, factors } = costOfLine(itemWithTime, book);
        return {
          lineNo,
          materialTag: trace.materialTag,
          lineFen: lineFromTrace(trace).fen,
          costFen,
          factors,
        };
      });

export async function readCurrentCosts(
  db: Db,
  items: readonly (CostedItem & { materialId: number })[],
  charges: readonly Charge[],
): Promise<ItemCost[]> {
  const book = await readCostBook(
    db,
    items.map(({ materialId }) => materialId),
  );
  return costsOfItems(book, items, charges);
}

/** Stores the current costs of the lines of a revision, in the transaction that writes them. */
export async function storeItemCosts(
  tx: Db,
  { id: orderId, revision, charges }: { id: number; revision: number; charges: readonly Charge[] },
  items: readonly (CostedItem & { materialId: number })[],
): Promise<void> {
  const itemCosts = await readCurrentCosts(tx, items, charges);
  if (itemCosts.length === 0) return;
  await tx.execute(sql`
    insert into order_item_cost (order_id, revision, line_no, material_tag, line_fen, cost_fen, factors)
    select ${orderId}::int, ${revision}::int, cost.*
    from jsonb_to_recordset(${JSON.stringify(itemCosts)}::jsonb)
      as cost ("lineNo" int, "materialTag" text, "lineFen" bigint, "costFen" bigint, factors jsonb)`);
}

const { lineNo, materialTag, lineFen, costFen, factors } = getTableColumns(orderItemCosts);

/** The stored costs of a revision, by line; empty without any. */
export async function listItemCosts(
  db: Db,
  { id, revision }: { id: number; revision: number },
): Promise<ItemCost[]> {
  return db
    .select({ lineNo, materialTag, lineFen, costFen, factors })
    .from(orderItemCosts)
    .where(and(eq(orderItemCosts.orderId, id), eq(orderItemCosts.revision, revision)))
    .orderBy(asc(lineNo));
}
