import { Alert } from 'antd';
import { useState, type ReactNode } from 'react';
import { pairKey } from '#contract/prices/cell-changes.ts';
import { priceTable, type ImportReport } from '#contract/prices/price-table.ts';
import { useCommand } from '../../calls/use-command.ts';
import { warnOfConflicts } from '../../components/prices/conflicting-drafts.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ImportErrors } from '../../components/import-errors.tsx';
import {
  changeKindsText,
  yuanChangeOf,
  valueNeedsConfirmation,
} from '../../components/prices/price-value.ts';
import { useBusy } from '../../components/use-busy.ts';
import { JumpCheckbox } from '../../components/prices/price-jumps.tsx';
import { SaveAsDraft } from '../../components/prices/save-as-draft.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { PriceChanges } from './price-changes.tsx';
import styles from './price-table.module.css';

interface Props {
  report: ImportReport;
  fileName: string;
  onApplied: () => void;
  onClose: () => void;
}

const BODY_PX = 420;

/** Puts a button before the dialog's own buttons. */
const footerWith = (button: ReactNode) => (defaultButtons: ReactNode) => (
  <>
    {button}
    {defaultButtons}
  </>
);

/** Previews the changes of a file, or shows its errors. */
export function ImportDialog({ report, fileName, onApplied, onClose }: Props) {
  const command = useCommand();
  const { changes, errors, unchanged } = report;
  const isReady = errors.length === 0 && changes.length > 0;
  const cells = changes.map(({ materialId, optionId, before, after }) => ({
    materialId,
    optionId,
    before,
    after,
  }));
  const canEdit = usePermission('mfr:price:edit');
  const { busy, whileBusy } = useBusy<'apply'>();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const namedChanges = changes.map(({ materialName: group, optionName: name, ...change }) => ({
    ...change,
    group,
    name,
    key: pairKey(change.materialId, change.optionId),
  }));
  const jumps = changes.filter(valueNeedsConfirmation).map(yuanChangeOf);
  const jumpCount = jumps.length;

  const apply = () =>
    whileBusy('apply', async () => {
      const result = await command(priceTable.apply, { body: { cells, confirmJumps: isConfirmed } });
      if (!result.ok) return;
      warnOfConflicts(result.data.meets);
      onApplied();
    });

  const summary =
    errors.length > 0
      ? `文件中有 ${errors.length} 处错误，没有导入任何内容。请改正后重新选择文件。`
      : changes.length > 0
        ? `将修改 ${changes.length} 个价格，另有 ${unchanged} 个与现在相同。${jumpCount > 0 ? `其中 ${jumpCount} 个${changeKindsText(jumps)}，排在最前面。` : ''}请核对后应用，或存为草稿以后发布。`
        : `文件中的 ${unchanged} 个价格都与现在相同，没有要修改的内容。`;
  return (
    <Dialog
      title={`导入预览 · ${fileName}`}
      width={880}
      okText={`应用 ${changes.length} 处修改`}
      okButtonProps={{ disabled: !isReady || (jumpCount > 0 && !isConfirmed), loading: busy !== undefined }}
      cancelText={isReady ? '取消' : '关闭'}
      footer={footerWith(
        isReady && canEdit ? (
          <SaveAsDraft changes={cells.map((cell) => ({ kind: 'cell', ...cell }))} onSaved={onClose} />
        ) : null,
      )}
      onOk={() => void apply()}
      onCancel={onClose}
    >
      <div className={styles.report}>
        <Alert
          type={errors.length > 0 ? 'error' : jumpCount > 0 ? 'warning' : 'info'}
          showIcon
          title={summary}
        />
        {errors.length > 0 ? (
          <ImportErrors errors={errors} height={BODY_PX} />
        ) : changes.length > 0 ? (
          <PriceChanges changes={namedChanges} afterTitle="导入后" />
        ) : null}
        {isReady && jumpCount > 0 ? (
          <JumpCheckbox count={jumpCount} changes={jumps} isChecked={isConfirmed} onChange={setIsConfirmed} />
        ) : null}
      </div>
    </Dialog>
  );
}
