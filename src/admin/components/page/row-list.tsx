import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import styles from './row-list.module.css';

interface RowListProps<T> {
  rows: readonly T[];
  /** Opens a row by this. */
  idOf: (row: T) => number;
  onOpen: (id: number) => void;
  /** The page in sight, from 1. */
  pageIndex: number;
  pageSize: number;
  /** All rows, of every page. */
  count: number;
  onPage: (pageIndex: number) => void;
  /** What a row says; its last line is a `note`. */
  children: (row: T) => ReactNode;
}

/** Rows that open when they are clicked, a page at a time. */
export function RowList<T>({
  rows,
  idOf,
  onOpen,
  pageIndex,
  pageSize,
  count,
  onPage,
  children,
}: RowListProps<T>) {
  return (
    <>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={idOf(row)}>
            <button type="button" className={styles.row} onClick={() => onOpen(idOf(row))}>
              {children(row)}
            </button>
          </li>
        ))}
      </ul>
      <Pagination
        className={styles.pages}
        current={pageIndex}
        pageSize={pageSize}
        total={count}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={onPage}
      />
    </>
  );
}

/** The last line of a row. */
export const RowNote = ({ children }: { children: ReactNode }) => (
  <span className={styles.note}>{children}</span>
);
