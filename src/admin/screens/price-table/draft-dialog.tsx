import { Form, Input } from 'antd';
import { priceDrafts } from '#contract/price-drafts.ts';
import type { CellChange } from '#contract/price-table.ts';
import { call } from '#providers/http.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useBusy } from '../../components/use-busy.ts';

interface Props {
  cells: readonly CellChange[];
  onSaved: () => void;
  onCancel: () => void;
}

/** Keeps the edits of the table as a draft with a name and a reason. */
export function DraftDialog({ cells, onSaved, onCancel }: Props) {
  const [form] = Form.useForm<{ name: string; reason?: string }>();
  const { busy, whileBusy } = useBusy<'save'>();

  const save = ({ name, reason = '' }: { name: string; reason?: string }) =>
    whileBusy('save', async () => {
      const result = await call(priceDrafts.create, { body: { name, reason, cells: [...cells] } });
      if (result.ok) onSaved();
    });

  return (
    <Dialog
      title={`存为草稿 · ${cells.length} 个价格`}
      okText="存为草稿"
      okButtonProps={{ loading: busy !== undefined }}
      onOk={() => form.submit()}
      onCancel={onCancel}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => void save(values)}>
        <Form.Item
          label="名称"
          name="name"
          rules={[{ required: true, whitespace: true, message: '请输入名称' }]}
        >
          <Input maxLength={60} placeholder="例如：阳极氧化外协涨价" />
        </Form.Item>
        <Form.Item label="原因" name="reason">
          <Input.TextArea rows={3} maxLength={500} placeholder="选填，发布的人和以后查看的人会看到" />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
