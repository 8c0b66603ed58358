import { dayNumber, endOfDay } from '#domain/shanghai-time.ts';
import type { OrderStatus } from './order-status.ts';

/**
 * The last instant at which a quotation made now is valid: the end of the Shanghai day `days` days from today;
 * `days` is a whole number. The quotation can therefore still be placed on the printed date.
 */
export function validUntil(now: Date, days: number): Date {
  return endOfDay(dayNumber(now) + days);
}

/** Whether the quotation has expired. It is still valid at its last instant. */
export function isExpired(validUntil: Date, now: Date): boolean {
  return now.getTime() > validUntil.getTime();
}

/** Whether the order is a request to change a quotation that is still valid and can still be placed. */
export const keepsValidQuotation = (
  order: { readonly status: OrderStatus; readonly keepsQuotation: boolean; readonly validUntil: Date },
  now: Date,
): boolean => order.status === 'requested' && order.keepsQuotation && !isExpired(order.validUntil, now);
