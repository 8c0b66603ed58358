import { and, asc, eq, getTableColumns, sql, type Table } from 'drizzle-orm';
import { priceOf } from '#contract/kernel/amounts.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { pick } from '#domain/pick.ts';
import { stampOfChange } from '#server/db/record-store.ts';
import {
  orderItemFiles,
  orderItems,
  orderRevisions,
  orders,
  partModels,
  quotationDocuments,
  revisions,
} from '#server/db/schema.ts';
import { storeItemCosts } from '#server/modules/costs/item-costs.service.ts';
import {
  contactColumns,
  recordsetFields,
  itemColumns,
  archivedColumns,
  columnNames,
  priceColumns,
  recordsetTypes,
  type NewItemRow,
} from '../placing/order-columns.ts';
import { restartedWait } from '../moving/order-waiting.service.ts';
import type { OrderRow } from '../reading/orders.queries.ts';

export interface RevisionRow {
  order: OrderRow;
  createdAt: Date;
  isCurrent: boolean;
}

/** The order as it was in this revision; undefined for an unknown revision. */
export async function findRevision(
  db: Db,
  order: OrderRow,
  revision: number,
): Promise<RevisionRow | undefined> {
  if (revision === order.revision)
    return { order, createdAt: order.revisedAt ?? order.createdAt, isCurrent: true };
  const [row] = await db
    .select()
    .from(orderRevisions)
    .where(and(eq(orderRevisions.orderId, order.id), eq(orderRevisions.revision, revision)));
  if (!row) return undefined;
  const { orderId: _id, createdAt, replacedAt: _at, replacedBy: _by, ...before } = row;
  return { order: { ...order, ...before }, createdAt, isCurrent: false };
}

/** Every revision of an order, oldest first, each with the user name from the history entry of the same time. */
export async function listRevisions(
  db: Db,
  order: OrderRow,
  history: OrderWithExt['history'],
): Promise<OrderWithExt['revisions']> {
  const earlier = await db
    .select()
    .from(orderRevisions)
    .where(eq(orderRevisions.orderId, order.id))
    .orderBy(asc(orderRevisions.revision));
  const current = { ...order, createdAt: order.revisedAt ?? order.createdAt };
  const nameAt = new Map(history.map(({ createdAt, userName }) => [createdAt, userName]));
  return [...earlier, current].map((row) => {
    const createdAt = row.createdAt.toISOString();
    return {
      revision: row.revision,
      price: priceOf(row),
      userName: nameAt.get(createdAt) ?? '',
      createdAt,
      validUntil: row.validUntil.toISOString(),
      isCurrent: row.revision === order.revision,
    };
  });
}

/** The document of the current revision, if issued. */
export async function findDocument(db: Db, order: OrderRow): Promise<OrderWithExt['document']> {
  const [row] = await db
    .select({ code: quotationDocuments.code })
    .from(quotationDocuments)
    .where(and(eq(quotationDocuments.orderId, order.id), eq(quotationDocuments.revision, order.revision)));
  return row ? { name: `${order.orderNo}-R${order.revision}.pdf`, code: row.code } : null;
}

/** Reads the catalogue's revision and locks it until the transaction ends. */
export async function lockCatalogueRevision(tx: Db): Promise<number> {
  const [row] = await tx
    .select({ value: revisions.value })
    .from(revisions)
    .where(eq(revisions.name, 'catalogue'))
    .for('share');
  if (!row) throw new Error('revision catalogue is missing');
  return row.value;
}

/** The columns of an order that a new revision sets, and its author. */
export interface RevisedColumns extends Pick<
  OrderRow,
  (typeof priceColumns)[number] | (typeof contactColumns)[number] | 'status' | 'requestedAt' | 'replyDueAt'
> {
  /** The number of the new revision if staff offer it. */
  offeredRevision?: number;
  /** Default: none. */
  alternatives?: OrderRow['alternatives'];
  userId: number;
  now: Date;
}

/** Writes the columns of the next revision of a locked quotation or request. */
export async function updateRevisedOrder(tx: Db, id: number, columns: RevisedColumns): Promise<OrderRow> {
  const { userId, now, ...changed } = columns;
  const rows = await tx
    .update(orders)
    .set({
      alternatives: [],
      keepsQuotation: false,
      // A reason for refusing an earlier revision does not apply to this one.
      refusal: '',
      ...changed,
      // The promised date is computed from the new contents and starts now.
      isDateByHand: false,
      waitingSince: restartedWait(now),
      revision: sql`${orders.revision} + 1`,
      revisedAt: now,
      ...stampOfChange(orders, { userId, now }),
    })
    .where(eq(orders.id, id))
    .returning();
  return onlyRow(rows);
}

/** Copies the replaced revision into `order_revision`. */
export async function archiveRevision(
  tx: Db,
  before: OrderRow,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await tx.insert(orderRevisions).values({
    ...pick(before, archivedColumns),
    orderId: before.id,
    createdAt: before.revisedAt ?? before.createdAt,
    replacedAt: now,
    replacedBy: userId,
  });
}

/** Inserts the items of a revision with their current costs, as placing does. */
export async function insertItems(
  tx: Db,
  { id, revision, charges }: Pick<OrderRow, 'id' | 'revision' | 'charges'>,
  items: readonly NewItemRow[],
): Promise<void> {
  await tx.execute(sql`
    insert into order_item (order_id, revision, ${sql.raw(columnNames(orderItems, itemColumns))})
    select ${id}::int, ${revision}::int, ${sql.raw(recordsetFields('item', itemColumns))}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (${sql.raw(recordsetTypes(orderItems, itemColumns))})`);
  await storeItemCosts(tx, { id, revision, charges }, items);
}

/** Copies the files and models of a revision to a later one with the same parts. */
export async function copyAttachments(
  tx: Db,
  { id, revision: from }: Pick<OrderRow, 'id' | 'revision'>,
  to: number,
): Promise<void> {
  for (const table of [orderItemFiles, partModels]) {
    const columns = sql.raw(
      columnNames(
        table,
        Object.keys(getTableColumns<Table>(table)).filter((key) => key !== 'revision'),
      ),
    );
    await tx.execute(sql`
      insert into ${table} (revision, ${columns})
      select ${to}::int, ${columns} from ${table} where order_id = ${id} and revision = ${from}`);
  }
}

/** The fields in which an offered revision differs from the one before. */
export type OfferedColumns = Pick<
  RevisedColumns,
  'totalFen' | 'charges' | 'alternatives' | 'deliveryTime' | 'promisedDate' | 'validUntil' | 'userId' | 'now'
> &
  Partial<Pick<RevisedColumns, 'pieceCount' | 'summary'>>;

/**
 * Writes the next revision of a locked order, offered with the same parts: updates the order, archives the replaced
 * revision, and copies files and models. The caller inserts the items.
 */
export async function writeOfferedRevision(
  tx: Db,
  before: OrderRow,
  columns: OfferedColumns,
): Promise<OrderRow> {
  const after = await updateRevisedOrder(tx, before.id, {
    ...pick(before, [...priceColumns, ...contactColumns, 'requestedAt', 'replyDueAt']),
    ...columns,
    offeredRevision: before.revision + 1,
    status: 'quoted',
  });
  await archiveRevision(tx, before, columns);
  await copyAttachments(tx, before, after.revision);
  return after;
}
