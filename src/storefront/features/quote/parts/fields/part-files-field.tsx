import { memo, useEffect, useState } from 'react';
import { Button } from '#storefront/ui/button.tsx';
import { FieldError } from '#storefront/ui/form/field-error.tsx';
import { onDemand } from '#storefront/ui/on-demand.ts';
import type { PartDraft } from '../../draft/draft.ts';
import { errorId, fieldId } from '../../draft/field-focus.ts';
import type { PartFiles } from '../../upload/part-files.tsx';
import type { Dispatch } from '../../draft/quote-actions.ts';
import styles from './remark-field.module.css';

interface PartFilesFieldProps extends Pick<PartDraft, 'files' | 'pendingFiles'> {
  partKey: string;
  error?: string;
  dispatch: Dispatch;
}

const loadPartFiles = onDemand(
  async () => (await import('../../upload/part-files.tsx')).PartFiles,
  '附件功能',
);

/** The drawings of a part. The list is loaded on demand, since most parts are priced without files. */
export const PartFilesField = memo(function PartFilesField(props: PartFilesFieldProps) {
  const { partKey, files, pendingFiles, error, dispatch } = props;
  const [Files, setFiles] = useState<typeof PartFiles>();
  const [isLoading, setLoading] = useState(false);
  const hasFiles = files.length + pendingFiles > 0;
  useEffect(() => {
    if (hasFiles) void loadPartFiles().then((loaded) => setFiles(() => loaded));
  }, [hasFiles]);
  async function open() {
    setLoading(true);
    const loaded = await loadPartFiles();
    setFiles(() => loaded);
    setLoading(false);
  }
  return (
    <div className={styles.field} role="group" aria-label="图纸附件">
      <span className={styles.listLabel}>附件</span>
      <div>
        {Files ? (
          <Files partKey={partKey} files={files} dispatch={dispatch} />
        ) : (
          <Button
            size="small"
            id={fieldId(partKey, 'fileIds')}
            isBusy={isLoading}
            onClick={() => void open()}
          >
            {hasFiles ? `${files.length} 个附件` : '添加图纸'}
          </Button>
        )}
      </div>
      <FieldError id={errorId(partKey, 'fileIds')} message={error} />
    </div>
  );
});
