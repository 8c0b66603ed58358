import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import type { PriceChange } from '#contract/prices/price-changes.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { Dialog } from '../dialog.tsx';
import { draftLabel, DRAFTS, editableDraftsQuery } from './draft-queries.ts';
import { useAddToDraft, type DraftTarget } from '../add-to-draft.ts';
import { useBusy } from '../use-busy.ts';

export interface DraftDialogProps {
  /** The changes, or a function that adds them to the draft and resolves to true on success. */
  changes: readonly PriceChange[] | ((target: DraftTarget) => Promise<boolean>);
  note?: string | undefined;
  onSaved: () => void;
  onCancel: () => void;
}

interface Fields {
  /** The draft to add the changes to; 0: a new one. */
  draftId: number;
  name: string;
  reason?: string;
}

export function DraftDialog({ changes, note, onSaved, onCancel }: DraftDialogProps) {
  const [form] = Form.useForm<Fields>();
  const draftId = Form.useWatch('draftId', form) ?? 0;
  const { busy, whileBusy } = useBusy<'save'>();
  const queryClient = useQueryClient();
  const addToDraft = useAddToDraft();
  const { data: drafts = [], isFetchedAfterMount } = useEndpoint({
    ...editableDraftsQuery,
    // A cached draft may have been published since, and would disappear from the select while the user types.
    refetchOnMount: 'always',
  });

  const save = ({ name, reason = '' }: Fields) =>
    whileBusy('save', async () => {
      const target = drafts.find(({ id }) => id === draftId) ?? { name, reason };
      const isSaved = await (typeof changes === 'function' ? changes(target) : addToDraft(changes, target));
      await queryClient.invalidateQueries({ queryKey: [DRAFTS] });
      if (isSaved) onSaved();
    });

  return (
    <Dialog
      title={typeof changes === 'function' ? '存为草稿' : `存为草稿 · ${changes.length} 个价格`}
      okText={draftId === 0 ? '存为草稿' : '加入草稿'}
      okButtonProps={{ loading: busy !== undefined }}
      loading={!isFetchedAfterMount}
      onOk={() => form.submit()}
      onCancel={onCancel}
    >
      <Form
        form={form}
        // Prefixes the ids, because the form behind the dialog may have a field of the same name.
        name="draft"
        layout="vertical"
        requiredMark={false}
        initialValues={{ draftId: 0 }}
        onFinish={(values) => void save(values)}
      >
        {note === undefined ? null : <p>{note}</p>}
        {drafts.length === 0 ? null : (
          <Form.Item label="存到" name="draftId">
            <Select
              options={[
                { value: 0, label: '新草稿' },
                ...drafts.map((draft) => ({ value: draft.id, label: draftLabel(draft) })),
              ]}
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Form.Item>
        )}
        {draftId === 0 ? (
          <>
            <Form.Item
              label="名称"
              name="name"
              rules={[{ required: true, whitespace: true, message: '请输入名称' }]}
            >
              <Input
                autoFocus
                maxLength={60}
                placeholder="例如：阳极氧化外协涨价"
                onPressEnter={(event) => {
                  event.preventDefault();
                  form.submit();
                }}
              />
            </Form.Item>
            <Form.Item label="原因" name="reason">
              <Input.TextArea rows={3} maxLength={500} placeholder="选填，发布的人和以后查看的人会看到" />
            </Form.Item>
          </>
        ) : (
          <p>草稿中已有的价格以这次的修改为准。</p>
        )}
      </Form>
    </Dialog>
  );
}
