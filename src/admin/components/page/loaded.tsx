import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { LoadProblem } from './load-problem.tsx';
import page from './page.module.css';

interface Props<D> {
  query: Pick<UseQueryResult<D, { message: string }>, 'data' | 'error' | 'refetch'>;
  /** Names the content in case of a failure, such as 列表. */
  what: string;
  /** Lines of the skeleton. */
  rows: number;
  /** Puts the skeleton into a card, if the content has cards. */
  isCard?: boolean;
  children: (data: D) => ReactNode;
}

/** Renders the data of a query; a skeleton while it loads, or why it failed. */
export function Loaded<D>({ query, what, rows, isCard = false, children }: Props<D>) {
  const { data, error, refetch } = query;
  if (error) return <LoadProblem what={what} error={error} onRetry={refetch} />;
  if (data !== undefined) return children(data);
  const skeleton = <Skeleton active paragraph={{ rows }} />;
  return isCard ? <div className={page.card}>{skeleton}</div> : skeleton;
}
