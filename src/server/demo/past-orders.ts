import { isRepeatOf } from '#domain/charges/repeat.ts';
import { partNameKey } from '#domain/parts/part-code.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { comparedLine } from '#server/modules/quotes/repeats.service.ts';
import type { Random } from './random.ts';
import type { Customer } from './shop.ts';

/** A company repeats only one of this many latest orders. */
const MAX_REMEMBERED = 30;

/** The orders of each company so far. */
export interface PastOrders {
  /** The parts of an earlier order of the customer's company; undefined without one. */
  pickPastOrder: (random: Random, customer: Customer) => readonly QuotationItem[] | undefined;
  /** Finds the parts that the company has ordered before, by the product's rule for parts without a model. */
  repeatsOf: (customer: Customer, items: readonly QuotationItem[]) => boolean[];
  add: (customer: Customer, items: readonly QuotationItem[]) => void;
}

export function createPastOrders(): PastOrders {
  const carts = new Map<number, (readonly QuotationItem[])[]>();
  const parts = new Map<string, QuotationItem[]>();
  // The key of a customer's company: its department, or minus the user's id without one.
  const ownerOf = ({ deptId, userId }: Customer) => deptId ?? -userId;
  const keyOf = (customer: Customer, item: QuotationItem) =>
    `${ownerOf(customer)}|${partNameKey(item.name ?? '', item)}`;
  return {
    pickPastOrder: (random, customer) => {
      const earlier = carts.get(ownerOf(customer)) ?? [];
      return earlier.length === 0 ? undefined : random.pick(earlier.slice(-MAX_REMEMBERED));
    },
    repeatsOf: (customer, items) =>
      items.map((item) =>
        (parts.get(keyOf(customer, item)) ?? []).some((earlier) =>
          isRepeatOf(comparedLine(item), comparedLine(earlier), false),
        ),
      ),
    add: (customer, items) => {
      const owner = ownerOf(customer);
      carts.set(owner, [...(carts.get(owner) ?? []), items]);
      for (const item of items) {
        const key = keyOf(customer, item);
        parts.set(key, [...(parts.get(key) ?? []), item]);
      }
    },
  };
}
