import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { priceTable, type ImportReport } from '#contract/prices/price-table.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { useCommand } from '../../calls/use-command.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import { TableFileInput, tableMediaType } from '../../components/table-file-input.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { useSaveOnSessionEnd, useRestoredInput } from '../../session/use-interrupted.ts';
import { usePermission } from '../../session/use-permission.ts';
import { ImportDialog } from './import-dialog.tsx';

interface Props {
  /** Whether there are unsaved edits, which an import would overwrite. */
  hasEdits: boolean;
  onApplied: () => void;
}

/** The file whose preview was open when the session ended. */
const interrupted = createInterruptedInput<File>();
const FORM_NAME = 'price-import';

/** Exports the table, and imports a file after a preview of its changes. */
export function PriceFiles({ hasEdits, onApplied }: Props) {
  const command = useCommand();
  const canImport = usePermission('mfr:price:import');
  const canExport = usePermission('mfr:price:export');
  const input = useRef<HTMLInputElement>(null);
  const [report, setReport] = useState<ImportReport & { file: File }>();
  const { busy, whileBusy } = useBusy<'import'>();

  const preview = (file: File) =>
    whileBusy('import', async () => {
      const result = await command(priceTable.import, {
        body: file,
        headers: { 'Content-Type': tableMediaType(file) },
        // The dialog shows the result; a success notice would contradict the errors in a file.
        quiet: 'success',
      });
      if (result.ok) setReport({ ...result.data, file });
    });

  const restored = useRestoredInput(interrupted, FORM_NAME);
  useSaveOnSessionEnd(interrupted, FORM_NAME, () => report?.file);
  const previewAgain = useEffectEvent(() => {
    if (restored) void preview(restored);
  });
  useEffect(() => previewAgain(), []);

  return (
    <>
      {canImport ? (
        <>
          <TableFileInput ref={input} onChoose={(file) => void preview(file)} />
          <Button
            icon={<UploadOutlined aria-hidden />}
            loading={busy === 'import'}
            disabled={hasEdits}
            title={hasEdits ? '请先保存或放弃修改' : '.xlsx 或 .csv，格式同导出'}
            onClick={() => input.current?.click()}
          >
            导入
          </Button>
        </>
      ) : null}
      {canExport ? <ExportMenu label="导出" endpoint={priceTable.export} /> : null}
      {report ? (
        <ImportDialog
          report={report}
          fileName={report.file.name}
          onApplied={() => {
            setReport(undefined);
            onApplied();
          }}
          onClose={() => setReport(undefined)}
        />
      ) : null}
    </>
  );
}
