import { Form, Select } from 'antd';
import { useState } from 'react';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { useDictOptions } from '../../../field-types/dict-options.ts';
import { NoteInput } from './note-input.tsx';
import { useDialogCall } from './use-dialog-call.ts';

interface Props {
  order: OrderWithExt;
  /** With a message if another user was faster. */
  onDone: (conflict?: string) => Promise<void>;
  onCancel: () => void;
}

/** Records why a quotation that has expired was not accepted. */
export function LapseDialog({ order, onDone, onCancel }: Props) {
  const reasons = useDictOptions(REFUSAL_DICT);
  const [refusal, setRefusal] = useState<string>();
  const [note, setNote] = useState('');
  const { fault, setFault, isBusy, send } = useDialogCall(onDone);

  function submit() {
    if (refusal === undefined) return setFault('请先选择原因');
    const { id, version } = order;
    void send(orders.lapse, { params: { id }, body: { refusal, note, version } });
  }

  return (
    <Dialog
      title={`登记未成交原因：${order.orderNo}`}
      okText="登记"
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={submit}
      onCancel={onCancel}
    >
      <p>报价过期没有成交的原因，计入经营看板和成交率。只有员工能看到；重新报价或延长有效期后不再计入。</p>
      <Form layout="vertical" requiredMark={false}>
        <Form.Item label="原因" htmlFor="lapse-reason">
          <Select
            id="lapse-reason"
            placeholder="请选择原因"
            value={refusal}
            options={reasons?.map(({ value, label }) => ({ value, label }))}
            onChange={(value) => {
              setRefusal(value);
              setFault(undefined);
            }}
          />
        </Form.Item>
      </Form>
      <NoteInput
        id="lapse-note"
        label="说明（选填，只给员工看）"
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
