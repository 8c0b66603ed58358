import { useContext, useState } from 'react';
import { MAX_PART_FILES } from '#contract/orders/part-item.ts';
import { notify } from '#providers/notices.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { partTitle, type AttachedFile } from '../draft/draft.ts';
import { QuoteLinesContext } from '../draft/quote-lines.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import styles from './part-files.module.css';

interface MoveFileProps {
  file: AttachedFile;
  partKey: string;
  dispatch: Dispatch;
}

/** Moves a drawing to another part. Renders nothing while there is only one part. */
export function MoveFile({ file: { id, name }, partKey, dispatch }: MoveFileProps) {
  const { lines } = useContext(QuoteLinesContext);
  const [isAsking, setAsking] = useState(false);
  const targets = lines
    .map(({ part }, index) => ({ part, title: `${index + 1} ${partTitle(part, index)}` }))
    .filter(({ part }) => part.key !== partKey);
  if (targets.length === 0) return null;
  return (
    <>
      <Button size="small" aria-label={`把 ${name} 移到其他零件`} onClick={() => setAsking(true)}>
        移到…
      </Button>
      {isAsking && (
        <Dialog title={`“${name}”移到零件…`} onClose={() => setAsking(false)}>
          <ul className={styles.targets}>
            {targets.map(({ part, title }) => (
              <li key={part.key}>
                <Button
                  isBlock
                  disabled={part.files.length + part.pendingFiles >= MAX_PART_FILES}
                  onClick={() => {
                    setAsking(false);
                    dispatch({ type: 'bulkFileMoved', id, from: partKey, to: part.key });
                    notify({ type: 'success', message: `“${name}”已移到 ${title}` });
                  }}
                >
                  {title}
                </Button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
