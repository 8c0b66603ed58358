import { Form, Select } from 'antd';
import { useState } from 'react';
import { REFUSAL_DICT } from '#contract/orders/order-moves.ts';
import { orders } from '#contract/orders/orders.ts';
import { useDictOptions } from '../../../field-types/dict-options.ts';
import { CommandDialog, type OrderDialogProps } from './command-dialog.tsx';
import { useDialogCall } from './use-dialog-call.ts';

/** Records why a quotation that has expired was not accepted. */
export function LapseDialog({ order, onDone, onCancel }: OrderDialogProps) {
  const reasons = useDictOptions(REFUSAL_DICT);
  const [refusal, setRefusal] = useState<string>();
  const call = useDialogCall(onDone);

  function submit() {
    if (refusal === undefined) return call.setError('请先选择原因');
    const { id, version } = order;
    void call.send(orders.lapse, { params: { id }, body: { refusal, note: call.note, version } });
  }

  return (
    <CommandDialog
      call={call}
      title={`登记未成交原因：${order.orderNo}`}
      okText="登记"
      note={{ id: 'lapse-note', label: '说明（选填，只给员工看）' }}
      onSubmit={submit}
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
              call.setError(undefined);
            }}
          />
        </Form.Item>
      </Form>
    </CommandDialog>
  );
}
