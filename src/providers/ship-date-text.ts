import type { Order } from '#contract/orders/order-data.ts';
import { keepsDate } from '#domain/orders/keeps-date.ts';
import { acceptsRevisions } from '#domain/orders/moves.ts';
import { SHIP_DATE_PENDING } from '#domain/orders/ship-date-label.ts';
import type { AppConfig } from './app-config.ts';
import { promisedDate, shipCalendar } from './ship-calendar.ts';

/**
 * The promised ship date. For a quotation, the date if it were placed today, unless a date was agreed. None
 * yet for a request without an offer, an expired quotation, and a price that is for reference only.
 */
export function shipDateText(order: Order, settings: AppConfig | undefined, now: Date): string {
  const { status, isExpired, delivery_time: days } = order;
  if (order.isReference) return SHIP_DATE_PENDING;
  if (!acceptsRevisions(status) || keepsDate(order, now)) return order.promisedDate;
  const isBinding = status === 'quoted' && !isExpired;
  const shipsOn = isBinding ? promisedDate(shipCalendar(settings ?? {}), now, days) : undefined;
  return shipsOn === undefined ? '下单后确定' : `${shipsOn}（按今天下单计）`;
}
