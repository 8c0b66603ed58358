import { dayNumber, endOfDay } from '#domain/shanghai-time.ts';
import type { OrderStatus } from './order-status.ts';

/**
 * The last instant at which a quotation made now is valid: the end of the Shanghai day `days` (whole) days from today, so that it
 * can still be placed on the date printed on it.
 */
export function validUntil(now: Date, days: number): Date {
  return endOfDay(dayNumber(now) + days);
}

/** Has the quotation expired? It is still valid at its last instant. */
export function isExpired(validUntil: Date, now: Date): boolean {
  return now.getTime() > validUntil.getTime();
}

/** Does its customer ask about a quotation that is still valid? */
export const keepsQuotation = (
  order: { readonly status: OrderStatus; readonly keepsQuotation: boolean; readonly validUntil: Date },
  now: Date,
): boolean => order.status === 'requested' && order.keepsQuotation && !isExpired(order.validUntil, now);
