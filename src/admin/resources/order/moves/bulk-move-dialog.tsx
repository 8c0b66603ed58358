import { Alert } from 'antd';
import { useState } from 'react';
import { canMove, needsReason, type Actor } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { MoveOutcome } from '#contract/orders/order-moves.ts';
import { orders as orderCalls } from '#contract/orders/orders.ts';
import { notify } from '#providers/notices.ts';
import { messageOf } from '#providers/http/result.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { showUndo } from './bulk-undo.tsx';
import { moveVerbs } from './move-verbs.ts';
import { NoteInput } from './note-input.tsx';
import { useInvalidateOrders } from '../order-queries.ts';
import { useOrderStatus } from '../order-status-options.ts';
import styles from '../order.module.css';

interface Props {
  to: OrderStatus;
  orders: readonly Order[];
  actor: Actor;
  onChoose: (ids: readonly number[]) => void;
  onClose: () => void;
}

/** Confirms moving several orders in one request, and lists the refused ones with their reasons. */
export function BulkMoveDialog({ to, orders, actor, onChoose, onClose }: Props) {
  const command = useCommand();
  const invalidateOrders = useInvalidateOrders();
  const statusOf = useOrderStatus();
  const statusLabel = (status: OrderStatus) => statusOf(status).label;
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly MoveOutcome[]>();
  const movable = orders.filter(({ status }) => canMove(status, to, actor));
  const isReasonNeeded = movable.some(({ status }) => needsReason(status, to, actor));
  const verb = moveVerbs[to];

  async function submit() {
    if (isReasonNeeded && reason.trim() === '') return setError('请填写原因');
    setIsBusy(true);
    try {
      const body = { to, reason, orders: orders.map(({ id, version }) => ({ id, version })) };
      const result = await command(orderCalls.moveMany, { body, quiet: 'success' });
      if (!result.ok) return setError(result.errors ? Object.values(result.errors).join('；') : result.msg);
      showUndo(to, result.data);
      await invalidateOrders();
      const refused = result.data.filter(({ isMoved }) => !isMoved);
      onChoose(refused.map(({ id }) => id));
      if (refused.length > 0) return setOutcomes(result.data);
      notify({ type: 'success', message: summaryOf(statusLabel(to), result.data) });
      onClose();
    } catch (error) {
      setError(messageOf(error));
      // Even if no response arrived, some orders may have been moved.
      await invalidateOrders();
    } finally {
      setIsBusy(false);
    }
  }

  if (outcomes) {
    return (
      <Dialog
        title={`${verb}：${orders.length} 个订单`}
        okText="关闭"
        cancelButtonProps={{ hidden: true }}
        onOk={onClose}
        onCancel={onClose}
      >
        <Alert
          type={outcomes.some(({ isMoved }) => isMoved) ? 'warning' : 'error'}
          showIcon
          title={summaryOf(statusLabel(to), outcomes)}
        />
        <ul className={styles.refusals} aria-label="没有变更的订单">
          {outcomes
            .filter(({ isMoved }) => !isMoved)
            .map((outcome) => (
              <li key={outcome.id}>{refusalText(outcome, orders, statusLabel)}</li>
            ))}
        </ul>
      </Dialog>
    );
  }

  return (
    <Dialog
      title={`${verb}：${orders.length} 个订单`}
      okText={verb}
      okButtonProps={{ danger: to === 'cancelled' }}
      cancelText="返回"
      cancelButtonProps={{ disabled: isBusy }}
      closable={!isBusy}
      keyboard={!isBusy}
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>
        {movable.length} 个订单的状态将变为“{statusLabel(to)}”，逐个记入历史，客户可以看到。
        {movable.length < orders.length
          ? `另外 ${orders.length - movable.length} 个订单的当前状态不允许此操作，将保持不变。`
          : ''}
      </p>
      {to === 'shipped' ? <p>承运方和运单号各不相同，发货后在各订单中填写。</p> : null}
      <NoteInput
        id="bulk-reason"
        label={isReasonNeeded ? '原因' : '说明（选填）'}
        value={reason}
        disabled={isBusy}
        aria-required={isReasonNeeded}
        error={error}
        onChange={(text) => {
          setReason(text);
          setError(undefined);
        }}
      />
      {isBusy ? <p role="status">正在处理 {orders.length} 个订单…</p> : null}
    </Dialog>
  );
}

function summaryOf(status: string, outcomes: readonly MoveOutcome[]): string {
  const moved = outcomes.filter(({ isMoved }) => isMoved).length;
  const movedText = moved > 0 ? `${moved} 个订单已变为“${status}”` : '没有订单变更';
  return moved === outcomes.length ? movedText : `${movedText}，${outcomes.length - moved} 个没有变更。`;
}

function refusalText(
  { id, orderNo, status, msg }: MoveOutcome,
  orders: readonly Order[],
  nameOf: (status: OrderStatus) => string,
): string {
  const name = orderNo || orders.find((order) => order.id === id)?.orderNo || String(id);
  return `${name}：${msg}${status === null ? '' : `（现在是“${nameOf(status)}”）`}`;
}
