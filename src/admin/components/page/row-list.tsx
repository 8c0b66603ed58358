import { Empty, Pagination } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import styles from './row-list.module.css';

interface RowListProps<T> {
  query: ComponentProps<typeof Loaded<{ list: readonly T[]; count: number }>>['query'];
  /** What is listed, such as 价目版本. */
  what: string;
  /** Says that there is none. */
  empty: string;
  /** Opens a row by this. */
  idOf: (row: T) => number;
  onOpen: (id: number) => void;
  /** The page in sight, from 1. */
  pageIndex: number;
  pageSize: number;
  onPage: (pageIndex: number) => void;
  /** The content of a row; its last line is a `note`. */
  children: (row: T) => ReactNode;
}

/** Rows that open when they are clicked, a page at a time. */
export function RowList<T>({ query, what, empty, idOf, onOpen, children, ...paging }: RowListProps<T>) {
  return (
    <Loaded query={query} what={what} rows={6}>
      {({ list, count }) =>
        list.length === 0 ? (
          <Empty description={empty} />
        ) : (
          <>
            <ul className={styles.list}>
              {list.map((row) => (
                <li key={idOf(row)}>
                  <button type="button" className={styles.row} onClick={() => onOpen(idOf(row))}>
                    {children(row)}
                  </button>
                </li>
              ))}
            </ul>
            <Pagination
              className={styles.pages}
              current={paging.pageIndex}
              pageSize={paging.pageSize}
              total={count}
              hideOnSinglePage
              showSizeChanger={false}
              onChange={paging.onPage}
            />
          </>
        )
      }
    </Loaded>
  );
}

/** The last line of a row. */
export const RowNote = ({ children }: { children: ReactNode }) => (
  <span className={styles.note}>{children}</span>
);
