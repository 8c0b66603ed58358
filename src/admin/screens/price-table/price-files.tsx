import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { priceTable, type ImportReport } from '#contract/price-table.ts';
import { download } from '#providers/download.ts';
import { call } from '#providers/http.ts';
import { CallError } from '#providers/result.ts';
import { usePermission } from '../../session/use-permission.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((m) => ({ default: m.ImportDialog })));

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Props {
  /** An import would overwrite unsaved edits. */
  hasEdits: boolean;
  onApplied: () => void;
}

/** Exports the table, and imports a file after a preview of its changes. */
export function PriceFiles({ hasEdits, onApplied }: Props) {
  const canImport = usePermission('mfr:price:import');
  const canExport = usePermission('mfr:price:export');
  const input = useRef<HTMLInputElement>(null);
  const [report, setReport] = useState<ImportReport & { fileName: string }>();
  const [busy, setBusy] = useState<'import' | 'export'>();

  async function whileBusy(kind: 'import' | 'export', work: () => Promise<void>) {
    setBusy(kind);
    try {
      await work();
    } catch (error) {
      // The client has shown the failure.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(undefined);
    }
  }

  const read = (file: File) =>
    whileBusy('import', async () => {
      const type = /\.csv$/i.test(file.name) ? 'text/csv' : XLSX;
      const result = await call(priceTable.import, {
        body: file,
        headers: { 'Content-Type': type },
        // The dialog says what was read: a green notice beside the errors of a file would contradict it.
        quiet: 'success',
      });
      if (result.ok) setReport({ ...result.data, fileName: file.name });
    });

  return (
    <>
      {canImport ? (
        <>
          <input
            ref={input}
            hidden
            type="file"
            accept=".xlsx,.csv"
            aria-label="导入文件"
            onChange={(event) => {
              const file = event.target.files?.[0];
              // Cleared, so that the same file can be chosen again.
              event.target.value = '';
              if (file) void read(file);
            }}
          />
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
      {canExport ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'xlsx', label: '导出 Excel' },
              { key: 'csv', label: '导出 CSV' },
            ],
            onClick: ({ key }) =>
              void whileBusy('export', async () => {
                await download(priceTable.export, { query: { format: key } });
              }),
          }}
        >
          <Button icon={<DownloadOutlined aria-hidden />} loading={busy === 'export'}>
            导出
          </Button>
        </Dropdown>
      ) : null}
      {report ? (
        <Suspense fallback={null}>
          <ImportDialog
            report={report}
            fileName={report.fileName}
            onApplied={() => {
              setReport(undefined);
              onApplied();
            }}
            onClose={() => setReport(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
