import { lazy, memo, Suspense, useState } from 'react';
import { Button } from '#storefront/ui/button.tsx';
import type { AttachedFile } from './draft.ts';
import { FieldError } from './field-error.tsx';
import { errorId, fieldId } from './field-focus.ts';
import type { Dispatch } from './quote-state.ts';
import styles from './remark-field.module.css';

/** Loaded when it is used: most parts are priced before a drawing is at hand. */
const PartFiles = lazy(async () => ({ default: (await import('./part-files.tsx')).PartFiles }));

interface PartFilesFieldProps {
  partKey: string;
  files: readonly AttachedFile[];
  pendingFiles: number;
  error?: string;
  dispatch: Dispatch;
}

/** The drawings of a part: a button until there are some. */
export const PartFilesField = memo(function PartFilesField(props: PartFilesFieldProps) {
  const { partKey, files, pendingFiles, error, dispatch } = props;
  const [isOpen, setOpen] = useState(files.length + pendingFiles > 0);
  const button = (
    <Button size="small" id={fieldId(partKey, 'fileIds')} isBusy={isOpen} onClick={() => setOpen(true)}>
      添加图纸
    </Button>
  );
  return (
    <div className={styles.field} role="group" aria-label="图纸附件">
      <span className={styles.listLabel}>附件</span>
      <div>
        {isOpen ? (
          <Suspense fallback={button}>
            <PartFiles partKey={partKey} files={files} dispatch={dispatch} />
          </Suspense>
        ) : (
          button
        )}
      </div>
      <FieldError id={errorId(partKey, 'fileIds')} message={error} />
    </div>
  );
});
