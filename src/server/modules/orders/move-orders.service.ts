import { orderStatusLabels } from '#domain/orders/order-status.ts';
import type { MoveOrders, MoveOutcome } from '#contract/order-moves.ts';
import { AppError } from '#server/http/app-error.ts';
import { asDatabaseFailure } from '#server/http/pg-errors.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { findOrder } from './orders.queries.ts';
import { moveOrder, type MoveDeps, type Note } from './orders.service.ts';

type Deps = MoveDeps;

/**
 * Moves several orders one after another, each by `moveOrder` in its own transaction. Resolves with one outcome for
 * each, in the given order, and announces each placed order at once. Once the database fails, the remaining orders are not tried: each could wait for its timeout.
 */
export async function moveOrders(
  deps: Deps,
  caller: Caller,
  { to, reason, orders }: MoveOrders,
  now: Date,
  note: Note,
  onPlaced: (id: number) => void,
): Promise<MoveOutcome[]> {
  const outcomes: MoveOutcome[] = [];
  let failure: AppError | undefined;
  try {
    for (const { id, version } of orders) {
      const outcome: MoveOutcome | AppError =
        failure ?? (await moveOne(deps, caller, id, { to, reason, version }, now));
      if (!(outcome instanceof AppError)) {
        outcomes.push(outcome);
        if (outcome.isMoved && outcome.status === 'placed') onPlaced(id);
        continue;
      }
      failure = outcome;
      const { error, message: msg } = failure;
      outcomes.push({ id, orderNo: '', status: null, isMoved: false, error, msg });
    }
  } finally {
    // Also after an error in the middle: what has moved stays moved.
    noteOutcomes(outcomes, to, reason, note);
  }
  return outcomes;
}

function noteOutcomes(
  outcomes: readonly MoveOutcome[],
  to: MoveOrders['to'],
  reason: MoveOrders['reason'],
  note: Note,
): void {
  const moved = outcomes.filter(({ isMoved }) => isMoved);
  const refused = outcomes.filter(({ isMoved }) => !isMoved);
  note({
    ids: moved.map(({ id }) => id),
    orderNo: moved.map(({ orderNo }) => orderNo).join('、'),
    status: orderStatusLabels[to],
    reason: reason ?? '',
    refused: refused.map(({ id, orderNo, msg }) => `${orderNo || id}：${msg}`).join('；'),
  });
}

/** The outcome for one order, also when it is refused; the failure of the database. */
async function moveOne(
  deps: Deps,
  caller: Caller,
  id: number,
  move: Parameters<typeof moveOrder>[3],
  now: Date,
): Promise<MoveOutcome | AppError> {
  try {
    const { orderNo, status } = await moveOrder(deps, caller, id, move, now, () => undefined);
    return { id, orderNo, status, isMoved: true, error: null, msg: '' };
  } catch (error) {
    const failure = asDatabaseFailure(error);
    if (failure) return failure;
    if (!(error instanceof AppError)) throw error;
    return refusedOutcome(deps, caller, id, error);
  }
}

async function refusedOutcome(
  { database: { db } }: Deps,
  { grant }: Caller,
  id: number,
  { error, message: msg }: AppError,
): Promise<MoveOutcome | AppError> {
  try {
    const { orderNo = '', status = null } = (await findOrder(db, grant.scope, id)) ?? {};
    return { id, orderNo, status, isMoved: false, error, msg };
  } catch (cause) {
    const failure = asDatabaseFailure(cause);
    if (failure) return failure;
    throw cause;
  }
}
