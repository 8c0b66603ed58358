import { ORDER_MOVES } from './moves.ts';
import type { OrderStatus } from './order-status.ts';

/** How long a move can be undone; its mail is held back for the same time. */
export const UNDO_MS = 60_000;

/** The `reason` of a history row that undoes a move. */
export const UNDO_REASON = '撤销上一步操作';

interface HistoryRow {
  from: string | null;
  to: string;
  userId: number;
  createdAt: Date;
}

/** An undo that is still possible. */
export interface Undo {
  /** The status to return to. */
  to: OrderStatus;
  until: Date;
}

/**
 * The move that a staff user can undo: the last change of the order, made by this user within `UNDO_MS`. Placing cannot be
 * undone because it binds both sides and archives the document. An offer cannot because it is a revision, and an undo cannot
 * because no allowed move leads back.
 * @param last the last row of the order's history
 * @param changedAt when the order last changed in any way
 */
export function undoableMove(
  last: HistoryRow | undefined,
  { changedAt, userId, now }: { changedAt: Date; userId: number; now: Date },
): Undo | undefined {
  if (!last || last.userId !== userId || last.createdAt.getTime() !== changedAt.getTime()) return undefined;
  const move = ORDER_MOVES.find(({ from, to }) => from === last.from && to === last.to);
  if (!move || move.to === 'placed' || move.byOffer) return undefined;
  const until = new Date(last.createdAt.getTime() + UNDO_MS);
  return now < until ? { to: move.from, until } : undefined;
}

type RowWithReason = Pick<HistoryRow, 'from' | 'to'> & { reason: string };

/** Removes undone moves and the rows that undid them. */
export function withoutUndone<E extends RowWithReason>(events: readonly E[]): E[] {
  const remaining: E[] = [];
  for (const event of events) {
    const last = remaining.at(-1);
    if (last && undoes(event, last)) remaining.pop();
    else remaining.push(event);
  }
  return remaining;
}

/** An offer cannot be undone, but the reason for its withdrawal may be the same text. */
const undoes = (event: RowWithReason, last: RowWithReason): boolean =>
  event.reason === UNDO_REASON &&
  event.from === last.to &&
  event.to === last.from &&
  !ORDER_MOVES.some(({ from, to, byOffer }) => byOffer && from === last.from && to === last.to);
