import type { ReactNode } from 'react';
import styles from './tree-table.module.css';

interface Props {
  /** Of the row that has the keyboard: the buttons of the others are no stops of Tab. */
  isActive: boolean;
  label?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A light button of a row: a table has hundreds of them. */
export function TreeAction({ isActive, label, isDanger = false, isDisabled, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={styles.link}
      tabIndex={isActive ? 0 : -1}
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
