import { Input } from 'antd';
import { useId, useState } from 'react';
import { costs } from '#contract/catalogue/costs.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import styles from './costs.module.css';

interface Props {
  kind: 'machining' | 'option';
  materialId?: number;
  materialName: string | undefined;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** Fills unknown costs with a percentage of their prices, as a starting point. */
export function FillDialog({ kind, materialId, materialName, onDone, onCancel }: Props) {
  const command = useCommand();
  const id = useId();
  const [text, setText] = useState('');
  const { busy, whileBusy } = useBusy<'fill'>();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const percent = parseFigure(text.replace(/[%％]\s*$/, ''));
  const isInvalid =
    typeof percent !== 'number' || percent < 0 || percent > 100 || !/^\d+(\.\d{1,2})?$/.test(String(percent));

  async function fill() {
    setIsSubmitted(true);
    if (busy || isInvalid) return;
    await whileBusy('fill', async () => {
      const body = { kind, ...(materialId === undefined ? {} : { materialId }), percent };
      const result = await command(costs.fill, { body });
      if (result.ok) await onDone();
    });
  }

  const target =
    kind === 'machining'
      ? '加工成本'
      : materialName === undefined
        ? '全部材料的工艺选项成本'
        : `${materialName}的工艺选项成本`;
  return (
    <Dialog
      title="按价格填写空白成本"
      okText="填写并保存"
      confirmLoading={busy !== undefined}
      onOk={() => void fill()}
      onCancel={onCancel}
    >
      <div className={styles.fill}>
        <p className={styles.hint}>
          未知的{target}按价格的百分比填写，价格为 0 的填
          0；已有的成本和没有价格的项目不变。之后可以逐项修改。
        </p>
        <label htmlFor={id}>价格的百分比</label>
        <Input
          id={id}
          autoFocus
          inputMode="decimal"
          suffix="%"
          placeholder="如 60"
          value={text}
          aria-invalid={isSubmitted && isInvalid}
          status={isSubmitted && isInvalid ? 'error' : undefined}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={() => void fill()}
        />
        {isSubmitted && isInvalid ? (
          <span role="alert" className={styles.error}>
            请输入 0 到 100 的数字，最多两位小数
          </span>
        ) : null}
      </div>
    </Dialog>
  );
}
