import { orderStatusLabels } from '#domain/orders/order-status.ts';
import { UNDO_REASON } from '#domain/orders/undo.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { MoveOrders, MoveOutcome, UndoOrders } from '#contract/orders/order-moves.ts';
import { AppError } from '#server/http/app-error.ts';
import { asDatabaseFailure } from '#server/http/pg-errors.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import type { OrderCall } from '../change-order.ts';
import { moveOrder } from './move-order.service.ts';
import { findOrder } from '../reading/orders.queries.ts';
import type { MoveDeps, Audit } from '../reading/orders.service.ts';
import { undoMove } from './undo-move.service.ts';

type BulkCall<Body> = Omit<OrderCall<Body>, 'params'>;

/** The call for one order, without its own entry in the operation log: one entry covers all. */
const callFor = <B>(call: BulkCall<unknown>, id: number, body: B): OrderCall<B> => ({
  ...call,
  params: { id },
  body,
  audit: () => undefined,
});

/**
 * Moves several orders one after another, each by `moveOrder` in its own transaction. Resolves with one outcome for
 * each, in the given sequence, and calls `onPlaced` for each placed order immediately.
 */
export const moveOrders = (
  deps: MoveDeps,
  call: BulkCall<MoveOrders>,
  onPlaced: (id: number) => void,
): Promise<MoveOutcome[]> => {
  const { to, reason, orders } = call.body;
  return writeEach(deps, call.session, orders, {
    write: ({ id, version }) => moveOrder(deps, callFor(call, id, { to, reason, version })),
    onWritten: ({ id, status }) => {
      if (status === 'placed') onPlaced(id);
    },
    audit: (outcomes) => auditOutcomes(outcomes, orderStatusLabels[to], reason, call.audit),
  });
};

/** Undoes the caller's last move of several orders, each by `undoMove` in its own transaction. */
export const undoMoves = (deps: MoveDeps, call: BulkCall<UndoOrders>): Promise<MoveOutcome[]> =>
  writeEach(deps, call.session, call.body.orders, {
    write: ({ id, version }) => undoMove(deps, callFor(call, id, { version })),
    audit: (outcomes) => auditOutcomes(outcomes, '', UNDO_REASON, call.audit),
  });

interface WriteOptions {
  write: (order: MoveOrders['orders'][number]) => Promise<Order>;
  onWritten?: (order: Order) => void;
  audit: (outcomes: readonly MoveOutcome[]) => void;
}

/** Skips the remaining orders after a database failure, because each could wait until it times out. */
async function writeEach(
  deps: MoveDeps,
  caller: Caller,
  orders: MoveOrders['orders'],
  { write, onWritten, audit }: WriteOptions,
): Promise<MoveOutcome[]> {
  const outcomes: MoveOutcome[] = [];
  let failure: AppError | undefined;
  try {
    for (const order of orders) {
      const outcome = failure ?? (await writeOne(deps, caller, order, write));
      if (outcome instanceof AppError) {
        failure = outcome;
        const { error, message: msg } = failure;
        outcomes.push({ id: order.id, orderNo: '', status: null, version: null, isMoved: false, error, msg });
      } else if ('error' in outcome) {
        outcomes.push(outcome);
      } else {
        const { id, orderNo, status, version } = outcome;
        outcomes.push({ id, orderNo, status, version, isMoved: true, error: null, msg: '' });
        onWritten?.(outcome);
      }
    }
  } finally {
    // Runs even after an unexpected error, because earlier moves are committed.
    audit(outcomes);
  }
  return outcomes;
}

function auditOutcomes(
  outcomes: readonly MoveOutcome[],
  status: string,
  reason: MoveOrders['reason'],
  audit: Audit,
): void {
  const moved = outcomes.filter(({ isMoved }) => isMoved);
  const refused = outcomes.filter(({ isMoved }) => !isMoved);
  audit({
    ids: moved.map(({ id }) => id),
    orderNo: moved.map(({ orderNo }) => orderNo).join('、'),
    ...(status === '' ? {} : { status }),
    reason: reason ?? '',
    refused: refused.map(({ id, orderNo, msg }) => `${orderNo || id}：${msg}`).join('；'),
  });
}

/** Returns the written order, the outcome of a refusal, or the database failure. */
async function writeOne(
  deps: MoveDeps,
  caller: Caller,
  order: MoveOrders['orders'][number],
  write: WriteOptions['write'],
): Promise<Order | MoveOutcome | AppError> {
  try {
    return await write(order);
  } catch (error) {
    const failure = asDatabaseFailure(error);
    if (failure) return failure;
    if (!(error instanceof AppError)) throw error;
    return refusedOutcome(deps, caller, order.id, error);
  }
}

async function refusedOutcome(
  { database: { db } }: MoveDeps,
  { grant }: Caller,
  id: number,
  { error, message: msg }: AppError,
): Promise<MoveOutcome | AppError> {
  try {
    const { orderNo = '', status = null, version = null } = (await findOrder(db, grant.scope, id)) ?? {};
    return { id, orderNo, status, version, isMoved: false, error, msg };
  } catch (cause) {
    const failure = asDatabaseFailure(cause);
    if (failure) return failure;
    throw cause;
  }
}
