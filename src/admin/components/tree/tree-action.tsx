import type { ReactNode } from 'react';
import { useRowTabIndex } from './tree-grid.tsx';
import styles from './tree-table.module.css';

interface Props {
  onClick: () => void;
  label?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}

/** Plainer than antd's Button, because a table has hundreds of them. */
export function TreeAction({ onClick, label, isDanger = false, isDisabled, children }: Props) {
  return (
    <button
      type="button"
      className={styles.link}
      tabIndex={useRowTabIndex()}
      aria-label={label}
      title={label}
      data-danger={isDanger || undefined}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
