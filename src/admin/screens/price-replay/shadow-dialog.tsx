import { Form, Select } from 'antd';
import { useState } from 'react';
import { MAX_SHADOW_DAYS, shadowRuns } from '#contract/prices/shadow-runs.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { Dialog } from '../../components/dialog.tsx';
import { NumberInput } from '../../components/number-input.tsx';
import { draftLabel } from '../../components/prices/draft-queries.ts';
import { rangeProblem } from '../../components/prices/range-problem.ts';
import { useBusy } from '../../components/use-busy.ts';
import styles from './price-replay.module.css';
import { draftsQuery } from './replay-queries.ts';

interface Props {
  /** The initially selected draft. */
  draftId: number | undefined;
  onStarted: (id: number) => void;
  onClose: () => void;
}

const DEFAULT_DAYS = 14;

export function ShadowDialog({ draftId, onStarted, onClose }: Props) {
  const command = useCommand();
  const { data: drafts } = useEndpoint(draftsQuery(true));
  const { busy, whileBusy } = useBusy<'start'>();
  const [selectedId, setSelectedId] = useState(draftId);
  const [days, setDays] = useState<number | null>(DEFAULT_DAYS);
  const problem = rangeProblem('天数', days, { min: 1, max: MAX_SHADOW_DAYS, isInteger: true });
  const [today] = useState(() => dayNumber(new Date()));
  const start = async () => {
    if (selectedId === undefined || days === null || problem !== undefined) return;
    await whileBusy('start', async () => {
      const result = await command(shadowRuns.start, { body: { draftId: selectedId, days } });
      if (result.ok) onStarted(result.data);
    });
  };
  return (
    <Dialog
      title="影子运行"
      width={560}
      isTransient
      okText="开始影子运行"
      okButtonProps={{ disabled: selectedId === undefined }}
      confirmLoading={busy === 'start'}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <Form layout="vertical" className={styles.form}>
        <Form.Item label="草稿" htmlFor="shadow-draft" className={styles.wide}>
          <Select
            id="shadow-draft"
            placeholder="选择调价草稿"
            // Empty until the drafts have loaded, because the select would show the bare id.
            value={drafts ? selectedId : undefined}
            options={drafts?.map((draft) => ({ value: draft.id, label: draftLabel(draft) }))}
            notFoundContent="没有未发布的调价草稿"
            onChange={setSelectedId}
          />
        </Form.Item>
        <Form.Item
          label={`天数（1–${MAX_SHADOW_DAYS}）`}
          htmlFor="shadow-days"
          extra={problem === undefined && days !== null ? `到 ${dayText(today + days)} 自动结束` : undefined}
          validateStatus={problem === undefined ? undefined : 'error'}
          help={problem}
        >
          <NumberInput
            id="shadow-days"
            suffix="天"
            value={days}
            aria-invalid={problem !== undefined}
            onChange={setDays}
          />
        </Form.Item>
      </Form>
      <p className={styles.muted}>
        从现在起，新提交的询价和订单在后台再按草稿算一遍，当天就能看到比较。客户看到的价格不变，也不会知道。草稿按现在的价格留存，之后的修改不算在内；草稿发布时影子运行随之结束，删除草稿则不受影响。附加费按规则一并重算，人工填写的附加费不变。
      </p>
    </Dialog>
  );
}
