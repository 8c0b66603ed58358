import { Button } from 'antd';
import { useState } from 'react';
import type { OrderWithExt } from '#contract/order-data.ts';
import { useResumed } from '../../session/use-interrupted.ts';
import { usePermission } from '../../session/use-permission.ts';
import styles from './order.module.css';
import { interruptedShopForm, ShopForm, shopFormPlace } from './shop-form.tsx';

interface Props {
  order: OrderWithExt;
  onChanged: () => Promise<void>;
}

/** Internal note and promised date, which only the shop can edit. */
export function ShopPanel({ order, onChanged }: Props) {
  const canEdit = usePermission('mfr:order:edit');
  const resumed = useResumed(interruptedShopForm, shopFormPlace(order.id));
  const [isEditing, setIsEditing] = useState(resumed !== undefined);
  return (
    <section className={styles.section} aria-labelledby="order-shop">
      <h2 id="order-shop">
        内部备注与承诺发货日
        {canEdit && !isEditing ? (
          <Button size="small" onClick={() => setIsEditing(true)}>
            修改
          </Button>
        ) : null}
      </h2>
      {isEditing ? (
        <ShopForm
          order={order}
          resumed={resumed}
          onSaved={async () => {
            setIsEditing(false);
            await onChanged();
          }}
          onStale={onChanged}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <p className={styles.note}>{order.staffNote || '（没有内部备注；客户看不到这里的内容）'}</p>
      )}
    </section>
  );
}
