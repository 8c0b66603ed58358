import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { changedSince, type ChangedPrice } from '#contract/prices/price-changes.ts';
import type { Result } from '#providers/http/result.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { VirtualTable } from '../../../components/tree/virtual-table.tsx';
import { useQuestion } from '../../../components/use-question.ts';
import styles from '../price-table.module.css';

const BODY_PX = 320;

/** Rolls back `count` prices; if some have changed since, asks whether to roll back only the others. */
export function useRollBack(count: number): {
  question: ReactNode;
  /** `kept`: the keys of prices to leave as they are. Resolves with undefined if the user cancels. */
  sendRollBack: <D>(send: (kept: string[]) => Promise<Result<D>>) => Promise<Result<D> | undefined>;
} {
  const { question, ask } = useQuestion<{ changed: readonly ChangedPrice[] }>();
  async function sendRollBack<D>(
    send: (kept: string[]) => Promise<Result<D>>,
    kept: string[] = [],
  ): Promise<Result<D> | undefined> {
    const result = await send(kept);
    if (result.ok || result.error !== 'price.changed_since') return result;
    const { conflicts } = changedSince.parse(result.data);
    return (await ask({ changed: conflicts }))
      ? sendRollBack(send, [...kept, ...conflicts.map(({ key }) => key)])
      : undefined;
  }
  return {
    question: question ? <PartialRollBackDialog count={count} {...question} /> : null,
    sendRollBack: (send) => sendRollBack(send),
  };
}

interface PartialRollBackProps {
  count: number;
  changed: readonly ChangedPrice[];
  onAnswer: (isConfirmed: boolean) => void;
}

/** Lists the prices that cannot be rolled back, and offers to roll back the others. */
function PartialRollBackDialog({ count, changed, onAnswer }: PartialRollBackProps) {
  const restCount = Math.max(0, count - changed.length);
  return (
    <Dialog
      title="部分价格不能恢复"
      width={760}
      okText={`恢复其余 ${restCount} 个价格`}
      okButtonProps={{ disabled: restCount === 0 }}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      <div className={styles.report}>
        <Alert
          type="warning"
          showIcon
          title={`下列 ${changed.length} 个价格将保持现在的样子。还没有恢复任何价格。`}
        />
        <VirtualTable
          label="不能恢复的价格"
          height={BODY_PX}
          rowKey="key"
          rows={changed}
          columns={[
            { title: '材料', dataIndex: 'group', width: 150 },
            { title: '选项', dataIndex: 'name', width: 190 },
            { title: '原因', dataIndex: 'reason', width: 360 },
          ]}
        />
      </div>
    </Dialog>
  );
}
