import { Checkbox } from 'antd';
import { useState } from 'react';
import { unacknowledgedHolds, type OrderModel } from '#contract/files/models.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { isObject } from '#providers/browser-storage.ts';
import type { Failure } from '#providers/http/result.ts';
import { CommandDialog, type OrderDialogProps } from './command-dialog.tsx';
import styles from '../order.module.css';
import { useOrderStatus } from '../order-status-options.ts';
import { ShipmentInputs } from './shipment-inputs.tsx';
import { useDialogCall } from './use-dialog-call.ts';

interface Props extends OrderDialogProps {
  move: OrderWithExt['moves'][number];
  verb: string;
}

export function MoveDialog({ order, move, verb, onDone, onCancel }: Props) {
  const statusOf = useOrderStatus();
  const call = useDialogCall(onDone, (failure) =>
    isModelError(failure) ? failure.msg : conflictText(failure, (status) => statusOf(status).label),
  );
  const [today] = useState(() => dayText(dayNumber(new Date())));
  const [areHoldsConfirmed, setHoldsConfirmed] = useState(false);
  const [shipment, setShipment] = useState({ carrier: '', trackingNo: '' });
  const heldModels =
    move.to === 'confirmed' ? order.models.filter((model) => unacknowledgedHolds(model).length > 0) : [];

  function submit() {
    if (move.needsReason && call.note.trim() === '') return call.setError('请填写原因');
    const { id, version } = order;
    const seenHolds = heldModels.map(({ lineNo, measurings }) => ({ lineNo, measurings }));
    const body = {
      to: move.to,
      reason: call.note,
      version,
      ...(heldModels.length > 0 && { seenHolds }),
      ...(move.to === 'shipped' && shipment),
    };
    void call.send(orders.move, { params: { id }, body });
  }

  return (
    <CommandDialog
      call={call}
      title={`${verb}：${order.orderNo}`}
      okText={verb}
      okButtonProps={{
        danger: move.to === 'cancelled',
        disabled: heldModels.length > 0 && !areHoldsConfirmed,
      }}
      note={{
        id: 'move-reason',
        label: move.needsReason ? '原因' : '说明（选填）',
        isRequired: move.needsReason,
      }}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p>
        状态将由“{statusOf(order.status).label}”变为“{statusOf(move.to).label}”，记入历史，客户可以看到。
      </p>
      {move.to === 'confirmed' && order.promisedDate < today ? (
        <p role="alert" className={styles.warning}>
          承诺发货日 {order.promisedDate} 已过，确认后即为逾期。请先与客户商定新的日期，在订单中修改。
        </p>
      ) : null}
      {heldModels.length > 0 ? (
        <Holds models={heldModels} isConfirmed={areHoldsConfirmed} onConfirm={setHoldsConfirmed} />
      ) : null}
      {move.to === 'shipped' ? <ShipmentInputs shipment={shipment} onChange={setShipment} /> : null}
    </CommandDialog>
  );
}

interface HoldsProps {
  models: readonly OrderModel[];
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
}

function Holds({ models, isConfirmed, onConfirm }: HoldsProps) {
  return (
    <>
      <ul className={styles.holds} aria-label="须人工确认的提示">
        {models.flatMap((model) =>
          unacknowledgedHolds(model).map(({ text, help }) => (
            <li key={`${model.lineNo}/${text}`}>
              零件 {model.lineNo}：{text}
              {help === '' ? null : <small>{help}</small>}
            </li>
          )),
        )}
      </ul>
      <p>
        <Checkbox checked={isConfirmed} onChange={({ target }) => onConfirm(target.checked)}>
          我已看过以上提示，可以按此加工（记入历史）
        </Checkbox>
      </p>
    </>
  );
}

const isModelError = ({ error }: Failure) =>
  error === 'order.model_unchecked' || error === 'order.holds_unseen';

/** The message after a conflict, with the current status if the response has it. */
function conflictText({ msg, data }: Failure, statusLabel: (status: string) => string): string {
  const status = isObject(data) && typeof data['status'] === 'string' ? data['status'] : undefined;
  const statusText = status === undefined ? '' : `，现在是“${statusLabel(status)}”`;
  return `${msg}${statusText}。已载入最新的订单，请核对后再操作。`;
}
