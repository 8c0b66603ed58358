import { useInvalidate } from '@refinedev/core';
import { Alert, Button, Checkbox } from 'antd';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AppliedImport, RecordReport } from '#contract/kernel/record-import.ts';
import { dataUrlOf } from '#providers/data-url.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useJumpConfirmation } from '../../components/prices/price-jumps.tsx';
import { TableFileInput, tableMediaType } from '../../components/table-file-input.tsx';
import { useBusy } from '../../components/use-busy.ts';
import type { Resource } from '../define-resource.ts';
import type { ImportSource } from '../resource-parts.ts';
import { InitialPasswords } from './initial-passwords.tsx';
import { ImportGuide } from './import-guide.tsx';
import { countCleared, ImportReport } from './import-report.tsx';
import styles from '../resource-kit.module.css';
import { useRefresh } from '../use-refresh.ts';

interface Props {
  resource: Resource;
  imports: ImportSource;
  /** Chosen before the session ended; previewed when the dialog opens. */
  file: File | null;
  onFile: (file: File) => void;
  onClose: () => void;
}

export function ImportDialog({ resource, imports, file: initialFile, onFile, onClose }: Props) {
  const command = useCommand();
  const input = useRef<HTMLInputElement>(null);
  const [parsed, setParsed] = useState<{ report: RecordReport; fileName: string; file: string }>();
  const [applied, setApplied] = useState<AppliedImport>();
  const [isClearingConfirmed, setIsClearingConfirmed] = useState(false);
  const { busy, whileBusy } = useBusy<'preview' | 'apply'>();
  const refresh = useRefresh(resource);
  const invalidate = useInvalidate();
  const { question, sendConfirmed } = useJumpConfirmation();

  const preview = (file: File) =>
    whileBusy('preview', async () => {
      const type = tableMediaType(file);
      const result = await command(imports.endpoints.importFile, {
        body: file,
        headers: { 'Content-Type': type },
        // The preview shows the result.
        quiet: 'success',
      });
      if (!result.ok) return;
      setIsClearingConfirmed(false);
      // Reads the file now, because the browser refuses to read it once it has changed on the disk.
      const dataUrl = await dataUrlOf(new Blob([file], { type }));
      setParsed({ report: result.data, fileName: file.name, file: dataUrl });
    });

  const previewInitial = useEffectEvent(() => {
    if (initialFile) void preview(initialFile);
  });
  useEffect(() => previewInitial(), []);

  const refreshRecords = () =>
    Promise.all([
      refresh(),
      invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'] }),
    ]);

  const apply = (token: string, file: string) =>
    whileBusy('apply', async () => {
      const result = await sendConfirmed((flag) =>
        command(imports.endpoints.applyImport, { body: { token, file, ...flag } }),
      );
      if (!result) return;
      if (!result.ok) return setParsed(undefined);
      await refreshRecords();
      if (result.data.passwords.length > 0) setApplied(result.data);
      else onClose();
    });

  const { importAction: Action } = resource;
  const count = parsed ? parsed.report.created.length + parsed.report.changed.length : 0;
  const clearedFields = parsed ? countClearedFields(parsed.report) : 0;
  const chooseButton = (
    <Button
      key="choose"
      type={parsed?.report.token ? 'default' : 'primary'}
      loading={busy === 'preview'}
      disabled={busy === 'apply'}
      onClick={() => input.current?.click()}
    >
      {parsed ? '重新选择文件' : '选择文件'}
    </Button>
  );
  return (
    <Dialog
      title={parsed ? `导入${resource.label} · ${parsed.fileName}` : `导入${resource.label}`}
      width={880}
      // Initial passwords are shown only once, so a click beside the dialog must not close it.
      mask={{ closable: !applied }}
      keyboard={!applied}
      closable={!applied}
      onCancel={onClose}
      footer={
        applied
          ? null
          : [
              <Button key="close" onClick={onClose}>
                {parsed ? '取消' : '关闭'}
              </Button>,
              chooseButton,
              parsed?.report.token && Action && busy === undefined ? (
                <Suspense key="action" fallback={null}>
                  <Action
                    report={parsed.report}
                    file={parsed.file}
                    onDone={async () => {
                      await refreshRecords();
                      onClose();
                    }}
                  />
                </Suspense>
              ) : null,
              parsed?.report.token ? (
                <Button
                  key="apply"
                  type="primary"
                  loading={busy === 'apply'}
                  disabled={busy === 'preview' || (clearedFields > 0 && !isClearingConfirmed)}
                  onClick={() => void apply(parsed.report.token, parsed.file)}
                >
                  应用 {count} 条
                </Button>
              ) : null,
            ]
      }
    >
      <TableFileInput
        ref={input}
        onChoose={(file) => {
          onFile(file);
          void preview(file);
        }}
      />
      <div className={styles.importContent}>
        {applied ? (
          <InitialPasswords applied={applied} onClose={onClose} />
        ) : parsed ? (
          <>
            <Alert showIcon {...summaryOf(parsed.report)} />
            <ImportReport report={parsed.report} />
            {parsed.report.token !== '' && clearedFields > 0 ? (
              <Checkbox
                checked={isClearingConfirmed}
                onChange={(event) => setIsClearingConfirmed(event.target.checked)}
              >
                {`已核对这 ${clearedFields} 处清空`}
              </Checkbox>
            ) : null}
          </>
        ) : (
          <ImportGuide imports={imports} />
        )}
        {question}
      </div>
    </Dialog>
  );
}

const countClearedFields = ({ changed }: RecordReport): number =>
  changed.reduce((sum, row) => sum + countCleared(row), 0);

function summaryOf(report: RecordReport): {
  type: 'error' | 'warning' | 'info';
  title: string;
} {
  const { created, changed, unchanged, errors } = report;
  const clearedFields = countClearedFields(report);
  if (errors.length > 0) {
    const title = `文件中有 ${errors.length} 处错误，没有导入任何内容。请改正后重新选择文件。`;
    return { type: 'error', title };
  }
  const title =
    created.length + changed.length > 0
      ? `新增 ${created.length} 条，修改 ${changed.length} 条，不变 ${unchanged} 条。${clearedFields > 0 ? `其中 ${clearedFields} 处原有内容将被清空，排在最前面。` : ''}请核对后应用。`
      : `文件中的 ${unchanged} 条都与现在相同，没有要导入的内容。`;
  return { type: clearedFields > 0 ? 'warning' : 'info', title };
}
