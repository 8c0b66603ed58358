import { Alert, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useFocusBack } from '../../components/use-focus-back.ts';
import type { NamedChange } from './jumps.ts';
import { PriceChanges } from './price-changes.tsx';
import styles from './price-table.module.css';

interface Props {
  /** The changes that jump. */
  changes: readonly NamedChange[];
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before prices are saved that change by more than half of the stored ones. */
export function JumpDialog({ changes, onConfirm, onCancel }: Props) {
  useFocusBack();
  const [isChecked, setIsChecked] = useState(false);
  return (
    <Modal
      open
      title="请核对变动较大的价格"
      width={880}
      okText="确认保存"
      okButtonProps={{ disabled: !isChecked }}
      onOk={onConfirm}
      onCancel={onCancel}
    >
      <div className={styles.report}>
        <Alert
          type="warning"
          showIcon
          title={`${changes.length} 个价格与现在相比变动超过 50%，还没有保存。`}
        />
        <PriceChanges changes={changes} height={320} afterTitle="保存后" />
        <JumpCheckbox count={changes.length} isChecked={isChecked} onChange={setIsChecked} />
      </div>
    </Modal>
  );
}

interface CheckboxProps {
  count: number;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** The deliberate confirmation of prices that jump. */
export function JumpCheckbox({ count, isChecked, onChange }: CheckboxProps) {
  return (
    <Checkbox checked={isChecked} onChange={(event) => onChange(event.target.checked)}>
      已核对这 {count} 个变动超过 50% 的价格
    </Checkbox>
  );
}
