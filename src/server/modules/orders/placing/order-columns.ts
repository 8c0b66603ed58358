import { getTableColumns, type Table } from 'drizzle-orm';
import type { SentModel } from '#contract/orders/part-item.ts';
import { orderItems, type orders } from '#server/db/schema.ts';

/** The columns of `orders` that every revision recomputes: the price and what depends on it. */
export const priceColumns = [
  'totalFen',
  'charges',
  'lead',
  'deliveryTime',
  'promisedDate',
  'validUntil',
  'itemCount',
  'pieceCount',
  'summary',
  'catalogueRevision',
  'gates',
] as const satisfies readonly (keyof NewOrderRow)[];

/** The columns that the customer fills in, in addition to the items. */
export const contactColumns = [
  'contactName',
  'contactPhone',
  'address',
  'remark',
] as const satisfies readonly (keyof NewOrderRow)[];

/** The columns of `orders` that a new order supplies; the placing statement computes the others. */
export const placedColumns = [
  'status',
  'userId',
  'deptId',
  ...priceColumns,
  ...contactColumns,
  'requestedAt',
  'replyDueAt',
  'targetFen',
  'wishedDate',
  'slotDay',
] as const satisfies readonly (keyof NewOrderRow)[];

/** The columns of `orders` that `order_revision` keeps for each revision. */
export const archivedColumns = [
  'revision',
  'totalFen',
  'charges',
  'lead',
  'alternatives',
  'deliveryTime',
  'promisedDate',
  'validUntil',
  ...contactColumns,
] as const satisfies readonly (keyof NewOrderRow)[];

const { id: _id, orderId: _orderId, revision: _revision, ...columns } = getTableColumns(orderItems);
/** The columns of `order_item` except id, order and revision. */
export const itemColumns = Object.keys(columns);

type NewOrderRow = typeof orders.$inferInsert;
export type NewItemRow = Required<Omit<typeof orderItems.$inferInsert, 'id' | 'orderId' | 'revision'>>;

export type NewOrderItem = NewItemRow & {
  fileIds: readonly number[];
  /** `holds`: the findings of its checks that staff must look at, as texts. */
  model: (SentModel & { holds: readonly string[] }) | null;
};

/** The names of columns, for the column list of an insert: `total_fen, delivery_time`. */
export const columnNames = (table: Table, keys: readonly string[]): string =>
  keys.map((key) => columnOf(table, key).name).join(', ');

/** The names and types of columns, for `jsonb_to_recordset`: `"totalFen" bigint, "deliveryTime" double precision`. */
export const recordsetTypes = (table: Table, keys: readonly string[]): string =>
  keys.map((key) => `"${key}" ${columnOf(table, key).getSQLType()}`).join(', ');

/** The fields of a recordset, for a select list: `item."totalFen", item."deliveryTime"`. */
export const recordsetFields = (record: string, keys: readonly string[]): string =>
  keys.map((key) => `${record}."${key}"`).join(', ');

function columnOf(table: Table, key: string) {
  const column = getTableColumns(table)[key];
  if (!column) throw new Error(`no column ${key}`);
  return column;
}
