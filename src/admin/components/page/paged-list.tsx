import { Pagination, type PaginationProps } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { QueryContent } from './query-content.tsx';
import styles from './paged-list.module.css';

interface Paging {
  /** The current page, from 1. */
  pageIndex: number;
  pageSize: number;
  onPage: (pageIndex: number) => void;
}

type PagerProps = Paging & Pick<PaginationProps, 'align' | 'className' | 'simple' | 'size' | 'total'>;

/** Renders nothing for a list of one page. */
export const Pager = ({ pageIndex, onPage, ...rest }: PagerProps) => (
  <Pagination {...rest} current={pageIndex} hideOnSinglePage showSizeChanger={false} onChange={onPage} />
);

interface PagedProps<T> extends Paging {
  query: ComponentProps<typeof QueryContent<{ list: readonly T[]; count: number }>>['query'];
  /** The name of the records, such as 价目版本. */
  label: string;
  /** The number of lines of the skeleton. */
  rows: number;
  empty?: ReactNode;
  children: (list: readonly T[]) => ReactNode;
}

export const PagedList = <T,>({ query, label, rows, empty, children, ...paging }: PagedProps<T>) => (
  <QueryContent query={query} label={label} rows={rows}>
    {({ list, count }) =>
      list.length === 0 ? (
        empty
      ) : (
        <>
          {children(list)}
          <Pager {...paging} total={count} className={styles.pages} />
        </>
      )
    }
  </QueryContent>
);
