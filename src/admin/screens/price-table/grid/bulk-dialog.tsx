import { Alert, Button, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import type { CellValue } from '#contract/prices/price-table.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { isValueJump } from '../../../components/prices/price-value.ts';
import { planBulk, roundingSteps, type BulkChange, type BulkKind, type BulkPlan } from './bulk.ts';
import type { TableCell } from './paste.ts';
import { PriceChanges, type NamedChange } from '../price-changes.tsx';
import styles from '../price-table.module.css';

interface Props {
  cells: readonly TableCell[];
  /** Names the selected rows and columns. */
  selectionLabel: string;
  namesOf: (key: string) => Pick<NamedChange, 'group' | 'name'>;
  /** The number of cells in the filtered table. */
  shownCount: number;
  onSelectAll: () => void;
  onApply: (changes: readonly (readonly [key: string, value: CellValue])[]) => void;
  onCancel: () => void;
}

const kinds = [
  { value: 'raise', label: '上调 %' },
  { value: 'lower', label: '下调 %' },
  { value: 'set', label: '设为' },
  { value: 'round', label: '取整' },
] as const satisfies readonly { value: BulkKind; label: string }[];

const inputs: Partial<Record<BulkKind, { label: string; placeholder: string }>> = {
  raise: { label: '上调百分比', placeholder: '如 8' },
  lower: { label: '下调百分比', placeholder: '如 5' },
  set: { label: '设为', placeholder: '价格/天数，如 12.5 或 12.5/1' },
};

/** Previews a change to the selected prices and applies it to the table, which saves it later. */
export function BulkDialog({
  cells,
  selectionLabel,
  namesOf,
  shownCount,
  onSelectAll,
  onApply,
  onCancel,
}: Props) {
  const [change, setChange] = useState<BulkChange>({ kind: 'raise', text: '', stepFen: 1 });
  const plan = planBulk(cells, change);
  const changes =
    'problem' in plan
      ? []
      : plan.changes.map((cellChange) => ({ ...cellChange, ...namesOf(cellChange.key) }));
  const input = inputs[change.kind];
  const hasInput = input === undefined || change.text.trim() !== '';
  const apply = () => onApply(changes.map(({ key, after }) => [key, after]));
  return (
    <Dialog
      title={`批量调整 · 已选 ${cells.length} 格：${selectionLabel}`}
      width={880}
      okText={`填入 ${changes.length} 个价格`}
      okButtonProps={{ disabled: changes.length === 0 }}
      onOk={apply}
      onCancel={onCancel}
    >
      <div className={styles.report}>
        <div className={styles.bulk}>
          <Segmented<BulkKind>
            aria-label="调整方式"
            value={change.kind}
            options={[...kinds]}
            onChange={(kind) => setChange({ ...change, kind })}
          />
          {input ? (
            <Input
              autoFocus
              aria-label={input.label}
              placeholder={input.placeholder}
              className={styles.bulkInput}
              suffix={change.kind === 'set' ? undefined : '%'}
              value={change.text}
              onChange={(event) => setChange({ ...change, text: event.target.value })}
              onPressEnter={(event) => {
                if (!event.nativeEvent.isComposing && changes.length > 0) apply();
              }}
            />
          ) : null}
          {change.kind === 'set' ? null : (
            <span className={styles.step}>
              价格取整到
              <Select
                aria-label="价格取整到"
                value={change.stepFen}
                options={[...roundingSteps]}
                onChange={(stepFen) => setChange({ ...change, stepFen })}
              />
            </span>
          )}
          {cells.length < shownCount ? (
            <Button type="link" onClick={onSelectAll}>
              改选表中全部 {shownCount} 格
            </Button>
          ) : null}
        </div>
        {hasInput ? <Alert {...summaryOf(plan, changes)} showIcon /> : null}
        {changes.length > 0 ? <PriceChanges changes={changes} height={340} afterTitle="调整后" /> : null}
      </div>
    </Dialog>
  );
}

function summaryOf(
  plan: BulkPlan | { problem: string },
  changes: readonly NamedChange[],
): { type: 'error' | 'warning' | 'info'; title: string } {
  if ('problem' in plan) return { type: 'error', title: plan.problem };
  const jumps = changes.filter(isValueJump).length;
  const notes = [
    plan.unchanged > 0 ? `${plan.unchanged} 个不变` : '',
    plan.blank > 0 ? `${plan.blank} 个没有价格，跳过` : '',
    plan.excluded > 0 ? `${plan.excluded} 个不适用，跳过` : '',
    jumps > 0 ? `其中 ${jumps} 个变动超过 50%，请核对` : '',
  ].filter((text) => text !== '');
  return {
    type: jumps > 0 ? 'warning' : 'info',
    title: [`将修改 ${changes.length} 个价格`, ...notes].join('；'),
  };
}
