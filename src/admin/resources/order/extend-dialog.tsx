import { InputNumber } from 'antd';
import { useState } from 'react';
import type { OrderWithExt } from '#contract/order-data.ts';
import { orders } from '#contract/orders.ts';
import { formatYuan } from '#domain/money.ts';
import { call } from '#providers/http.ts';
import { messageOf } from '#providers/result.ts';
import { Dialog } from '../../components/dialog.tsx';
import { NoteInput } from './note-input.tsx';

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
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (validDays === null) return setFault('请输入有效期');
    setIsBusy(true);
    try {
      const { id, version } = order;
      const result = await call(orders.extend, { params: { id }, body: { validDays, note, version } });
      if (result.ok) return await onDone();
      if (result.code === 409) return await onDone(`${result.msg}。已载入最新的订单，请核对后再操作。`);
      setFault(result.errors ? Object.values(result.errors).join('；') : result.msg);
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      title={`延长有效期：${order.orderNo}`}
      okText="延长有效期"
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={onCancel}
    >
      <p>
        按原价 {formatYuan(order.price)} 生成第 {order.revision + 1}{' '}
        版报价，发货日从今天重新计算，客户会收到通知。
      </p>
      <p>
        <label htmlFor="extend-days">有效期（从今天起）</label>{' '}
        <InputNumber
          id="extend-days"
          min={1}
          max={365}
          precision={0}
          suffix="天"
          value={validDays}
          onChange={setValidDays}
        />
      </p>
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
