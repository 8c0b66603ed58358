import type { OrderWithExt, PlaceOrder } from '#contract/orders.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import type { Contact } from './contact-storage.ts';
import { itemFromFields } from './draft.ts';
import { partsOfOrder } from './order-parts.ts';

/** What a customer decides of a quotation. */
export type QuotationContent = Pick<PlaceOrder, 'items' | 'price'> & Contact;

/** A quotation's content as it was saved. */
export function savedContent(order: OrderWithExt): QuotationContent {
  const { price, contactName, contactPhone, address, remark } = order;
  // What was sold has every field that an item needs.
  const saved = partsOfOrder(order).map((part) => itemFromFields(part) as QuotationItem);
  return { items: saved, price, contactName, contactPhone, address, remark };
}

/** What is about to be sent, with every contact field: one that is absent would stay as it is. */
export function sentContent({ items, price, ...contact }: PlaceOrder): QuotationContent {
  const { contactName = '', contactPhone = '', address = '', remark = '' } = contact;
  return { items, price, contactName, contactPhone, address, remark };
}

/** The same decisions, in whatever order they were made? */
export function isSameContent(one: QuotationContent, other: QuotationContent): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ items, ...rest }: QuotationContent): string {
  return JSON.stringify([items.map(sorted), sorted(rest)]);
}

const sorted = (record: object) =>
  Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
