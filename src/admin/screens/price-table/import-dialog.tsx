import { Alert } from 'antd';
import { useState } from 'react';
import { priceTable, type ImportReport } from '#contract/price-table.ts';
import { call } from '#providers/http.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ImportErrors } from '../../components/import-errors.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { JumpCheckbox } from '../../components/price-jumps.tsx';
import { isJump } from './jumps.ts';
import { PriceChanges } from './price-changes.tsx';
import styles from './price-table.module.css';

interface Props {
  report: ImportReport;
  fileName: string;
  onApplied: () => void;
  onClose: () => void;
}

const BODY_PX = 420;

/** Shows the changes of a file, or why it cannot be read. They are applied only after confirmation. */
export function ImportDialog({ report, fileName, onApplied, onClose }: Props) {
  const { changes, errors, unchanged, token } = report;
  const { busy, whileBusy } = useBusy<'apply'>();
  const [isChecked, setIsChecked] = useState(false);
  const named = changes.map((one) => ({ ...one, key: `${one.materialId}/${one.optionId}` }));
  const jumps = changes.filter(isJump).length;

  const apply = () =>
    whileBusy('apply', async () => {
      const result = await call(priceTable.apply, { body: { token, confirmJumps: isChecked } });
      if (result.ok) onApplied();
    });

  const summary =
    errors.length > 0
      ? `文件中有 ${errors.length} 处错误，没有导入任何内容。请改正后重新选择文件。`
      : changes.length > 0
        ? `将修改 ${changes.length} 个价格，另有 ${unchanged} 个与现在相同。${jumps > 0 ? `其中 ${jumps} 个变动超过 50%，排在最前面。` : ''}请核对后应用。`
        : `文件中的 ${unchanged} 个价格都与现在相同，没有要修改的内容。`;
  return (
    <Dialog
      title={`导入预览 · ${fileName}`}
      width={880}
      okText={`应用 ${changes.length} 处修改`}
      okButtonProps={{ disabled: token === '' || (jumps > 0 && !isChecked), loading: busy !== undefined }}
      cancelText={token === '' ? '关闭' : '取消'}
      onOk={() => void apply()}
      onCancel={onClose}
    >
      <div className={styles.report}>
        <Alert type={errors.length > 0 ? 'error' : jumps > 0 ? 'warning' : 'info'} showIcon title={summary} />
        {errors.length > 0 ? (
          <ImportErrors errors={errors} height={BODY_PX} />
        ) : changes.length > 0 ? (
          <PriceChanges changes={named} afterTitle="导入后" />
        ) : null}
        {token !== '' && jumps > 0 ? (
          <JumpCheckbox count={jumps} isChecked={isChecked} onChange={setIsChecked} />
        ) : null}
      </div>
    </Dialog>
  );
}
