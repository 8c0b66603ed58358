import { Button } from '#storefront/ui/button.tsx';
import styles from './removed-part.module.css';

interface RemovedPartProps {
  title: string;
  onRestore: () => void;
  onAccept: () => void;
}

/** Replaces a removed part until another is removed: one click restores it. */
export function RemovedPart({ title, onRestore, onAccept }: RemovedPartProps) {
  return (
    <div className={styles.removed} role="status">
      <span>已删除“{title}”</span>
      <Button size="small" autoFocus onClick={onRestore}>
        撤销
      </Button>
      <button type="button" className={styles.accept} aria-label="关闭提示" onClick={onAccept}>
        ✕
      </button>
    </div>
  );
}
