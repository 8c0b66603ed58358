import { useInvalidate } from '@refinedev/core';
import { Alert, Button, Checkbox } from 'antd';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AppliedImport, RecordReport } from '#contract/kernel/record-import.ts';
import { dataUrlOf } from '#providers/data-url.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useJumpConfirmation } from '../../components/prices/price-jumps.tsx';
import { TableFileInput, typeOfTable } from '../../components/table-file-input.tsx';
import { useBusy } from '../../components/use-busy.ts';
import type { Resource } from '../define-resource.ts';
import type { ImportSource } from '../resource-parts.ts';
import { FirstPasswords } from './first-passwords.tsx';
import { ImportGuide } from './import-guide.tsx';
import { emptiedIn, ImportReport } from './import-report.tsx';
import styles from '../resource-kit.module.css';
import { useRefresh } from '../use-refresh.ts';

interface Props {
  resource: Resource;
  imports: ImportSource;
  /** Chosen before the session ended: previewed at once. */
  file: File | null;
  onFile: (file: File) => void;
  onClose: () => void;
}

/** Imports records from a file: template, preview of the differences, and applying them. */
export function ImportDialog({ resource, imports, file: given, onFile, onClose }: Props) {
  const command = useCommand();
  const input = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<{ report: RecordReport; fileName: string; file: string }>();
  const [applied, setApplied] = useState<AppliedImport>();
  const [isChecked, setIsChecked] = useState(false);
  const { busy, whileBusy } = useBusy<'preview' | 'apply'>();
  const refresh = useRefresh(resource);
  const invalidate = useInvalidate();
  const { question, confirmed } = useJumpConfirmation();

  const preview = (file: File) =>
    whileBusy('preview', async () => {
      const type = typeOfTable(file);
      const result = await command(imports.endpoints.importFile, {
        body: file,
        headers: { 'Content-Type': type },
        // The preview shows the rows read and their errors.
        quiet: 'success',
      });
      if (!result.ok) return;
      setIsChecked(false);
      // Read at once: the browser refuses to read a file that has changed since it was chosen.
      const sent = await dataUrlOf(new Blob([file], { type }));
      setRead({ report: result.data, fileName: file.name, file: sent });
    });

  const previewGiven = useEffectEvent(() => {
    if (given) void preview(given);
  });
  useEffect(() => queueMicrotask(() => previewGiven()), []);

  const showWritten = () =>
    Promise.all([
      refresh(),
      invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'] }),
    ]);

  const apply = (token: string, file: string) =>
    whileBusy('apply', async () => {
      const result = await confirmed((flag) =>
        command(imports.endpoints.applyImport, { body: { token, file, ...flag } }),
      );
      if (!result) return;
      if (!result.ok) return setRead(undefined);
      await showWritten();
      if (result.data.passwords.length > 0) setApplied(result.data);
      else onClose();
    });

  const { importAction: Action } = resource;
  const count = read ? read.report.created.length + read.report.changed.length : 0;
  const emptied = read ? emptiedOf(read.report) : 0;
  const choose = (
    <Button
      key="choose"
      type={read?.report.token ? 'default' : 'primary'}
      loading={busy === 'preview'}
      disabled={busy === 'apply'}
      onClick={() => input.current?.click()}
    >
      {read ? '重新选择文件' : '选择文件'}
    </Button>
  );
  return (
    <Dialog
      title={read ? `导入${resource.label} · ${read.fileName}` : `导入${resource.label}`}
      width={880}
      // First passwords are shown once: a click beside the dialog must not lose them.
      mask={{ closable: !applied }}
      keyboard={!applied}
      closable={!applied}
      onCancel={onClose}
      footer={
        applied
          ? null
          : [
              <Button key="close" onClick={onClose}>
                {read ? '取消' : '关闭'}
              </Button>,
              choose,
              read?.report.token && Action && busy === undefined ? (
                <Suspense key="action" fallback={null}>
                  <Action
                    report={read.report}
                    file={read.file}
                    onDone={async () => {
                      await showWritten();
                      onClose();
                    }}
                  />
                </Suspense>
              ) : null,
              read?.report.token ? (
                <Button
                  key="apply"
                  type="primary"
                  loading={busy === 'apply'}
                  disabled={busy === 'preview' || (emptied > 0 && !isChecked)}
                  onClick={() => void apply(read.report.token, read.file)}
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
          <FirstPasswords applied={applied} onClose={onClose} />
        ) : read ? (
          <>
            <Alert showIcon {...summaryOf(read.report)} />
            <ImportReport report={read.report} />
            {read.report.token !== '' && emptied > 0 ? (
              <Checkbox checked={isChecked} onChange={(event) => setIsChecked(event.target.checked)}>
                {`已核对这 ${emptied} 处清空`}
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

const emptiedOf = ({ changed }: RecordReport): number =>
  changed.reduce((sum, row) => sum + emptiedIn(row), 0);

function summaryOf(report: RecordReport): {
  type: 'error' | 'warning' | 'info';
  title: string;
} {
  const { created, changed, unchanged, errors } = report;
  const emptied = emptiedOf(report);
  if (errors.length > 0) {
    const title = `文件中有 ${errors.length} 处错误，没有导入任何内容。请改正后重新选择文件。`;
    return { type: 'error', title };
  }
  const title =
    created.length + changed.length > 0
      ? `新增 ${created.length} 条，修改 ${changed.length} 条，不变 ${unchanged} 条。${emptied > 0 ? `其中 ${emptied} 处原有内容将被清空，排在最前面。` : ''}请核对后应用。`
      : `文件中的 ${unchanged} 条都与现在相同，没有要导入的内容。`;
  return { type: emptied > 0 ? 'warning' : 'info', title };
}
