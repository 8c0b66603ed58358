import type { OrderRow } from '../reading/orders.queries.ts';

/** Milliseconds of the shop's working time between two instants. */
export type WorkingClock = (from: Date, to: Date) => number;

const MINUTE_MS = 60_000;

/**
 * Working minutes until a request's promised reply, negative when it is late; null without a promise. An unanswered
 * question to the customer stops the clock.
 */
export const replyMinutesLeft = (
  { replyDueAt, waitingSince }: Pick<OrderRow, 'replyDueAt' | 'waitingSince'>,
  now: Date,
  workingMsBetween: WorkingClock,
): number | null => replyDueAt && Math.floor(workingMsBetween(waitingSince ?? now, replyDueAt) / MINUTE_MS);
