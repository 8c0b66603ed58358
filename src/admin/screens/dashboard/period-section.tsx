import type { ReactNode } from 'react';
import { type EndpointQuery, useEndpoint } from '../../calls/use-endpoint.ts';
import page from '../../components/page/page.module.css';
import { Loaded } from '../../components/page/loaded.tsx';
import type { Period } from '../../field-types/time/date-input.tsx';
import { usePeriod } from './period.ts';

interface PeriodSectionProps<F> {
  title: string;
  queryOf: (period: Period) => EndpointQuery<F>;
  children: (figures: F) => ReactNode;
}

/** A section of a dashboard with a separate query for the period in the address. */
export function PeriodSection<F>({ title, queryOf, children }: PeriodSectionProps<F>) {
  const { period } = usePeriod();
  return (
    <section className={page.page} aria-label={title}>
      <h2>{title}</h2>
      <Loaded query={useEndpoint(queryOf(period))} what="数据" rows={6} isCard>
        {children}
      </Loaded>
    </section>
  );
}
