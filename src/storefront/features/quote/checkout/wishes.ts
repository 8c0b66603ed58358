import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { DeskCustomer } from '#contract/orders/quote-desk.ts';
import { parseFigure } from '#domain/parse-figure.ts';

/** Optional fields of a request, as typed. */
export interface Wishes {
  /** Yuan for the whole order. */
  targetPrice: string;
  /** Desired ship date, `YYYY-MM-DD`. */
  wishedDate: string;
  /** Why a saved quotation becomes a request. */
  reason: string;
  /** For staff: the search text for the customer they act for. */
  customerText: string;
  forCustomer?: DeskCustomer;
}

export const noWishes: Wishes = { targetPrice: '', wishedDate: '', reason: '', customerText: '' };

/** The filled fields for the request body. An unreadable amount stays as typed, for the contract to reject. */
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

/** Reads `¥1,234.5`, `1234.50元` and `１２３４．５` as `1234.50`. */
function readAmount(text: string): string {
  const yuan = parseFigure(text, 'yuan');
  const isAmount = typeof yuan === 'number' && Number(yuan.toFixed(2)) === yuan;
  return isAmount ? yuan.toFixed(2) : text.trim();
}
