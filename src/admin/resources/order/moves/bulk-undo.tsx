import { Alert, Button } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import type { MoveOutcome } from '#contract/orders/order-moves.ts';
import { orders } from '#contract/orders/orders.ts';
import { UNDO_MS } from '#domain/orders/undo.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { messageOf } from '#providers/http/result.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { useInvalidateOrders } from '../order-queries.ts';
import { useOrderStatus } from '../order-status-options.ts';
import { useSecondsLeft } from './order-undo.tsx';
import styles from '../order.module.css';

interface BulkMove {
  to: OrderStatus;
  moved: readonly MoveOutcome[];
  /** The end of the undo period, by this browser's clock. */
  until: number;
}

/** Outside the components, so that it survives a change of the selection. */
let lastMove: BulkMove | undefined;
const listeners = new Set<() => void>();

function setLastMove(move: BulkMove | undefined): void {
  lastMove = move;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the undo button above the list of orders; placing cannot be undone. */
export function showUndo(to: OrderStatus, outcomes: readonly MoveOutcome[]): void {
  const moved = outcomes.filter(({ isMoved }) => isMoved);
  setLastMove(to === 'placed' || moved.length === 0 ? undefined : { to, moved, until: Date.now() + UNDO_MS });
}

/** Undoes the last bulk move while the server allows it, and lists the orders that could not be undone. */
export function BulkUndo() {
  const move = useSyncExternalStore(subscribe, () => lastMove);
  return move ? <UndoAlert key={move.until} move={move} /> : null;
}

function UndoAlert({ move: { to, moved, until } }: { move: BulkMove }) {
  const command = useCommand();
  const invalidateOrders = useInvalidateOrders();
  const statusOf = useOrderStatus();
  const secondsLeft = useSecondsLeft(until);
  const [isBusy, setIsBusy] = useState(false);
  const [refusalTexts, setRefusalTexts] = useState<readonly string[]>();

  async function undo() {
    setIsBusy(true);
    try {
      const body = { orders: moved.map(({ id, version }) => ({ id, version: version ?? 0 })) };
      const result = await command(orders.undoMany, { body, quiet: true });
      if (!result.ok) return setRefusalTexts([result.msg]);
      const notMoved = result.data.filter(({ isMoved }) => !isMoved);
      setRefusalTexts(notMoved.map(({ id, orderNo, msg }) => `${orderNo || id}：${msg}`));
    } catch (error) {
      setRefusalTexts([messageOf(error)]);
    } finally {
      // Even if no response arrived, some moves may have been undone.
      await invalidateOrders();
      setIsBusy(false);
    }
  }

  if (refusalTexts) {
    const isComplete = refusalTexts.length === 0;
    return (
      <Alert
        type={isComplete ? 'success' : 'warning'}
        showIcon
        title={isComplete ? `${moved.length} 个订单已恢复` : '以下订单没有撤销'}
        description={
          isComplete ? undefined : (
            <ul className={styles.refusals} aria-label="没有撤销的订单">
              {refusalTexts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )
        }
        closable={{ closeIcon: true, onClose: () => setLastMove(undefined) }}
      />
    );
  }
  if (secondsLeft <= 0 && !isBusy) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={`${moved.length} 个订单已变为“${statusOf(to).label}”，${Math.max(0, secondsLeft)} 秒内可以撤销`}
      action={
        <Button size="small" loading={isBusy} onClick={() => void undo()}>
          撤销 {moved.length} 个订单的变更
        </Button>
      }
    />
  );
}
