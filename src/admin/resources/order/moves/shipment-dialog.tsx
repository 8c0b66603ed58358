import { useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { shipmentText, type Shipment } from '#domain/orders/shipment.ts';
import { Dialog } from '../../../components/dialog.tsx';
import styles from '../order.module.css';
import { ShipmentInputs } from './shipment-inputs.tsx';
import { useCustomerNotified } from './use-customer-notified.ts';
import { useDialogCall } from './use-dialog-call.ts';

interface Props {
  order: OrderWithExt;
  /** With a message if another user was faster. */
  onDone: (conflict?: string) => Promise<void>;
  onCancel: () => void;
}

/** Corrects or adds carrier and tracking number of a shipped order. */
export function ShipmentDialog({ order, onDone, onCancel }: Props) {
  const [shipment, setShipment] = useState<Shipment>({
    carrier: order.carrier,
    trackingNo: order.trackingNo,
  });
  const { fault, setFault, isBusy, send } = useDialogCall(onDone);
  const notified = useCustomerNotified();
  const { id, version } = order;
  return (
    <Dialog
      title={`运单信息：${order.orderNo}`}
      okText="保存"
      okButtonProps={{ disabled: shipmentText(shipment) === shipmentText(order) }}
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={() => void send(orders.shipment, { params: { id }, body: { ...shipment, version } })}
      onCancel={onCancel}
    >
      <p>记入历史，{notified}。</p>
      <ShipmentInputs
        shipment={shipment}
        onChange={(typed) => {
          setShipment(typed);
          setFault(undefined);
        }}
      />
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  );
}
