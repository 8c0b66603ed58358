import type { PlaceOrder } from '#contract/orders.ts';
import type { DeskCustomer } from '#contract/quote-desk.ts';
import { yuanText } from '#domain/money.ts';

/** What a customer adds to a request, as typed. */
export interface Wishes {
  /** Yuan for the whole order. */
  targetPrice: string;
  /** The day it should ship, `YYYY-MM-DD`. */
  wishedDate: string;
  /** Why a saved quotation becomes a request. */
  reason: string;
  /** For staff: the customer in whose name they ask. */
  forCustomer?: DeskCustomer;
}

export const noWishes: Wishes = { targetPrice: '', wishedDate: '', reason: '' };

/** The filled wishes as the request carries them; an amount that cannot be read stays as typed, for the contract to refuse. */
export function wishFields({
  targetPrice,
  wishedDate,
  forCustomer,
}: Wishes): Pick<PlaceOrder, 'targetPrice' | 'wishedDate' | 'forUserId'> {
  const price = readAmount(targetPrice);
  return {
    ...(price === '' ? {} : { targetPrice: price }),
    ...(wishedDate === '' ? {} : { wishedDate }),
    ...(forCustomer ? { forUserId: forCustomer.userId } : {}),
  };
}

/** `¥1,234.5` and `1234.50元` are `1234.50`. */
function readAmount(text: string): string {
  const plain = text.replaceAll(/[¥￥,，元\s]/g, '');
  return /^\d{1,10}(\.\d{1,2})?$/.test(plain) ? yuanText(Math.round(Number(plain) * 100)) : plain;
}
