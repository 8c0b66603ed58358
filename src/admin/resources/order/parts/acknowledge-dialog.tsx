import { useState } from 'react';
import type { OrderModel } from '#contract/files/models.ts';
import { models } from '#contract/files/models.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { stateSentence } from './model-texts.ts';
import { NoteInput } from '../moves/note-input.tsx';
import { useDialogCall } from '../moves/use-dialog-call.ts';

interface Props {
  order: OrderWithExt;
  model: OrderModel;
  /** Called after the acknowledgement, with a message when the order or the measures have changed meanwhile. */
  onDone: (conflict?: string) => Promise<void>;
  onCancel: () => void;
}

const conflictText = () => '订单或模型的测量结果刚刚有变化，已载入最新内容，请重新核对。';

/** Records that staff have looked at a model, with what they found. */
export function AcknowledgeDialog({ order, model, onDone, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const { fault, setFault, isBusy, send } = useDialogCall(onDone, conflictText);

  function submit() {
    if (reason.trim() === '') return setFault('请填写核对说明');
    const { lineNo, measurings } = model;
    const body = { lineNo, measurings, reason: reason.trim(), version: order.version };
    void send(models.acknowledge, { params: { id: order.id }, body });
  }

  return (
    <Dialog
      title={`核对模型：零件 ${model.lineNo}`}
      okText="确认已核对"
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={submit}
      onCancel={onCancel}
    >
      <p>
        {stateSentence(model)}
        。确认后这个零件不再阻止确认订单；客户在历史中看到已核对，看不到说明。模型重新测量后须再次核对。
      </p>
      <NoteInput
        id="acknowledge-reason"
        label="核对说明"
        rows={3}
        value={reason}
        aria-required
        fault={fault}
        onChange={(typed) => {
          setReason(typed);
          setFault(undefined);
        }}
      />
    </Dialog>
  );
}
