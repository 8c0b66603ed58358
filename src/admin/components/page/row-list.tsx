import { Empty } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { PagedList } from './paged-list.tsx';
import styles from './row-list.module.css';

interface RowListProps<T> extends Omit<ComponentProps<typeof PagedList<T>>, 'rows' | 'empty' | 'children'> {
  empty: string;
  idOf: (row: T) => number;
  onOpen: (id: number) => void;
  /** The content of a row; its last line is a `RowNote`. */
  children: (row: T) => ReactNode;
}

export const RowList = <T,>({ empty, idOf, onOpen, children, ...paged }: RowListProps<T>) => (
  <PagedList {...paged} rows={6} empty={<Empty description={empty} />}>
    {(list) => (
      <ul className={styles.list}>
        {list.map((row) => (
          <li key={idOf(row)}>
            <button type="button" className={styles.row} onClick={() => onOpen(idOf(row))}>
              {children(row)}
            </button>
          </li>
        ))}
      </ul>
    )}
  </PagedList>
);

export const RowNote = ({ children }: { children: ReactNode }) => (
  <span className={styles.note}>{children}</span>
);
