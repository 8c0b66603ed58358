import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { DeskCustomer } from '#contract/orders/quote-desk.ts';
import { parseFigure } from '#domain/parse-figure.ts';

/** What a customer adds to a request, as typed. */
export interface Wishes {
  /** Yuan for the whole order. */
  targetPrice: string;
  /** The day it should ship, `YYYY-MM-DD`. */
  wishedDate: string;
  /** Why a saved quotation becomes a request. */
  reason: string;
  /** For staff: what was typed to find the customer in whose name they ask. */
  customerText: string;
  /** The one that was chosen. */
  forCustomer?: DeskCustomer;
}

export const noWishes: Wishes = { targetPrice: '', wishedDate: '', reason: '', customerText: '' };

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

/** `¥1,234.5`, `1234.50元` and `１２３４．５` are `1234.50`. */
function readAmount(text: string): string {
  const yuan = parseFigure(text, 'yuan');
  const isAmount = typeof yuan === 'number' && Number(yuan.toFixed(2)) === yuan;
  return isAmount ? yuan.toFixed(2) : text.trim();
}
