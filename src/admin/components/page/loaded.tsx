import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { LoadProblem } from './load-problem.tsx';
import page from './page.module.css';

interface Props<D> {
  query: Pick<UseQueryResult<D, { message: string }>, 'data' | 'error' | 'refetch'>;
  /** What did not load, such as 列表. */
  what: string;
  /** Lines of the skeleton. */
  rows: number;
  /** The skeleton is in a card, as what follows it. */
  isCard?: boolean;
  children: (data: D) => ReactNode;
}

/** What a query has read; a skeleton until then, or why it failed. */
export function Loaded<D>({ query, what, rows, isCard = false, children }: Props<D>) {
  const { data, error, refetch } = query;
  if (error) return <LoadProblem what={what} error={error} onRetry={refetch} />;
  if (data !== undefined) return children(data);
  const skeleton = <Skeleton active paragraph={{ rows }} />;
  return isCard ? <div className={page.card}>{skeleton}</div> : skeleton;
}
