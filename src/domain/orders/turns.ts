import type { OrderStatus } from './order-status.ts';

/** Who has to act next. */
export type Turn = 'shop' | 'customer';

const TURNS: Partial<Record<OrderStatus, Turn>> = {
  requested: 'shop',
  quoted: 'customer',
  placed: 'shop',
  confirmed: 'shop',
  producing: 'shop',
  inspecting: 'shop',
};

/** Whose turn it is in a status; undefined once nobody has to act. */
export const turnOf = (status: OrderStatus): Turn | undefined => TURNS[status];

/** From this instant on it is that side's turn. */
export interface TurnChange<Phase> {
  at: Date;
  turn: Turn | undefined;
  /** What the side has to do. */
  phase: Phase;
}

/** A stretch of time in which an order waited for one side. */
export interface Wait<Phase> {
  turn: Turn;
  phase: Phase;
  from: Date;
  to: Date;
}

/**
 * The waits of an order until an instant. Changes of turn come from the history of its status; a question that is open in
 * between is two more changes.
 * @param changes oldest first
 */
export function waitsOf<Phase>(changes: readonly TurnChange<Phase>[], until: Date): Wait<Phase>[] {
  return changes.flatMap(({ at, turn, phase }, n) => {
    const next = changes[n + 1]?.at ?? until;
    const to = next < until ? next : until;
    return turn !== undefined && at < to ? [{ turn, phase, from: at, to }] : [];
  });
}
