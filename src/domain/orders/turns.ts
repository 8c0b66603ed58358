import type { OrderStatus } from './order-status.ts';

/** The side that has to act next. */
export type Turn = 'shop' | 'customer';

const TURNS: Partial<Record<OrderStatus, Turn>> = {
  requested: 'shop',
  quoted: 'customer',
  placed: 'shop',
  confirmed: 'shop',
  producing: 'shop',
  inspecting: 'shop',
};

/** The side that has to act in a status; undefined when none has to. */
export const turnOf = (status: OrderStatus): Turn | undefined => TURNS[status];

/** The side that has to act from an instant on. */
export interface TurnChange<Phase> {
  at: Date;
  turn: Turn | undefined;
  /** The task of that side. */
  phase: Phase;
}

/** A question that one side asked, and the time until it was answered. */
export interface AskedQuestion {
  askedBy: Turn;
  from: Date;
  /** Undefined while it is unanswered. */
  to: Date | undefined;
}

/**
 * Adds the changes caused by questions: while the side whose turn it is waits for an answer, it is the other side's turn.
 * Questions of the other side change nothing.
 * @param changes oldest first
 */
export function withQuestions<Phase>(
  changes: readonly TurnChange<Phase>[],
  questions: readonly AskedQuestion[],
): TurnChange<Phase>[] {
  const times = questions
    .flatMap(({ from, to }) => (to ? [from, to] : [from]))
    .toSorted((a, b) => a.getTime() - b.getTime());
  return changes.flatMap((change, n) => {
    const next = changes[n + 1]?.at;
    const questionTimes = times.filter((at) => at > change.at && (next === undefined || at < next));
    return [change.at, ...questionTimes].map((at) => ({
      ...change,
      at,
      turn: turnAt(change.turn, questions, at),
    }));
  });
}

function turnAt(turn: Turn | undefined, questions: readonly AskedQuestion[], at: Date): Turn | undefined {
  const isAwaitingAnswer = questions.some(
    ({ askedBy, from, to }) => askedBy === turn && from <= at && (to === undefined || at < to),
  );
  if (!isAwaitingAnswer) return turn;
  return turn === 'shop' ? 'customer' : 'shop';
}

/** A period in which an order waited for one side. */
export interface Wait<Phase> {
  turn: Turn;
  phase: Phase;
  from: Date;
  to: Date;
}

/**
 * The periods before an instant in which an order waited.
 * @param changes oldest first
 */
export function waitsOf<Phase>(changes: readonly TurnChange<Phase>[], until: Date): Wait<Phase>[] {
  return changes.flatMap(({ at, turn, phase }, n) => {
    const next = changes[n + 1]?.at ?? until;
    const to = next < until ? next : until;
    return turn !== undefined && at < to ? [{ turn, phase, from: at, to }] : [];
  });
}
