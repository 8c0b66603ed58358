import { useState } from 'react';
import type { OrderModel } from '#contract/models.ts';
import { models } from '#contract/models.ts';
import type { OrderWithExt } from '#contract/order-data.ts';
import { call } from '#providers/http.ts';
import { messageOf } from '#providers/result.ts';
import { Dialog } from '../../components/dialog.tsx';
import { stateSentence } from './model-texts.ts';
import { NoteInput } from './note-input.tsx';

interface Props {
  order: OrderWithExt;
  model: OrderModel;
  /** Called after the acknowledgement, with a message when the order or the measures have changed meanwhile. */
  onDone: (conflict?: string) => Promise<void>;
  onCancel: () => void;
}

/** Records that staff have looked at a model, with what they found. */
export function AcknowledgeDialog({ order, model, onDone, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (reason.trim() === '') return setFault('请填写核对说明');
    setIsBusy(true);
    try {
      const { lineNo, measurings } = model;
      const body = { lineNo, measurings, reason: reason.trim(), version: order.version };
      const result = await call(models.acknowledge, { params: { id: order.id }, body });
      if (result.ok) return await onDone();
      if (result.code === 409)
        return await onDone('订单或模型的测量结果刚刚有变化，已载入最新内容，请重新核对。');
      setFault(result.errors ? Object.values(result.errors).join('；') : result.msg);
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      title={`核对模型：零件 ${model.lineNo}`}
      okText="确认已核对"
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={() => void submit()}
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
