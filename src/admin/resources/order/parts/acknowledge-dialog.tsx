import { models, type OrderModel } from '#contract/files/models.ts';
import { CommandDialog, type OrderDialogProps } from '../moves/command-dialog.tsx';
import { useDialogCall } from '../moves/use-dialog-call.ts';
import { stateSentence } from './model-texts.ts';

interface Props extends OrderDialogProps {
  model: OrderModel;
}

const conflictText = () => '订单或模型的测量结果刚刚有变化，已载入最新内容，请重新核对。';

export function AcknowledgeDialog({ order, model, onDone, onCancel }: Props) {
  const call = useDialogCall(onDone, conflictText);

  function submit() {
    const reason = call.note.trim();
    if (reason === '') return call.setError('请填写核对说明');
    const { lineNo, measurings } = model;
    const body = { lineNo, measurings, reason, version: order.version };
    void call.send(models.acknowledge, { params: { id: order.id }, body });
  }

  return (
    <CommandDialog
      call={call}
      title={`核对模型：零件 ${model.lineNo}`}
      okText="确认已核对"
      note={{ id: 'acknowledge-reason', label: '核对说明', isRequired: true }}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p>
        {stateSentence(model)}
        。确认后这个零件不再阻止确认订单；客户在历史中看到已核对，看不到说明。模型重新测量后须再次核对。
      </p>
    </CommandDialog>
  );
}
