import { Button } from '#storefront/ui/button.tsx';
import { CloseButton } from '#storefront/ui/close-button.tsx';
import { partTitle } from '../draft/draft.ts';
import type { QuoteState } from '../draft/quote-actions.ts';
import styles from './removed-part.module.css';

interface RemovedPartProps {
  removed: NonNullable<QuoteState['removed']>;
  onRestore: () => void;
  onAccept: () => void;
}

/** Takes the place of a removed part until another is removed: one click restores it. */
export function RemovedPart({ removed: { part, index }, onRestore, onAccept }: RemovedPartProps) {
  return (
    <div className={styles.removed} role="status">
      <span>已删除“{partTitle(part, index)}”</span>
      <Button size="small" autoFocus onClick={onRestore}>
        撤销
      </Button>
      <CloseButton label="关闭提示" onClick={onAccept} />
    </div>
  );
}
