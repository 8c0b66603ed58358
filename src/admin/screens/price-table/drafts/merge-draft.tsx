import { useQueryClient } from '@tanstack/react-query';
import { Empty, Form, Select } from 'antd';
import { useState } from 'react';
import { draftDifferences, priceDrafts, type PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { ConflictDialog, type Difference, type Side } from '../../../components/conflict-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { draftLabel, DRAFTS, editableDraftsQuery } from '../../../components/prices/draft-queries.ts';
import { priceValueText } from '../../../components/prices/price-value.ts';
import { useBusy } from '../../../components/use-busy.ts';

/** Merges another draft into this one; the user resolves conflicts price by price. */
export function MergeDraft({ draft, onDone }: { draft: PriceDraftDetails; onDone: () => void }) {
  const command = useCommand();
  const [form] = Form.useForm<{ other: number }>();
  const { busy, whileBusy } = useBusy<'merge'>();
  const queryClient = useQueryClient();
  const { data: openDrafts = [] } = useEndpoint(editableDraftsQuery);
  const others = openDrafts.filter(({ id }) => id !== draft.id);
  const [conflict, setConflict] = useState<{ other: PriceDraftDetails; differences: Difference[] }>();

  async function send(other: Pick<PriceDraftDetails, 'id' | 'version'>, sides: ReadonlyMap<string, Side>) {
    const keysOf = (side: Side) => [...sides].filter(([, chosen]) => chosen === side).map(([key]) => key);
    const body = {
      other: other.id,
      otherVersion: other.version,
      version: draft.version,
      ours: keysOf('mine'),
      theirs: keysOf('theirs'),
    };
    const result = await command(priceDrafts.merge, { params: { id: draft.id }, body });
    if (!result.ok && result.error === 'price.drafts_differ') {
      const { keys } = draftDifferences.parse(result.data);
      const latest = await command(priceDrafts.one, { params: { id: other.id } });
      if (!latest.ok) return;
      setConflict({
        other: latest.data,
        differences: keys.map((key) => differenceOf(key, draft, latest.data)),
      });
      return;
    }
    await queryClient.invalidateQueries({ queryKey: [DRAFTS] });
    if (result.ok) onDone();
  }
  const merge = (id: number) =>
    whileBusy('merge', async () => {
      const other = others.find((candidate) => candidate.id === id);
      if (other) await send(other, new Map());
    });

  if (conflict)
    return (
      <ConflictDialog
        title="两份草稿对同一价格的修改不同"
        intro={`下列 ${conflict.differences.length} 个价格在两份草稿中不同，请逐项选择要保留的。`}
        sides={{ mine: draft.name, theirs: conflict.other.name }}
        differences={conflict.differences}
        onMerge={(sides) => void whileBusy('merge', () => send(conflict.other, sides))}
        onCancel={onDone}
      />
    );
  return (
    <Dialog
      title={`合并到“${draft.name}”`}
      okText="合并"
      okButtonProps={{ loading: busy !== undefined, disabled: others.length === 0 }}
      onOk={() => form.submit()}
      onCancel={onDone}
    >
      {others.length === 0 ? (
        <Empty description="没有其他未发布的草稿" />
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={({ other }) => void merge(other)}>
          <Form.Item label="草稿" name="other" rules={[{ required: true, message: '请选择草稿' }]}>
            <Select
              placeholder="请选择要并入的草稿"
              options={others.map((other) => ({ value: other.id, label: draftLabel(other) }))}
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Form.Item>
          <p>合并后，所选草稿不再保留。两份草稿修改不同的价格，由您逐项选择。</p>
        </Form>
      )}
    </Dialog>
  );
}

function differenceOf(key: string, ours: PriceDraftDetails, theirs: PriceDraftDetails): Difference {
  const [mine, other] = [ours, theirs].map(({ changes }) => changes.find((change) => change.key === key));
  const { group = '', name = key, now = null } = mine ?? {};
  return {
    key,
    label: `${group} · ${name}`,
    before: priceValueText(now, mine?.after ?? null),
    mine: priceValueText(mine?.after, now),
    theirs: priceValueText(other?.after, now),
  };
}
