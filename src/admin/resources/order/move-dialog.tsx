import { useState } from 'react';
import type { OrderWithExt } from '#contract/order-data.ts';
import { orders } from '#contract/orders.ts';
import { isObject } from '#providers/browser-storage.ts';
import { call } from '#providers/http.ts';
import { messageOf, type Failure } from '#providers/result.ts';
import { Dialog } from '../../components/dialog.tsx';
import { NoteInput } from './note-input.tsx';
import { statusLabel } from './order-status-options.ts';

interface Props {
  order: OrderWithExt;
  move: OrderWithExt['moves'][number];
  verb: string;
  /** With a message after a refusal that the order itself explains. */
  onDone: (conflict?: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for confirmation and a reason before the order's status changes. */
export function MoveDialog({ order, move, verb, onDone, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (move.needsReason && reason.trim() === '') return setFault('请填写原因');
    setIsBusy(true);
    try {
      const { id, version } = order;
      const result = await call(orders.move, { params: { id }, body: { to: move.to, reason, version } });
      if (result.ok) return await onDone();
      if (result.errors) return setFault(Object.values(result.errors).join('；'));
      if (result.code === 409)
        return await onDone(result.error === 'order.model_unchecked' ? result.msg : conflictOf(result));
      setFault(result.msg);
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      title={`${verb}：${order.orderNo}`}
      okText={verb}
      okButtonProps={{ danger: move.to === 'cancelled' }}
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={onCancel}
    >
      <p>
        状态将由“{statusLabel(order.status)}”变为“{statusLabel(move.to)}”，记入历史，客户可以看到。
      </p>
      <NoteInput
        id="move-reason"
        label={move.needsReason ? '原因' : '说明（选填）'}
        rows={3}
        value={reason}
        aria-required={move.needsReason}
        fault={fault}
        onChange={(typed) => {
          setReason(typed);
          setFault(undefined);
        }}
      />
    </Dialog>
  );
}

/** The message after another user was faster, with the order's status if the answer has it. */
function conflictOf({ msg, data }: Failure): string {
  const status = isObject(data) && typeof data['status'] === 'string' ? data['status'] : undefined;
  const now = status === undefined ? '' : `，现在是“${statusLabel(status)}”`;
  return `${msg}${now}。已载入最新的订单，请核对后再操作。`;
}
