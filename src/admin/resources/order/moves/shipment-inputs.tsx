import { Input } from 'antd';
import { useId } from 'react';
import type { Shipment } from '#domain/orders/shipment.ts';
import styles from '../order.module.css';

interface Props {
  shipment: Shipment;
  onChange: (shipment: Shipment) => void;
}

/** Carrier and tracking number; both are optional and visible to the customer. */
export function ShipmentInputs({ shipment, onChange }: Props) {
  const id = useId();
  return (
    <div className={styles.shipment}>
      <div>
        <label htmlFor={`${id}-carrier`}>承运方（选填）</label>
        <Input
          id={`${id}-carrier`}
          maxLength={50}
          placeholder="如 顺丰速运、专车、客户自提"
          value={shipment.carrier}
          onChange={({ target }) => onChange({ ...shipment, carrier: target.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-number`}>运单号（选填）</label>
        <Input
          id={`${id}-number`}
          maxLength={100}
          value={shipment.trackingNo}
          onChange={({ target }) => onChange({ ...shipment, trackingNo: target.value })}
        />
      </div>
    </div>
  );
}
