import type { ReactNode } from 'react';
import styles from './tree-table.module.css';

interface Props {
  /** Passed to the table's `onAct` when it is pressed. */
  act: string;
  /** The row is the active one; Tab skips the buttons of the others. */
  isActive: boolean;
  label?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}

/** A light button of a row: a table has hundreds of them and one listener. */
export function TreeAction({ act, isActive, label, isDanger = false, isDisabled, children }: Props) {
  return (
    <button
      type="button"
      className={styles.link}
      data-act={act}
      tabIndex={isActive ? 0 : -1}
      aria-label={label}
      title={label}
      data-danger={isDanger || undefined}
      disabled={isDisabled}
    >
      {children}
    </button>
  );
}
