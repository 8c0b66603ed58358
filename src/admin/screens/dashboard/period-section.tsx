import type { ReactNode } from 'react';
import { type EndpointQuery, useEndpoint } from '../../calls/use-endpoint.ts';
import page from '../../components/page/page.module.css';
import { QueryContent } from '../../components/page/query-content.tsx';
import type { Period } from '../../field-types/time/date-input.tsx';
import { usePeriod } from './period.ts';

interface Props<F> {
  title: string;
  queryOf: (period: Period) => EndpointQuery<F>;
  children: (figures: F) => ReactNode;
}

/** A section with its own query for the current period. */
export function PeriodSection<F>({ title, queryOf, children }: Props<F>) {
  const { period } = usePeriod();
  return (
    <section className={page.page} aria-label={title}>
      <h2>{title}</h2>
      <QueryContent query={useEndpoint(queryOf(period))} label="数据" rows={6} isCard>
        {children}
      </QueryContent>
    </section>
  );
}
