import { Button } from 'antd';
import type { ReactNode } from 'react';
import styles from './price-table.module.css';

interface Props {
  canEdit: boolean;
  isEmpty: boolean;
  isSaving: boolean;
  editCount: number;
  /** Edits that the user should check before saving, such as price jumps. */
  warnings: readonly string[];
  /** Whether the last edits were saved as a draft. */
  isSavedAsDraft: boolean;
  onDrafts: () => void;
  onHistory: () => void;
  onBulk: () => void;
  onDiscard: () => void;
  onSave: () => void;
  /** Shown before 保存. */
  children: ReactNode;
}

export function PriceFooter({
  canEdit,
  isEmpty,
  isSaving,
  editCount,
  warnings,
  isSavedAsDraft,
  children,
  ...handlers
}: Props) {
  const hasEdits = editCount > 0;
  return (
    <footer className={styles.footer}>
      <span className={styles.hint}>
        {canEdit
          ? '直接输入即可修改，如 12.5/1；回车向下，Tab 向右；可与电子表格互相复制粘贴'
          : '您只能查看，不能修改'}
      </span>
      <span role="status" className={styles.count}>
        {hasEdits ? `${editCount} 个价格未保存` : isSavedAsDraft ? '已存为草稿，价格没有变动' : ''}
      </span>
      {isSavedAsDraft && !hasEdits ? (
        <Button type="link" className={styles.drop} onClick={handlers.onDrafts}>
          查看草稿
        </Button>
      ) : null}
      <Button disabled={isEmpty} onClick={handlers.onHistory}>
        变更记录
      </Button>
      {warnings.map((text) => (
        <span key={text} className={styles.jump}>
          {text}
        </span>
      ))}
      {canEdit ? (
        <>
          <Button disabled={isEmpty} onClick={handlers.onBulk}>
            批量调整
          </Button>
          <Button disabled={!hasEdits || isSaving} onClick={handlers.onDiscard}>
            放弃修改
          </Button>
          {children}
          <Button
            type="primary"
            disabled={!hasEdits}
            loading={isSaving}
            title="Ctrl S"
            onClick={handlers.onSave}
          >
            保存
          </Button>
        </>
      ) : null}
    </footer>
  );
}
