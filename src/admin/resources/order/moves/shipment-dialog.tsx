import { useState } from 'react';
import { orders } from '#contract/orders/orders.ts';
import { shipmentText, type Shipment } from '#domain/orders/shipment.ts';
import { CommandDialog, type OrderDialogProps } from './command-dialog.tsx';
import { ShipmentInputs } from './shipment-inputs.tsx';
import { useNotificationText } from './use-notification-text.ts';
import { useDialogCall } from './use-dialog-call.ts';

export function ShipmentDialog({ order, onDone, onCancel }: OrderDialogProps) {
  const { id, version, carrier, trackingNo } = order;
  const [shipment, setShipment] = useState<Shipment>({ carrier, trackingNo });
  const call = useDialogCall(onDone);
  const notificationText = useNotificationText();
  return (
    <CommandDialog
      call={call}
      title={`运单信息：${order.orderNo}`}
      okText="保存"
      okButtonProps={{ disabled: shipmentText(shipment) === shipmentText(order) }}
      onSubmit={() => void call.send(orders.shipment, { params: { id }, body: { ...shipment, version } })}
      onCancel={onCancel}
    >
      <p>记入历史，{notificationText}。</p>
      <ShipmentInputs
        shipment={shipment}
        onChange={(next) => {
          setShipment(next);
          call.setError(undefined);
        }}
      />
    </CommandDialog>
  );
}
