import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { pick } from '#domain/pick.ts';
import type { Contact } from '../checkout/contact-storage.ts';
import { itemFromFields } from '../draft/draft.ts';
import { partsOfOrder } from './order-parts.ts';

/** The fields of a quotation that its customer can change. */
export type QuotationContent = Pick<PlaceOrder, 'items' | 'price' | 'leadClassId'> & Contact;

/** The saved content of a quotation. */
export function savedContent(order: OrderWithExt): QuotationContent {
  // A saved item has every field that a new item needs.
  const saved = partsOfOrder(order).map((part) => itemFromFields(part) as QuotationItem);
  return {
    items: saved,
    leadClassId: order.lead?.id ?? null,
    ...pick(order, ['price', 'contactName', 'contactPhone', 'address', 'remark']),
  };
}

/** The content to send. Includes every contact field, because a missing one would keep its old value. */
export function sentContent({ items, price, leadClassId, ...contact }: PlaceOrder): QuotationContent {
  const { contactName = '', contactPhone = '', address = '', remark = '' } = contact;
  // Omitted if the shop offers only one class.
  const lead = leadClassId === undefined ? {} : { leadClassId };
  return { items, price, ...lead, contactName, contactPhone, address, remark };
}

/** Compares content regardless of key order. */
export function isSameContent(content: QuotationContent, other: QuotationContent): boolean {
  return textOf(content) === textOf(other);
}

function textOf({ items, leadClassId = null, ...rest }: QuotationContent): string {
  return JSON.stringify([items.map(sorted), leadClassId, sorted(rest)]);
}

const sorted = (record: object) =>
  Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
