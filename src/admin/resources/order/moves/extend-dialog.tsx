import { useState } from 'react';
import { orders } from '#contract/orders/orders.ts';
import { formatYuan } from '#domain/money.ts';
import { NumberInput } from '../../../components/number-input.tsx';
import { rangeProblem } from '../../../components/prices/range-problem.ts';
import { CommandDialog, type OrderDialogProps } from './command-dialog.tsx';
import styles from '../order.module.css';
import { useNotificationText } from './use-notification-text.ts';
import { useDialogCall } from './use-dialog-call.ts';

/** Renews a quotation at the same price, with a new validity period. */
export function ExtendDialog({ order, onDone, onCancel }: OrderDialogProps) {
  const [validDays, setValidDays] = useState<number | null>(15);
  const call = useDialogCall(onDone);
  const notificationText = useNotificationText();
  const problem = rangeProblem('有效期', validDays, { min: 1, max: 365, isInteger: true });

  function submit() {
    if (validDays === null || problem !== undefined) return;
    const { id, version } = order;
    void call.send(orders.extend, { params: { id }, body: { validDays, note: call.note, version } });
  }

  return (
    <CommandDialog
      call={call}
      title={`延长有效期：${order.orderNo}`}
      okText="延长有效期"
      note={{ id: 'extend-note', label: '给客户的说明（选填）' }}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p>
        按原价 {formatYuan(order.price)} 生成第 {order.revision + 1} 版报价，发货日从今天重新计算，
        {notificationText}。
      </p>
      <p>
        <label htmlFor="extend-days">有效期（从今天起）</label>{' '}
        <NumberInput
          id="extend-days"
          className={styles.validDays}
          suffix="天"
          value={validDays}
          aria-invalid={problem !== undefined}
          aria-describedby="extend-days-problem"
          status={problem === undefined ? undefined : 'error'}
          onChange={setValidDays}
        />
      </p>
      {problem === undefined ? null : (
        <p id="extend-days-problem" className={styles.error} role="alert">
          {problem}
        </p>
      )}
    </CommandDialog>
  );
}
