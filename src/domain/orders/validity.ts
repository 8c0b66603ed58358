import { dayNumber, endOfDay } from '#domain/shanghai-time.ts';
import type { OrderStatus } from './order-status.ts';

/**
 * The last instant at which a quotation made now is valid: the end of the day in Shanghai that is `days` (whole) days from
 * today. The quotation can therefore still be placed on the printed date.
 */
export function validUntil(now: Date, days: number): Date {
  return endOfDay(dayNumber(now) + days);
}

/** Whether the quotation has expired. It is still valid at its last instant. */
export function isExpired(validUntil: Date, now: Date): boolean {
  return now.getTime() > validUntil.getTime();
}

/** Whether the request is about a quotation that is still valid. */
export const keepsQuotation = (
  order: { readonly status: OrderStatus; readonly keepsQuotation: boolean; readonly validUntil: Date },
  now: Date,
): boolean => order.status === 'requested' && order.keepsQuotation && !isExpired(order.validUntil, now);
