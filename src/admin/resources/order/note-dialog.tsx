import { useState } from 'react';
import type { OrderWithExt } from '#contract/order-data.ts';
import { orders } from '#contract/orders.ts';
import { call } from '#providers/http.ts';
import { messageOf } from '#providers/result.ts';
import { Dialog } from '../../components/dialog.tsx';
import { NoteInput } from './note-input.tsx';

interface Props {
  order: Pick<OrderWithExt, 'id' | 'orderNo'>;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** Sends a note to the customer. */
export function NoteDialog({ order: { id, orderNo }, onDone, onCancel }: Props) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (text.trim() === '') return setFault('请输入留言');
    setIsBusy(true);
    try {
      const result = await call(orders.note, { params: { id }, body: { text: text.trim() } });
      if (result.ok) return await onDone();
      setFault(result.errors ? Object.values(result.errors).join('；') : result.msg);
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      title={`给客户留言：${orderNo}`}
      okText="发送"
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={onCancel}
    >
      <p>客户会收到消息通知，留言也记入订单历史，发送后不能撤回。</p>
      <NoteInput
        id="order-note"
        label="留言"
        rows={4}
        value={text}
        aria-required
        fault={fault}
        onChange={(typed) => {
          setText(typed);
          setFault(undefined);
        }}
      />
    </Dialog>
  );
}
