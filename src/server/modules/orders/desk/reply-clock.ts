import type { OrderRow } from '../reading/orders.queries.ts';

/** Milliseconds of the shop's working time between two instants. */
export type Between = (from: Date, to: Date) => number;

const MINUTE_MS = 60_000;

/**
 * Working minutes until the promised answer to a request, negative when it is late; null without a promise. An unanswered question stops
 * the clock.
 */
export const replyMinutesLeft = (
  { replyDueAt, waitingSince }: Pick<OrderRow, 'replyDueAt' | 'waitingSince'>,
  now: Date,
  between: Between,
): number | null => replyDueAt && Math.floor(between(waitingSince ?? now, replyDueAt) / MINUTE_MS);
