import { Alert, Checkbox, Table } from 'antd';
import { useState, type ReactNode } from 'react';
import { priceJumps, type PriceJumps } from '#contract/prices/price-jumps.ts';
import { formatYuan } from '#domain/money.ts';
import { resultOrUndefined, type Result } from '#providers/http/result.ts';
import { Dialog } from '../dialog.tsx';
import { useQuestion } from '../use-question.ts';
import { changeKindsText, yuanChangeText, type YuanChange } from './price-value.ts';
import styles from './price-jumps.module.css';

interface JumpQuestion extends PriceJumps {
  onAnswer: (isConfirmed: boolean) => void;
  texts?: JumpTexts;
}

interface JumpTexts {
  okText: string;
  /** Names the price that the new one is compared with. */
  oldPriceName: string;
  /** The title of the column with both prices. */
  columnTitle: string;
  /** Says that nothing has been saved or sent yet. */
  pendingText: string;
}

const savingTexts: JumpTexts = {
  okText: '确认保存',
  oldPriceName: '现在',
  columnTitle: '现在 → 保存后',
  pendingText: '还没有保存',
};

/** Sends prices. If the server reports large changes, asks for confirmation and sends them again with the flag. */
export function useJumpConfirmation(): {
  question: ReactNode;
  /** A request is running, or the dialog is open. */
  isSending: boolean;
  /** Undefined if the user does not confirm, and after a failure, which the HTTP client shows. */
  sendConfirmed: <D>(
    send: (flag: { confirmJumps?: true }) => Promise<Result<D>>,
  ) => Promise<Result<D> | undefined>;
} {
  const { question, ask } = useQuestion<PriceJumps>();
  const [isSending, setIsSending] = useState(false);
  return {
    question: question ? <JumpDialog {...question} /> : null,
    isSending,
    sendConfirmed: async (send) => {
      setIsSending(true);
      try {
        const result = await resultOrUndefined(send({}));
        if (result?.error !== 'price.jump') return result;
        return (await ask(priceJumps.parse(result.data)))
          ? await resultOrUndefined(send({ confirmJumps: true }))
          : undefined;
      } finally {
        setIsSending(false);
      }
    },
  };
}

export function JumpDialog({ count, jumps, onAnswer, texts = savingTexts }: JumpQuestion) {
  const [isChecked, setIsChecked] = useState(false);
  return (
    <Dialog
      title="请核对变动较大的价格"
      width={720}
      okText={texts.okText}
      okButtonProps={{ disabled: !isChecked }}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      <div className={styles.content}>
        <Alert
          type="warning"
          showIcon
          title={`${count} 个价格与${texts.oldPriceName}相比${changeKindsText(jumps)}，${texts.pendingText}。`}
        />
        <Table
          size="small"
          scroll={{ y: 320 }}
          pagination={jumps.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
          rowKey="id"
          dataSource={jumps}
          columns={[
            { title: '价格', dataIndex: 'name' },
            {
              title: texts.columnTitle,
              key: 'change',
              width: 200,
              align: 'right',
              render: (_, { from, to }) => (
                <>
                  {from === null ? '无价格' : formatYuan(from)} →{' '}
                  <strong>{to === null ? '无价格' : formatYuan(to)}</strong>{' '}
                  <span className={styles.jump}>{yuanChangeText({ from, to })}</span>
                </>
              ),
            },
          ]}
        />
        {count > jumps.length ? <p>这里列出前 {jumps.length} 个。</p> : null}
        <JumpCheckbox count={count} changes={jumps} isChecked={isChecked} onChange={setIsChecked} />
      </div>
    </Dialog>
  );
}

interface CheckboxProps {
  count: number;
  changes: readonly YuanChange[];
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function JumpCheckbox({ count, changes, isChecked, onChange }: CheckboxProps) {
  return (
    <Checkbox checked={isChecked} onChange={(event) => onChange(event.target.checked)}>
      {`已核对这 ${count} 个${changeKindsText(changes)}的价格`.replace('%的', '% 的')}
    </Checkbox>
  );
}
