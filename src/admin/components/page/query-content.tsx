import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { LoadError } from './load-error.tsx';
import page from './page.module.css';

interface Props<D> {
  query: Pick<UseQueryResult<D, { message: string }>, 'data' | 'error' | 'refetch'>;
  /** The name of the content in the error message, such as 列表. */
  label: string;
  /** The number of lines of the skeleton. */
  rows: number;
  isCard?: boolean;
  children: (data: D) => ReactNode;
}

/** Renders the data of a query, a skeleton while it loads, or its error. */
export function QueryContent<D>({ query, label, rows, isCard = false, children }: Props<D>) {
  const { data, error, refetch } = query;
  if (error) return <LoadError label={label} error={error} onRetry={refetch} />;
  if (data !== undefined) return children(data);
  const skeleton = <Skeleton active paragraph={{ rows }} />;
  return isCard ? <div className={page.card}>{skeleton}</div> : skeleton;
}
