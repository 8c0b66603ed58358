import { useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { formatYuan } from '#domain/money.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { NumberInput } from '../../../components/number-input.tsx';
import { rangeProblem } from '../../../components/prices/range-problem.ts';
import { NoteInput } from './note-input.tsx';
import styles from '../order.module.css';
import { useCustomerNotified } from './use-customer-notified.ts';
import { useDialogCall } from './use-dialog-call.ts';

interface Props {
  order: OrderWithExt;
  /** With a message if another user was faster. */
  onDone: (conflict?: string) => Promise<void>;
  onCancel: () => void;
}

/** Offers a quotation once more as it is, for longer. */
export function ExtendDialog({ order, onDone, onCancel }: Props) {
  const [validDays, setValidDays] = useState<number | null>(15);
  const [note, setNote] = useState('');
  const { fault, setFault, isBusy, send } = useDialogCall(onDone);
  const notified = useCustomerNotified();
  const problem = rangeProblem('有效期', validDays, { min: 1, max: 365, isWhole: true });

  function submit() {
    if (validDays === null || problem !== undefined) return;
    const { id, version } = order;
    void send(orders.extend, { params: { id }, body: { validDays, note, version } });
  }

  return (
    <Dialog
      title={`延长有效期：${order.orderNo}`}
      okText="延长有效期"
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={submit}
      onCancel={onCancel}
    >
      <p>
        按原价 {formatYuan(order.price)} 生成第 {order.revision + 1} 版报价，发货日从今天重新计算，{notified}
        。
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
        <p id="extend-days-problem" className={styles.fault} role="alert">
          {problem}
        </p>
      )}
      <NoteInput
        id="extend-note"
        label="给客户的说明（选填）"
        rows={3}
        value={note}
        fault={fault}
        onChange={(typed) => {
          setNote(typed);
          setFault(undefined);
        }}
      />
    </Dialog>
  );
}
