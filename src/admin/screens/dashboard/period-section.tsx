import { Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { type EndpointQuery, useEndpoint } from '../../calls/use-endpoint.ts';
import page from '../../components/page/page.module.css';
import { LoadProblem } from '../../components/page/load-problem.tsx';
import type { Period } from '../../field-types/time/date-input.tsx';
import { parsePeriod } from './period.ts';

interface PeriodSectionProps<F> {
  title: string;
  read: (period: Period) => EndpointQuery<F>;
  children: (figures: F) => ReactNode;
}

/** A part of a board with figures of the period in the address, which is fetched on its own. */
export function PeriodSection<F>({ title, read, children }: PeriodSectionProps<F>) {
  const [params] = useSearchParams();
  const [now] = useState(() => new Date());
  const period = parsePeriod(params, now);
  const { data, isError, error, refetch } = useEndpoint(read(period));
  return (
    <section className={page.page} aria-label={title}>
      <h2>{title}</h2>
      {isError ? (
        <LoadProblem what="数据" error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <div className={page.card}>
          <Skeleton active paragraph={{ rows: 6 }} />
        </div>
      ) : (
        children(data)
      )}
    </section>
  );
}
