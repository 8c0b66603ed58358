import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { ButtonLink } from '../button.tsx';
import page from '../page.module.css';
import { ListError, ListMessage } from './list-message.tsx';
import styles from './paged-list.module.css';
import { Pager } from './pager.tsx';

interface PagedListProps<T> {
  query: UseQueryResult<{ list: T[]; count: number }>;
  /** Page number in the URL, from 1. */
  page: number;
  urlOf: (page: number) => string;
  /** Counted noun with measure word: 个零件. */
  unit: string;
  skeleton: ReactNode;
  /** Replaces an empty list. */
  emptyList: ReactNode;
  /** Draws a record. */
  children: (record: T) => ReactNode;
}

/** One page of records with total count and pager. The previous page stays visible while another one loads. */
export function PagedList<T extends { id: number }>({
  query: { data, error, isFetching, isPlaceholderData, refetch },
  page: current,
  urlOf,
  unit,
  skeleton,
  emptyList,
  children,
}: PagedListProps<T>) {
  const top = useRef<HTMLDivElement>(null);
  const errorNotice = error && <ListError error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return errorNotice ?? skeleton;
  if (data.count === 0) return emptyList;
  const lastPage = Math.max(1, Math.ceil(data.count / DEFAULT_PAGE_SIZE));
  return (
    <div ref={top} className={styles.result} aria-busy={isPlaceholderData}>
      {errorNotice}
      <p role="status" className={page.muted}>
        共 {data.count} {unit}
        {lastPage > 1 && `，第 ${current} / ${lastPage} 页`}
      </p>
      {data.list.length === 0 ? (
        <ListMessage text="这一页没有内容。">
          <ButtonLink to={urlOf(lastPage)}>到最后一页</ButtonLink>
        </ListMessage>
      ) : (
        <Records records={data.list}>{children}</Records>
      )}
      <Pager
        page={current}
        lastPage={lastPage}
        urlOf={urlOf}
        onPageChange={() => top.current?.scrollIntoView()}
      />
    </div>
  );
}

interface RecordsProps<T> {
  records: readonly T[];
  /** Draws a record. */
  children: (record: T) => ReactNode;
}

/** Records below each other. */
export function Records<T extends { id: number }>({ records, children }: RecordsProps<T>) {
  return (
    <ol className={styles.list}>
      {records.map((record) => (
        <li key={record.id}>{children(record)}</li>
      ))}
    </ol>
  );
}
