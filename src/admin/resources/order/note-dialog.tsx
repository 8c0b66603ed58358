import { Input, Modal } from 'antd';
import { useState } from 'react';
import { orders, type OrderWithExt } from '#contract/orders.ts';
import { call } from '#providers/http.ts';
import { CallError } from '#providers/result.ts';
import { useFocusBack } from '../../components/use-focus-back.ts';
import styles from './order.module.css';

interface Props {
  order: Pick<OrderWithExt, 'id' | 'orderNo'>;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

const MAX_LENGTH = 500;

/** Sends a note to the customer. */
export function NoteDialog({ order: { id, orderNo }, onDone, onCancel }: Props) {
  useFocusBack();
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
      if (!(error instanceof CallError)) throw error;
      setFault(error.message);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Modal
      open
      title={`给客户留言：${orderNo}`}
      okText="发送"
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={onCancel}
    >
      <p>客户会收到消息通知，留言也记入订单历史，发送后不能撤回。</p>
      <label htmlFor="order-note">留言</label>
      <Input.TextArea
        id="order-note"
        rows={4}
        maxLength={MAX_LENGTH}
        value={text}
        status={fault === undefined ? '' : 'error'}
        aria-required
        onChange={(event) => {
          setText(event.target.value);
          setFault(undefined);
        }}
      />
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </Modal>
  );
}
